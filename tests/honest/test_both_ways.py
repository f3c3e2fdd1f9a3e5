"""The notebook and the judge give the same verdicts for every correct answer in every style."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from honest_edits import (
    Book,
    colab,
    no_metadata,
    outputs_kept,
    scratch_cells,
    windows_lines,
)
from honest_styles import STYLES, WRAPPERS, as_it_is
from notebook_cells import notebook_shell, run_all

from autograder import Course, Status, Task, Unit
from autograder.core.course.assigned_names import assigned_names
from autograder.core.course.plan import load_check
from autograder.core.inputs.student_parameters import name_student
from autograder.notebook.release import fill, release_notebook, source_notebook
from autograder.runner import normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge
from autograder.runner.judge.verdict_cache import Store

SECRET = b"h" * 32

ROOT = Path(__file__).resolve().parents[2]
MINI = Course.find(ROOT / "tests/mini")
COURSES = [MINI, Course.find(ROOT)]
EDITORS = (outputs_kept, colab, windows_lines, no_metadata, scratch_cells)
Both = Callable[[Unit, dict[str, str], Callable[[Book], None]], None]
# Names that students call and must not bind.
CALLED = {"check", "figures", "hint", "start"}
# Names of the kernel and of Python.
RESERVED = {"_", "__", "___", "display", "get_ipython"}


def correct_answers(task: Task) -> list[str]:
    """Return every known correct answer."""
    return [task.solution, *(variant.source for variant in task.right)]


def styled(task: Task, answer_index: int, style: int) -> str:
    """Return one correct answer in one style."""
    write = STYLES[style % len(STYLES)]
    if write in WRAPPERS and load_check(task).calls:
        # This task compiles the answer itself, and a wrapper would hide its static arguments.
        write = as_it_is
    return write(task, correct_answers(task)[answer_index])


def long_row(course: Course, index: int = 0) -> tuple[pytest.MarkDecorator, ...]:
    """Return the marker of long rows, except for the solutions of the miniature course."""
    return () if course is MINI and not index else (pytest.mark.proof,)


ROWS = [
    pytest.param(
        unit, index, index + number, id=f"{unit.id}-{index}", marks=long_row(course, index)
    )
    for course in COURSES
    for number, unit in enumerate(course.units.values())
    for index in range(max(len(correct_answers(task)) for task in unit.judged))
]
NAMES = [
    pytest.param(course, unit, id=unit.id, marks=long_row(course))
    for course in COURSES
    for unit in course.units.values()
]


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear the student name, and skip the cost summary."""
    for name in ("NBGRADER_STUDENT", "JUPYTERHUB_USER"):
        monkeypatch.delenv(name, raising=False)
    name_student("")
    monkeypatch.setattr(
        "autograder.notebook.learner.check_task.cost_summary", lambda *_: ""
    )  # takes half of the time of a passing check


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch, store: Store) -> Both:
    """Return a function that asserts full marks for answers in the notebook and from the judge."""

    def passes(unit: Unit, answers: dict[str, str], editor: Callable[[Book], None]) -> None:
        course = Course(unit.path.parent)
        blank = release_notebook(source_notebook(course, unit))
        book = json.loads(json.dumps(fill(blank, answers)))
        monkeypatch.chdir(course.path.parent)
        with notebook_shell() as shell:
            home, printed = run_all(shell, book)
        editor(book)
        cells = parse_notebook(json.dumps(book).encode())
        judge = Judge(unit, SECRET, store=store)
        judged = judge.judge(normalize_submission(course, unit, "you", cells))
        for verdict in judged:
            here, text = home[verdict.task], verdict.text()
            assert (here.status, here.points) == (verdict.status, verdict.points), text + printed
            answer = answers.get(verdict.task)
            due = Status.PASSED if answer else Status.NOT_RUN
            assert verdict.status is due, f"{text}\n{answer}"
        assert len(judged) == len(home) == len(unit.judged)

    return passes


@pytest.mark.parametrize(("unit", "answer_index", "style"), ROWS)
def test_every_correct_answer_passes_at_home_and_in_the_judge(
    unit: Unit, answer_index: int, style: int, both: Both
) -> None:
    answers = {
        task.id: styled(task, answer_index, style)
        for task in unit.judged
        if answer_index < len(correct_answers(task))
    }
    both(unit, answers, EDITORS[style % len(EDITORS)])


def names_bound_by_course(unit: Unit) -> list[str]:
    """Return the names that given cells and check cells bind, without module names."""
    found: set[str] = set()
    for task in unit.tasks:
        for node in ast.walk(ast.parse(f"{task.given}\n{task.check}")):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    # The names that a task asks for cannot change.
    required = {name for task in unit.tasks for name in task.names}
    for task in unit.judged:
        body = ast.parse(task.solution).body
        required |= {node.name for node in body if isinstance(node, ast.FunctionDef)}
    return sorted(found - required)


def with_helpers(task: Task, names: list[str]) -> str:
    """Return the solution with helpers of the given names, as a student might write it."""
    if not task.kind.takes_inputs:
        helpers = "".join(f"def {name}(value):\n    return value\n" for name in names)
        return f"{helpers}{task.solution}\n" + "\n".join(
            f"{each} = {name}({each})" for each in task.names for name in names
        )
    (required,) = task.names
    answer, last = f"{task.solution}\n\n_of_{task.id} = {required}\n", f"_of_{task.id}"
    for name in [*names, required]:
        answer += f"\ndef {name}(*_given):\n    return {last}(*_given)\n"
        last = name
    return answer


@pytest.mark.parametrize(("course", "unit"), NAMES)
def test_helper_may_have_any_name_of_the_notebook(course: Course, unit: Unit, both: Both) -> None:
    """Each name that the notebook binds is the name of a helper in the answer of some task."""
    tasks = unit.judged
    theirs = [name for name in names_bound_by_course(unit) if name not in CALLED | RESERVED]
    used = {task.id: set(_names(f"{task.given}\n{task.solution}")) for task in tasks}
    answers = {}
    for place, task in enumerate(tasks):
        # A helper must not replace a name that a later task uses or that an earlier answer looks
        # up when it is called.
        below = tasks[place + 1 :]
        later = {n for t in below for n in used[t.id] - _given(t)}
        later |= {n for t in below for n, _ in assigned_names(t.solution)}
        before = {n for t in tasks[:place] for n in used[t.id]}
        free = [n for n in theirs[place :: len(tasks)] if n not in used[task.id] | later | before]
        answers[task.id] = with_helpers(task, free) if free else task.solution
    both(unit, answers, outputs_kept)


def _given(task: Task) -> set[str]:
    return set(names_bound_by_course(type("One", (), {"tasks": (task,), "judged": ()})))  # type: ignore[arg-type]


def _names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            yield node.id
