"""One odd folder is one student's trouble; the others have their scores."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from classroom import GRADE, SECOND, hand_in, notebook_bytes

from autograder import Course
from autograder.classroom.grade.grade_class import grade_class
from autograder.core.messages.printable import plain
from autograder.nbgrader import links
from autograder.runner.jobs.local import InProcess

Said = pytest.CaptureFixture[str]


def deep(folder: Path) -> None:
    here = os.open(folder, os.O_RDONLY)
    for _ in range(1100):
        os.mkdir("d", dir_fd=here)
        here, outer = os.open("d", os.O_RDONLY, dir_fd=here), here
        os.close(outer)
    os.close(here)


def long(folder: Path) -> None:
    here = os.open(folder, os.O_RDONLY)
    for _ in range(25):
        os.mkdir("x" * 200, dir_fd=here)
        here, outer = os.open("x" * 200, os.O_RDONLY, dir_fd=here), here
        os.close(outer)
    os.close(here)


def many(folder: Path) -> None:
    for number in range(links.FILES + 1):
        (folder / f"{number}.txt").touch()


def sparse(folder: Path) -> None:
    with (folder / "data.bin").open("wb") as file:
        file.truncate(20 << 30)


def unnamed(folder: Path) -> None:
    student = folder.parent
    student.rename(student.with_name(os.fsdecode(b"m\xff\xfe")))


def timeless(folder: Path) -> None:
    (folder / "timestamp.txt").write_text("9" * 5000)  # too large for a year, and for a float


def no_folder(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("an answer")


ODD = {
    deep: "deep beside the notebook",
    long: "deep beside the notebook",
    many: "1,000 files or 64 MB",
    sparse: "1,000 files or 64 MB",
    no_folder: "02_second cannot be opened as a folder (Not a directory); correct that and grade",
    timeless: "timestamp.txt does not contain a time",
    unnamed: "the folder's name is not valid UTF-8; rename it",
}


@pytest.fixture
def here(course: Course, tmp_path: Path) -> Iterator[Path]:
    """ada and mallory have handed in what is right."""
    answers = {task.id: task.solution for task in course.unit(SECOND).tasks}
    for student in ("ada", "mallory"):
        hand_in(tmp_path, student, notebook_bytes(course, SECOND, answers))
    yield tmp_path
    # Python's own way fails on folders so deep, and pytest would meet them when it clears up.
    subprocess.run(["rm", "-rf", tmp_path / "submitted"], check=True)


def graded(folder: Path) -> set[str]:
    with sqlite3.connect(folder / "gradebook.db") as book:
        return {name for (name,) in book.execute("select id from student")}


@pytest.mark.parametrize("oddity", ODD, ids=lambda oddity: oddity.__name__)
def test_the_rest_is_graded(course: Course, here: Path, capsys: Said, oddity: object) -> None:
    oddity(here / "submitted/mallory" / SECOND)  # type: ignore[operator]
    assert grade_class(course, here, GRADE, InProcess()) == 3
    said = capsys.readouterr().out.splitlines()
    (line,) = [line for line in said if ODD[oddity] in line]  # type: ignore[index]
    assert line.split(":")[0].strip() in ("mallory", r"m\udcff\udcfe")
    assert graded(here) == {"ada"}


def test_a_file_beside_may_have_the_longest_name_there_is(
    course: Course, here: Path, capsys: Said
) -> None:
    name = "é" * 127
    (here / "submitted/mallory" / SECOND / name).write_text("data")
    assert grade_class(course, here, GRADE, InProcess()) == 0
    assert (here / "feedback/mallory" / SECOND / name).read_text() == "data"


def test_a_folder_called_like_the_page_is_in_nobodys_way(
    course: Course, here: Path, capsys: Said
) -> None:
    folder = here / "submitted/mallory" / SECOND / f"{SECOND}.html"
    folder.mkdir()
    (folder / "notes.txt").write_text("data")
    assert grade_class(course, here, GRADE, InProcess()) == 0
    assert (here / "feedback/mallory" / SECOND / f"{SECOND}.html").is_file()


def test_a_second_name_of_a_file_is_a_link(course: Course, here: Path, capsys: Said) -> None:
    """The gradebook itself, by another name, would be in the feedback."""
    secret = here / "secret.txt"
    secret.write_text("everybody's points")
    os.link(secret, here / "submitted/mallory" / SECOND / "notes.txt")
    assert grade_class(course, here, GRADE, InProcess()) == 0
    assert secret.read_text() == "everybody's points"
    assert not list((here / "feedback").rglob("notes.txt"))
    assert not list((here / "autograded").rglob("notes.txt"))


def test_a_link_to_nowhere_in_place_of_a_folder_is_a_hand_in(
    course: Course, here: Path, capsys: Said
) -> None:
    folder = here / "submitted/mallory" / SECOND
    shutil.rmtree(folder)
    folder.symlink_to(here / "nowhere")
    assert grade_class(course, here, GRADE, InProcess()) == 0
    assert graded(here) == {"ada", "mallory"}
    page = (here / "feedback/mallory" / SECOND / f"{SECOND}.html").read_text()
    assert "A link was handed in, and a link holds nothing here. Save the notebook" in page


def test_a_notebook_by_two_names_is_nobodys_and_stays(
    course: Course, here: Path, capsys: Said
) -> None:
    """Who links a neighbour's notebook neither has it graded nor takes it away."""
    ada, mallory = (
        here / f"submitted/{who}" / SECOND / f"{SECOND}.ipynb" for who in ("ada", "mallory")
    )
    before = ada.read_bytes()
    mallory.unlink()
    os.link(ada, mallory)
    grade_class(course, here, GRADE, InProcess())
    assert ada.read_bytes() == before
    assert capsys.readouterr().out.count("has a second name elsewhere (a hard link)") == 2


def test_a_name_does_nothing_to_a_terminal(course: Course, here: Path, capsys: Said) -> None:
    (here / "submitted/mallory").rename(here / "submitted/eve\x1b[2J\nzoe  5 of 5")
    assert grade_class(course, here, GRADE, InProcess()) == 0
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert r"eve\x1b[2J\nzoe  5 of 5" in said


def test_a_long_name_is_cut() -> None:
    assert plain("x" * 41) == "x" * 39 + "…"
    assert plain("Zoë \u202e") == r"Zoë \u202e"
