"""Archives from learning platforms: each student is identified once, and each file is reported."""

from __future__ import annotations

import json
import os
import stat
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from classroom import FIRST, SECOND, zipped

from autograder import Course, CourseError
from autograder.classroom.platforms import archive
from autograder.classroom.platforms.collect import collect
from autograder.classroom.platforms.detect import read_path
from autograder.classroom.roster import Roster
from autograder.cli.main import main

BOOK = b'{"cells": []}'
Make = Callable[[zipfile.ZipFile], None]


def packed(folder: Path, make: Make) -> Path:
    path = folder / "download.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr(f"ada_{FIRST}.ipynb", BOOK)
        make(opened)
    return path


def write_zip(path: Path, files: dict[str, bytes]) -> Path:
    path.write_bytes(zipped(files))
    return path


@pytest.mark.parametrize(
    ("name", "student", "file"),
    [
        ("Lastname_01_first.ipynb", "Lastname", "Lastname_01_first.ipynb"),
        ("Lastname_123_01_First.ipynb", "Lastname_123", "Lastname_123_01_First.ipynb"),
        ("lovelaceada_4711_815_01_first-2.ipynb", "lovelaceada_4711", "01_first-2.ipynb"),
        ("lovelaceada_LATE_4711_816_my work.ipynb", "lovelaceada_4711", "my work.ipynb"),
        ("anon_x7Yz_815_01_first.ipynb", "anon_anon_x7Yz", "01_first.ipynb"),
        ("Lovelace Ada_17_assignsubmission_file_/01_first.ipynb", "Lovelace_Ada", "01_first.ipynb"),
        ("Lovelace Ada_17_assignsubmission_file/x.ipynb", "Lovelace_Ada", "x.ipynb"),
        ("Lovelace Ada_17_assignsubmission_file_01_first.ipynb", "Lovelace_Ada", "01_first.ipynb"),
        ("Eve_18_assignsubmission_file_/ada_01_first.ipynb", "Eve", "ada_01_first.ipynb"),
        ("gradebook_CS-1_Unit2001_bob_attempt_2026-11-19-10-00-00_01_first.ipynb", "bob",
         "01_first.ipynb"),
        ("in/ada+01_first+2026-03-01 12:00:00 UTC+abc/01_first.ipynb", "ada", "01_first.ipynb"),
        ("submitted/ada/01_first/01_first.ipynb", "ada", "01_first.ipynb"),
        ("submitted/eve/01_first/ada_01_first.ipynb", "eve", "ada_01_first.ipynb"),
        ("week 1/ada_01_first.ipynb", "ada", "ada_01_first.ipynb"),
        ("week 1/01_first/ada_01_first.ipynb", "ada", "ada_01_first.ipynb"),
        ("team-bob/exercises/01_first/01_first.ipynb", "team-bob", "01_first.ipynb"),
        ("Zoe\u0308_01_first.ipynb", "Zo\u00eb", "Zoe\u0308_01_first.ipynb"),
        ("ada@school.org/01_first (1).ipynb", "ada@school.org", "01_first (1).ipynb"),
        ("01_first.ipynb", "", "01_first.ipynb"),
        # Names that a student chose determine neither the owner nor the time.
        ("Eve_18_assignsubmission_file/Ada_17_assignsubmission_file/01_first.ipynb", "Eve",
         "01_first.ipynb"),
        ("Eve_18_assignsubmission_file_Ada_17_assignsubmission_file_x.ipynb", "Eve",
         "Ada_17_assignsubmission_file_x.ipynb"),
        ("eve_1002_7002_ada_attempt_9999-99-99-99-99-99_x.ipynb", "eve_1002",
         "ada_attempt_9999-99-99-99-99-99_x.ipynb"),
        ("eve_1002_7002_ada_attempt_0000-01-01-00-00-00_x.ipynb", "eve_1002",
         "ada_attempt_0000-01-01-00-00-00_x.ipynb"),
        pytest.param(f"a_1_{'9' * 5000}_x.ipynb", "", f"a_1_{'9' * 5000}_x.ipynb", id="digits"),
        ("in/eve+01_first+9999-12-31 23:59:59-14:00+abc/01_first.ipynb", "eve", "01_first.ipynb"),
    ],
)  # fmt: skip
def test_path_identifies_the_student_and_the_file(
    course: Course, name: str, student: str, file: str
) -> None:
    found = read_path(name, {}, course.units)
    assert ([owner.fallback for owner in found.owners] or [""]) == [student]
    assert found.file == file


def moodle(unit: str, start: int) -> dict[str, bytes]:
    """Return an archive with a number of each submission."""
    people = ("Ann M\u00fcller", "Bob O'Neil", "Zo\u00eb Li")
    return {
        f"{name}_{start + n}_assignsubmission_file/{unit}.ipynb": BOOK
        for n, name in enumerate(people)
    }


def canvas(unit: str, start: int) -> dict[str, bytes]:
    people = {"m\u00fcllerann": 1001, "oneilbob_LATE": 1002, "lizo\u00eb": 1003}
    return {
        f"{name}_{id}_{start + n}_{unit}.ipynb": BOOK for n, (name, id) in enumerate(people.items())
    }


def blackboard(unit: str, start: int) -> dict[str, bytes]:
    when = f"2026-11-19-10-00-{start % 60:02}"
    front = f"gradebook_CS101-2026_Unit20{unit[:2]}"
    return {
        f"{front}_{user}_attempt_{when}{end}": BOOK
        for user in ("ann", "bob", "zoe")
        for end in (f"_{unit}.ipynb", ".txt")
    }


def gradescope(unit: str, start: int) -> dict[str, bytes]:
    people = {"ann": "Ann M\u00fcller", "bob": "Bob O'Neil", "zoe": "Zo\u00eb Li"}
    lines, found = [], {}
    for n, (user, name) in enumerate(people.items(), start):
        lines += [f"submission_{n}:", "  :submitters:", f"  - :name: {name}"]
        lines += [f"    :email: {user}@school.org", "  :created_at: 2026-03-01 12:00:00 -05:00"]
        found[f"assignment_9_export/submission_{n}/{unit}.ipynb"] = BOOK
    text = "\n".join(lines).encode()
    return {"assignment_9_export/submission_metadata.yml": text, **found}


ROSTER = """\
id,first_name,last_name,email,canvas,blackboard,section
am,Ann,M\u00fcller,ann@school.org,1001,ann,A
bo,Bob,O'Neil,bob@school.org,1002,bob,A
zl,Zo\u00eb,Li,zoe@school.org,1003,zoe,B
"""
PLATFORMS = [moodle, canvas, blackboard, gradescope]


@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: platform.__name__)
@pytest.mark.parametrize("named", [True, False], ids=["roster", "no roster"])
def test_students_are_matched_across_assignments(
    course: Course, tmp_path: Path, platform: Callable[[str, int], dict[str, bytes]], named: bool
) -> None:
    """Platforms assign new numbers for each assignment."""
    folder = tmp_path / "class"
    if named:
        folder.mkdir()
        (folder / "students.csv").write_text(ROSTER)
    roster = Roster.of_class(folder)
    archives = [
        write_zip(tmp_path / "one.zip", platform(FIRST, 7001)),
        write_zip(tmp_path / "two.zip", platform(SECOND, 9001)),
    ]
    found = collect(course, archives, folder, roster)
    assert not found.questions
    assert len(found.written) == 6
    students = sorted(path.name for path in (folder / "submitted").iterdir())
    assert len(students) == 3
    assert not named or students == ["am", "bo", "zl"]
    if platform is canvas:
        assert len(found.late) == 2
        assert "marked late by the platform, without a time" in str(found)
    if platform is gradescope:
        path = folder / "submitted" / students[0] / FIRST / "timestamp.txt"
        assert path.read_text() == "2026-03-01 17:00:00 UTC\n"


ATTEMPT = "gradebook_CS_Unit_bob_attempt_2026-11-19-10-00-00"
POSED = (
    f"lovelaceada_4711_815_{ATTEMPT}_01_first.ipynb"  # on Canvas, where ada chooses the last part
)
THEIRS = (
    "gradebook_CS_101_2026_bob_attempt_2026-11-19-10-00-00"  # on Blackboard, in the course CS_101
)


@pytest.mark.parametrize(
    ("names", "students", "asked"),
    [
        ([POSED, "bob_12_816_01_first.ipynb"], ["bob_12", "lovelaceada_4711"], 0),
        ([POSED, "bob_12_text.html"], ["lovelaceada_4711"], 1),
        ([f"{THEIRS}_01_first.ipynb", f"{THEIRS}.txt"], ["bob"], 0),
        ([f"{ATTEMPT}_12_13_01_first.ipynb", f"{ATTEMPT}.txt"], ["bob"], 0),
        ([POSED], [], 1),
        ([POSED, POSED.replace("_815_", "_817_")], [], 2),
        ([POSED, f"{ATTEMPT}.txt", "bob_12_816_01_first.ipynb"], ["bob_12"], 2),
    ],
)
def test_canvas_and_blackboard_names_are_distinguished(
    course: Course, tmp_path: Path, names: list[str], students: list[str], asked: int
) -> None:
    """A student may name a file like a Blackboard submission of another student."""
    found = collect(course, [write_zip(tmp_path / "a.zip", dict.fromkeys(names, BOOK))], tmp_path)
    assert sorted(path.parts[-3] for path in found.written) == students
    assert len(found.questions) == asked
    if not students:
        said = f"Cannot match {POSED!r} to a student: Canvas and Blackboard both name files in this"
        assert said in str(found)


OWN = {"submission_metadata.yml": b"submission_9:\n  :submitters:\n  - :name: bob\n"}


@pytest.mark.parametrize("ours", [{}, {"bob/01_first.ipynb": BOOK}, {"bob.txt": b""}, OWN])
@pytest.mark.parametrize("around", ["", "all/"])
def test_metadata_file_of_a_student_is_ignored(
    course: Course, tmp_path: Path, ours: dict[str, bytes], around: str
) -> None:
    """It could name another student as the submitter."""
    hers = {
        "eve/submission_metadata.yml": b"submission_1:\n  :submitters:\n  - :name: ada\n",
        f"eve/submission_1/{FIRST}.ipynb": BOOK,
    }
    files = {around + name: data for name, data in {**hers, **ours}.items()}
    (tmp_path / "students.csv").write_text("id\nada\nbob\neve\n")
    path = write_zip(tmp_path / "g.zip", files)
    found = collect(course, [path], tmp_path, Roster.of_class(tmp_path))
    assert {path.parts[-3] for path in found.written} <= {"eve", "bob"}
    assert "eve" in str(found.written)


@pytest.mark.parametrize("when", ["2026-02-30 10:00:00", "9999-12-31 23:59:59 -14:00", "[soon]"])
def test_invalid_time_is_ignored(course: Course, tmp_path: Path, when: str) -> None:
    text = f"submission_1:\n  :submitters:\n  - :email: a@b.org\n  :created_at: {when}\n"
    files = {"submission_metadata.yml": text.encode(), f"submission_1/{FIRST}.ipynb": BOOK}
    found = collect(course, [write_zip(tmp_path / "g.zip", files)], tmp_path)
    assert [path.parts[-3] for path in found.written] == ["a@b.org"]
    assert not list(tmp_path.glob("submitted/*/*/timestamp.txt"))


def test_group_submission_counts_for_each_member(course: Course, tmp_path: Path) -> None:
    text = "submission_1:\n  :submitters:\n  - :email: a@b.org\n  - :email: c@b.org\n"
    files = {"submission_metadata.yml": text.encode(), f"submission_1/{FIRST}.ipynb": BOOK}
    collect(course, [write_zip(tmp_path / "g.zip", files)], tmp_path)
    assert sorted(p.name for p in (tmp_path / "submitted").iterdir()) == ["a@b.org", "c@b.org"]


def test_anonymous_moodle_submissions_are_matched_by_number(course: Course, tmp_path: Path) -> None:
    """All students are named Participant, and the roster may contain the numbers."""
    files = {f"Participant_{n}_assignsubmission_file/{FIRST}.ipynb": BOOK for n in (7001, 7002)}
    path = write_zip(tmp_path / "blind.zip", files)
    found = collect(course, [path], tmp_path / "class")
    assert not found.questions
    assert [p.parts[-3] for p in found.written] == ["Participant_7001", "Participant_7002"]
    roster = tmp_path / "students.csv"
    roster.write_text("id,moodle\nann,Participant 7001\nbob,Participant 7002\n")
    found = collect(course, [path], tmp_path / "named", Roster.read(roster))
    assert [p.parts[-3] for p in found.written] == ["ann", "bob"]


def test_moodle_worksheet_gives_submission_times(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """The times in the archive are those of the download."""
    monkeypatch.chdir(course.path.parent)
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    sheet = tmp_path / "worksheet.csv"
    sheet.write_text(
        "Identifier,Full name,Grade,Last modified (submission),Last modified (grade)\n"
        'Participant 7001,Ann Müller,,"Sunday, 29 March 2026, 11:59 PM",-\n'
        "Participant 7002,Bob O'Neil,,-,-\n"
        'Participant 7003,Zoë Li,,"Sonntag, 29. März 2026, 23:59",-\n'
    )
    path = write_zip(tmp_path / "m.zip", moodle(FIRST, 7001))
    words = ["collect", str(path), "--class", str(tmp_path / "class"), "--times", str(sheet)]
    try:
        assert main(words) == 3
    finally:
        monkeypatch.undo()
        time.tzset()
    there = sorted((tmp_path / "class").glob("submitted/*/*/timestamp.txt"))
    assert {p.parts[-3]: p.read_text() for p in there} == {
        "Ann_Müller": "2026-03-29 21:59:00 UTC\n"  # on the first day of summer time
    }
    said = capsys.readouterr().out
    assert "action required: worksheet.csv contains 'Sonntag, 29. März 2026, 23:59'" in said


@pytest.mark.parametrize(
    ("rows", "times", "asked"),
    [
        (
            "am,2026-11-22 05:59:00 UTC\nbo,soon\n",
            {"am": "2026-11-22 05:59:00 UTC\n"},
            ["times.csv has an invalid time for bo: 'soon'. Write it as: 2026-11-22 05:59:00 UTC"],
        ),
        ("am,\nbo,\n", {}, []),
        (
            "zoe,2026-11-22 05:59:00 UTC\n",
            {},
            ["times.csv has a time for 'zoe', but students.csv does not contain this id"],
        ),
    ],
    ids=["invalid", "empty", "unknown id"],
)
def test_table_of_times_gives_submission_times(
    course: Course, tmp_path: Path, rows: str, times: dict[str, str], asked: list[str]
) -> None:
    """Archives of Canvas contain no times."""
    (tmp_path / "students.csv").write_text(ROSTER)
    (tmp_path / "times.csv").write_text(f"id,time\n{rows}")
    path = write_zip(tmp_path / "c.zip", canvas(FIRST, 7001))
    roster = Roster.of_class(tmp_path)
    found = collect(course, [path], tmp_path, roster, worksheet=tmp_path / "times.csv")
    there = tmp_path.glob("submitted/*/*/timestamp.txt")
    assert {path.parts[-3]: path.read_text() for path in there} == times
    assert found.questions == asked


@pytest.mark.parametrize(
    "name", ["Team 1_45_assignsubmission_file/", "team1_1001_50001_"], ids=["Moodle", "Canvas"]
)
def test_group_file_counts_for_each_member(course: Course, tmp_path: Path, name: str) -> None:
    """Moodle and Canvas pack it once with the name of the group."""
    roster = tmp_path / "students.csv"
    roster.write_text("id,canvas,group\nann,1001,Team 1\nbob,1002,Team 1\ncyd,1003,Team 2\n")
    files = {f"{name}{FIRST}.ipynb": BOOK, f"cyd_1003_50002_{FIRST}.ipynb": BOOK + b" "}
    found = collect(
        course, [write_zip(tmp_path / "t.zip", files)], tmp_path / "class", Roster.read(roster)
    )
    assert not found.questions
    assert [path.parts[-3] for path in found.written] == ["ann", "bob", "cyd"]


def test_large_archive_is_not_kept_in_memory(course: Course, tmp_path: Path) -> None:
    """Of 120 MB of notebooks and videos, one file at a time is in memory."""
    path = tmp_path / "large.zip"
    filler = json.dumps({"cells": [], "metadata": {"x": "y" * (1 << 20)}}).encode()
    with zipfile.ZipFile(path, "w") as made:
        for n in range(100):
            made.writestr(f"Student {n}_{n}_assignsubmission_file/{FIRST}.ipynb", filler)
        made.writestr("Tom_99_assignsubmission_file/film.mp4", bytes(20 << 20))
        for n in range(3000):
            made.writestr(f"Student 1_1_assignsubmission_file/data/{n}.txt", b"")
    tracemalloc.start()
    try:
        found = collect(course, [path], tmp_path / "class")
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(found.written) == 100
    assert held < 64 << 20, f"{held >> 20} MB were in memory"


def test_student_zip_with_too_many_files_is_skipped(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each collected file opens the inner archive again."""
    monkeypatch.setattr(archive, "INNER_ENTRIES", 2)
    inner = zipped({f"{FIRST} ({n}).ipynb": BOOK for n in range(3)})
    files = {"Ada_3_assignsubmission_file/homework.zip": inner}
    found = collect(course, [write_zip(tmp_path / "z.zip", files)], tmp_path)
    assert not found.written
    assert "has more than 2 entries" in " ".join(found.others)
    assert "Ada handed in no notebook of a unit" in " ".join(found.questions)


def test_student_who_is_not_on_the_roster_is_reported(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(course.path.parent)
    (tmp_path / "class").mkdir()
    (tmp_path / "class/students.csv").write_text(ROSTER.replace("Ann,", "Anne,"))
    path = write_zip(tmp_path / "m.zip", moodle(FIRST, 7001))
    words = ["collect", str(path), "--class", str(tmp_path / "class")]
    assert main(words) == 3
    said = capsys.readouterr().out
    assert "2 notebooks written" in said
    assert "action required: Cannot match 'Ann M\u00fcller_7001" in said
    assert "to a student: students.csv does not contain 'Ann M\u00fcller'." in said
    assert f"{FIRST}: no submission from am\n" in said
    assert "Moodle: 2 students are identified only by their names" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name\nada\n", "A student has no id."),
        ("id\nada\nada\n", "has 'ada' twice."),
        ("id,email\n,ada@school.org\n", "A student has no id."),
        ("id\n../x\n", "has the id '../x', which is not a valid folder name."),
        ("id\n", "lists no student."),
    ],
)
def test_invalid_roster_is_reported(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "students.csv"
    path.write_text("\ufeff" + text)
    with pytest.raises(CourseError, match=said.replace(".", r"\.")):
        Roster.read(path)


def test_roster_of_a_european_spreadsheet_is_read(tmp_path: Path) -> None:
    path = tmp_path / "students.csv"
    path.write_text("id;first_name;email\n007;J\u00f6rg;j@school.org\n")
    (student,) = Roster.read(path).students
    assert (student.id, student.first_name) == ("007", "J\u00f6rg")
    path.write_bytes("id;first_name\n007;J\u00f6rg\n".encode("cp1252"))
    with pytest.raises(CourseError, match=r"is not UTF-8\."):
        Roster.read(path)


def test_students_with_equal_names_are_kept_apart(course: Course, tmp_path: Path) -> None:
    files = {f"Ann Li_{n}_assignsubmission_file/{FIRST}.ipynb": BOOK + b" " * n for n in (1, 2)} | {
        f"O'Neil_{FIRST}.ipynb": BOOK,
        f"O Neil_{FIRST}.ipynb": BOOK,
        f"ada_{FIRST}.ipynb": BOOK,
    }
    found = collect(course, [write_zip(tmp_path / "two.zip", files)], tmp_path)
    assert [path.parts[-3] for path in found.written] == ["ada"]
    assert [line.rpartition(" belong to ")[2] for line in found.questions] == [
        "two people who are both called Ann_Li",
        "two people who are both called O_Neil",
    ]


def test_later_attempt_counts(course: Course, tmp_path: Path) -> None:
    files = {
        f"liann_1001_60002_{FIRST}-1.ipynb": BOOK + b" ",
        f"liann_1001_60001_{FIRST}.ipynb": BOOK,
        f"Eve_3_assignsubmission_file/{FIRST}.ipynb": BOOK,
        f"Eve_3_assignsubmission_file/{FIRST} (1).ipynb": BOOK + b" ",
    }
    found = collect(course, [write_zip(tmp_path / "two.zip", files)], tmp_path)
    assert [path.read_bytes() for path in found.written] == [BOOK, BOOK + b" "]
    assert found.earlier == [
        f"Eve_3_assignsubmission_file/{FIRST} (1).ipynb",
        f"liann_1001_60001_{FIRST}.ipynb",
    ]
    kept = sorted(tmp_path.glob(f"attempts/*/{FIRST}/*.ipynb"))
    assert [path.read_bytes() for path in kept] == [BOOK + b" ", BOOK], "nothing is lost"


def test_later_time_counts_and_the_earlier_attempt_is_kept(course: Course, tmp_path: Path) -> None:
    def export(hour: int) -> Path:
        who, when = "  :submitters:\n  - :email: a@b.org\n", f"2026-03-01 {hour}:00:00 Z"
        text = f"submission_1:\n{who}  :created_at: {when}\n"
        files = {"submission_metadata.yml": text.encode()}
        files[f"submission_1/{FIRST}.ipynb"] = BOOK + b" " * hour
        return write_zip(tmp_path / f"{hour}.zip", files)

    place = tmp_path / "submitted/a@b.org" / FIRST
    for hour, counts in ((10, 10), (12, 12), (11, 12)):
        found = collect(course, [export(hour)], tmp_path)
        assert (place / f"{FIRST}.ipynb").read_bytes() == BOOK + b" " * counts
        assert (place / "timestamp.txt").read_text() == f"2026-03-01 {counts}:00:00 UTC\n"
    assert found.conflicts == [place / f"{FIRST}.ipynb"]
    (old,) = tmp_path.glob("attempts/*/*/*.ipynb")
    assert old.read_bytes() == BOOK + b" " * 10


@pytest.mark.parametrize(
    ("more", "first", "second", "counts"),
    [
        ("", 10, 11, 11),  # both in time
        ("", 10, 13, 10),
        ("", 13, 14, 14),  # none in time
        ("", 13, 10, 10),
        ('[late]\ngrace = "90 min"', 10, 13, 13),
        ('[extension]\nli = "2 hours"', 10, 13, 13),
    ],
)
@pytest.mark.parametrize("at_once", [True, False], ids=["one archive", "two archives"])
def test_last_attempt_in_time_counts_with_the_policy(
    course: Course, tmp_path: Path, more: str, first: int, second: int, counts: int, at_once: bool
) -> None:
    due = f"[unit.{FIRST}]\ndue = 2026-03-01T12:00:00Z"
    (tmp_path / "policy.toml").write_text(f'attempts = "in time"\n{due}\n{more}\n')
    (tmp_path / "students.csv").write_text("id,email\nli,li@b.org\n")
    roster = Roster.of_class(tmp_path)
    place, files = tmp_path / "submitted/li" / FIRST, {}
    for hour in (first, second):
        files[f"in/li+{FIRST}+2026-03-01 {hour}:00:00 UTC+x/{FIRST}.ipynb"] = BOOK + b" " * hour
    for number, one in enumerate([files] if at_once else [{k: files[k]} for k in files]):
        collect(course, [write_zip(tmp_path / f"{number}.zip", one)], tmp_path, roster)
    assert (place / f"{FIRST}.ipynb").read_bytes() == BOOK + b" " * counts
    assert (place / "timestamp.txt").read_text() == f"2026-03-01 {counts}:00:00 UTC\n"


def test_last_attempt_counts_without_the_policy(course: Course, tmp_path: Path) -> None:
    due = f"[unit.{FIRST}]\ndue = 2026-03-01T12:00:00Z\n"
    (tmp_path / "policy.toml").write_text(due)
    files = {f"in/li+{FIRST}+2026-03-01 {hour}:00:00 UTC+x/{FIRST}.ipynb": BOOK + b" " * hour
             for hour in (10, 13)}  # fmt: skip
    collect(course, [write_zip(tmp_path / "x.zip", files)], tmp_path)
    made = tmp_path / "submitted/li" / FIRST / f"{FIRST}.ipynb"
    assert made.read_bytes() == BOOK + b" " * 13


def test_late_mark_is_removed_with_its_submission(course: Course, tmp_path: Path) -> None:
    collect(
        course, [write_zip(tmp_path / "1.zip", {f"ann_LATE_1_7_{FIRST}.ipynb": BOOK})], tmp_path
    )
    (mark,) = tmp_path.glob("submitted/*/*/late.txt")
    newer = write_zip(tmp_path / "2.zip", {f"ann_1_8_{FIRST}.ipynb": BOOK + b" "})
    collect(course, [newer], tmp_path, overwrite=True)
    assert not mark.exists()


def test_replaced_submission_keeps_its_own_time(course: Course, tmp_path: Path) -> None:
    """The timestamp of the old notebook must not apply to the new one."""
    late = {f"in/li+{FIRST}+2026-03-01 13:00:00 UTC+x/{FIRST}.ipynb": BOOK}
    collect(course, [write_zip(tmp_path / "1.zip", late)], tmp_path)
    place = tmp_path / "submitted/li" / FIRST
    assert (place / "timestamp.txt").is_file()
    early = write_zip(tmp_path / "2.zip", {f"li/{FIRST}.ipynb": BOOK + b" "})
    collect(course, [early], tmp_path, overwrite=True)
    assert (place / f"{FIRST}.ipynb").read_bytes() == BOOK + b" "
    assert not (place / "timestamp.txt").exists()
    kept = sorted((tmp_path / "attempts/li" / FIRST).iterdir())
    assert [path.suffix for path in kept] == [".ipynb", ".txt"]
    assert kept[0].stem == kept[1].stem
    assert kept[1].read_text() == "2026-03-01 13:00:00 UTC\n"


def test_student_with_other_files_is_reported(course: Course, tmp_path: Path) -> None:
    """No folder is created for such a student."""
    files = {
        f"Eve_3_assignsubmission_file/{FIRST}.ipynb": BOOK,
        "Eve_3_assignsubmission_file/notes.txt": b"",
        "Zoe_6_assignsubmission_file/scores.csv": b"",
        "Ida_8_assignsubmission_file/submission_metadata.yml": b"",
        "Tom_4_assignsubmission_file/solution.py": b"",
        "bob_5_7_homework.docx": b"",
    }
    found = collect(course, [write_zip(tmp_path / "two.zip", files)], tmp_path)
    assert sorted(found.questions) == [
        "Ida handed in no notebook of a unit: Ida_8_assignsubmission_file/submission_metadata.yml",
        "Tom handed in no notebook of a unit: Tom_4_assignsubmission_file/solution.py",
        "Zoe handed in no notebook of a unit: Zoe_6_assignsubmission_file/scores.csv",
        "bob handed in no notebook of a unit: bob_5_7_homework.docx",
    ]


def test_name_in_a_rejected_file_does_not_identify_the_student(
    course: Course, tmp_path: Path
) -> None:
    files = {f"ann/{FIRST}.ipynb": BOOK, f"eve/ann_{FIRST}.zip": zipped({"x.ipynb": BOOK})}
    (tmp_path / "students.csv").write_text("id\nann\neve\n")
    path = write_zip(tmp_path / "z.zip", files)
    (said,) = collect(course, [path], tmp_path, Roster.of_class(tmp_path)).questions
    assert said.startswith("eve handed in no notebook of a unit: eve/ann_")


def test_hidden_files_of_macos_are_ignored(course: Course, tmp_path: Path) -> None:
    files = {
        f"ada_{FIRST}.ipynb": BOOK,
        f"__MACOSX/._ada_{FIRST}.ipynb": b"\0\5\x16\7",
        f"ada/.ipynb_checkpoints/{FIRST}-checkpoint.ipynb": BOOK,
        f"._bob_{FIRST}.ipynb": b"",
        ".DS_Store": b"",
    }
    found = collect(course, [write_zip(tmp_path / "mac.zip", files)], tmp_path)
    assert [path.parts[-3] for path in found.written] == ["ada"]
    assert not found.others + found.questions


def test_control_characters_in_file_names_are_escaped(course: Course, tmp_path: Path) -> None:
    eve = "Eve\x1b[2J\u202e_4_assignsubmission_file"
    files = {f"{eve}/{FIRST} ({n}).ipynb": BOOK + b" " * n for n in range(2)}
    files |= {f"{eve}/x\x9b.txt": b"", "Tom\r0_5_assignsubmission_file/x.zip": b""}
    found = collect(course, [write_zip(tmp_path / "n.zip", files)], tmp_path)
    assert len(found.written) == len(found.earlier) == len(found.questions) == 1
    assert all(map(str.isprintable, str(found).splitlines()))
    assert r"Eve\x1b[2J\u202e_4" in str(found)


def test_zip_of_a_student_is_opened(course: Course, tmp_path: Path) -> None:
    inner = zipped({f"somebody/{FIRST}.ipynb": BOOK, "../../evil.ipynb": BOOK})
    files = {
        "Ada_3_assignsubmission_file/homework.zip": inner,
        "liann_1001_60001_homework.zip": inner,
        "bob_5_assignsubmission_file/homework.zip": b"no zip",
    }
    found = collect(course, [write_zip(tmp_path / "z.zip", files)], tmp_path)
    assert sorted(path.parts[-3] for path in found.written) == ["Ada", "liann_1001"]
    left = " ".join(found.others)
    assert "leaves its folder" in left
    assert "cannot be opened" in left


@pytest.mark.parametrize(
    ("folder", "letters"),
    [
        ("Mo\u0308we Zoe\u0308", "utf-8"),  # macOS decomposes characters and sets no flag
        ("M\u00f6we Zo\u00eb", "cp437"),
        ("zoe\u0308", "utf-8"),
    ],
)
def test_encoded_names_are_decoded(
    course: Course, tmp_path: Path, folder: str, letters: str
) -> None:
    """Archives of some systems lack the flag for UTF-8."""
    name = f"mails/{folder}/{FIRST}.ipynb".encode(letters)
    held = "Q" * len(name)  # only ASCII, so that Python sets no flag
    (tmp_path / "a.zip").write_bytes(zipped({held: BOOK}).replace(held.encode(), name))
    roster = "id,first_name,last_name\nzo\u00eb,Zo\u00eb,M\u00f6we\n"
    (tmp_path / "students.csv").write_text(roster)
    found = collect(course, [tmp_path / "a.zip"], tmp_path, Roster.of_class(tmp_path))
    assert not found.questions
    assert [path.parts[-3] for path in found.written] == ["zo\u00eb"]


def test_file_without_a_name_is_skipped(course: Course, tmp_path: Path) -> None:
    inner = zipped({"~x": b"", f"{FIRST}.ipynb": BOOK}).replace(b"~x", b"\0x")
    files = {"Eve_3_assignsubmission_file/homework.zip": inner, f"ada_{FIRST}.ipynb": BOOK}
    found = collect(course, [write_zip(tmp_path / "z.zip", files)], tmp_path)
    assert [path.parts[-3] for path in found.written] == ["Eve", "ada"]


def test_student_without_a_writable_folder_is_reported(course: Course, tmp_path: Path) -> None:
    """The name may be too long, or a file may be in the place of the folder."""
    people = {1: "a" * 300, 2: "bob", 3: "cyd", 4: "dora"}
    text = "".join(f"submission_{n}:\n  :submitters:\n  - :sid: {people[n]}\n" for n in people)
    files = {f"submission_{n}/{FIRST}.ipynb": BOOK for n in people}
    files["submission_metadata.yml"] = text.encode()
    (tmp_path / "submitted/cyd").mkdir(parents=True)
    (tmp_path / f"submitted/cyd/{FIRST}").write_text("an answer")
    (tmp_path / "submitted/bob").write_text("an answer")
    found = collect(course, [write_zip(tmp_path / "g.zip", files)], tmp_path)
    assert [path.parts[-3] for path in found.written] == ["dora"]
    assert [line.split(":")[0] for line in found.questions] == ["a" * 39 + "…", "bob", "cyd"]
    assert "cannot be written to submitted/ (Not a directory); free the path" in found.questions[1]


def test_unit_is_read_from_the_notebook(course: Course, tmp_path: Path) -> None:
    book = b'{"cells": [{"cell_type": "code", "source": "start(\'01_first\')"}]}'
    files = {"Ada_3_assignsubmission_file/homework.ipynb": book, "other.ipynb": BOOK}
    found = collect(course, [write_zip(tmp_path / "n.zip", files)], tmp_path)
    assert [path.parts[-3:-1] for path in found.written] == [("Ada", FIRST)]
    assert found.others == ["not named after a unit: other.ipynb"]


def test_collect_writes_to_the_folders_of_nbgrader(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(course.path.parent)
    path = packed(tmp_path, lambda opened: opened.writestr("read me.txt", "hello"))
    words = ["collect", str(path), "--class", str(tmp_path / "class")]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "1 notebooks written" in said
    assert "not collected: no notebook: read me.txt" in said
    book = tmp_path / f"class/submitted/ada/{FIRST}/{FIRST}.ipynb"
    config = tmp_path / "class/nbgrader_config.py"  # so that nbgrader's commands work
    assert {p for p in (tmp_path / "class").rglob("*") if p.is_file()} == {book, config}
    assert book.read_bytes() == BOOK
    book.write_bytes(b"another version")
    assert main(words) == 0
    assert (
        f"kept the existing file (--replace takes the new one): {book}" in capsys.readouterr().out
    )
    assert book.read_bytes() == b"another version"
    assert main([*words, "--replace"]) == 0
    assert book.read_bytes() == BOOK


def _link(opened: zipfile.ZipFile) -> None:
    entry = zipfile.ZipInfo(f"eve_{FIRST}.ipynb")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    opened.writestr(entry, "../../gradebook.db")


def _packed(opened: zipfile.ZipFile) -> None:
    opened.writestr(f"eve_{FIRST}.ipynb", BOOK, zipfile.ZIP_LZMA)


def _encrypted(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[data.rindex(b"PK\x01\x02") + 8] |= 1  # the flag in the central directory
    path.write_bytes(data)


def _damaged(path: Path) -> None:
    data = bytearray(path.read_bytes())
    start = data.index(b"eve_")
    data[start + 40 : start + 60] = bytes(20)
    path.write_bytes(data)


def _entry(name: str, data: bytes = BOOK) -> Make:
    return lambda opened: opened.writestr(name, data)


def _zeros(size: int) -> Make:
    """Return a function that writes notebooks of zeros, which must not fill the memory."""

    def write(opened: zipfile.ZipFile) -> None:
        for number in range(3):
            opened.writestr(f"eve{number}_{FIRST}.ipynb", bytes(size << 20))

    return write


NAME = f"eve_{FIRST}.ipynb"
SKIPPED: dict[str, tuple[Make, str]] = {
    "absolute": (_entry(f"/tmp/{NAME}"), "has an absolute path"),
    "drive": (_entry(f"C:\\{NAME}"), "has an absolute path"),
    "parent": (_entry(f"a/../../{NAME}"), "leaves its folder"),
    "backslash": (_entry(f"a\\..\\..\\{NAME}"), "leaves its folder"),
    "deep": (_entry("a/" * 8 + "x.ipynb"), "is more than 8 folders deep"),
    "long": (_entry(f"{'e' * 300}_{FIRST}.ipynb"), "has too long a name"),
    "link": (_link, "is a link or a device"),
    "compression": (_packed, "is packed by an unsupported method"),
    "encrypted": (_entry(NAME), "is encrypted"),
    "damaged": (_entry(NAME, bytes(range(256)) * 9), "is damaged"),
    "zip bomb": (_zeros(10), "expands to 10 MB, more than 200 times its"),
    "large": (_zeros(30), "is larger than 20 MB"),
}
CHANGES = {"encrypted": _encrypted, "damaged": _damaged}


@pytest.mark.parametrize("kind", SKIPPED)
def test_unsafe_entry_is_skipped(course: Course, tmp_path: Path, kind: str) -> None:
    make, said = SKIPPED[kind]
    path = packed(tmp_path, make)
    if kind in CHANGES:
        CHANGES[kind](path)
    found = collect(course, [path], tmp_path / "class")
    assert [written.parts[-3] for written in found.written] == ["ada"]
    assert said in " ".join(found.others)
    assert not list(tmp_path.glob("**/eve*"))


@pytest.mark.parametrize(
    ("cap", "value", "said"),
    [("ENTRIES", 1, "has more than 1 entries"), ("TOTAL_BYTES", 1000, "would unpack to")],
)
def test_archive_over_a_limit_is_rejected(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cap: str, value: int, said: str
) -> None:
    path = packed(tmp_path, lambda z: z.writestr("big.bin", bytes(100_000)))
    assert collect(course, [path], tmp_path / "before").others == ["no notebook: big.bin"]
    monkeypatch.setattr(archive, cap, value)
    _check_that_archive_is_rejected(course, path, said)


def test_zip_bomb_with_a_false_size_is_not_unpacked(course: Course, tmp_path: Path) -> None:
    """A student controls the directory of an inner archive."""
    inner = bytearray(zipped({f"{FIRST}.ipynb": bytes(100 << 20)}))
    for signature, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = inner.rindex(signature) + at
        inner[place : place + 4] = (1000).to_bytes(4, "little")
    path = tmp_path / "z.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("Eve_3_assignsubmission_file/homework.zip", inner)
    tracemalloc.start()
    try:
        found = collect(course, [path], tmp_path)
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "is damaged" in found.others[0]
    assert len(found.questions) == 1
    assert held < 16 << 20, f"{held >> 20} MB were in memory"


@pytest.mark.parametrize("damage", ["cut", "no zip"])
def test_damaged_archive_is_reported(course: Course, tmp_path: Path, damage: str) -> None:
    path = packed(tmp_path, lambda z: z.writestr(f"eve_{FIRST}.ipynb", BOOK))
    path.write_bytes({"cut": path.read_bytes()[:-30], "no zip": b"hello"}[damage])
    _check_that_archive_is_rejected(course, path, "cannot be read as a zip archive")


def test_missing_archive_is_reported(course: Course, tmp_path: Path) -> None:
    _check_that_archive_is_rejected(course, tmp_path / "none.zip", "There is no file")


def _check_that_archive_is_rejected(course: Course, path: Path, said: str) -> None:
    folder = path.parent / "class"
    with pytest.raises(CourseError) as error:
        collect(course, [path], folder)
    assert said in str(error.value)
    assert not folder.exists(), "no file is collected"
    assert not list(path.parent.glob("**/eve*"))
    open_files = map(os.path.realpath, Path("/proc/self/fd").iterdir())
    assert str(path.resolve()) not in open_files, "the file is closed"
