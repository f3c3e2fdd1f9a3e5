"""Every way to tamper with a graded class is found; what instructors do is not taken for it."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from classroom import SECOND, grade_here, hand_in, notebook_bytes, run

from autograder import Course, CourseError
from autograder.cli import main
from autograder.gradebook import Findings, Grading, verify
from autograder.gradebook._executor import InProcess
from autograder.gradebook._ledger import Ledger

Lines = list[bytes]


@dataclass(frozen=True)
class Class:
    """A graded class of a test's own, with the secret that it was graded with."""

    course: Course
    folder: Path

    @property
    def ledger(self) -> Path:
        return self.folder / "ledger.jsonl"

    def found(self) -> Findings:
        return verify(self.course, self.folder)

    def edit(self, change: Callable[[Lines], Lines]) -> None:
        self.ledger.write_bytes(b"".join(change(self.ledger.read_bytes().splitlines(True))))

    def sql(self, text: str, *values: object) -> None:
        with sqlite3.connect(self.folder / "gradebook.db") as book:
            assert book.execute(text, values).rowcount > 0, "the test itself changed nothing"

    def made(self, top: str, student: str) -> Path:
        (path,) = (self.folder / top / student / SECOND).glob(f"{SECOND}.*")
        return path

    def command(self, *words: str) -> int:
        return main([*words, "--class", str(self.folder)])


@pytest.fixture(scope="session")
def settled(course: Course, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Graded once: ada is right, bob is wrong, cyd has done nothing. Beside it, its secret."""
    root = tmp_path_factory.mktemp("settled")
    tasks = course.unit(SECOND).tasks
    right = {task.id: task.solution for task in tasks}
    wrong = {task.id: task.wrong[0].source for task in tasks if task.wrong}
    for student, answers in {"ada": right, "bob": wrong, "cyd": {}}.items():
        hand_in(root / "class", student, notebook_bytes(course, SECOND, answers))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUTOGRADER_SECRET", str(root / "key/secret"))
        grade_here(course, root / "class", InProcess())  # receipts in the order of the names
    return root


@pytest.fixture
def klass(course: Course, settled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Class:
    shutil.copytree(settled, tmp_path / "own")
    config = tmp_path / "own/class/nbgrader_config.py"
    config.write_text(config.read_text().replace(str(settled), str(tmp_path / "own")))
    monkeypatch.setenv("AUTOGRADER_SECRET", str(tmp_path / "own/key/secret"))
    monkeypatch.chdir(course.path.parent)
    return Class(course, tmp_path / "own/class")


def _grade(text: str) -> str:
    """A condition on one row of nbgrader's grade table: student and task."""
    return (
        f"UPDATE grade SET {text} WHERE id IN (SELECT grade.id FROM grade "
        "JOIN base_cell ON base_cell.id = grade.cell_id "
        "JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id "
        "JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id "
        "WHERE student_id = ? AND base_cell.name = ?)"
    )


def test_a_class_that_nobody_touched_is_clean(
    klass: Class, capsys: pytest.CaptureFixture[str]
) -> None:
    assert klass.command("verify") == 0
    assert capsys.readouterr().out == ("3 receipts and their scores are as the grader left them.\n")


# What was done to the lines of the ledger, and what is said of it.
LEDGER: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "changed": (
        lambda lines: [*lines[:2], lines[2].replace(b'"points": 0', b'"points": 2', 1), *lines[3:]],
        "line 3 was changed, or written by somebody without the course secret",
    ),
    "resealed": (
        lambda lines: [*lines[:2], _other_seal(lines[2]), *lines[3:]],
        "line 3 was changed, or written by somebody without the course secret",
    ),
    "removed": (lambda lines: [*lines[:2], *lines[3:]], "before line 3, a line is missing"),
    "first removed": (lambda lines: lines[1:], "before line 1, a line is missing"),
    "swapped": (
        lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
        "line 3 stands twice or out of its order",
    ),
    "twice": (lambda lines: [*lines, lines[2]], "line 8 stands twice or out of its order"),
    "end cut off": (
        lambda lines: lines[:-2],
        "its end is gone, or it is an older copy: it had 7 lines when this machine last wrote to "
        "it, and has 5",
    ),
    "another student's": (
        lambda lines: [*lines[:2], lines[1].replace(b'"ada"', b'"bob"'), *lines[3:]],
        "line 3 was changed, or written by somebody without the course secret",
    ),
}


def _other_seal(line: bytes) -> bytes:
    """Sealed by somebody who has read our source, with a secret of their own."""
    from autograder.gradebook._entry import ledger_key, sealed, to_line

    entry = json.loads(line)
    for verdict in entry["body"]["verdicts"]:
        verdict["points"] = verdict["max_points"]
    key = ledger_key(b"another secret, as long as ours is")
    return to_line(sealed(key, entry["number"], entry["kind"], entry["body"], entry["before"]))


@pytest.mark.parametrize("way", LEDGER)
def test_a_changed_ledger_is_found(
    klass: Class, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change, said = LEDGER[way]
    before = klass.ledger.read_bytes()
    klass.edit(change)
    assert klass.ledger.read_bytes() != before, "the test itself changed nothing"
    assert f"ledger.jsonl: {said}" in klass.found().tampered
    assert klass.command("verify") == 1
    assert klass.command("grade") == 2, "nothing is added to a ledger that was changed"
    assert "is not as the grader left it" in capsys.readouterr().err


def test_a_line_of_another_ledger_is_found(klass: Class, tmp_path: Path) -> None:
    """Sealed with the same secret: of another class."""
    ours, other = Ledger(klass.folder), Ledger(tmp_path / "other")
    receipts = [ours.last(*who) for who in ours.everybody]
    with other.session():
        for receipt in receipts:
            assert receipt is not None
            other.keep(receipt)
    theirs = other.path.read_bytes().splitlines(True)
    klass.edit(lambda lines: [*lines[:2], theirs[2], *lines[3:]])
    found = klass.found()
    assert "ledger.jsonl: line 3 belongs to another ledger" in found.tampered


def test_an_older_copy_of_everything_is_found(klass: Class, tmp_path: Path) -> None:
    """The whole class put back to what it was: only the note beside the secret tells."""
    older = tmp_path / "older"
    shutil.copytree(klass.folder, older)
    hand_in(klass.folder, "ada", b"no notebook")
    grade_here(klass.course, klass.folder)
    assert not klass.found().tampered
    shutil.rmtree(klass.folder)
    shutil.copytree(older, klass.folder)
    (said,) = klass.found().tampered
    assert "its end is gone, or it is an older copy" in said
    (Path(os.environ["AUTOGRADER_SECRET"]).parent / "ledgers").rename(tmp_path / "lost")
    found = klass.found()
    assert not found.tampered, "another machine cannot know"
    assert "this machine did not see where it should end" in str(found)


def test_another_secret_is_told_from_tampering(
    klass: Class, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert klass.command("verify", "--secret", str(tmp_path / "new")) == 2
    said = capsys.readouterr().err
    assert "is sealed with another course secret." in said
    assert "--secret FILE" in said


def test_no_ledger_is_not_clean(klass: Class, capsys: pytest.CaptureFixture[str]) -> None:
    klass.ledger.unlink()
    assert klass.command("verify") == 2
    assert "There is no ledger in" in capsys.readouterr().err
    klass.ledger.touch()
    assert f"bob, {SECOND}: has a score in the gradebook and no receipt" in klass.found().tampered


GRADEBOOK = {
    "more points": (
        (_grade("auto_score = 2"), "bob", "03_layer"),
        f"bob, {SECOND}, 03_layer: the gradebook has 2, the receipt says 0",
    ),
    "no points": (
        (_grade("auto_score = NULL"), "ada", "03_layer"),
        f"ada, {SECOND}, 03_layer: the gradebook has no score, the receipt says 2",
    ),
    "points for prose": (
        (_grade("auto_score = 9"), "bob", "04_explain"),
        f"bob, {SECOND}, 04_explain: the gradebook has 9, no machine judges it",
    ),
    "task counts more": (
        ("UPDATE grade_cells SET max_score = 20 WHERE id = "
         "(SELECT id FROM base_cell WHERE name = ?)", "01_ridge"),
        f"ada, {SECOND}, 01_ridge: counts 20 points at most, the receipt says 1",
    ),
    "row removed": (
        (_grade("auto_score = 0").replace("UPDATE grade SET auto_score = 0", "DELETE FROM grade"),
         "bob", "03_layer"),
        f"bob, {SECOND}, 03_layer: has no row in the gradebook",
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", GRADEBOOK)
def test_a_changed_gradebook_is_found(klass: Class, way: str) -> None:
    (text, *values), said = GRADEBOOK[way]
    klass.sql(text, *values)
    assert said in klass.found().tampered
    assert klass.command("verify") == 1


def test_a_changed_score_is_written_anew_and_told(klass: Class) -> None:
    klass.sql(_grade("auto_score = 2"), "bob", "03_layer")
    (change,) = grade_here(klass.course, klass.folder).changes
    assert str(change) == (
        "bob, 03_layer: 2 -> 0, because the gradebook was changed by something other than the "
        "grader"
    )
    assert not klass.found().tampered


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ("feedback", "the feedback page is not what the gradebook gives"),
        ("autograded", "the graded copy was changed"),
    ],
)
def test_a_changed_file_is_found(klass: Class, top: str, said: str) -> None:
    path = klass.made(top, "bob")
    path.chmod(0o644)
    path.write_bytes(path.read_bytes().replace(b"upside", b"downside", 1) + b" ")
    (found,) = {line for line in klass.found().tampered if said in line}
    assert found == f"bob, {SECOND}: {said} ({path})"
    assert klass.command("verify") == 1
    path.unlink()
    assert f"{path.name} is gone from {path.parent}" in str(klass.found())
    grade_here(klass.course, klass.folder)
    assert not klass.found().tampered + klass.found().unfinished, "made anew where it is missing"


def test_the_page_of_another_student_is_found(klass: Class) -> None:
    shutil.copy(klass.made("feedback", "ada"), klass.made("feedback", "bob"))
    (said,) = klass.found().tampered
    assert said.startswith(f"bob, {SECOND}: the feedback page is not what")


def test_what_instructors_do_is_not_tampering(
    klass: Class, capsys: pytest.CaptureFixture[str]
) -> None:
    """Points and a comment by hand, a penalty, and the pages made again by nbgrader."""
    klass.sql(_grade("manual_score = 1.5, needs_manual_grade = 0"), "bob", "03_layer")
    klass.sql(_grade("extra_credit = 0.5"), "ada", "04_explain")
    klass.sql("UPDATE comment SET manual_comment = 'Nearly.'")
    klass.sql("UPDATE submitted_notebook SET late_submission_penalty = 1")
    said = run("nbgrader", "generate_feedback", SECOND, "--force", cwd=klass.folder)
    assert said.returncode == 0, said.stderr
    assert "Nearly." in klass.made("feedback", "bob").read_text()
    assert klass.command("verify") == 0
    told = capsys.readouterr().out
    assert f"bob, {SECOND}, 03_layer: 1.5 points (the grader: 0)" in told
    assert f"ada, {SECOND}, 04_explain: 0.5 points of extra credit" in told
    assert f"bob, {SECOND}: 1 points less for handing in late" in told
    assert "3 receipts and their scores are as the grader left them." in told
    klass.sql(_grade("manual_score = 2"), "bob", "03_layer")
    (stale,) = klass.found().tampered
    assert stale.endswith("after grading by hand, first run: nbgrader generate_feedback --force")
    assert not grade_here(klass.course, klass.folder).changes, "what a person gave stays"


def test_what_is_not_up_to_date_is_said(klass: Class) -> None:
    hand_in(klass.folder, "bob", b"{}")
    shutil.rmtree(klass.folder / "submitted/ada")
    found = klass.found()
    assert not found.tampered
    assert found.unfinished == [
        f"ada, {SECOND}: what was handed in is not in submitted/ any more",
        f"bob, {SECOND}: handed in again since it was graded",
    ]


def test_what_changed_is_judged_again_and_told(klass: Class) -> None:
    right = {task.id: task.solution for task in klass.course.unit(SECOND).tasks}
    book = notebook_bytes(klass.course, SECOND, {**right, "01_ridge": "ridge = 0"})
    hand_in(klass.folder, "ada", book)
    grading = Grading(klass.course, klass.course.unit(SECOND), klass.folder)
    notes = {row.student: row.note for row in grading.judge()}
    assert notes == {"ada": "", "bob": "as before", "cyd": "as before"}
    changes = [str(change) for change in grade_here(klass.course, klass.folder).changes]
    assert changes == ["ada, 01_ridge: 1 -> 0, because the submission changed"]
    assert not grade_here(klass.course, klass.folder).changes


def test_explain_shows_a_receipt(klass: Class, capsys: pytest.CaptureFixture[str]) -> None:
    assert klass.command("explain", "bob", "01_ridge") == 0
    by_id = capsys.readouterr().out
    assert by_id.startswith(f"bob, {SECOND}, 01_ridge: failed, 0 of 1 points\n")
    for word in (
        "The gradebook has 0 points from the grader.",
        "Judged:",
        "hidden inputs",
        "the grader     autograder",
        "standing on    JAX",
        "That is bytes per FLOP; FLOP per byte was asked for.",
    ):
        assert word in by_id, word
    receipt = Ledger(klass.folder).last("bob", SECOND)
    assert receipt is not None
    basis = receipt.basis
    for digest in (basis.file, basis.cells, basis.tasks["01_ridge"], basis.tools["source"]):
        assert digest[:16] in by_id
    assert klass.command("explain", "bob", "ridge") == 0
    assert capsys.readouterr().out == by_id, "by what it checks"
    klass.sql(_grade("manual_score = 1"), "bob", "01_ridge")
    assert klass.command("explain", "bob", f"{SECOND}/ridge") == 0
    assert "; a person gave 1, which counts" in capsys.readouterr().out
    klass.edit(lambda lines: [*lines[:-1]])
    assert klass.command("explain", "bob", "ridge") == 0
    assert "Other lines of the ledger were changed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bbo", "ridge"), "Did you mean bob"),
        (("bob", "rigde"), "Did you mean 01_ridge"),
        (("bob", "04_explain"), "No task with a receipt for bob is called '04_explain'."),
    ],
)
def test_explain_helps_who_mistypes(
    klass: Class, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert klass.command("explain", *words) == 2
    assert said in capsys.readouterr().err


def test_a_receipt_holds_nothing_of_the_secret(klass: Class) -> None:
    from autograder.gradebook._entry import ledger_key
    from autograder.wall import read_secret, task_key

    secret, text = read_secret(), klass.ledger.read_text()
    keys = [task_key(secret, SECOND, task.id) for task in klass.course.unit(SECOND).tasks]
    for word in (secret.decode(), ledger_key(secret).hex(), *(key.hex() for key in keys)):
        assert word not in text


def test_one_writer_at_a_time(klass: Class, capsys: pytest.CaptureFixture[str]) -> None:
    from autograder.gradebook._lock import only_writer

    with only_writer(klass.folder, "autograder grade"):
        assert klass.command("grade") == 2
        said = capsys.readouterr().err
        assert f"is being graded by autograder grade, process {os.getpid()} on " in said
        theirs = run("nbgrader", "autograde", SECOND, "--force", cwd=klass.folder)
        assert theirs.returncode != 0
        assert "is being graded by" in theirs.stderr
    assert klass.command("grade") == 0


def test_a_line_that_was_cut_off_is_no_tampering(klass: Class) -> None:
    """The process was ended in the middle of a write; what it wrote before stands."""
    whole = klass.ledger.read_bytes()
    klass.ledger.write_bytes(whole + b'{"number": 7, "kind": "rece')
    assert not klass.found().tampered
    hand_in(klass.folder, "cyd", b"no notebook")
    grade_here(klass.course, klass.folder)
    assert not klass.found().tampered
    assert klass.ledger.read_bytes().startswith(whole + b'{"number": 7')


def test_a_broken_seal_never_gives_a_verdict(klass: Class) -> None:
    """A changed receipt is not used again: grading refuses before it judges."""
    klass.edit(LEDGER["changed"][0])
    with pytest.raises(CourseError, match="not as the grader left it"):
        list(Grading(klass.course, klass.course.unit(SECOND), klass.folder).judge())
