"""The tasks of the real course, each answered rightly in many ways: full marks for all of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from honest_edits import (
    Book,
    colab,
    no_metadata,
    outputs_kept,
    scratch_cells,
    vs_code,
    windows_lines,
)
from honest_styles import STYLES, WRAPPERS, Style, as_it_is

from autograder import Course, Task
from autograder.notebooks import fill, release_notebook, source_notebook
from autograder.wall import Judge, heal, parse_notebook
from autograder.wall.bench.store import Store

COURSE = Course.find(Path(__file__).resolve().parents[2])
EDITORS = (colab, vs_code, windows_lines, outputs_kept, no_metadata, scratch_cells)
TURNS = [(unit, turn) for unit in COURSE.units for turn in range(len(STYLES))]


def ways(task: Task, turn: int) -> tuple[str, Style]:
    """One formulation of the task in one style; each turn has another."""
    formulations = [task.solution, *(variant.source for variant in task.right)]
    style = STYLES[turn]
    if style in WRAPPERS and task.plan().calls:
        # What is asked for is compiled itself: a wrapper around it says nothing of what is static.
        style = as_it_is
    return formulations[turn % len(formulations)], style


@pytest.fixture(scope="module")
def judges(store: Store) -> dict[str, Judge]:
    units = COURSE.units.values()
    return {unit.id: Judge(COURSE, unit, store.secret, store=store) for unit in units}


@pytest.mark.parametrize(("unit_id", "turn"), TURNS)
def test_every_way_gets_full_marks(judges: dict[str, Judge], unit_id: str, turn: int) -> None:
    unit = COURSE.unit(unit_id)
    answers = {}
    for task in unit.judged:
        source, style = ways(task, turn)
        answers[task.id] = style(task, source)
    book = json.loads(json.dumps(fill(release_notebook(source_notebook(COURSE, unit)), answers)))
    edit: Callable[[Book], None] = EDITORS[turn % len(EDITORS)]
    edit(book)
    cells = parse_notebook(json.dumps(book).encode())
    verdicts = judges[unit_id].judge(heal(COURSE, unit, "ada", cells))
    short = [f"{v.text()}\n{answers[v.task]}" for v in verdicts if v.points < v.max_points]
    assert len(verdicts) == len(answers)
    assert not short, "\n\n".join(short)


def test_there_are_more_than_two_hundred_ways() -> None:
    texts = {
        style(task, source)
        for unit in COURSE.units.values()
        for task in unit.judged
        for source, style in (ways(task, turn) for turn in range(len(STYLES)))
    }
    assert len(texts) >= 200
