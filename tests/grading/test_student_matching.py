"""Submissions are matched to students if names and numbers differ or only a name is known."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from classroom import FIRST, SECOND, notebook_bytes, zipped
from platforms import BOOK, STARTED, Collect, Files, owners

from autograder import Course
from autograder.classroom.platforms.collect import collect
from autograder.classroom.roster import Owner, Roster

STARTED_SECOND = b'{"cells": [{"cell_type": "code", "source": "start(\'02_second\')"}]}'
ROSTER = """\
id,first_name,last_name,email,github
2001,Cara,Stone,cara@school.org,caras
2002,Ann,Müller,ann@school.org,ann-m
2003,Bob,O'Neil,bob@school.org,bobo
"""
PEOPLE = ("Cara Stone", "Ann Müller", "Bob O'Neil")
USERS = ("caras", "ann-m", "bobo")


Match = Callable[..., list[str]]


@pytest.fixture
def match(collect_files: Collect) -> Match:
    """Return a function that collects files and returns their students and required actions."""

    def matched(files: Files, roster: str = "") -> list[str]:
        report = collect_files(files, roster)
        return owners(report) + [f"? {line}" for line in report.actions]

    return matched


def brightspace(unit: str, name: str, attempt: int = 0) -> str:
    number = 5001 + PEOPLE.index(name)
    when = f"Feb {27 + attempt}, 2026 {900 + attempt} PM"
    return f"{number}-{600 + attempt} - {name} - {when}/{unit}.ipynb"


def test_number_does_not_override_a_name(match: Match) -> None:
    """Canvas numbers may equal school numbers of other students."""
    files = {
        f"{name}_{number}_7{number}_{FIRST}.ipynb": STARTED
        for name, number in {"mullerann": 2001, "oneilbob": 2002, "stonecara": 2003}.items()
    }
    results = match(files, ROSTER)
    assert len(results) == 3
    assert results[0] == (
        f"? Cannot match 'mullerann_2001_72001_{FIRST}.ipynb' to a student: its number belongs to "
        "2001, and its name to 2002. Add a column with Canvas's numbers to students.csv, and "
        "collect again"
    )


NAMES = "id,first_name,last_name"


@pytest.mark.parametrize(
    ("roster", "name", "number", "student"),
    [
        (f"{NAMES}\n7,Ann,Li\n", "liann", "7", "7"),
        (f"{NAMES}\n7,Ann,Li\n", "stonecara", "7", ""),
        (f"{NAMES},canvas\nx,伟,王,7\n", "wangwei", "7", ""),
        (f"{NAMES},canvas,goes_by\nx,伟,王,7,wangwei\n", "wangwei", "7", "x"),
        (f"{NAMES},canvas\nx,Wei,Wang,7\n", "wangwei", "7", "x"),
        (f"{NAMES},canvas\nx,Wei,Wang,7\n", "wangwei", "8", ""),  # a different number
        (f"{NAMES}\nx,Wei,Wang\n", "wangwei", "8", "x"),  # the roster has no number
        (f"{NAMES},canvas\nx,伟,王,7\ny,Wei,Wang,8\n", "wangwei", "7", ""),
        ("id\n7\n", "stonecara", "7", "7"),
        (f"{NAMES}\n7,Ann,Li\n8,Bo,Li\n", "libo", "7", ""),
        # Both the first name and the last name must match.
        (f"{NAMES}\n7,Ann,Li\n", "Ann Smith", "7", ""),
        # Parts of words do not match.
        (f"{NAMES}\n7,Na,Li\n", "oliveiranatalia", "7", ""),
        (f"{NAMES}\n7,Na,Li\n", "Li Na Maria", "7", "7"),
        (f"{NAMES}\n7,Ana,L\u00f3pez\n", "Ana-Maria L\u00f3pez", "7", "7"),
        # In a name without spaces, one of the two words may be at the end.
        (f"{NAMES}\n7,Mar\u00eda,L\u00f3pez\n", "garcialopezmaria", "7", "7"),
        # Without any word, nothing matches.
        (f"{NAMES}\n7,.,-\n", "stonecara", "7", ""),
    ],
)
def test_name_and_number_identify_a_student(
    tmp_path: Path, roster: str, name: str, number: str, student: str
) -> None:
    (tmp_path / "students.csv").write_text(roster)
    owner = Owner((number,), name, platform="Canvas")
    assert Roster.of_class(tmp_path).find(owner) == student


@pytest.mark.parametrize("has_roster", [True, False], ids=["roster", "no roster"])
def test_brightspace_attempts_belong_to_one_student(
    tmp_path: Path, match: Match, has_roster: bool
) -> None:
    files = {brightspace(FIRST, name, n): STARTED + b" " * n for name in PEOPLE for n in (0, 1)}
    files |= {brightspace(SECOND, PEOPLE[1]): STARTED_SECOND, "index.html": b"<html>"}
    results = match(files, ROSTER if has_roster else "")
    people = ["2001", "2002", "2003"] if has_roster else ["Ann_Müller", "Bob_O_Neil", "Cara_Stone"]
    assert [line for line in results if line[0] != "?"] == sorted([*people, people[has_roster]])
    place = tmp_path / "submitted" / people[0] / FIRST
    assert (place / f"{FIRST}.ipynb").read_bytes() == STARTED + b" ", "the later"
    assert (place / "timestamp.txt").is_file()


def test_brightspace_files_without_folders_are_read(match: Match) -> None:
    files = {brightspace(FIRST, name).replace("/", " - "): STARTED for name in PEOPLE}
    assert match(files, ROSTER) == ["2001", "2002", "2003"]


CLASSROOM_50 = """\
username,first_name,last_name,email,section,github_id,role
caras,Cara,Stone,cara@school.org,A,11,Student
ann-m,Ann,Müller,ann@school.org,A,12,learner
,Bob,O'Neil,bobo@school.org,A,,student
teach,Tea,Cher,teach@school.org,,14,teacher
assist,As,Sist,assist@school.org,,15,TA
"""


def make_result(owner: object, **others: object) -> bytes:
    result = {"schema": "classroom50/result/v1", "classroom": "cs", "assignment": "hw-3"}
    result |= {"owner": owner, "datetime": "2026-03-01T10:00:00Z"}
    return json.dumps(result | others).encode()


def make_clone(folder: Path, user: str, when: str, owner: str = "", committed: str = "") -> None:
    """Create a clone with a result.json, like `gh teacher download`."""
    place = folder / f"cs-hw-3-{user}"
    book = place / "exercises" / FIRST / f"{FIRST}.ipynb"
    book.parent.mkdir(parents=True)
    book.write_bytes(STARTED + b" " * len(user))
    (place / "README.md").write_text("homework")
    if when:
        result = make_result(owner or user, datetime=when, score=3)
        (place / "result.json").write_bytes(result)
    if committed:
        name = ["-c", "user.name=x", "-c", "user.email=x@y.z"]
        for words in (["init", "-q"], ["add", "."], [*name, "commit", "-qm", "work"]):
            dates = {"GIT_COMMITTER_DATE": committed, "GIT_AUTHOR_DATE": committed}
            subprocess.run(["git", *words], cwd=place, env=os.environ | dates, check=True)


@pytest.mark.parametrize("packed", [False, True], ids=["folder", "archive"])
def test_classroom_50_repositories_are_read(course: Course, tmp_path: Path, packed: bool) -> None:
    """A username may contain a hyphen. The later of result.json and the last commit counts."""
    top, late = "cs-hw-3_submissions_2026_11_28_T_10_00_00", "2026-03-02T09:00:00+0100"
    folder = tmp_path / top
    make_clone(folder, "caras", "2026-03-01T10:00:00Z", committed=late)
    make_clone(folder, "ann-m", "2026-03-01T11:00:00Z", committed="2026-02-01T09:00:00+0000")
    make_clone(folder, "teach", "2026-03-01T12:00:00Z")
    make_clone(folder, "mallory", "2026-03-01T12:00:00Z", owner="ann-m")
    (folder / "scores.csv").write_text("username,score\ncaras,3\n")
    source = folder
    if packed:
        source = Path(shutil.make_archive(str(tmp_path / "all"), "zip", tmp_path, top))
    (tmp_path / "students.csv").write_text(CLASSROOM_50)
    roster = Roster.of_class(tmp_path)
    assert [student.id for student in roster.students] == ["caras", "ann-m", "bobo@school.org"]
    report = collect(course, [source], tmp_path, roster)
    assert "lines of students.csv skipped because of a staff role: 2\n" in str(report)
    times = {path.parts[-3]: path.with_name("timestamp.txt").read_text() for path in report.written}
    hour = 10 if packed else 8
    assert times == {
        "ann-m": "2026-03-01 11:00:00 UTC\n",
        "caras": f"2026-03-0{1 if packed else 2} {hour:02}:00:00 UTC\n",
    }
    problem, stranger = sorted(report.actions)
    assert "its folder and its result.json name two students" in problem
    assert "students.csv does not contain 'teach'" in stranger
    assert report.missing == {FIRST: ["bobo@school.org"]}
    assert not any(".git/" in line or "result.json" in line for line in report.other_files)


CARAS = make_result("caras")


@pytest.mark.parametrize(
    ("results", "timed"),
    [
        ({"caras": CARAS}, []),  # a single student may forge a file
        ({"caras": CARAS, "ann-m": make_result("ann-m")}, ["ann-m", "caras"]),
        ({"caras": CARAS, "ann-m": make_result([1])}, []),
    ],
    ids=["one", "most", "no string"],
)
def test_result_files_need_a_majority(
    tmp_path: Path, collect_files: Collect, results: Files, timed: list[str]
) -> None:
    files = {f"cs-hw-3-{user}/{FIRST}.ipynb": STARTED for user in USERS}
    report = collect_files(
        files | {f"cs-hw-3-{user}/result.json": data for user, data in results.items()}
    )
    assert sorted(path.parts[-3] for path in tmp_path.glob("submitted/*/*/timestamp.txt")) == timed
    listed = [line for line in report.other_files if "result.json" in line]
    assert len(listed) == (0 if timed else len(results)), "read or listed"


def test_git_starts_no_program_of_a_clone(course: Course, tmp_path: Path) -> None:
    """The settings of a repository may name programs that git would start."""
    folder, made = tmp_path / "cs-hw-3_submissions_2026_11_28_T_10_00_00", tmp_path / "made"
    make_clone(folder, "caras", "", committed="2026-03-01T10:00:00+0000")
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {made}\n")
    program.chmod(0o755)
    git = folder / "cs-hw-3-caras/.git"
    with (git / "config").open("a") as config:
        config.write(f"[core]\nfsmonitor = {program}\npager = {program}\n")
        config.write(f"sshCommand = {program}\n[gpg]\nprogram = {program}\n")
        config.write("[log]\nshowSignature = true\n[extensions]\npartialClone = origin\n")
        config.write('[remote "origin"]\nurl = ssh://nowhere/x\npromisor = true\n')
    assert collect(course, [folder], tmp_path / "one").written
    shutil.rmtree(git / "objects")
    (git / "objects").mkdir()
    assert collect(course, [folder], tmp_path / "two").written
    assert not made.exists()


@pytest.mark.parametrize("parent", ["", "Homework 5/"])
@pytest.mark.parametrize("end", ["", " (1)"])
def test_google_classroom_file_names_are_read(match: Match, parent: str, end: str) -> None:
    files = {f"{parent}{name} - {FIRST}{end}.ipynb": BOOK for name in PEOPLE}
    assert match(files) == ["Ann_Müller", "Bob_O_Neil", "Cara_Stone"]
    assert match(files, ROSTER) == ["2001", "2002", "2003"]


def test_nested_folders_of_two_students_are_reported(match: Match) -> None:
    """A student may name a folder after another student."""
    name = f"HW5/Bob O'Neil/caras/{FIRST}.ipynb"
    (line,) = match({name: STARTED}, ROSTER)
    assert line == (
        f"? Cannot match {name!r} to a student: it is in folders of 2001 and 2003. "
        f"Put it into submitted/<id>/{FIRST}/"
    )


def answered(course: Course, number: int) -> bytes:
    right = {task.id: f"# {number}\n{task.solution}" for task in course.unit(FIRST).judged}
    return notebook_bytes(course, FIRST, right)


@pytest.mark.parametrize("claimed", [False, True], ids=["nobody's folder", "one student's folder"])
@pytest.mark.parametrize("numbered", [False, True], ids=["names", "numbers"])
def test_shared_folder_is_not_assigned_to_one_student(
    course: Course, match: Match, claimed: bool, numbered: bool
) -> None:
    """Google packs a class into one folder. No student owns it, even if the roster has its name."""
    people = [
        f"{FIRST} ({n})" if numbered else f"{name} - {FIRST}" for n, name in enumerate(PEOPLE)
    ]
    files = {f"Unit 05/{name}.ipynb": answered(course, n) for n, name in enumerate(people)}
    if not numbered:
        zip_file = zipped({"x.ipynb": files.pop(f"Unit 05/{PEOPLE[2]} - {FIRST}.ipynb")})
        files[f"Unit 05/{PEOPLE[2]} - homework.zip"] = zip_file
    roster = ROSTER.replace("caras", "Unit 05") if claimed else ROSTER
    results = match(files, roster)
    if not (claimed or numbered):
        assert results == ["2001", "2002", "2003"]
        return
    (line,) = results
    assert line.startswith("? Not collected: 'Unit 05/")
    assert ("students.csv says that the folder 'Unit 05' is 2001's" in line) == claimed
    assert ("Put each into a folder named after its student" in line) != claimed


@pytest.mark.parametrize("parent", ["Homework 5", "Class/Homework 5"])
def test_class_folder_is_not_a_student(tmp_path: Path, match: Match, parent: str) -> None:
    """Drive adds numbers to equal names, so the files may belong to several students."""
    names = [f"{FIRST}.ipynb", f"{FIRST} (1).ipynb", f"Copy of {FIRST}.ipynb"]
    files = {f"{parent}/{name}": STARTED + b" " * n for n, name in enumerate(names)}
    (line,) = match(files)
    assert line.endswith("belong to two people who are both called Homework_5")
    assert not (tmp_path / "submitted").exists()


TWO = "id,first_name,last_name,brightspace\nk1,Kim,Li,{}\nk2,Kim,Li,5002\n"


def test_equal_names_are_reported_with_a_remedy(match: Match) -> None:
    """The message names the column that distinguishes the students."""
    name = f"5001-7 - Kim Li - Feb 27, 2026 900 PM/{FIRST}.ipynb"
    (line,) = match({name: STARTED}, TWO.format(""))
    assert line == (
        f"? Cannot match {name!r} to a student: k1 and k2 are both called Kim Li. "
        "Enter each student's number, here 5001, in a column of students.csv"
    )
    assert match({name: STARTED}, TWO.format("5001")) == ["k1"]
    (line,) = match({f"HW/Kim Li - {FIRST}.ipynb": STARTED}, TWO.format(""))
    assert line.endswith(f"both called Kim Li. Put it into submitted/<id>/{FIRST}/")


SHEET = """\
Identifier,Full name,Email address,Status,Grade,Last modified (submission),Last modified (grade)
Participant 71,Kim Lee,kim@school.org,Submitted,,"Sunday, 1 March 2026, 11:59 PM",-
Participant 72,Kim Lee,lee@school.org,Submitted,,"Sunday, 1 March 2026, 10:59 PM",-
"""


def test_moodle_sheet_distinguishes_equal_names(tmp_path: Path, collect_files: Collect) -> None:
    files = {
        f"Kim Lee_{n}_assignsubmission_file/{FIRST}.ipynb": STARTED + b" " * n for n in (71, 72)
    }
    (tmp_path / "sheet.csv").write_text(SHEET)
    roster = "id,first_name,last_name,email\n"
    roster += "".join(f"{id},Kim,Lee,{id}@school.org\n" for id in ("kim", "lee"))
    report = collect_files(files, roster)
    assert not report.written
    assert "Pass Moodle's worksheet with --times to distinguish them" in report.actions[0]
    collect_files(files, worksheet=tmp_path / "sheet.csv")
    for id, number in (("kim", 71), ("lee", 72)):
        path = tmp_path / "submitted" / id / FIRST / f"{FIRST}.ipynb"
        assert path.read_bytes() == STARTED + b" " * number
        assert path.with_name("timestamp.txt").is_file()
