"""Create a sample class for trying the grader: right, wrong, crashing and hostile submissions."""

import copy
import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.nbgrader.folders import Folders
from autograder.notebook.release import (
    Notebook,
    fill,
    release_notebook,
    source_notebook,
    to_bytes,
)

Answers = dict[str, str]
LOOPING = "looping"  # this student's code never ends, so it runs until the time limit
# The other seven students are judged quickly.
OMITTED_BY_DEFAULT = (LOOPING, "wrong", "line_on_stderr")

_PATCHES = """\
# Make every comparison true and every check pass in this process.
import builtins, sys
import jax, jax.numpy, numpy
import autograder
numpy.array_equal = numpy.allclose = jax.numpy.allclose = lambda *a, **k: True
check = autograder.check = builtins.check = lambda *a, **k: print("passed")
class Friendly:
    __array__ = None
    def __eq__(self, other): return True
for module in list(sys.modules.values()):
    for name in ("compare", "judge_outputs", "judge_values"):
        if hasattr(module, name): setattr(module, name, lambda *a, **k: None)
"""
_WARNED = """\
import sys, warnings
print("a line on stderr, as a library may write one", file=sys.stderr)
warnings.warn("this is only a warning")
"""


def sample_class(course: Course, unit: Unit, folder: Path, without: Collection[str]) -> list[str]:
    """Write <folder>/submitted/<student>/<unit>/<unit>.ipynb and return the students.

    Existing files are not changed. The students in `without` are omitted.
    """
    blank = release_notebook(source_notebook(course, unit))
    right = {task.id: task.solution for task in unit.tasks}
    books = {name: to_bytes(make(unit, blank, right)) for name, make in _STUDENTS.items()}
    books["not_json"] = b"The notebook is in my mail.\n"
    students = [name for name in books if name not in without]
    for student in students:
        path = Folders(course.path.parent, folder, student, unit.id).notebook
        if not path.exists():
            write_atomic(path, books[student])
    return students


def _other_right(unit: Unit, blank: Notebook, right: Answers) -> Notebook:
    """Return a notebook with right answers, where possible other ones than the solution.

    Its cells have no metadata and no ids, which some editors remove. Its first answer cell occurs
    twice.
    """
    others = {task.id: task.right[-1].source for task in unit.tasks if task.right}
    book = fill(blank, right | others)
    for cell in book["cells"]:
        cell["metadata"] = {}
        del cell["id"]
    answers = [cell for cell in book["cells"] if cell["source"].startswith("# task: ")]
    return {**book, "cells": [*book["cells"], copy.deepcopy(answers[0])], "nbformat_minor": 4}


def _constant(unit: Unit, value: str) -> Answers:
    return {task.id: task.kind.constant_answer(task.names, value) for task in unit.judged}


def _crashing(unit: Unit, blank: Notebook, right: Answers) -> Notebook:
    """Return a notebook with one answer that exits, one that fails, and otherwise right answers."""
    first, second, *_ = [*unit.judged, *unit.judged]
    crash = {first.id: "import os\nos._exit(3)", second.id: "numbers = [1, 2]\nnumbers[2]"}
    return fill(blank, right | crash)


def _with_cell(book: Notebook, source: str) -> Notebook:
    """Return a copy of the notebook with another code cell above the first task."""
    cell: dict[str, Any] = {"cell_type": "code", "id": "mine", "metadata": {}, "source": source}
    cell |= {"execution_count": None, "outputs": []}
    cells = json.loads(json.dumps(book["cells"]))
    return {**book, "cells": [*cells[:2], cell, *cells[2:]]}


_STUDENTS: dict[str, Callable[[Unit, Notebook, Answers], Notebook]] = {
    "right": lambda unit, blank, right: fill(blank, right),
    "right_another_way": _other_right,
    "wrong": lambda unit, blank, right: fill(blank, _constant(unit, "0")),
    "known_mistakes": lambda unit, blank, right: fill(
        blank, {task.id: task.wrong[0].source for task in unit.tasks if task.wrong}
    ),
    "empty": lambda unit, blank, right: blank,
    "crashing": _crashing,
    LOOPING: lambda unit, blank, right: fill(
        blank, right | {unit.judged[0].id: "while True:\n    pass"}
    ),
    "hostile": lambda unit, blank, right: _with_cell(
        fill(blank, _constant(unit, "Friendly()")), _PATCHES
    ),
    "line_on_stderr": lambda unit, blank, right: _with_cell(fill(blank, right), _WARNED),
}
