"""Unusual but correct answers and notebooks get full marks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from honest_answers import ANSWERS
from honest_edits import EDITS, Book

from autograder import Course
from autograder.notebook.release import fill, release_notebook, source_notebook
from autograder.runner import normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    folder = tmp_path_factory.mktemp("course")
    shutil.copytree(ROOT / "tests/mini/solutions", folder / "solutions")
    shutil.copy(ROOT / "_config.yml", folder)
    return Course.find(folder)


@pytest.fixture(scope="session")
def judges(course: Course) -> dict[str, Judge]:
    return {unit.id: Judge(unit, b"h" * 32) for unit in course.units.values()}


def check_full_marks(
    course: Course, judges: dict[str, Judge], unit: str, book: Book, tasks: set[str]
) -> None:
    cells = parse_notebook(json.dumps(book).encode())
    verdicts = judges[unit].judge(normalize_submission(course, course.unit(unit), "ada", cells))
    text = "\n\n".join(verdict.text() for verdict in verdicts)
    short = {v.task for v in verdicts if v.task in tasks and v.points < v.max_points}
    assert not short, text


@pytest.mark.parametrize("answers", ANSWERS.values(), ids=ANSWERS)
def test_unusual_answers_get_full_marks(
    course: Course, judges: dict[str, Judge], answers: dict[str, str]
) -> None:
    unit = course.unit("01_first")
    book = fill(release_notebook(source_notebook(course, unit)), answers)
    check_full_marks(course, judges, unit.id, book, set(answers))


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_unusual_notebooks_get_full_marks(
    course: Course, judges: dict[str, Judge], edit: Callable[[Book], None]
) -> None:
    unit = course.unit("02_second")
    tasks = ("01_ridge", "02_best_split")  # plain Python: an editor treats programs no differently
    answers = {name: unit.task(name).solution for name in tasks}
    book = json.loads(json.dumps(fill(release_notebook(source_notebook(course, unit)), answers)))
    edit(book)
    check_full_marks(course, judges, unit.id, book, set(tasks))
