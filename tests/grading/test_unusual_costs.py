"""A cost far below that of the solution passes, and the instructor gets a note."""

from __future__ import annotations

import pytest
from classroom import hand_in, notebook_bytes, output

from autograder import Course
from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.screen import screen
from autograder.classroom.grade.summary import summary
from autograder.classroom.grade.update_gradebook import update_gradebook
from autograder.core.lock import only_writer
from autograder.runner import read_secret
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


def test_only_the_instructor_sees_the_note(
    own_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
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
        rows = list(grading.judge(read_secret(course.secret)))
        update = update_gradebook(grading, rows, grading.prepare_late_rule())
        printed = screen(grading, summary(grading, rows, update))
    assert [sum(verdict.points for verdict in row.verdicts) for row in rows] == [2, 2]
    assert f"ada, {TASK}: work 0.02 x (128 operations)" in printed
    assert f"ada, {TASK}: span 1 at 16, 1 at 32" in printed
    assert f"bob, {TASK}" not in printed
    assert "low" not in (folder / "feedback/ada" / UNIT / f"{UNIT}.html").read_text().split()
    monkeypatch.chdir(root)
    explained = output("explain", "ada", TASK, "--class", folder).out
    assert "low  work: 0.02 x" in explained
    assert "return x + 50  # at once, instead of fifty times one" in explained
    output("insight", UNIT, "--class", folder)
    insight = (folder / f"insight/{UNIT}.html").read_text()
    assert f"ada, {TASK}: work 0.02 x (128 operations); span 1 at 16, 1 at 32" in insight
