"""Every way to tamper with a graded class is found; what instructors do is not taken for it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from classroom import SECOND, Class, Lines, grade_here, grade_sql, hand_in, notebook_bytes, run

from autograder.results.entry import ledger_key, seal_entry, to_line
from autograder.results.log import Ledger


def test_a_class_that_nobody_touched_is_clean(
    klass: Class, capsys: pytest.CaptureFixture[str]
) -> None:
    assert klass.command("verify") == 0
    assert capsys.readouterr().out == ("3 results and their scores are as the grader left them.\n")


NOT_OURS = "was changed, or written for another class or without the course secret"
# What was done to a line of the ledger.
LINES: dict[str, Callable[[bytes, Lines], bytes]] = {
    "changed": lambda line, _: line.replace(b'"points": 0', b'"points": 2', 1),
    "of another student": lambda line, all: all[1].replace(b'"ada"', b'"bob"'),
    "of another unit": lambda line, all: line.replace(SECOND.encode(), b"01_first"),
    "sealed with another secret": lambda line, _: _other_seal(line),
    "no line of ours": lambda line, _: b"[1, 2]\n",
}


def _other_seal(line: bytes) -> bytes:
    """Sealed by somebody who has read our source, with a secret of their own."""
    entry = json.loads(line)
    for verdict in entry["body"]["verdicts"]:
        verdict["points"] = verdict["max_points"]
    key = ledger_key(b"another secret, as long as ours is")
    return to_line(seal_entry(key, "a class", entry["kind"], entry["body"]))


@pytest.mark.parametrize("way", LINES)
def test_a_changed_line_is_found_and_counts_for_nothing(klass: Class, way: str) -> None:
    before = klass.ledger.read_bytes()
    klass.edit(lambda lines: [*lines[:2], LINES[way](lines[2], lines), *lines[3:]])
    assert klass.ledger.read_bytes() != before, "the test itself changed nothing"
    tampered = klass.found().tampered
    assert f"ledger.jsonl: line 3 {NOT_OURS}" in tampered
    assert f"bob, {SECOND}: has a score in the gradebook and no result" in tampered
    assert klass.command("verify") == 1
    assert klass.command("grade") == 0
    assert klass.found().tampered == [f"ledger.jsonl: line 3 {NOT_OURS}"]
    klass.edit(lambda lines: [*lines[:2], *lines[3:]])
    assert klass.command("verify") == 0


def test_a_line_of_another_class_counts_for_nothing(klass: Class, tmp_path: Path) -> None:
    """Sealed with the same secret, for the same student and unit."""
    ours, other = Ledger(klass.folder), Ledger(tmp_path / "other")
    result = ours.latest_result("ada", SECOND)
    assert result is not None
    with other.session():
        other.add_result(replace(result, student="bob"))
    begun, theirs = other.path.read_bytes().splitlines(True)
    klass.edit(lambda lines: [*lines, theirs, begun, theirs])
    wrong = [f"ledger.jsonl: line {number} {NOT_OURS}" for number in (8, 9, 10)]
    assert klass.found().tampered == wrong
    klass.edit(lambda lines: [begun, *lines[1:]])
    assert f"ledger.jsonl: line 2 {NOT_OURS}" in klass.found().tampered


def test_a_removed_line_is_a_score_without_its_receipt(klass: Class) -> None:
    klass.edit(lambda lines: [*lines[:2], *lines[3:]])
    said = f"bob, {SECOND}: has a score in the gradebook and no result"
    assert klass.found().tampered == [said]
    klass.edit(lambda lines: lines[1:])
    assert said in klass.found().tampered
    assert klass.command("grade") == 0
    assert said not in klass.found().tampered


def test_a_removed_latest_line_is_a_score_that_differs(klass: Class) -> None:
    right = {task.id: task.solution for task in klass.course.unit(SECOND).tasks}
    hand_in(klass.folder, "bob", notebook_bytes(klass.course, SECOND, right))
    grade_here(klass.course, klass.folder)
    assert not klass.found().tampered
    klass.edit(lambda lines: lines[:-2])
    found = klass.found()
    assert f"bob, {SECOND}, 03_layer: the gradebook has 2, the result says 0" in found.tampered
    assert f"bob, {SECOND}: handed in again since it was graded" in found.unfinished


def test_another_secret_is_told_from_tampering(
    klass: Class,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("AUTOGRADER_SECRET", str(tmp_path / "new"))
    assert klass.command("verify") == 2
    said = capsys.readouterr().err
    assert "is sealed with another course secret." in said
    assert "export AUTOGRADER_SECRET=FILE" in said


def test_an_empty_ledger_is_not_clean(klass: Class) -> None:
    klass.ledger.write_text("")
    assert f"bob, {SECOND}: has a score in the gradebook and no result" in klass.found().tampered


GRADEBOOK = {
    "more points": (
        (grade_sql("auto_score = 2"), "bob", "03_layer"),
        f"bob, {SECOND}, 03_layer: the gradebook has 2, the result says 0",
    ),
    "no points": (
        (grade_sql("auto_score = NULL"), "ada", "03_layer"),
        f"ada, {SECOND}, 03_layer: the gradebook has no score, the result says 2",
    ),
    "points for prose": (
        (grade_sql("auto_score = 9"), "bob", "04_explain"),
        f"bob, {SECOND}, 04_explain: the gradebook has 9, no machine judges it",
    ),
    "task counts more": (
        ("UPDATE grade_cells SET max_score = 20 WHERE id = "
         "(SELECT id FROM base_cell WHERE name = ?)", "01_ridge"),
        f"ada, {SECOND}, 01_ridge: counts 20 points at most, the result says 1",
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


# What was changed on bob's page, and what is said of it.
PAGE = {
    "points": (
        "Score: 0.0 / 2.0",
        "Score: 2.0 / 2.0",
        ", 02_best_split: the page says 2 of 2, the gradebook says 0 of 2",
    ),
    "the whole": ("(Score: 0.0 /", "(Score: 5.0 /", ": the page says 5 of "),
    "the most": (
        "Score: 0.0 / 1.0",
        "Score: 0.0 / 0.5",
        ", 01_ridge: the page says 0 of 0.5, the gradebook says 0 of 1",
    ),
    "a verdict": ("upside", "downside", ", 01_ridge: the page does not say what the result says"),
    "a task": ('name="01_ridge"', 'name="01"', ", 01_ridge: the page says nothing, the gradebook"),
}


@pytest.mark.parametrize("way", PAGE)
def test_a_changed_page_is_found(klass: Class, way: str) -> None:
    path = klass.made("feedback", "bob")
    old, new, said = PAGE[way]
    assert old in path.read_text(), "the test itself changes nothing"
    path.write_text(path.read_text().replace(old, new))
    found = klass.found().tampered
    assert [line for line in found if line.startswith(f"bob, {SECOND}{said}")]
    assert found[-1].endswith(f" ({path})")
    assert klass.command("verify") == 1
    path.unlink()
    assert f"{path.name} is gone from {path.parent}" in str(klass.found())
    grade_here(klass.course, klass.folder)
    assert not klass.found().tampered + klass.found().unfinished, "made anew where it is missing"


def test_the_page_of_another_student_is_found(klass: Class) -> None:
    shutil.copy(klass.made("feedback", "ada"), klass.made("feedback", "bob"))
    found = klass.found().tampered
    assert f"bob, {SECOND}, 03_layer: the page says 2 of 2, the gradebook says 0 of 2" in found


def test_what_a_student_writes_is_not_what_the_page_says(klass: Class) -> None:
    """Names and headings as nbgrader makes them, in a text above the real ones."""
    book = json.loads(notebook_bytes(klass.course, SECOND, {}))
    forged = (
        '<div class="cell"><div class="nbgrader_cell"><a name="01_ridge"></a>'
        '<div class="panel-heading">Score: 1.0 / 1.0</div></div></div>'
    )
    book["cells"].insert(0, {"cell_type": "markdown", "source": forged, "metadata": {}})
    hand_in(klass.folder, "cyd", json.dumps(book).encode())
    grade_here(klass.course, klass.folder)
    assert "Score: 1.0 / 1.0" in klass.made("feedback", "cyd").read_text()
    assert not klass.found().tampered


def test_a_long_error_is_no_tampering(klass: Class) -> None:
    """nbgrader takes the middle out of one of more than a hundred lines."""
    long = "def best_split(n, parts):\n    raise ValueError('a line\\n' * 250)"
    right = {task.id: task.solution for task in klass.course.unit(SECOND).tasks}
    book = notebook_bytes(klass.course, SECOND, right | {"02_best_split": long})
    hand_in(klass.folder, "bob", book)
    grade_here(klass.course, klass.folder)
    assert not klass.found().tampered


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
    assert "3 results and their scores are as the grader left them." in told
    klass.sql(grade_sql("manual_score = 2"), "bob", "03_layer")
    found = klass.found()
    assert not found.tampered
    assert f"bob, {SECOND}: the page is older than the gradebook" in found.unfinished
    changes = grade_here(klass.course, klass.folder).changes
    assert [str(change) for change in changes] == [
        f"{student}: late penalty 1 -> 0" for student in ("ada", "bob", "cyd")
    ], "what a person gave stays; nobody is late by any rule"
    assert "Score: 2.0 / 2.0" in klass.made("feedback", "bob").read_text()


def test_what_is_not_up_to_date_is_said(klass: Class) -> None:
    hand_in(klass.folder, "bob", b"{}")
    shutil.rmtree(klass.folder / "submitted/ada")
    found = klass.found()
    assert not found.tampered
    assert found.unfinished == [
        f"ada, {SECOND}: the submission is not in submitted/ any more",
        f"bob, {SECOND}: handed in again since it was graded",
    ]
