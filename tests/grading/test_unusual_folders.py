"""An unusual folder affects one student, and the others get their scores.

Long names and control characters are shown in a safe form.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from classroom import SECOND, grade_output, hand_in, notebook_bytes

from autograder import Course
from autograder.nbgrader import links


def make_nested_folders(folder: Path, name: str, depth: int) -> None:
    """Create folders whose path may be too long for one call of the system."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=here)
        here, outer = os.open(name, os.O_RDONLY, dir_fd=here), here
        os.close(outer)
    os.close(here)


def deep(folder: Path) -> None:
    make_nested_folders(folder, "d", 1100)


def many(folder: Path) -> None:
    for number in range(links.FILES + 1):
        (folder / f"{number}.txt").touch()


def unnamed(folder: Path) -> None:
    student = folder.parent
    student.rename(student.with_name(os.fsdecode(b"m\xff\xfe")))


def timeless(folder: Path) -> None:
    (folder / "timestamp.txt").write_text("9" * 5000)  # too large for a year and for a float


def no_folder(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("an answer")


ODD = {
    deep: "deep beside the notebook",
    many: "1,000 files or 64 MB",
    no_folder: "02_second cannot be opened as a folder (Not a directory); make it a readable",
    timeless: "timestamp.txt does not contain a time",
    unnamed: "the folder's name is not valid UTF-8; rename it",
}


@pytest.fixture
def two_students(course: Course, tmp_path: Path) -> Iterator[Path]:
    """Submit correct notebooks of ada and mallory."""
    answers = {task.id: task.solution for task in course.unit(SECOND).tasks}
    for student in ("ada", "mallory"):
        hand_in(tmp_path, student, notebook_bytes(course, SECOND, answers))
    yield tmp_path
    # Neither shutil.rmtree nor pytest can remove such deep folders.
    subprocess.run(["rm", "-rf", tmp_path / "submitted"], check=True)


def graded_students(folder: Path) -> set[str]:
    with sqlite3.connect(folder / "gradebook.db") as book:
        return {name for (name,) in book.execute("select id from student")}


def test_other_students_are_graded(course: Course, two_students: Path) -> None:
    submitted = two_students / "submitted"
    for oddity in ODD:
        shutil.copytree(submitted / "mallory", submitted / oddity.__name__)
        oddity(submitted / oddity.__name__ / SECOND)
    output = grade_output(course, two_students, code=3)
    names = {}
    for oddity, message in ODD.items():
        (line,) = [line for line in output.splitlines() if message in line]
        names[oddity] = line.split(":")[0].strip()
    assert names == {oddity: oddity.__name__ for oddity in ODD} | {unnamed: r"m\udcff\udcfe"}
    assert graded_students(two_students) == {"ada", "mallory"}


def test_hard_link_is_not_copied(course: Course, two_students: Path) -> None:
    """Otherwise, a student could link to the gradebook, and the feedback would contain a copy."""
    secret = two_students / "secret.txt"
    secret.write_text("everybody's points")
    os.link(secret, two_students / "submitted/mallory" / SECOND / "notes.txt")
    grade_output(course, two_students)
    assert secret.read_text() == "everybody's points"
    assert not list((two_students / "feedback").rglob("notes.txt"))
    assert not list((two_students / "autograded").rglob("notes.txt"))


def test_hard_linked_notebook_is_rejected_and_kept(course: Course, two_students: Path) -> None:
    """A link to another student's notebook is not graded and does not remove it."""
    ada, mallory = (
        two_students / f"submitted/{who}" / SECOND / f"{SECOND}.ipynb" for who in ("ada", "mallory")
    )
    before = ada.read_bytes()
    mallory.unlink()
    os.link(ada, mallory)
    output = grade_output(course, two_students, code=3)
    assert ada.read_bytes() == before
    assert output.count("has a second name elsewhere (a hard link)") == 2


def test_control_characters_in_a_folder_name_are_escaped(
    course: Course, two_students: Path
) -> None:
    (two_students / "submitted/mallory").rename(two_students / "submitted/eve\x1b[2J\nzoe  5 of 5")
    output = grade_output(course, two_students)
    assert "\x1b" not in output
    assert r"eve\x1b[2J\nzoe  5 of 5" in output
