"""Submissions that a browser, a platform or an editor damaged are repaired or reported."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from classroom import FIRST, SECOND, Submit, grade_output, hand_in, notebook_bytes, run

from autograder import Course
from autograder.nbgrader.config import prepare_class
from autograder.nbgrader.read_grades import read_grades
from autograder.runner.submissions.open_submission import blank_answers

Harm = Callable[[Path, Course], None]
BOOK = f"{SECOND}.ipynb"


def change(edit: Callable[[bytes], bytes]) -> Harm:
    """Return a function that changes the bytes of the submission."""

    def harm(folder: Path, course: Course) -> None:
        (folder / BOOK).write_bytes(edit((folder / BOOK).read_bytes()))

    return harm


def rename(name: str) -> Harm:
    """Return a function that renames the submission."""

    def harm(folder: Path, course: Course) -> None:
        (folder / BOOK).rename(folder / name)

    return harm


def deeper(folder: Path, course: Course) -> None:
    (folder / "homework").mkdir()
    (folder / ".ipynb_checkpoints").mkdir()
    shutil.copy(folder / BOOK, folder / ".ipynb_checkpoints/02_second-checkpoint.ipynb")
    (folder / BOOK).rename(folder / "homework/mine.ipynb")


def older(data: bytes) -> bytes:
    cells = [dict(cell) for cell in json.loads(data)["cells"]]
    for cell in cells:
        del cell["id"]
        if cell["cell_type"] == "code":
            cell["input"] = cell.pop("source")
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells}]}
    return json.dumps(old).encode()


def windows_letters(data: bytes) -> bytes:
    book = json.loads(data)
    book["cells"][0]["source"] += "\n# von J\u00f6rg"
    return json.dumps(book, ensure_ascii=False).encode("cp1252")


def add_value(value: bytes) -> Harm:
    return change(lambda data: data.replace(b'"cells"', b'"x": %s, "cells"' % value, 1))


REPAIRED = {
    "renamed": rename(f"{SECOND} (1).ipynb"),
    "another case": rename("02_Second.IPYNB"),
    "deeper": deeper,
    "older": change(older),
    "windows letters": change(windows_letters),
    "an integer with 5,000 digits": add_value(b"9" * 5000),
}


def cut_in_a_letter(data: bytes) -> bytes:
    """Cut a UTF-16 file, as Windows PowerShell writes it, in the middle of a character."""
    wide = data.decode().encode("utf-16")
    return wide[: wide.index('": '.encode("utf-16-le")) + 5]


def a_folder(folder: Path, course: Course) -> None:
    (folder / BOOK).rename(folder / "x")
    (folder / BOOK).mkdir()
    (folder / "x").rename(folder / BOOK / BOOK)


def another_unit(folder: Path, course: Course) -> None:
    (folder / BOOK).write_bytes(notebook_bytes(course, FIRST, {}))


def two(folder: Path, course: Course) -> None:
    shutil.copy(folder / BOOK, folder / "a.ipynb")
    (folder / BOOK).rename(folder / "b.ipynb")


too_large = change(lambda data: data + b" " * (21 << 20))
ANOTHER_UNIT = f"The notebook is {FIRST}, submitted as {SECOND}."
TOO_LARGE = f"{BOOK} is larger than 20 MB."
CUT = "The file ends in the middle: it was not saved or sent completely."
EMPTY = "The file is empty: it was not saved or sent completely."
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n"
REPORTED: dict[str, tuple[Harm, str]] = {
    "too large": (too_large, TOO_LARGE),
    # A disk error or the placeholder of a cloud leaves only zeros.
    "only zeros": (change(lambda data: bytes(9000)), EMPTY),
    "trailing zeros": (
        change(lambda data: data + bytes(100)),
        "The file contains other text after the notebook.",
    ),
    "pointer": (change(lambda data: LFS), "The file is a pointer of Git LFS, not the notebook."),
    "gzip": (change(gzip.compress), "The file is packed with gzip."),
    "cut in text": (change(lambda data: data[:900]), CUT),
    "cut between cells": (change(lambda data: data[: data.rindex(b"]")]), CUT),
    "cut in a letter": (change(cut_in_a_letter), CUT),
    "folder": (a_folder, f"{BOOK} is a folder, not a file."),
    "in a zip": (
        rename("homework.zip"),
        f"There is no file {BOOK}. The folder contains homework.zip.",
    ),
    "another unit": (another_unit, ANOTHER_UNIT),
    "two": (two, f"There is no file {BOOK}. The folder contains a.ipynb, b.ipynb."),
}


@pytest.fixture
def ada(course: Course, tmp_path: Path) -> Path:
    """Return the folder of a correct submission by ada."""
    answers = {task.id: task.solution for task in course.unit(SECOND).tasks}
    hand_in(tmp_path, "ada", notebook_bytes(course, SECOND, answers))
    return tmp_path / "submitted/ada" / SECOND


def score(folder: Path, student: str = "ada") -> float | None:
    """Return the points in the gradebook, or None without a score."""
    grades = read_grades(folder.parents[2] / "gradebook.db", SECOND).grades
    scores = [grade.auto for grade in grades.get(student, {}).values()]
    known = [points for points in scores if points is not None]
    return sum(known) if known else None


def test_damaged_submission_is_repaired(course: Course, ada: Path) -> None:
    root = ada.parents[2]
    for number, harm in enumerate(REPAIRED.values()):
        shutil.copytree(ada, root / f"submitted/{number}" / SECOND)
        harm(root / f"submitted/{number}" / SECOND, course)
    grade_output(course, root)
    scores = {name: score(ada, str(number)) for number, name in enumerate(REPAIRED)}
    assert scores == dict.fromkeys(REPAIRED, 5)


@pytest.mark.parametrize(("harm", "message"), REPORTED.values(), ids=REPORTED)
def test_unreadable_submission_is_reported_without_a_score(
    course: Course, ada: Path, harm: Harm, message: str
) -> None:
    harm(ada, course)
    output = grade_output(course, ada.parents[2], code=3)
    assert "Action required:" in output
    assert f"ada: {message}" in output
    assert score(ada) is None


NOTHING_ANSWERED = "no task is answered, 0 points (is it the right file?): ada"


def test_second_notebook_beside_the_blank_one_is_reported(course: Course, ada: Path) -> None:
    """A browser keeps the download under its name and saves the work under a different name."""
    (ada / BOOK).rename(ada / f"{SECOND} (1).ipynb")
    (ada / BOOK).write_bytes(notebook_bytes(course, SECOND, {}))
    output = grade_output(course, ada.parents[2])
    assert f"ada: {SECOND} (1).ipynb is in the same folder, but was not graded" in output
    assert NOTHING_ANSWERED in output


@pytest.mark.proof  # runs all of nbgrader
def test_nbgrader_repairs_and_reports_the_same_submissions(course: Course, ada: Path) -> None:
    """The unit is not registered, and `autograder grade` has not graded the class."""
    root = ada.parents[2]
    for name in ("bob", "cyd"):
        shutil.copytree(ada.parent, root / "submitted" / name)
    REPAIRED["renamed"](ada, course)
    another_unit(root / "submitted/bob" / SECOND, course)
    too_large(root / "submitted/cyd" / SECOND, course)
    prepare_class(course.path.parent, root)
    result = run("nbgrader", "autograde", SECOND, cwd=root)
    assert result.returncode != 0
    assert ANOTHER_UNIT in result.stderr
    assert TOO_LARGE in result.stderr
    grades = read_grades(root / "gradebook.db", SECOND).grades
    assert sum(grade.score for grade in grades["ada"].values()) == 5
    for name in ("bob", "cyd"):
        assert {grade.auto for grade in grades.get(name, {}).values()} <= {None}


ESSAY = "The matrix is read once."


def essay(course: Course, submit: Submit, change: Callable[[list[dict[str, Any]]], None]) -> str:
    """Return the essay that the grader finds after an editor has changed the notebook."""
    right = {task.id: task.solution for task in course.unit(SECOND).tasks} | {"04_explain": ESSAY}
    book = json.loads(notebook_bytes(course, SECOND, right))
    change(book["cells"])
    submission = submit(book=book, name=SECOND)
    (piece,) = [piece for piece in submission.pieces if piece.role == "essay"]
    assert ("04_explain" in submission.answered) == (ESSAY in piece.source)
    return piece.source


def _strip(cells: list[dict[str, Any]]) -> None:
    for cell in cells:
        cell["metadata"] = {}
        cell.pop("id")


def _split(cells: list[dict[str, Any]]) -> None:
    _strip(cells)
    at = next(n for n, cell in enumerate(cells) if ESSAY in cell["source"])
    cells.insert(at + 1, {"cell_type": "markdown", "metadata": {}, "source": "And more."})


def _below(stub: str, cells: list[dict[str, Any]]) -> None:
    """Restore the answer box and put the essay into a new cell below it."""
    at = next(n for n, cell in enumerate(cells) if ESSAY in cell["source"])
    own = {"cell_type": "markdown", "metadata": {}, "source": ESSAY}
    cells[at : at + 1] = [{**cells[at], "source": stub}, own]


def test_essay_is_found_by_its_position(course: Course, submit: Submit) -> None:
    assert essay(course, submit, _strip) == ESSAY
    assert essay(course, submit, _split) == f"{ESSAY}\n\nAnd more."
    stub = course.unit(SECOND).task("04_explain").stub
    assert essay(course, submit, partial(_below, stub)) == ESSAY


def test_essay_is_found_after_its_statement_changed(course: Course, submit: Submit) -> None:
    """The statement may be corrected after the release."""

    def older(cells: list[dict[str, Any]]) -> None:
        _strip(cells)
        (one,) = [cell for cell in cells if "a thousand rows" in "".join(cell["source"])]
        one["source"] = "".join(one["source"]).replace("a thousand rows", "1000 rows")

    assert essay(course, submit, older) == ESSAY


def test_essay_in_the_cell_of_its_statement_is_found(course: Course, submit: Submit) -> None:
    """Colab allows students to edit the statement."""

    def within(cells: list[dict[str, Any]]) -> None:
        (box,) = [cell for cell in cells if cell["id"] == "04_explain"]
        (one,) = [cell for cell in cells if cell["id"] == "04_explain-prose"]
        one["source"] += ["\n\n", ESSAY]
        box["source"] = course.unit(SECOND).task("04_explain").stub

    assert essay(course, submit, within) == ESSAY


@pytest.mark.parametrize("text", ["\n \n", "{stub} \n\n"])
def test_blank_answer_box_needs_no_manual_grading(
    course: Course, submit: Submit, text: str
) -> None:
    """Whitespace after the stub is not an answer."""
    unit, stub = course.unit(SECOND), course.unit(SECOND).task("04_explain").stub
    book = json.loads(notebook_bytes(course, SECOND, {}))
    (box,) = [cell for cell in book["cells"] if cell["id"] == "04_explain"]
    box["source"] = text.format(stub=stub)
    submission = submit(book=book, name=SECOND)
    assert not submission.answered
    assert "04_explain" in blank_answers(course, unit, submission)
