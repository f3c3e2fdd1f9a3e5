"""A cost far below that of the solution passes, and the instructor gets a note."""

from __future__ import annotations

import pytest
from classroom import hand_in, notebook_bytes, output

from autograder import Course
from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.screen import screen
from autograder.classroom.grade.summary import summary
from autograder.cli.main import main
from autograder.core.lock import only_writer
from autograder.runner.jobs.local import InProcess

UNIT, TASK = "04_fourth", "01_add_many"
TEXT = """\
# ---
# title: Add fifty, one at a time
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Add.

# %% given
import jax


# %% answer
def add_many(x):
    ### BEGIN SOLUTION
    return jax.lax.fori_loop(0, 50, lambda i, total: total + 1, x)
    ### END SOLUTION


# %% check
check(add_many, given="x: f32[n]", budget=Budget(work=2, span="const"))
"""
AT_ONCE = "def add_many(x):\n    return x + 50  # at once, instead of fifty times one"


def test_only_the_instructor_sees_the_note(own_course: Course) -> None:
    root = own_course.path.parent
    folder = root / "class"
    (own_course.path / UNIT).mkdir()
    (own_course.path / UNIT / f"{TASK}.py").write_text(TEXT)
    course = Course.find(root)
    unit = course.unit(UNIT)
    for student, answer in {"ada": AT_ONCE, "bob": unit.tasks[0].solution}.items():
        hand_in(folder, student, notebook_bytes(course, UNIT, {TASK: answer}), UNIT)
    grading = Grading(course, unit, folder, InProcess())
    with only_writer(folder, "a test"):
        rows = list(grading.judge())
        printed = screen(grading, summary(grading, rows, grading.record(rows)))
    assert {row.student: sum(v.points for v in row.verdicts) for row in rows} == {
        "ada": 2,
        "bob": 2,
    }
    assert f"ada, {TASK}: work 0.02 x (128 operations)" in printed
    assert f"ada, {TASK}: span 1 at 16, 1 at 32" in printed
    assert f"bob, {TASK}" not in printed
    command = ["explain", "ada", TASK, "--class", str(folder)]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        explained = output(*command).out
        assert "low  work: 0.02 x" in explained
        assert "return x + 50  # at once, instead of fifty times one" in explained
        (verdict,) = next(row for row in rows if row.student == "ada").verdicts
        page = (folder / "feedback/ada" / UNIT / f"{UNIT}.html").read_text()
        for words in (verdict.text(), page):
            assert "Look at" not in words
            assert "odd" not in words.split()
        assert main(["insight", UNIT, "--class", str(folder)]) == 0
        insight = (folder / f"insight/{UNIT}.html").read_text()
        assert f"ada, {TASK}: work 0.02 x (128 operations); span 1 at 16, 1 at 32" in insight
        assert (
            "return x + 50  # at once, instead of fifty times one"
            in insight.partition("Unusually low costs")[2]
        )
        hand_in(folder, "ada", notebook_bytes(course, UNIT, {TASK: "x = 1"}), UNIT)
        assert "The submission has changed: grade again" in output(*command).out
