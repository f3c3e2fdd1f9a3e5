"""Students in an archive are collected or reported, with every layout and many kinds of files."""

from __future__ import annotations

from pathlib import Path

import pytest
from classroom import FIRST, SECOND, notebook_bytes, zipped
from platforms import (
    LAYOUTS,
    ROSTER,
    STARTED,
    Collect,
    Files,
    Layout,
    canvas,
    exchange,
    merge,
    moodle,
    owners,
)

from autograder import Course
from autograder.classroom.platforms.collect import collect
from autograder.classroom.roster import Roster

each_layout = pytest.mark.parametrize("layout", LAYOUTS)
CHECKPOINT = f".ipynb_checkpoints/{FIRST}-checkpoint.ipynb"
NOTHING: dict[str, Files] = {
    "7z": {"homework.7z": b"7z\xbc\xaf\x27\x1c"},
    "python": {f"{FIRST}.py": b"x = 1\n"},
    "page": {f"{FIRST}.html": b"<!DOCTYPE html>"},
    "zip in a zip": {"homework.zip": zipped({"inner.zip": zipped({f"{FIRST}.ipynb": STARTED})})},
    "an editor's copy": {"homework.zip": zipped({CHECKPOINT: STARTED})},
    "empty zip": {"homework.zip": zipped({})},
    "another course's": {"week3.ipynb": b'{"cells": []}'},
}


@each_layout
@pytest.mark.parametrize("sent", NOTHING)
@pytest.mark.parametrize("roster", [ROSTER, ""], ids=["roster", "no roster"])
def test_student_without_a_notebook_is_reported(
    collect_files: Collect, layout: Layout, sent: str, roster: str
) -> None:
    right = {f"{FIRST}.ipynb": STARTED, "data/notes.csv": b"1"}
    report = collect_files(merge(layout("ann", right), layout("bob", NOTHING[sent])), roster)
    assert len(report.written) == 1
    (line,) = report.actions
    assert "handed in no notebook of a unit" in line
    assert "bob" in line.lower()
    if layout is exchange:  # the exchange keeps folders
        assert collect_files(layout("bob", {CHECKPOINT: STARTED})).actions


@each_layout
@pytest.mark.parametrize("name", [f"{FIRST}.ipynb.txt", f"{FIRST}.ipynb.json", f"{FIRST}.json"])
def test_file_extension_added_by_a_browser_is_accepted(
    collect_files: Collect, layout: Layout, name: str
) -> None:
    report = collect_files(layout("ann", {name: STARTED}))
    assert not report.actions
    assert [path.read_bytes() for path in report.written] == [STARTED]


@pytest.mark.parametrize("name", [f"notebooks/{FIRST}.ipynb", f"my_{FIRST}.ipynb"])
def test_shared_file_name_is_not_a_student(collect_files: Collect, name: str) -> None:
    """Otherwise the submissions would count as one student's, and only one would be kept."""
    students = ["ann", "bob", "zoe"]
    files = {f"all/{who}/{name}": STARTED + b" " * n for n, who in enumerate(students)}
    report = collect_files(files)
    if "/" in name:
        assert not report.written
        assert " and ".join(map(repr, files)) in report.actions[0]
    else:
        assert owners(report) == students
    report = collect_files(files, ROSTER)
    assert not report.actions
    assert owners(report) == ["am", "bo", "zl"]


@each_layout
@pytest.mark.parametrize("first", [True, False])
def test_blank_notebook_does_not_replace_an_answer(
    course: Course, collect_files: Collect, layout: Layout, first: bool
) -> None:
    """If the file exists, a browser appends a number to its name."""
    right = {task.id: task.solution for task in course.unit(FIRST).tasks}
    books = [notebook_bytes(course, FIRST, {}), notebook_bytes(course, FIRST, right)]
    names = [f"{FIRST}.ipynb", f"{FIRST} (1).ipynb"]
    files = dict(zip(names if first else names[::-1], books, strict=True))
    report = collect_files(layout("ann", files))
    assert [path.read_bytes() for path in report.written] == [books[1]]
    assert len(report.archived) == 1


def test_two_answered_notebooks_are_reported(course: Course, collect_files: Collect) -> None:
    tasks = course.unit(SECOND).tasks
    right = {task.id: task.solution for task in tasks}
    books = {
        f"{SECOND} (1).ipynb": notebook_bytes(course, SECOND, right),
        f"{SECOND}.ipynb": notebook_bytes(course, SECOND, {tasks[0].id: tasks[0].solution}),
    }
    report = collect_files(moodle("ann", books))
    assert [path.read_bytes() for path in report.written] == [books[f"{SECOND} (1).ipynb"]]
    (line,) = report.actions
    assert f"{SECOND} (1).ipynb' counts, but " in line
    assert line.endswith("may be newer; inspect both")


def test_attempts_on_two_platforms_have_no_known_order(course: Course, tmp_path: Path) -> None:
    """Canvas's number in the name of a file says nothing about the attempt on Moodle."""
    (tmp_path / "students.csv").write_text(ROSTER)
    task, other = (task.id for task in course.unit(SECOND).tasks[:2])
    attempts = {
        "moodle": moodle("ann", {f"{SECOND}.ipynb": notebook_bytes(course, SECOND, {task: "1"})}),
        "canvas": canvas(
            "ann", {f"{SECOND}-1.ipynb": notebook_bytes(course, SECOND, {other: "2"})}
        ),
    }
    for name, files in attempts.items():
        (tmp_path / f"{name}.zip").write_bytes(zipped(files))
    paths = [tmp_path / "moodle.zip", tmp_path / "canvas.zip"]
    for archives in (paths[:1], paths):
        report = collect(course, archives, tmp_path, Roster.of_class(tmp_path))
    (line,) = report.actions
    assert line.endswith("may be newer; inspect both")
    assert len(report.conflicts) == 1
    assert report.archived == [*attempts["canvas"]]
    assert len([*tmp_path.glob("attempts/*/*/*.ipynb")]) == 1
