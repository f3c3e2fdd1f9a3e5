"""When a later release replaces a notebook, answers are kept or the loss is reported."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from classroom import output
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder import Course
from autograder.cli.main import main
from autograder.notebook.release import release_notebook, source_notebook, start_unit
from autograder.notebook.release.written import (
    find_written_cells,
    move_answers,
    stamp,
    text,
)

Book = dict[str, Any]
FIRST = "01_first"
NOTES = "My own notes: twice is two times."
words = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=30
)
texts = words.filter(str.strip)


@pytest.fixture(scope="module")
def release(course: Course) -> Book:
    return release_notebook(source_notebook(course, course.unit(FIRST)))


def later_release(release: Book, gone: set[int], moved: list[int], stub: str) -> Book:
    """Return another release of the unit: cells removed, reordered or with another stub."""
    cells = copy.deepcopy([release["cells"][n] for n in moved if n not in gone])
    for cell in cells:
        if cell["metadata"]["nbgrader"]["solution"] and stub:
            cell["source"] = f"# task: {cell['id'].removesuffix('-answer')}\n{stub}"
            cell["metadata"]["autograder"] = {"released": stamp(cell["source"])}
    return {**release, "cells": cells}


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_later_release_keeps_all_text_or_reports_the_loss(
    release: Book, data: st.DataObject
) -> None:
    places = st.integers(0, len(release["cells"]) - 1)
    old = copy.deepcopy(release)
    wrote = data.draw(st.dictionaries(places, texts, max_size=6), label="written into cells")
    for place, source in wrote.items():
        old["cells"][place]["source"] = source
    for place in data.draw(st.sets(places, max_size=4), label="metadata lost"):
        old["cells"][place]["metadata"] = {}
    own = data.draw(st.lists(st.tuples(places, texts), max_size=3), label="cells added")
    for place, source in own:
        kind = data.draw(st.sampled_from(["code", "markdown"]))
        old["cells"].insert(place, {"cell_type": kind, "metadata": {}, "source": [source]})
    for place in data.draw(st.sets(places, max_size=2), label="pasted once more"):
        old["cells"].append(copy.deepcopy(old["cells"][place]))
    if data.draw(st.booleans()):
        old["cells"] = data.draw(st.permutations(old["cells"]))
    size = range(len(release["cells"]))
    new = later_release(
        release,
        data.draw(st.sets(places), label="gone"),
        data.draw(st.permutations(size), label="order"),
        data.draw(st.sampled_from(["", "raise NotImplementedError", "x = ..."]), label="stub"),
    )
    book, whole = move_answers(old, new)
    there = [text(cell).strip() for cell in book["cells"]]
    lost = [text(cell) for cell in find_written_cells(old) if text(cell).strip() not in there]
    assert not (whole and lost)
    assert {text(cell).strip() for cell in new["cells"]} <= {*there} | {
        text(cell).strip() for cell in new["cells"] if cell["metadata"]["nbgrader"]["solution"]
    }, "all other cells equal the release"


@settings(max_examples=100, deadline=None)
@given(answers=st.dictionaries(st.sampled_from(["01_double", "02_move_points"]), texts))
def test_answers_are_placed_by_task(release: Book, answers: dict[str, str]) -> None:
    old = copy.deepcopy(release)
    for cell in old["cells"]:
        if (task := cell["id"].removesuffix("-answer")) in answers and cell["id"] != task:
            cell["source"] = f"# task: {task}\n{answers[task]}"
    book, whole = move_answers(
        old, later_release(release, set(), list(range(len(release["cells"])))[::-1], "x = ...")
    )
    assert whole
    for task, answer in answers.items():
        cell = next(cell for cell in book["cells"] if cell["id"] == f"{task}-answer")
        assert cell["source"] == f"# task: {task}\n{answer}"


def write(path: Path, task: str, answer: str) -> str:
    """Write an answer into the notebook at a path."""
    book = json.loads(path.read_bytes())
    cell = next(cell for cell in book["cells"] if cell["id"] == f"{task}-answer")
    cell["source"] = [f"# task: {task}\n", answer]
    path.write_text(json.dumps(book))
    return path.read_text()


@pytest.fixture
def folder(own_course: Course, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = own_course.path.parent
    monkeypatch.chdir(root)
    assert main(["release"]) == 0
    return root


def test_release_keeps_a_notebook_with_answers(folder: Path) -> None:
    """Otherwise a second release would replace answers with stubs."""
    path = folder / "exercises" / FIRST / f"{FIRST}.ipynb"
    solved = write(path, "01_double", "def double(x):\n    return x + x")
    printed = output("release", code=1)
    assert path.read_text() == solved
    assert f"{FIRST}.ipynb was not replaced, because it contains answers." in printed.err
    assert f"autograder start {FIRST}" in printed.err
    assert "02_second: unchanged" in printed.out
    assert main(["start", FIRST]) == 0
    mine = folder / "my" / FIRST / f"{FIRST}.ipynb"
    assert "return x + x" in mine.read_text()
    assert main(["release", "--replace", FIRST]) == 0
    assert "return x + x" not in path.read_text()
    copy_of_it = folder / "my" / FIRST / f"{FIRST}.before-1.ipynb"
    assert copy_of_it.read_text() == solved


def test_text_without_a_place_is_kept_in_a_copy(folder: Path, own_course: Course) -> None:
    """A note in a statement cannot stay, because a release may change the statement."""
    unit = own_course.unit(FIRST)
    start_unit(own_course, unit)
    path = folder / "my" / FIRST / f"{FIRST}.ipynb"
    for number in (1, 2):
        book = json.loads(path.read_bytes())
        book["cells"][0]["source"] = f"{NOTES} {number}"
        path.write_text(json.dumps(book))
        result = start_unit(own_course, unit)
        assert result.backup == path.with_name(f"{FIRST}.before-{number}.ipynb")
        assert f"{NOTES} {number}" in result.backup.read_text()
        assert NOTES not in path.read_text()
        assert str(result) == (
            f"{path}: updated, but some of your cells have no place in the new notebook; "
            f"your previous notebook is {FIRST}.before-{number}.ipynb"
        )


def test_answer_to_a_removed_task_is_not_reported_as_kept(folder: Path, own_course: Course) -> None:
    unit = own_course.unit(FIRST)
    path = start_unit(own_course, unit).path
    book = json.loads(path.read_bytes())
    cell = next(cell for cell in book["cells"] if cell["id"] == "01_double-answer")
    book["cells"].append({**cell, "id": "old", "source": "# task: 00_removed\nanswer = 3"})
    path.write_text(json.dumps(book))
    result = start_unit(own_course, unit)
    assert "answer = 3" not in path.read_text()
    assert "kept" not in str(result)
    assert result.backup
    assert "answer = 3" in result.backup.read_text()


def test_update_with_all_answers_needs_no_copy(folder: Path, own_course: Course) -> None:
    unit = own_course.unit(FIRST)
    path = start_unit(own_course, unit).path
    write(path, "01_double", "def double(x):\n    return x + x")
    book = json.loads(path.read_bytes())
    path.write_text(json.dumps({**book, "cells": book["cells"][:-1]}))
    result = start_unit(own_course, unit)
    assert str(result) == f"{path}: updated; all your answers are kept"
    assert "return x + x" in path.read_text()


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"cells": 3}', b"<<<<<<< ours\n{}"])
def test_file_that_is_not_a_notebook_is_unchanged(
    folder: Path, own_course: Course, data: bytes
) -> None:
    path = folder / "my" / FIRST / f"{FIRST}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    assert "not changed" in start_unit(own_course, own_course.unit(FIRST)).action
    assert path.read_bytes() == data


def test_images_and_outputs_are_copied(release: Book) -> None:
    old = copy.deepcopy(release)
    cell = next(cell for cell in old["cells"] if cell["id"] == "01_double-answer")
    cell |= {"source": "mine", "attachments": {"a.png": {}}, "outputs": [{"text": "4"}]}
    book, _ = move_answers(old, release)
    cell = next(cell for cell in book["cells"] if cell["id"] == "01_double-answer")
    assert (cell["attachments"], cell["outputs"]) == ({"a.png": {}}, [{"text": "4"}])
