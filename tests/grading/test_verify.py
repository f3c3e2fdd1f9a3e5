"""`autograder verify` reports differences between ledger, gradebook, pages and submissions."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pytest
from classroom import SECOND, Class, grade_here, grade_sql, hand_in, notebook_bytes
from stored_results import right_answers, store_results, wrong_answers


def test_unchanged_class_has_no_findings(klass: Class) -> None:
    assert klass.output("verify").out == "3 results match the gradebook and the pages.\n"


NO_RESULT = f"bob, {SECOND}: has a score in the gradebook, but no result"
DAMAGED = "line 2 does not match its digest"
# Damage to the ledger's second line, which is bob's result.
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "one number": lambda line: line.replace(b'"points": 0', b'"points": 2', 1),
    "another student": lambda line: line.replace(b'"bob"', b'"ada"'),
    "truncated": lambda line: line[:100] + b"\n",
}


def restore_result(klass: Class) -> None:
    """Grade bob again. The results of the others are in the ledger."""
    answers = wrong_answers(klass.course.unit(SECOND))
    store_results(klass.course, klass.folder, {"bob": answers})
    assert klass.command("grade") == 0


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_line_is_reported_and_ignored(klass: Class, name: str) -> None:
    before = klass.ledger.read_bytes()
    klass.edit(lambda lines: [lines[0], DAMAGE[name](lines[1]), *lines[2:]])
    assert klass.ledger.read_bytes() != before, "the test itself changed nothing"
    differences = klass.found().differences
    assert f"ledger.jsonl: {DAMAGED}" in differences
    assert NO_RESULT in differences
    assert klass.command("verify") == 1
    restore_result(klass)
    assert klass.found().differences == [f"ledger.jsonl: {DAMAGED}"]
    klass.edit(lambda lines: [lines[0], *lines[2:]])
    assert klass.command("verify") == 0


def test_score_that_differs_from_the_result_is_reported(klass: Class) -> None:
    right = right_answers(klass.course.unit(SECOND))
    store_results(klass.course, klass.folder, {"bob": right})
    grade_here(klass.course, klass.folder)
    assert not klass.found().differences
    klass.edit(lambda lines: lines[:-2])
    findings = klass.found()
    message = f"bob, {SECOND}, 03_layer: the gradebook has 2, the result says 0"
    assert message in findings.differences
    assert f"bob, {SECOND}: submitted again after it was graded" in findings.unfinished


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
        f"bob, {SECOND}, 04_explain: the gradebook has 9, it is not graded automatically",
    ),
    "task counts more": (
        ("UPDATE grade_cells SET max_score = 20 WHERE id = "
         "(SELECT id FROM base_cell WHERE name = ?)", "01_ridge"),
        f"ada, {SECOND}, 01_ridge: the maximum in the gradebook is 20 points, the result says 1",
    ),
    "row removed": (
        (grade_sql("").replace("UPDATE grade SET ", "DELETE FROM grade"), "bob", "03_layer"),
        f"bob, {SECOND}, 03_layer: has no row in the gradebook",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GRADEBOOK)
def test_changed_gradebook_is_reported(klass: Class, name: str) -> None:
    (text, *values), message = GRADEBOOK[name]
    klass.sql(text, *values)
    assert message in klass.found().differences
    assert klass.command("verify") == 1


def test_changed_score_is_restored_and_reported(klass: Class) -> None:
    klass.sql(grade_sql("auto_score = 2"), "bob", "03_layer")
    (change,) = grade_here(klass.course, klass.folder).changes
    assert str(change) == (
        "bob, 03_layer: 2 -> 0, because the gradebook was changed by something other than the "
        "grader"
    )
    assert not klass.found().differences


# Changes to bob's page, each with the expected finding.
PAGE = {
    "points": (
        "Score: 0.0 / 2.0", "Score: 2.0 / 2.0",
        ", 02_best_split: the page says 2 of 2, the gradebook says 0 of 2",
    ),
    "total": ("(Score: 0.0 /", "(Score: 5.0 /", ": the page says 5 of "),
    "maximum": (
        "Score: 0.0 / 1.0", "Score: 0.0 / 0.5",
        ", 01_ridge: the page says 0 of 0.5, the gradebook says 0 of 1",
    ),
    "verdict": ("upside", "downside", ", 01_ridge: the page differs from the result"),
    "task": ('name="01_ridge"', 'name="01"', ", 01_ridge: the page says nothing, the gradebook"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAGE)
def test_changed_page_is_reported(klass: Class, name: str) -> None:
    path = klass.made("feedback", "bob")
    old, new, message = PAGE[name]
    assert old in path.read_text(), "the test itself changes nothing"
    path.write_text(path.read_text().replace(old, new))
    differences = klass.found().differences
    assert [line for line in differences if line.startswith(f"bob, {SECOND}{message}")]
    assert differences[-1].endswith(f" ({path})")
    assert klass.command("verify") == 1
    path.unlink()
    assert f"{path.name} is missing from {path.parent}" in str(klass.found())
    grade_here(klass.course, klass.folder)
    assert not klass.found().differences + klass.found().unfinished, "a new page is created"


def test_forged_score_in_student_text_is_ignored(klass: Class) -> None:
    """The text imitates nbgrader's elements above the real ones."""
    book = json.loads(notebook_bytes(klass.course, SECOND, {}))
    forged = (
        '<div class="cell"><div class="nbgrader_cell"><a name="01_ridge"></a>'
        '<div class="panel-heading">Score: 1.0 / 1.0</div></div></div>'
    )
    book["cells"].insert(0, {"cell_type": "markdown", "source": forged, "metadata": {}})
    books = {"cyd": json.dumps(book).encode()}
    store_results(klass.course, klass.folder, {"cyd": {}}, books=books)
    grade_here(klass.course, klass.folder)
    assert "Score: 1.0 / 1.0" in klass.made("feedback", "cyd").read_text()
    assert not klass.found().differences


def test_points_and_comments_by_hand_are_accepted(klass: Class) -> None:
    """Points, a comment, a penalty, and pages that nbgrader created again."""
    klass.sql(grade_sql("manual_score = 1.5, needs_manual_grade = 0"), "bob", "03_layer")
    klass.sql(grade_sql("extra_credit = 0.5"), "ada", "04_explain")
    klass.sql("UPDATE comment SET manual_comment = 'Nearly.'")
    klass.sql("UPDATE submitted_notebook SET late_submission_penalty = 1")
    klass.nbgrader("generate_feedback", "--force")
    assert "Nearly." in klass.made("feedback", "bob").read_text()
    output = klass.output("verify").out
    assert f"bob, {SECOND}, 03_layer: 1.5 points (the grader: 0)" in output
    assert f"ada, {SECOND}, 04_explain: 0.5 points of extra credit" in output
    assert f"bob, {SECOND}: 1 points deducted for late submission" in output
    assert "3 results match the gradebook and the pages." in output
    klass.sql(grade_sql("manual_score = 2"), "bob", "03_layer")
    findings = klass.found()
    assert not findings.differences
    assert f"bob, {SECOND}: the page is older than the gradebook" in findings.unfinished
    changes = grade_here(klass.course, klass.folder).changes
    assert [str(change) for change in changes] == [
        f"{student}: late penalty 1 -> 0" for student in ("ada", "bob", "cyd")
    ], "points by hand are kept, and no rule makes anybody late"
    assert "Score: 2.0 / 2.0" in klass.made("feedback", "bob").read_text()


def test_outdated_submissions_are_reported(klass: Class) -> None:
    hand_in(klass.folder, "bob", b"{}")
    shutil.rmtree(klass.folder / "submitted/ada")
    findings = klass.found()
    assert not findings.differences
    assert findings.unfinished == [
        f"ada, {SECOND}: the submission is no longer in submitted/",
        f"bob, {SECOND}: submitted again after it was graded",
    ]
