"""Test the ledger of results: reuse, `explain`, secrets, damaged lines, and one writer at a time.

Also compare the scores that are read from the gradebook with those of nbgrader.
"""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from classroom import FIRST, SECOND, Class, grade_here, grade_sql, hand_in, notebook_bytes, run

from autograder.classroom.grade.grade_unit import Grading
from autograder.nbgrader.internals import open_gradebook
from autograder.nbgrader.read_grades import read_grades
from autograder.results.log import RESULT_LINE, Ledger, make_entry, to_line
from autograder.runner import read_secret
from autograder.runner.jobs.local import InProcess


def test_changed_submission_is_judged_again_and_reported(klass: Class) -> None:
    right = {task.id: task.solution for task in klass.course.unit(SECOND).tasks}
    book = notebook_bytes(klass.course, SECOND, {**right, "01_ridge": "ridge = 0"})
    hand_in(klass.folder, "ada", book)
    grading = Grading(klass.course, klass.course.unit(SECOND), klass.folder, InProcess())
    secret = read_secret(klass.course.secret)
    notes = {row.student: row.note for row in grading.judge(secret)}
    assert notes == {"ada": "", "bob": "as before", "cyd": "as before"}
    changes = [str(change) for change in grade_here(klass.course, klass.folder).changes]
    assert changes == [
        "ada, 01_ridge: 1 -> 0, because the submission changed",
        "ada: the attempt that counts now earns 4, the one before it 5",
    ]
    assert not grade_here(klass.course, klass.folder).changes


def test_score_equals_the_score_of_nbgrader(klass: Class) -> None:
    """Compare all combinations of missing and given automatic, manual and extra points."""
    gradebook = klass.folder / "gradebook.db"
    for points in product(("NULL", "0.5"), ("NULL", "0.25"), ("NULL", "0.125")):
        fields = ("auto_score", "manual_score", "extra_credit")
        values = ", ".join(map(" = ".join, zip(fields, points, strict=True)))
        klass.sql(grade_sql(values), "bob", "01_ridge")
        with open_gradebook(gradebook) as book:
            (notebook,) = book.find_submission(SECOND, "bob").notebooks
            (theirs,) = (grade.score for grade in notebook.grades if grade.name == "01_ridge")
        ours = read_grades(gradebook, SECOND).grades["bob"]["01_ridge"].score
        assert ours == (theirs or 0), points


def test_explain_shows_the_stored_result(klass: Class) -> None:
    by_id = klass.output("explain", "bob", "01_ridge").out
    assert by_id.startswith(f"bob, {SECOND}, 01_ridge: failed, 0 of 1 points\n")
    for word in (
        "The gradebook has 0 points from the grader.",
        "Judged:",
        "with     autograder",
        "That is bytes per FLOP; FLOP per byte was asked for.",
    ):
        assert word in by_id, word
    assert klass.output("explain", "bob", "ridge").out == by_id, "by name"
    for place in ("02/01", "2/1"):
        assert klass.output("explain", "bob", place).out == by_id, "by number"
    klass.sql(grade_sql("manual_score = 1"), "bob", "01_ridge")
    output = klass.output("explain", "bob", f"{SECOND}/ridge").out
    assert "; the manual grade 1 replaces it" in output
    klass.edit(lambda lines: [*lines[:-1], lines[-1].replace(b"cyd", b"eve")])
    assert "The ledger has damaged lines" in klass.output("explain", "bob", "ridge").out


@pytest.mark.parametrize(
    ("student", "task", "message"),
    [
        ("eve", "ridge", f"eve's {SECOND} was not graded: The file is empty: "),
        ("fay", "02/1", f"fay's {SECOND} has not been graded yet.\nTo grade it, run: autograder "),
        ("nora", "01_ridge", f"nora has not submitted {SECOND}.\n"),
        ("nora", "01", f"nora has not submitted {SECOND}.\n"),
        ("ada", "01/double", f"ada has not submitted {FIRST}.\n"),
        ("nora", "02/rigde", "No task is called 'rigde'.\nDid you mean 01_ridge?"),
        ("boob", "ridge", "No student is called 'boob'.\nDid you mean bob?"),
        ("bogus", "ridge", "No student is called 'bogus'.\nKnown names: "),
    ],
)
def test_explain_without_a_result_says_why(
    klass: Class, student: str, task: str, message: str
) -> None:
    (klass.folder / "students.csv").write_text("id\nada\nnora\n")
    hand_in(klass.folder, "eve", b"")
    hand_in(klass.folder, "fay", notebook_bytes(klass.course, SECOND, {}))
    assert klass.output("explain", student, task, code=2).err.startswith(message)


def test_explain_escapes_terminal_control_characters(klass: Class) -> None:
    """A result may contain text that the student's code produced."""
    signs = "\x1b[2J\x9b31m\u202e"
    body = f"import warnings\n    warnings.warn({signs!r})\n    return params\n"
    answers = {"03_layer": f"def layer_gradient(params, x):\n    {body}"}
    book = notebook_bytes(klass.course, SECOND, answers)
    hand_in(klass.folder, "bob", book)
    grade_here(klass.course, klass.folder)
    output = klass.output("explain", "bob", "03_layer").out
    assert r"note: \x1b[2J\x9b31m\u202e" in output
    assert not {"\x1b", "\x9b", "\u202e"} & set(output)


def test_ledger_does_not_contain_the_secret(klass: Class) -> None:
    from autograder.runner import read_secret, task_key

    secret, text = read_secret(), klass.ledger.read_text()
    keys = [task_key(secret, SECOND, task.id) for task in klass.course.unit(SECOND).tasks]
    for word in (secret.decode(), *(key.hex() for key in keys)):
        assert word not in text


def test_second_writer_is_refused(klass: Class) -> None:
    from autograder.core.lock import only_writer

    with only_writer(klass.folder, "autograder grade"):
        message = f"is being graded by autograder grade, process {os.getpid()} on "
        assert message in klass.output("grade", code=2).err
        theirs = run("nbgrader", "autograde", SECOND, "--force", cwd=klass.folder)
        assert theirs.returncode != 0
        assert "is being graded by" in theirs.stderr
    assert klass.command("grade") == 0


def test_incomplete_last_line_is_not_reported(klass: Class) -> None:
    """A killed process may leave an incomplete line, which the next write removes.

    The lines before it stay valid.
    """
    whole = klass.ledger.read_bytes()
    klass.ledger.write_bytes(whole + b'{"torn": ')
    assert not klass.found().differences
    hand_in(klass.folder, "cyd", b"no notebook")
    grade_here(klass.course, klass.folder)
    assert not klass.found().differences
    assert klass.ledger.read_bytes().startswith(whole + b'{"kind": "result"')


def test_result_with_other_fields_is_reported_and_ignored(tmp_path: Path) -> None:
    """Another version of the grader may have stored other fields."""
    finding = {"property": "values", "passed": False, "no_such_field": ""}
    verdict = {"task": "01_ridge", "status": "failed", "points": 0, "max_points": 1}
    body = {"student": "ada", "unit": SECOND, "verdicts": [verdict | {"findings": [finding]}]}
    line = to_line(make_entry(RESULT_LINE, body))
    (tmp_path / "ledger.jsonl").write_bytes(line)
    ledger = Ledger(tmp_path)
    assert ledger.problems == ["line 1 is from another version of autograder"]
    assert ledger.students_and_units == []
