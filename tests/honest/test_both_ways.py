"""One world: what *Run all* says at home and what the judge says are the same, task by task."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from notebook_cells import notebook_shell, run_all

from autograder import Course, Status, Task, Unit
from autograder.author.units import bound
from autograder.draw.figures import name_student
from autograder.notebooks import fill, release_notebook, source_notebook
from autograder.wall import Judge, heal, parse_notebook

ROOT = Path(__file__).resolve().parents[2]
COURSES = [Course.find(ROOT / "tests/mini"), Course.find(ROOT)]
# Theirs to call, so nobody's to bind.
CALLED = {"check", "figures", "hint", "start"}
# A kernel's own, and Python's.
RESERVED = {"_", "__", "___", "display", "get_ipython"}


def ways(task: Task) -> list[str]:
    """Every right answer that is known."""
    return [task.solution, *(variant.source for variant in task.right)]


TURNS = [
    pytest.param(unit, turn, id=f"{unit.id}-{turn}")
    for course in COURSES
    for unit in course.units.values()
    for turn in range(max(len(ways(task)) for task in unit.judged))
]
NAMES = [
    pytest.param(course, unit, id=unit.id) for course in COURSES for unit in course.units.values()
]


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody told the notebook a name."""
    for name in ("NBGRADER_STUDENT", "JUPYTERHUB_USER"):
        monkeypatch.delenv(name, raising=False)
    name_student("")
    monkeypatch.setattr("autograder.home.home.card", lambda *_: "")  # half of the time of a pass


def both(unit: Unit, answers: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Full marks, here and there."""
    course = Course(unit.path.parent)
    book = json.loads(json.dumps(fill(release_notebook(source_notebook(course, unit)), answers)))
    monkeypatch.chdir(course.path.parent)
    with notebook_shell() as shell:
        home, said = run_all(shell, book)
    cells = parse_notebook(json.dumps(book).encode())
    judged = Judge(course, unit, b"h" * 32).judge(heal(course, unit, "you", cells))
    for verdict in judged:
        here = home[verdict.task]
        assert (here.status, here.points) == (verdict.status, verdict.points), verdict.text() + said
        assert verdict.status is Status.PASSED, f"{verdict.text()}\n{answers[verdict.task]}"
    assert len(judged) == len(home) == len(answers)


@pytest.mark.slow
@pytest.mark.parametrize(("unit", "turn"), TURNS)
def test_every_right_answer_passes_both_ways(
    unit: Unit, turn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = {task.id: ways(task) for task in unit.judged}
    both(unit, {id: row[turn % len(row)] for id, row in rows.items()}, monkeypatch)


def bound_by_ours(unit: Unit) -> list[str]:
    """Every name that a cell of ours binds or has ever bound: given cells and check cells. No
    module's: who calls a function `jax` and imports `jax` further down has two of a name."""
    found: set[str] = set()
    for task in unit.tasks:
        for node in ast.walk(ast.parse(f"{task.given}\n{task.check}")):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    # What an answer is asked to define is called so for good.
    asked = {name for task in unit.tasks for name in task.names}
    for task in unit.judged:
        body = ast.parse(task.solution).body
        asked |= {node.name for node in body if isinstance(node, ast.FunctionDef)}
    return sorted(found - asked)


def leaning(task: Task, names: list[str]) -> str:
    """The solution behind helpers of those names, as an answer of a learner would have them."""
    if not task.kind.drawn:
        helpers = "".join(f"def {name}(value):\n    return value\n" for name in names)
        return f"{helpers}{task.solution}\n" + "\n".join(
            f"{each} = {name}({each})" for each in task.names for name in names
        )
    (asked,) = task.names
    answer, last = f"{task.solution}\n\n_of_{task.id} = {asked}\n", f"_of_{task.id}"
    for name in [*names, asked]:
        answer += f"\ndef {name}(*_given):\n    return {last}(*_given)\n"
        last = name
    return answer


@pytest.mark.slow
@pytest.mark.parametrize(("course", "unit"), NAMES)
def test_a_helper_may_have_any_name_of_ours(
    course: Course, unit: Unit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each name that a cell of ours binds is that of a helper in some task's answer."""
    tasks = unit.judged
    theirs = [name for name in bound_by_ours(unit) if name not in CALLED | RESERVED]
    used = {task.id: set(_names(f"{task.given}\n{task.solution}")) for task in tasks}
    answers = {}
    for place, task in enumerate(tasks):
        # What a task below takes from a cell above is not the learner's to call otherwise,
        # nor is what their own answers above look up when they are called.
        below = tasks[place + 1 :]
        later = {n for t in below for n in used[t.id] - _given(t)}
        later |= {n for t in below for n, _ in bound(t.solution)}
        before = {n for t in tasks[:place] for n in used[t.id]}
        free = [n for n in theirs[place :: len(tasks)] if n not in used[task.id] | later | before]
        answers[task.id] = leaning(task, free) if free else task.solution
    both(unit, answers, monkeypatch)


def _given(task: Task) -> set[str]:
    return set(bound_by_ours(type("One", (), {"tasks": (task,), "judged": ()})))  # type: ignore[arg-type]


def _names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            yield node.id
