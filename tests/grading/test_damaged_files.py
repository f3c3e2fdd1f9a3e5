"""Submissions that a browser, a platform or an editor damaged are repaired or reported."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from classroom import FIRST, GRADE, SECOND, Submit, hand_in, notebook_bytes, run

from autograder import Course
from autograder.classroom.grade.grade_class import grade_class
from autograder.nbgrader.config import prepare_class
from autograder.nbgrader.read_grades import read_grades
from autograder.runner import NeedsReview, parse_notebook
from autograder.runner.jobs.local import InProcess
from autograder.runner.submissions.open_submission import blank_answers

Said = pytest.CaptureFixture[str]
Harm = Callable[[Path, Course], None]
BOOK = f"{SECOND}.ipynb"


def renamed(folder: Path, course: Course) -> None:
    (folder / BOOK).rename(folder / f"{SECOND} (1).ipynb")


def another_case(folder: Path, course: Course) -> None:
    (folder / BOOK).rename(folder / "02_Second.IPYNB")


def deeper(folder: Path, course: Course) -> None:
    (folder / "homework").mkdir()
    (folder / ".ipynb_checkpoints").mkdir()
    shutil.copy(folder / BOOK, folder / ".ipynb_checkpoints/02_second-checkpoint.ipynb")
    (folder / BOOK).rename(folder / "homework/mine.ipynb")


def older(folder: Path, course: Course) -> None:
    book = json.loads((folder / BOOK).read_text())
    cells = [dict(cell) for cell in book["cells"]]
    for cell in cells:
        del cell["id"]
        if cell["cell_type"] == "code":
            cell["input"] = cell.pop("source")
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells}]}
    (folder / BOOK).write_text(json.dumps(old))


def windows_letters(folder: Path, course: Course) -> None:
    book = json.loads((folder / BOOK).read_bytes())
    book["cells"][0]["source"] += "\n# von J\u00f6rg"
    (folder / BOOK).write_bytes(json.dumps(book, ensure_ascii=False).encode("cp1252"))


def invalid_letters(folder: Path, course: Course) -> None:
    """Write bytes that code page 1252 does not define."""
    data = (folder / BOOK).read_bytes()
    (folder / BOOK).write_bytes(data.replace(b'"cells"', b'"x": "\x81\xff\x9d", "cells"', 1))


def long_number(folder: Path, course: Course) -> None:
    """Write an integer with 5,000 digits."""
    data = (folder / BOOK).read_bytes()
    (folder / BOOK).write_bytes(data.replace(b'"cells"', b'"x": %s, "cells"' % (b"9" * 5000), 1))


HEALED = [renamed, another_case, deeper, older, windows_letters, invalid_letters, long_number]


def too_large(folder: Path, course: Course) -> None:
    with (folder / BOOK).open("ab") as file:
        file.write(b" " * (21 << 20))


def zipped(folder: Path, course: Course) -> None:
    (folder / BOOK).write_bytes(b"PK\x03\x04 and so on")


def empty(folder: Path, course: Course) -> None:
    (folder / BOOK).write_bytes(b"")


def pointer(folder: Path, course: Course) -> None:
    (folder / BOOK).write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n")


def cut_in_text(folder: Path, course: Course) -> None:
    (folder / BOOK).write_bytes((folder / BOOK).read_bytes()[:900])


def cut_between(folder: Path, course: Course) -> None:
    data = (folder / BOOK).read_bytes()
    (folder / BOOK).write_bytes(data[: data.rindex(b"]")])


def cut_in_a_letter(folder: Path, course: Course) -> None:
    """Cut a UTF-16 file, as Windows PowerShell writes it, in the middle of a character."""
    data = (folder / BOOK).read_text().encode("utf-16")
    (folder / BOOK).write_bytes(data[: data.index('": '.encode("utf-16-le")) + 5])


def a_folder(folder: Path, course: Course) -> None:
    (folder / BOOK).rename(folder / "x")
    (folder / BOOK).mkdir()
    (folder / "x").rename(folder / BOOK / BOOK)


def trailing_zeros(folder: Path, course: Course) -> None:
    (folder / BOOK).write_bytes((folder / BOOK).read_bytes() + bytes(100))


def only_zeros(folder: Path, course: Course) -> None:
    """Write only zeros, as a disk error or a cloud placeholder leaves them."""
    (folder / BOOK).write_bytes(bytes(9000))


def in_conflict(folder: Path, course: Course) -> None:
    lines = (folder / BOOK).read_text().splitlines(keepends=True)
    lines[5:5] = ["<<<<<<< HEAD\n", lines[4], "=======\n", lines[4], ">>>>>>> theirs\n"]
    (folder / BOOK).write_text("".join(lines))


def in_conflict_inside_a_line(folder: Path, course: Course) -> None:
    """Write conflict markers into a notebook without line breaks."""
    text = (folder / BOOK).read_text().replace("{", "{<<<<<<< HEAD {} ======= {} >>>>>>> theirs", 1)
    (folder / BOOK).write_text(text)


def web_page(folder: Path, course: Course) -> None:
    (folder / BOOK).write_bytes(b"\n<!DOCTYPE html><title>Sign in</title>")


def packed(folder: Path, course: Course) -> None:
    (folder / BOOK).write_bytes(gzip.compress((folder / BOOK).read_bytes()))


def in_a_zip(folder: Path, course: Course) -> None:
    (folder / BOOK).rename(folder / "homework.zip")


def another_unit(folder: Path, course: Course) -> None:
    (folder / BOOK).write_bytes(notebook_bytes(course, FIRST, {}))


def two(folder: Path, course: Course) -> None:
    shutil.copy(folder / BOOK, folder / "a.ipynb")
    (folder / BOOK).rename(folder / "b.ipynb")


ASKED = {
    too_large: f"{BOOK} is larger than 20 MB.",
    zipped: "The file is a zip archive, not a notebook.",
    empty: "The file is empty: it was not saved or sent completely.",
    pointer: "The file is a pointer of Git LFS, not the notebook.",
    cut_in_text: "The file ends in the middle: it was not saved or sent completely.",
    cut_between: "The file ends in the middle: it was not saved or sent completely.",
    cut_in_a_letter: "The file ends in the middle: it was not saved or sent completely.",
    a_folder: f"{BOOK} is a folder, not a file.",
    trailing_zeros: "The file contains other text after the notebook.",
    only_zeros: "The file is empty: it was not saved or sent completely.",
    in_conflict: "A Git merge left two versions in the file.",
    in_conflict_inside_a_line: "A Git merge left two versions in the file.",
    web_page: "The file is a web page, saved in a notebook's place.",
    packed: "The file is packed with gzip.",
    in_a_zip: f"There is no file {BOOK}. The folder contains homework.zip.",
    another_unit: f"The notebook is {FIRST}, handed in as {SECOND}.",
    two: f"There is no file {BOOK}. The folder contains a.ipynb, b.ipynb.",
}


@pytest.fixture
def ada(course: Course, tmp_path: Path) -> Path:
    """Return the folder of a correct submission by ada."""
    answers = {task.id: task.solution for task in course.unit(SECOND).tasks}
    hand_in(tmp_path, "ada", notebook_bytes(course, SECOND, answers))
    return tmp_path / "submitted/ada" / SECOND


def score(folder: Path) -> float | None:
    """Return the points in the gradebook, or None without a score."""
    there = read_grades(folder.parents[2] / "gradebook.db", SECOND)
    scores = [stands.auto for stands in there.grades.get("ada", {}).values()]
    known = [points for points in scores if points is not None]
    return sum(known) if known else None


@pytest.mark.parametrize("harm", HEALED, ids=lambda harm: harm.__name__)
def test_damaged_submission_is_repaired(course: Course, ada: Path, harm: Harm) -> None:
    harm(ada, course)
    assert grade_class(course, ada.parents[2], GRADE, InProcess()) == 0
    assert score(ada) == 5


@pytest.mark.parametrize("harm", ASKED, ids=lambda harm: harm.__name__)
def test_unreadable_submission_is_reported_without_a_score(
    course: Course, ada: Path, capsys: Said, harm: Harm
) -> None:
    harm(ada, course)
    assert grade_class(course, ada.parents[2], GRADE, InProcess()) == 3
    said = capsys.readouterr().out
    assert "Action required:" in said
    assert f"ada: {ASKED[harm]}" in said
    assert score(ada) is None


def test_second_notebook_beside_the_blank_one_is_reported(
    course: Course, ada: Path, capsys: Said
) -> None:
    """A browser keeps the download under its name and saves the work under a different name."""
    (ada / BOOK).rename(ada / f"{SECOND} (1).ipynb")
    (ada / BOOK).write_bytes(notebook_bytes(course, SECOND, {}))
    grade_class(course, ada.parents[2], GRADE, InProcess())
    said = capsys.readouterr().out
    assert f"ada: {SECOND} (1).ipynb is in the same folder, but was not graded" in said
    assert "no task is answered, 0 points (is it the right file?): ada" in said


def test_notebook_with_only_empty_cells_is_reported(
    course: Course, ada: Path, capsys: Said
) -> None:
    """An editor that fails to save may leave empty cells."""
    book = json.loads((ada / BOOK).read_text())
    for cell in book["cells"]:
        cell["source"] = []
    (ada / BOOK).write_text(json.dumps(book))
    grade_class(course, ada.parents[2], GRADE, InProcess())
    assert "no task is answered, 0 points (is it the right file?): ada" in capsys.readouterr().out


@pytest.mark.proof  # runs all of nbgrader
def test_nbgrader_repairs_and_reports_the_same_submissions(course: Course, ada: Path) -> None:
    """The unit is not registered, and `autograder grade` has not graded the class."""
    root = ada.parents[2]
    for name in ("bob", "cyd"):
        shutil.copytree(ada.parent, root / "submitted" / name)
    renamed(ada, course)
    another_unit(root / "submitted/bob" / SECOND, course)
    too_large(root / "submitted/cyd" / SECOND, course)
    prepare_class(course.path.parent, root)
    said = run("nbgrader", "autograde", SECOND, cwd=root)
    assert said.returncode != 0
    assert ASKED[another_unit] in said.stderr
    assert ASKED[too_large] in said.stderr
    there = read_grades(root / "gradebook.db", SECOND).grades
    assert sum(stands.score for stands in there["ada"].values()) == 5
    for name in ("bob", "cyd"):
        assert {stands.auto for stands in there.get(name, {}).values()} <= {None}


@pytest.fixture
def wrong_unit(own_course: Course) -> Path:
    """Submit the notebook of a different unit to a class in the folder of the course."""
    hand_in(own_course.path.parent, "ada", notebook_bytes(own_course, FIRST, {}))
    return own_course.path.parent / "submitted/ada" / SECOND / BOOK


def test_pytest_reports_the_wrong_unit(own_course: Course, wrong_unit: Path) -> None:
    said = run(
        "pytest", "-c", os.devnull, f"--submission={wrong_unit}", "-q", cwd=own_course.path.parent
    )
    assert "3 errors" in said.stdout
    assert ASKED[another_unit] in said.stdout.replace("\n", " ")


def test_check_reports_the_wrong_unit(own_course: Course, wrong_unit: Path) -> None:
    said = run("autograder", "check", wrong_unit, cwd=own_course.path.parent)
    assert said.returncode == 2
    assert ASKED[another_unit] in said.stderr


ESSAY = "The matrix is read once."


def essay(course: Course, submit: Submit, change: Callable[[list[dict[str, Any]]], None]) -> str:
    """Return the essay that the grader finds after an editor has changed the notebook."""
    right = {task.id: task.solution for task in course.unit(SECOND).tasks} | {"04_explain": ESSAY}
    book = json.loads(notebook_bytes(course, SECOND, right))
    change(book["cells"])
    healed = submit(book=book, name=SECOND)
    (piece,) = [piece for piece in healed.pieces if piece.role == "essay"]
    assert ("04_explain" in healed.answered) == (ESSAY in piece.source)
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


@pytest.mark.parametrize("text", ["", "\n \n", "{stub} \n\n"])
def test_blank_answer_box_needs_no_manual_grading(
    course: Course, submit: Submit, text: str
) -> None:
    """Whitespace after the stub is not an answer."""
    unit, stub = course.unit(SECOND), course.unit(SECOND).task("04_explain").stub
    book = json.loads(notebook_bytes(course, SECOND, {}))
    (box,) = [cell for cell in book["cells"] if cell["id"] == "04_explain"]
    box["source"] = text.format(stub=stub)
    healed = submit(book=book, name=SECOND)
    assert not healed.answered
    assert "04_explain" in blank_answers(course, unit, healed)


def test_note_in_another_place_is_not_an_essay(course: Course, submit: Submit) -> None:
    def note(cells: list[dict[str, Any]]) -> None:
        _strip(cells)
        at = next(n for n, cell in enumerate(cells) if ESSAY in cell["source"])
        cells[at]["source"] = course.unit(SECOND).task("04_explain").stub
        cells.insert(2, {"cell_type": "markdown", "metadata": {}, "source": "A note."})

    assert "A note." not in essay(course, submit, note)


def test_old_notebook_format_is_read_and_zip_is_rejected() -> None:
    with pytest.raises(NeedsReview, match="zip archive"):
        parse_notebook(b"PK\x03\x04")
    (cell,) = parse_notebook(b'{"worksheets": [{"cells": [{"input": "x"}]}, 3, {}]}')
    assert cell["source"] == "x"
