"""Verdicts from the sandbox equal those at home, and student code never receives a hidden value."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest
from classroom import Submit

from autograder import Course, Status, Unit, Verdict
from autograder.core.course.plan import load_check, variant
from autograder.core.inputs.student_parameters import drawing_for
from autograder.notebook.learner.check_task import verdict_at_home
from autograder.notebook.release import fill, release_notebook, source_notebook
from autograder.runner import Limits, normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge
from autograder.runner.sandbox import sandbox
from autograder.runner.secret import task_key

SECRET = bytes(range(32))
UNITS = ["01_first", "02_second", "03_third"]


@pytest.fixture(scope="module")
def judges(course: Course) -> dict[str, Judge]:
    quick = Limits(cpu_s=3, idle_s=1.5)
    return {name: Judge(course.unit(name), SECRET, quick) for name in UNITS}


Rule = Callable[..., dict[str, Verdict]]


@pytest.fixture(scope="module")
def judge_answers(judges: dict[str, Judge], submit: Submit) -> Rule:
    """Return a function that gives the verdicts on answers by task."""

    def judged(answers: dict[str, str], name: str = "01_first") -> dict[str, Verdict]:
        verdicts = judges[name].judge(submit(answers, name=name))
        return {verdict.task: verdict for verdict in verdicts}

    return judged


@pytest.mark.proof  # judges every answer of a unit
@pytest.mark.parametrize("name", UNITS)
def test_every_variant_gets_the_verdict_of_the_notebook(
    course: Course, judge_answers: Rule, name: str
) -> None:
    tasks = course.unit(name).judged
    count = max(len(task.wrong) + len(task.right) for task in tasks)
    for index in range(count):
        rows = {task.id: [*task.wrong, *task.right] for task in tasks}
        picked = {task: row[index % len(row)] for task, row in rows.items()}
        verdicts = judge_answers({task: item.source for task, item in picked.items()}, name)
        for task in tasks:
            with drawing_for("ada"):
                home = verdict_at_home(load_check(task, "ada"), variant(task, picked[task.id]))
            sandboxed = verdicts[task.id]
            assert sandboxed.status == home.status, sandboxed.text()
            assert (sandboxed.points, sandboxed.mistake) == (home.points, home.mistake)
            if picked[task.id] in task.wrong:
                assert sandboxed.mistake == picked[task.id].name
            else:
                assert sandboxed.points == task.points, sandboxed.text()


RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return 3 * x\n"
NOT_INSTALLED = "ModuleNotFoundError: No module named 'pandas'"


@pytest.mark.parametrize(
    ("source", "status", "note"),
    [
        (
            f"import pandas\n{RIGHT}",
            Status.PASSED,
            "Note: A statement in the cell of your answer failed and was skipped: "
            f"line 2: import pandas ({NOT_INSTALLED})",
        ),
        (f"import pandas\n{RIGHT}open('notes.txt')", Status.PASSED, NOT_INSTALLED),
        # As in Jupyter, where the check uses the first definition.
        (f"{RIGHT}import pandas\n{WRONG}", Status.PASSED, ""),
        (f"import pandas\n{WRONG}", Status.FAILED, NOT_INSTALLED),
        # These errors end the cell, as in Jupyter.
        (f"raise SystemExit\n{RIGHT}", Status.NOT_RUN, "stopped with SystemExit"),
        (f"bytes(1 << 60)\n{RIGHT}", Status.NOT_RUN, "stopped with MemoryError"),
        (f"import asyncio\nawait asyncio.sleep(99)\n{RIGHT}", Status.NOT_RUN, "was idle for "),
        # A cell with a syntax error does not run.
        (f"{RIGHT}return 1", Status.NOT_RUN, "'return' outside function"),
        # The last failure explains the missing answer, and earlier ones become notes.
        ("import pandas\ndouble = twice", Status.NOT_RUN, "NameError: name 'twice' is not"),
        ("import pandas\ndouble = twice", Status.NOT_RUN, NOT_INSTALLED),
    ],
)
def test_cell_continues_after_a_failed_statement(
    judge_answers: Rule, source: str, status: Status, note: str
) -> None:
    verdict = judge_answers({"01_double": source})["01_double"]
    text = " ".join(verdict.text().split())
    assert verdict.status is status, text
    assert note in text
    assert note or not verdict.notes


FAILS = "assert False\n"
ANSWER = "# task: 01_double\n"
OTHER = "# task: 03_count_flops\n"
SQUARE = "from jax.numpy import square as double\n"


@pytest.mark.parametrize(
    ("cells", "status"),
    [
        ([f"{ANSWER}{RIGHT}", f"{FAILS}{WRONG}"], Status.PASSED),
        ([f"{ANSWER}{RIGHT}", f"{OTHER}{FAILS}{WRONG}"], Status.PASSED),
        ([f"{RIGHT}{FAILS}{WRONG}"], Status.PASSED),
        # Without a failure above it, a later definition counts.
        ([f"{ANSWER}{WRONG}", RIGHT], Status.PASSED),
        # An answer below a failed statement replaces the stub and earlier attempts.
        ([f"{FAILS}{RIGHT}"], Status.PASSED),
        ([WRONG, f"{ANSWER}{FAILS}{RIGHT}"], Status.PASSED),
        # A statement binds a name even if the name had the same value before.
        ([SQUARE, f"{ANSWER}{SQUARE}{FAILS}{RIGHT}"], Status.FAILED),
    ],
)
def test_definition_below_a_failed_statement_replaces_no_answer(
    unit: Unit, judges: dict[str, Judge], submit: Submit, cells: list[str], status: Status
) -> None:
    book = {"cells": [{"cell_type": "code", "metadata": {}, "source": each} for each in cells]}
    verdict = judges[unit.id].judge(submit(book=book))[0]
    assert verdict.status is status, verdict.text()


def test_worker_gets_no_hidden_input_and_evaluator_no_answer(
    course: Course, unit: Unit, judge_answers: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Search all bytes that are sent to the worker and to the evaluator."""
    sent: dict[str, bytearray] = {"worker": bytearray(), "evaluator": bytearray()}
    ask = sandbox.Sandbox.ask

    def listening(self: Any, request: dict[str, Any], blobs: Any = None, *more: Any) -> Any:
        role = "evaluator" if request["op"] in ("run", "cost", "count") else "worker"
        sent[role] += repr(request).encode() + b"".join(blobs or [])
        return ask(self, request, blobs, *more)

    monkeypatch.setattr(sandbox.Sandbox, "ask", listening)
    task = unit.task("02_move_points")
    assert judge_answers({task.id: task.solution})[task.id].status is Status.PASSED
    hidden = load_check(task).cases(task_key(SECRET, unit.id, task.id))
    inputs = [array.tobytes() for case in hidden for array in case.inputs if array.size > 8]
    assert len(inputs) > 10
    assert all(data in sent["evaluator"] for data in inputs), "the test would detect them"
    assert not any(data in sent["worker"] for data in inputs)
    rights = [np.asarray(load_check(task).reference(*case.args)) for case in hidden]
    answers = [right.tobytes() for right in rights if right.size > 8]
    assert answers
    assert not any(data in sent["evaluator"] or data in sent["worker"] for data in answers)


def test_parameters_of_another_student_are_rejected(
    course: Course, judges: dict[str, Judge], submit: Submit
) -> None:
    task = course.unit("02_second").task("01_ridge")
    ada, you, eve = (load_check(task, name).reference[0] for name in ("ada", "you", "eve"))
    assert len({ada, you, eve}) == 3
    for value, points in ((ada, 1), (you, 1), (eve, 0)):
        submission = submit({"01_ridge": f"ridge = {value}"}, name="02_second", student="ada")
        assert judges["02_second"].judge(submission)[0].points == points


def test_error_in_the_course_gives_no_score(own_course: Course, submit: Submit) -> None:
    path = own_course.path / "01_first/01_double.py"
    path.write_text(
        path.read_text().replace("spec=lambda x: np.multiply(2, x)", "spec=lambda x: 1 / 0")
    )
    unit = own_course.unit("01_first")
    answers = {task.id: task.solution for task in unit.tasks}
    verdicts = Judge(unit, SECRET).judge(submit(answers))
    assert [v.status for v in verdicts] == [Status.BROKEN, Status.PASSED, Status.PASSED]
    assert "ZeroDivisionError" in verdicts[0].findings[0].message


WRAPPED = """

# %% given
def twice(x):
    return 2 * double(x)


# %% answer"""


def test_wrapper_of_the_course_cannot_be_replaced(own_course: Course) -> None:
    """A student's function with the same name does not replace the course's wrapper."""
    path = own_course.path / "01_first/01_double.py"
    text = path.read_text().replace("\n\n# %% answer", WRAPPED, 1)
    right = "lambda x: np.multiply(4, x)"
    text = text.replace(
        "check(double, spec=lambda x: np.multiply(2, x)", f"check(twice, spec={right}"
    )
    path.write_text(text)
    unit = own_course.unit("01_first")
    task = unit.tasks[0]
    wrong = "def double(x):\n    return x\n\n\ndef twice(x):\n    return 4 * x\n"
    space: dict[str, Any] = {}
    exec(wrong, space)
    for answer in (space["twice"], space["double"], jax.jit(space["double"])):
        assert task.judged_function(answer)(3) == 6  # a learner may pass their own function
    assert task.has_name("double")
    assert task.learner_names == ("double",)
    released = release_notebook(source_notebook(own_course, unit))
    later = f"{task.solution}\nimport pandas\n{wrong}"
    for answer, status in (
        (wrong, Status.FAILED),
        (task.solution, Status.PASSED),
        (later, Status.PASSED),  # the cell ends at the failure, because `double` is bound
    ):
        book = json.dumps(fill(released, {task.id: answer}))
        submission = normalize_submission(own_course, unit, "ada", parse_notebook(book.encode()))
        assert Judge(unit, SECRET).judge(submission)[0].status is status
