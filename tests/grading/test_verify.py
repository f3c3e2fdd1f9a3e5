"""Every way to tamper with a graded class is found; what instructors do is not taken for it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from classroom import SECOND, Class, Lines, grade_here, grade_sql, hand_in, run

from autograder.gradebook.ledger.ledger import Ledger


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
    from autograder.gradebook.ledger.entry import ledger_key, sealed, to_line

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
        (grade_sql("auto_score = 2"), "bob", "03_layer"),
        f"bob, {SECOND}, 03_layer: the gradebook has 2, the receipt says 0",
    ),
    "no points": (
        (grade_sql("auto_score = NULL"), "ada", "03_layer"),
        f"ada, {SECOND}, 03_layer: the gradebook has no score, the receipt says 2",
    ),
    "points for prose": (
        (grade_sql("auto_score = 9"), "bob", "04_explain"),
        f"bob, {SECOND}, 04_explain: the gradebook has 9, no machine judges it",
    ),
    "task counts more": (
        ("UPDATE grade_cells SET max_score = 20 WHERE id = "
         "(SELECT id FROM base_cell WHERE name = ?)", "01_ridge"),
        f"ada, {SECOND}, 01_ridge: counts 20 points at most, the receipt says 1",
    ),
    "row removed": (
        (grade_sql("").replace("UPDATE grade SET ", "DELETE FROM grade"), "bob", "03_layer"),
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
    klass.sql(grade_sql("auto_score = 2"), "bob", "03_layer")
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
    klass.sql(grade_sql("manual_score = 1.5, needs_manual_grade = 0"), "bob", "03_layer")
    klass.sql(grade_sql("extra_credit = 0.5"), "ada", "04_explain")
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
    klass.sql(grade_sql("manual_score = 2"), "bob", "03_layer")
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
