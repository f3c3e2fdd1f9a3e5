"""Whose a hand-in is, where a name and a number differ, and where a platform says little."""

from __future__ import annotations

from pathlib import Path

import pytest
from classroom import FIRST, SECOND, notebook_bytes, zipped

from autograder import Course
from autograder.gradebook import Roster, collect
from autograder.gradebook.rows.roster import Owner, Student, enrol

BOOK = b'{"cells": [{"cell_type": "code", "source": "start(\'01_first\')"}]}'
HOME = b'{"cells": [{"cell_type": "code", "source": "start(\'02_second\')"}]}'
ROSTER = """\
id,first_name,last_name,email,github
2001,Cara,Stone,cara@school.org,caras
2002,Ann,Müller,ann@school.org,ann-m
2003,Bob,O'Neil,bob@school.org,bobo
"""
PEOPLE = ("Cara Stone", "Ann Müller", "Bob O'Neil")
USERS = ("caras", "ann-m", "bobo")


def taken(course: Course, folder: Path, files: dict[str, bytes], roster: str = "") -> list[str]:
    """Students by what was written, then what a person is asked."""
    (folder / "a.zip").write_bytes(zipped(files))
    if roster:
        (folder / "students.csv").write_text(roster)
    found = collect(course, [folder / "a.zip"], folder, Roster.of_class(folder))
    return [path.parts[-3] for path in found.written] + [f"? {line}" for line in found.asked]


def brightspace(unit: str, name: str, attempt: int = 0) -> str:
    number = 5001 + PEOPLE.index(name)
    when = f"Feb {27 + attempt}, 2026 {900 + attempt} PM"
    return f"{number}-{600 + attempt} - {name} - {when}/{unit}.ipynb"


def test_a_roster_alone_makes_no_gradebook(tmp_path: Path) -> None:
    (tmp_path / "students.csv").write_text(ROSTER)
    enrol(Roster.of_class(tmp_path), tmp_path / "gradebook.db")
    assert not (tmp_path / "gradebook.db").exists()


def test_a_number_does_not_beat_a_name(course: Course, tmp_path: Path) -> None:
    """Canvas's numbers are the school's of others: every notebook went to somebody else."""
    files = {
        f"{name}_{number}_7{number}_{FIRST}.ipynb": BOOK
        for name, number in {"mullerann": 2001, "oneilbob": 2002, "stonecara": 2003}.items()
    }
    said = taken(course, tmp_path, files, ROSTER)
    assert len(said) == 3
    assert said[0] == (
        f"? Cannot match 'mullerann_2001_72001_{FIRST}.ipynb' to a student: its number is 2001's, "
        "and its name 2002's. Give Canvas's numbers a column of students.csv, and collect again"
    )


@pytest.mark.parametrize(
    ("roster", "name", "number", "found"),
    [
        ("id,first_name,last_name\n7,Ann,Li\n", "liann", "7", "7"),
        ("id,first_name,last_name\n7,Ann,Li\n", "lianniemaria", "7", "7"),  # has one of its words
        ("id,first_name,last_name\n7,Ann,Li\n", "stonecara", "7", ""),
        ("id,first_name,last_name,canvas\nx,伟,王,7\n", "wangwei", "7", ""),
        ("id,first_name,last_name,canvas,goes_by\nx,伟,王,7,wangwei\n", "wangwei", "7", "x"),
        ("id,first_name,last_name,canvas\nx,Wei,Wang,7\n", "wangwei", "7", "x"),
        ("id,first_name,last_name,canvas\nx,Wei,Wang,7\n", "wangwei", "8", ""),  # another number
        ("id,first_name,last_name\nx,Wei,Wang\n", "wangwei", "8", "x"),  # the roster has no number
        ("id,first_name,last_name,canvas\nx,Wei,Wang,7\n", "wangli", "7", ""),
        ("id,first_name,last_name,canvas\nx,伟,王,7\ny,Wei,Wang,8\n", "wangwei", "7", ""),
        ("id\n7\n", "stonecara", "7", "7"),
        ("id,first_name,last_name\n7,Ann,Li\n8,Bo,Li\n", "libo", "7", ""),
    ],
)
def test_a_name_and_a_number(
    tmp_path: Path, roster: str, name: str, number: str, found: str
) -> None:
    (tmp_path / "students.csv").write_text(roster)
    owner = Owner((number,), name, platform="Canvas")
    assert Roster.of_class(tmp_path).find(owner) == found


@pytest.mark.parametrize("named", [True, False], ids=["roster", "no roster"])
def test_brightspaces_attempts_are_one_students(
    course: Course, tmp_path: Path, named: bool
) -> None:
    files = {brightspace(FIRST, name, n): BOOK + b" " * n for name in PEOPLE for n in (0, 1)}
    files |= {brightspace(SECOND, PEOPLE[1]): HOME, "index.html": b"<html>"}
    said = taken(course, tmp_path, files, ROSTER if named else "")
    people = ["2001", "2002", "2003"] if named else ["Ann_Müller", "Bob_O_Neil", "Cara_Stone"]
    assert [line for line in said if line[0] != "?"] == sorted([*people, people[named]])
    place = tmp_path / "submitted" / people[0] / FIRST
    assert (place / f"{FIRST}.ipynb").read_bytes() == BOOK + b" ", "the later"
    assert (place / "timestamp.txt").is_file()


def test_brightspace_may_pack_files_without_folders(course: Course, tmp_path: Path) -> None:
    files = {brightspace(FIRST, name).replace("/", " - "): BOOK for name in PEOPLE}
    assert taken(course, tmp_path, files, ROSTER) == ["2001", "2002", "2003"]


@pytest.mark.parametrize("named", [True, False], ids=["roster", "no roster"])
def test_github_classrooms_folders_are_one_students(
    course: Course, tmp_path: Path, named: bool
) -> None:
    """A user's name may hold a hyphen; each assignment has another front."""
    for task, unit, book in (("hw-3", FIRST, BOOK), ("hw5", SECOND, HOME)):
        files = {f"{task}-submissions/{task}-{user}/exercises/{unit}.ipynb": book for user in USERS}
        said = taken(course, tmp_path, files, ROSTER if named else "")
        assert said == (["2001", "2002", "2003"] if named else sorted(USERS))


@pytest.mark.parametrize("around", ["", "Homework 5/"])
@pytest.mark.parametrize("end", ["", " (1)"])
def test_google_classroom_puts_a_name_before_the_files(
    course: Course, tmp_path: Path, around: str, end: str
) -> None:
    files = {f"{around}{name} - {FIRST}{end}.ipynb": b'{"cells": []}' for name in PEOPLE}
    assert taken(course, tmp_path, files, ROSTER) == ["2001", "2002", "2003"]
    (tmp_path / "no").mkdir()
    assert taken(course, tmp_path / "no", files) == ["Ann_Müller", "Bob_O_Neil", "Cara_Stone"]


def test_a_folder_in_anothers_folder_hands_in_for_nobody(course: Course, tmp_path: Path) -> None:
    """Its author called it so: the neighbour's own was put aside for it."""
    name = f"HW5/Bob O'Neil/caras/{FIRST}.ipynb"
    (line,) = taken(course, tmp_path, {name: BOOK}, ROSTER)
    assert line == (
        f"? Cannot match {name!r} to a student: it lies in folders of 2001 and 2003. "
        f"Put it into submitted/<id>/{FIRST}/"
    )


@pytest.mark.parametrize("around", ["Homework 5", "Class/Homework 5"])
def test_a_folder_of_a_class_is_no_student(course: Course, tmp_path: Path, around: str) -> None:
    """Drive numbers what has one name: four people were one, and three of them were put aside."""
    names = [f"{FIRST}.ipynb", f"{FIRST} (1).ipynb", f"Copy of {FIRST}.ipynb"]
    files = {f"{around}/{name}": BOOK + b" " * n for n, name in enumerate(names)}
    (line,) = taken(course, tmp_path, files)
    assert line.endswith("are of two people, both called Homework_5")
    assert not (tmp_path / "submitted").exists()


def test_without_a_roster_it_is_said_how_students_are_called(
    course: Course, tmp_path: Path
) -> None:
    places = {"old": BOOK, "new": BOOK + b" "}
    files = {f"HW5/Ann Miller/{at}/{FIRST}.ipynb": data for at, data in places.items()}
    (tmp_path / "a.zip").write_bytes(zipped(files))
    said = str(collect(course, [tmp_path / "a.zip"], tmp_path))
    assert "no students.csv says who is who: students are called as folders are: new, old" in said
    (tmp_path / "students.csv").write_text("id,first_name,last_name\nann,Ann,Miller\n")
    found = collect(course, [tmp_path / "a.zip"], tmp_path, Roster.of_class(tmp_path))
    assert "students.csv" not in str(found)
    assert {path.parts[-3] for path in found.written} == {"ann"}, "one of the folders is hers"
    assert len(found.earlier) == 1


def answered(course: Course, number: int) -> bytes:
    right = {task.id: f"# {number}\n{task.solution}" for task in course.unit(FIRST).judged}
    return notebook_bytes(course, FIRST, right)


@pytest.mark.parametrize("claimed", [False, True], ids=["nobody's folder", "one student's folder"])
@pytest.mark.parametrize("numbered", [False, True], ids=["names", "numbers"])
def test_a_shared_folder_is_never_one_students(
    course: Course, tmp_path: Path, claimed: bool, numbered: bool
) -> None:
    """Google packs a class into one folder. Advice to name it in the roster gave it to one."""
    people = [
        f"{FIRST} ({n})" if numbered else f"{name} - {FIRST}" for n, name in enumerate(PEOPLE)
    ]
    files = {f"Unit 05/{name}.ipynb": answered(course, n) for n, name in enumerate(people)}
    if not numbered:
        zip_file = zipped({"x.ipynb": files.pop(f"Unit 05/{PEOPLE[2]} - {FIRST}.ipynb")})
        files[f"Unit 05/{PEOPLE[2]} - homework.zip"] = zip_file
    roster = ROSTER.replace("caras", "Unit 05") if claimed else ROSTER
    said = taken(course, tmp_path, files, roster)
    if not (claimed or numbered):
        assert said == ["2001", "2002", "2003"]
        return
    (line,) = said
    assert line.startswith("? Not collected: 'Unit 05/")
    assert ("students.csv says that the folder 'Unit 05' is 2001's" in line) == claimed
    assert ("Put each into a folder named after its student" in line) != claimed


TWO = "id,first_name,last_name,brightspace\nk1,Kim,Li,{}\nk2,Kim,Li,5002\n"


def test_of_two_with_one_name_it_is_said_what_tells_them_apart(
    course: Course, tmp_path: Path
) -> None:
    """The line said that the roster lacked them, or had them twice, and no more."""
    name = f"5001-7 - Kim Li - Feb 27, 2026 900 PM/{FIRST}.ipynb"
    (line,) = taken(course, tmp_path, {name: BOOK}, TWO.format(""))
    assert line == (
        f"? Cannot match {name!r} to a student: k1 and k2 are both called Kim Li. "
        "Write the number of each, here 5001, into a column of students.csv"
    )
    assert taken(course, tmp_path, {name: BOOK}, TWO.format("5001")) == ["k1"]
    (line,) = taken(course, tmp_path, {f"HW/Kim Li - {FIRST}.ipynb": BOOK}, TWO.format(""))
    assert line.endswith(f"both called Kim Li. Put it into submitted/<id>/{FIRST}/")


@pytest.mark.parametrize(
    "name",
    [
        f"Xi Wang_71_assignsubmission_file/{FIRST}.ipynb",
        f"5001-7 - Xi Wang - Feb 27, 2026 900 PM/{FIRST}.ipynb",
        f"HW/Xi Wang - {FIRST}.ipynb",
    ],
)
def test_a_column_may_hold_the_name_that_somebody_goes_by(
    course: Course, tmp_path: Path, name: str
) -> None:
    """Which is what the line says to do."""
    (line,) = taken(course, tmp_path, {name: BOOK}, "id,first_name,last_name\nwei,Wei,Chen\n")
    assert line.startswith(
        f"? Cannot match {name!r} to a student: students.csv has no 'Xi Wang'. "
        "Write that name into a column of students.csv, and collect again"
    )
    assert line.endswith("with --times") == ("assignsubmission" in name)
    roster = "id,first_name,last_name,goes_by\nwei,Wei,Chen,Xi Wang\n"
    assert taken(course, tmp_path, {name: BOOK}, roster) == ["wei"]


SHEET = """\
Identifier,Full name,Email address,Status,Grade,Last modified (submission),Last modified (grade)
Participant 71,Kim Lee,kim@school.org,Submitted,,"Sunday, 1 March 2026, 11:59 PM",-
Participant 72,Kim Lee,lee@school.org,Submitted,,"Sunday, 1 March 2026, 10:59 PM",-
"""


def test_two_of_one_name_are_told_apart_by_moodles_sheet(course: Course, tmp_path: Path) -> None:
    files = {f"Kim Lee_{n}_assignsubmission_file/{FIRST}.ipynb": BOOK + b" " * n for n in (71, 72)}
    (tmp_path / "a.zip").write_bytes(zipped(files))
    (tmp_path / "sheet.csv").write_text(SHEET)
    people = [Student(id, "Kim", "Lee", f"{id}@school.org") for id in ("kim", "lee")]
    roster = Roster(tuple(people))
    archives = [tmp_path / "a.zip"]
    without = collect(course, archives, tmp_path, roster)
    assert not without.written
    assert "Moodle's worksheet tells them apart: --times" in without.asked[0]
    collect(course, archives, tmp_path, roster, worksheet=tmp_path / "sheet.csv")
    for id, number in (("kim", 71), ("lee", 72)):
        path = tmp_path / "submitted" / id / FIRST / f"{FIRST}.ipynb"
        assert path.read_bytes() == BOOK + b" " * number
        assert path.with_name("timestamp.txt").is_file()
