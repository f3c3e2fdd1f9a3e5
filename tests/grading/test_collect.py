"""Archives from learning platforms: students are identified, and other files are reported."""

from __future__ import annotations

import os
import stat
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from classroom import FIRST, SECOND, output, zipped
from platforms import (
    BOOK,
    PEOPLE,
    ROSTER,
    STARTED,
    Collect,
    Files,
    Layout,
    blackboard,
    canvas,
    gradescope,
    merge,
    metadata,
    moodle,
    owners,
)

from autograder import Course, CourseError
from autograder.classroom.platforms import archive
from autograder.classroom.platforms.collect import collect
from autograder.classroom.platforms.detect import read_path
from autograder.classroom.platforms.skip_reasons import entry_skip_reason
from autograder.classroom.roster import Roster

Make = Callable[[zipfile.ZipFile], None]


def packed(folder: Path, make: Make) -> Path:
    path = folder / "download.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr(f"ada_{FIRST}.ipynb", BOOK)
        make(opened)
    return path


def class_archive(layout: Layout, unit: str = FIRST, start: int = 7001) -> Files:
    """Return the archive of one unit with a notebook of each student."""
    return merge(*(layout(who, {f"{unit}.ipynb": BOOK}, start) for who in PEOPLE))


def times(folder: Path) -> dict[str, str]:
    """Return the submission times by student."""
    paths = folder.glob("submitted/*/*/timestamp.txt")
    return {path.parts[-3]: path.read_text() for path in paths}


@pytest.mark.parametrize(
    ("name", "student", "file"),
    [
        ("Lastname_01_first.ipynb", "Lastname", "Lastname_01_first.ipynb"),
        ("lovelaceada_4711_815_01_first-2.ipynb", "lovelaceada_4711", "01_first-2.ipynb"),
        ("lovelaceada_LATE_4711_816_my work.ipynb", "lovelaceada_4711", "my work.ipynb"),
        ("anon_x7Yz_815_01_first.ipynb", "anon_anon_x7Yz", "01_first.ipynb"),
        ("Lovelace Ada_17_assignsubmission_file_/01_first.ipynb", "Lovelace_Ada", "01_first.ipynb"),
        ("Lovelace Ada_17_assignsubmission_file_01_first.ipynb", "Lovelace_Ada", "01_first.ipynb"),
        ("Eve_18_assignsubmission_file_/ada_01_first.ipynb", "Eve", "ada_01_first.ipynb"),
        ("gradebook_CS-1_Unit2001_bob_attempt_2026-11-19-10-00-00_01_first.ipynb", "bob",
         "01_first.ipynb"),
        ("in/ada+01_first+2026-03-01 12:00:00 UTC+abc/01_first.ipynb", "ada", "01_first.ipynb"),
        ("submitted/ada/01_first/01_first.ipynb", "ada", "01_first.ipynb"),
        ("week 1/01_first/ada_01_first.ipynb", "ada", "ada_01_first.ipynb"),
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
        ("in/eve+01_first+9999-12-31 23:59:59-14:00+abc/01_first.ipynb", "eve", "01_first.ipynb"),
    ],
)  # fmt: skip
def test_path_identifies_the_student_and_the_file(
    course: Course, name: str, student: str, file: str
) -> None:
    path = read_path(name, course.units)
    assert ([owner.fallback for owner in path.owners] or [""]) == [student]
    assert path.file == file


@pytest.mark.parametrize("layout", [moodle, canvas, blackboard, gradescope])
@pytest.mark.parametrize("roster", [ROSTER, ""], ids=["roster", "no roster"])
def test_students_are_matched_across_assignments(
    course: Course, tmp_path: Path, collect_files: Collect, layout: Layout, roster: str
) -> None:
    """Platforms assign new numbers for each assignment."""
    archives = [tmp_path / "one.zip", tmp_path / "two.zip"]
    archives[0].write_bytes(zipped(class_archive(layout, FIRST, 7001)))
    archives[1].write_bytes(zipped(class_archive(layout, SECOND, 9001)))
    if roster:
        (tmp_path / "students.csv").write_text(roster)
    report = collect(course, archives, tmp_path, Roster.of_class(tmp_path))
    assert not report.actions
    assert len(report.written) == 6
    students = sorted(path.name for path in (tmp_path / "submitted").iterdir())
    assert len(students) == 3
    assert not roster or students == ["am", "bo", "zl"]
    if layout is canvas:
        assert len(report.marked_late) == 2
        assert "marked late by the platform, without a time" in str(report)
    if layout is gradescope:
        path = tmp_path / "submitted" / students[0] / FIRST / "timestamp.txt"
        assert path.read_text() == "2026-03-01 17:00:00 UTC\n"


ATTEMPT = "gradebook_CS_Unit_bob_attempt_2026-11-19-10-00-00"
# A file name on Canvas, of which ada chooses the last part.
POSED = f"lovelaceada_4711_815_{ATTEMPT}_01_first.ipynb"
# A file name on Blackboard, in the course CS_101.
THEIRS = "gradebook_CS_101_2026_bob_attempt_2026-11-19-10-00-00"


@pytest.mark.parametrize(
    ("names", "students", "questions"),
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
    collect_files: Collect, names: list[str], students: list[str], questions: int
) -> None:
    """A student may name a file like a Blackboard submission of another student."""
    report = collect_files(dict.fromkeys(names, BOOK))
    assert sorted(owners(report)) == students
    assert len(report.actions) == questions
    if not students:
        reason = "Canvas and Blackboard both name files in this"
        assert f"Cannot match {POSED!r} to a student: {reason}" in str(report)


OWN = {"submission_metadata.yml": b"submission_9: {}\neve: {':submitters': [{':name': ada}]}"}


@pytest.mark.parametrize("ours", [{}, {"bob/01_first.ipynb": BOOK}, {"bob.txt": b""}, OWN])
def test_metadata_file_of_a_student_is_ignored(collect_files: Collect, ours: Files) -> None:
    """The student's file could name another student as the submitter."""
    hers = {
        "eve/submission_metadata.yml": metadata({1: [":name: ada"]}),
        f"eve/submission_1/{FIRST}.ipynb": BOOK,
    }
    report = collect_files(hers | ours, "id\nada\nbob\neve\n")
    assert set(owners(report)) <= {"eve", "bob"}
    assert "eve" in str(report.written)


@pytest.mark.parametrize(
    ("emails", "when"),
    [
        (["a@b.org"], "2026-02-30 10:00:00"),
        (["a@b.org"], "[soon]"),
        (["a@b.org", "c@b.org"], ""),  # a group
    ],
)
def test_gradescope_submission_without_a_valid_time_is_collected(
    tmp_path: Path, collect_files: Collect, emails: list[str], when: str
) -> None:
    people = metadata({1: [f":email: {email}" for email in emails]}, when)
    files = {"submission_metadata.yml": people, f"submission_1/{FIRST}.ipynb": BOOK}
    assert sorted(owners(collect_files(files))) == emails
    assert not times(tmp_path)


def test_anonymous_moodle_submissions_are_matched_by_number(collect_files: Collect) -> None:
    """All students are named Participant, and the roster may contain the numbers."""
    files = {f"Participant_{n}_assignsubmission_file/{FIRST}.ipynb": BOOK for n in (7001, 7002)}
    report = collect_files(files)
    assert not report.actions
    assert owners(report) == ["Participant_7001", "Participant_7002"]
    roster = "id,moodle\nann,Participant 7001\nbob,Participant 7002\n"
    assert owners(collect_files(files, roster)) == ["ann", "bob"]


def test_moodle_worksheet_gives_submission_times(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    (tmp_path / "m.zip").write_bytes(zipped(class_archive(moodle)))
    try:
        words = ["collect", tmp_path / "m.zip", "--class", tmp_path / "class", "--times", sheet]
        printed = output(*words, code=3).out
    finally:
        monkeypatch.undo()
        time.tzset()
    # On the first day of summer time.
    assert times(tmp_path / "class") == {"Ann_Müller": "2026-03-29 21:59:00 UTC\n"}
    assert "action required: worksheet.csv contains 'Sonntag, 29. März 2026, 23:59'" in printed


UNKNOWN_ID = "times.csv has a time for 'zoe', but students.csv does not contain this id"
NO_TIME = "times.csv has an invalid time for bo: 'soon'. Write it as: 2026-11-22 05:59:00 UTC"


@pytest.mark.parametrize(
    ("rows", "students", "questions"),
    [
        ("am,2026-11-22 05:59:00 UTC\nbo,soon\n", ["am"], [NO_TIME]),
        ("zoe,2026-11-22 05:59:00 UTC\n", [], [UNKNOWN_ID]),
    ],
    ids=["invalid", "unknown id"],
)
def test_table_of_times_gives_submission_times(
    tmp_path: Path, collect_files: Collect, rows: str, students: Any, questions: list[str]
) -> None:
    """Archives of Canvas contain no times."""
    (tmp_path / "times.csv").write_text(f"id,time\n{rows}")
    report = collect_files(class_archive(canvas), ROSTER, worksheet=tmp_path / "times.csv")
    assert times(tmp_path) == dict.fromkeys(students, "2026-11-22 05:59:00 UTC\n")
    assert report.actions == questions


@pytest.mark.parametrize(
    "name", ["Team 1_45_assignsubmission_file/", "team1_1001_50001_"], ids=["Moodle", "Canvas"]
)
def test_group_file_counts_for_each_member(collect_files: Collect, name: str) -> None:
    """Moodle and Canvas pack the file of a group only once, under the name of the group."""
    roster = "id,canvas,group\nann,1001,Team 1\nbob,1002,Team 1\ncyd,1003,Team 2\n"
    files = {f"{name}{FIRST}.ipynb": BOOK, f"cyd_1003_50002_{FIRST}.ipynb": BOOK + b" "}
    report = collect_files(files, roster)
    assert not report.actions
    assert owners(report) == ["ann", "bob", "cyd"]


def test_student_zip_with_too_many_files_is_skipped(
    collect_files: Collect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many files would take long: the inner archive is opened again for each collected file."""
    monkeypatch.setattr(archive, "INNER_ENTRIES", 2)
    inner = zipped({f"{FIRST} ({n}).ipynb": BOOK for n in range(3)})
    report = collect_files({"Ada_3_assignsubmission_file/homework.zip": inner})
    assert not report.written
    assert "has more than 2 entries" in " ".join(report.other_files)
    assert "Ada handed in no notebook of a unit" in " ".join(report.actions)


def test_student_who_is_not_on_the_roster_is_reported(collect_files: Collect) -> None:
    report = str(collect_files(class_archive(moodle), ROSTER.replace("Ann,", "Anne,")))
    assert "2 notebooks written" in report
    assert "action required: Cannot match 'Ann Müller_7001" in report
    assert "to a student: students.csv does not contain 'Ann Müller'." in report
    assert f"{FIRST}: no submission from am\n" in report
    assert "Moodle: 2 students are identified only by their names" in report


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name\nada\n", "A student has no id."),
        ("id\nada\nada\n", "has 'ada' twice."),
        ("id\nada\n\n../x\n", ":4: A student has the id '../x', which is not a valid folder name."),
        ("id\n", "lists no student."),
        (
            "id,name,email\nann,Li, Dr.,ann@x.org\n",
            ":2: The line has 4 fields, but the first line has 3.\nQuote a value that contains",
        ),
    ],
)
def test_invalid_roster_is_reported(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "students.csv"
    path.write_text("\ufeff" + text)
    with pytest.raises(CourseError, match=message.replace(".", r"\.")):
        Roster.read(path)


def test_roster_may_have_semicolons_but_must_be_utf8(tmp_path: Path) -> None:
    path = tmp_path / "students.csv"
    path.write_text("id;first_name;email\n007;Jörg;j@school.org;;\n")
    (student,) = Roster.read(path).students
    assert (student.id, student.first_name) == ("007", "Jörg")
    path.write_bytes("id;first_name\n007;Jörg\n".encode("cp1252"))
    with pytest.raises(CourseError, match=r"is not UTF-8\."):
        Roster.read(path)


def test_students_with_equal_names_are_reported(collect_files: Collect) -> None:
    files = {f"Ann Li_{n}_assignsubmission_file/{FIRST}.ipynb": BOOK + b" " * n for n in (1, 2)}
    files |= {f"{name}_{FIRST}.ipynb": BOOK for name in ("O'Neil", "O Neil", "ada")}
    report = collect_files(files)
    assert owners(report) == ["ada"]
    assert [line.rpartition(" belong to ")[2] for line in report.actions] == [
        "two people who are both called Ann_Li",
        "two people who are both called O_Neil",
    ]


def test_later_attempt_counts(tmp_path: Path, collect_files: Collect) -> None:
    files = {
        f"liann_1001_60002_{FIRST}-1.ipynb": BOOK + b" ",
        f"liann_1001_60001_{FIRST}.ipynb": BOOK,
        f"Eve_3_assignsubmission_file/{FIRST}.ipynb": BOOK,
        f"Eve_3_assignsubmission_file/{FIRST} (1).ipynb": BOOK + b" ",
    }
    report = collect_files(files)
    assert [path.read_bytes() for path in report.written] == [BOOK, BOOK + b" "]
    assert report.archived == [
        f"Eve_3_assignsubmission_file/{FIRST} (1).ipynb",
        f"liann_1001_60001_{FIRST}.ipynb",
    ]
    attempts = sorted(tmp_path.glob(f"attempts/*/{FIRST}/*.ipynb"))
    assert [path.read_bytes() for path in attempts] == [BOOK + b" ", BOOK], "nothing is lost"


def at_hour(hour: int) -> Files:
    """Return a submission by li to the exchange. The size of the file depends on its time."""
    path = f"in/li+{FIRST}+2026-03-01 {hour}:00:00 UTC+x/{FIRST}.ipynb"
    return {path: BOOK + b" " * hour}


def check_counted_hour(folder: Path, hour: int) -> None:
    place = folder / "submitted/li" / FIRST
    assert (place / f"{FIRST}.ipynb").read_bytes() == BOOK + b" " * hour
    assert (place / "timestamp.txt").read_text() == f"2026-03-01 {hour}:00:00 UTC\n"


def test_later_time_counts_and_the_earlier_attempt_is_kept(
    tmp_path: Path, collect_files: Collect
) -> None:
    for hour, counts in ((10, 10), (12, 12), (11, 12)):
        report = collect_files(at_hour(hour))
        check_counted_hour(tmp_path, counts)
    assert report.conflicts == [tmp_path / "submitted/li" / FIRST / f"{FIRST}.ipynb"]
    kept = {path.read_bytes() for path in tmp_path.glob("attempts/*/*/*.ipynb")}
    assert kept == {BOOK + b" " * 10, BOOK + b" " * 11}


DUE = f"[unit.{FIRST}]\ndue = 2026-03-01T12:00:00Z\n"
IN_TIME = f'attempts = "in time"\n{DUE}'


@pytest.mark.parametrize(
    ("policy", "hours", "counts"),
    [
        (IN_TIME, (10, 11), 11),  # both in time
        (IN_TIME, (10, 13), 10),
        (IN_TIME, (13, 14), 14),  # none in time
        (IN_TIME, (13, 10), 10),
        (f'{IN_TIME}[late]\ngrace = "90 min"', (10, 13), 13),
        (f'{IN_TIME}[extension]\nli = "2 hours"', (10, 13), 13),
        (DUE, (10, 13), 13),  # by default, the last attempt counts
    ],
)
@pytest.mark.parametrize("at_once", [True, False], ids=["one archive", "two archives"])
def test_policy_determines_which_attempt_counts(
    tmp_path: Path, collect_files: Collect, policy: str, hours: Any, counts: int, at_once: bool
) -> None:
    (tmp_path / "policy.toml").write_text(policy)
    first, second = map(at_hour, hours)
    for files in [first | second] if at_once else [first, second]:
        collect_files(files, "id,email\nli,li@b.org\n")
    check_counted_hour(tmp_path, counts)


def test_replaced_submission_keeps_its_own_time(tmp_path: Path, collect_files: Collect) -> None:
    """The timestamp of the old notebook must not apply to the new one."""
    collect_files(at_hour(13))
    check_counted_hour(tmp_path, 13)
    collect_files({f"li/{FIRST}.ipynb": BOOK + b" "}, overwrite=True)
    place = tmp_path / "submitted/li" / FIRST
    assert (place / f"{FIRST}.ipynb").read_bytes() == BOOK + b" "
    assert not (place / "timestamp.txt").exists()
    old = sorted((tmp_path / "attempts/li" / FIRST).iterdir())
    assert [path.suffix for path in old] == [".ipynb", ".txt"]
    assert old[0].stem == old[1].stem
    assert old[1].read_text() == "2026-03-01 13:00:00 UTC\n"


def test_hidden_files_of_macos_are_ignored(collect_files: Collect) -> None:
    files = {
        f"ada_{FIRST}.ipynb": BOOK,
        f"__MACOSX/._ada_{FIRST}.ipynb": b"\0\5\x16\7",
        f"ada/.ipynb_checkpoints/{FIRST}-checkpoint.ipynb": BOOK,
        f"._bob_{FIRST}.ipynb": b"",
        ".DS_Store": b"",
    }
    report = collect_files(files)
    assert owners(report) == ["ada"]
    assert not report.other_files + report.actions


def test_control_characters_in_file_names_are_escaped(collect_files: Collect) -> None:
    eve = "Eve\x1b[2J\u202e_4_assignsubmission_file"
    files = {f"{eve}/{FIRST} ({n}).ipynb": BOOK + b" " * n for n in range(2)}
    files |= {f"{eve}/x\x9b.txt": b"", "Tom\r0_5_assignsubmission_file/x.zip": b""}
    report = collect_files(files)
    assert len(report.written) == len(report.archived) == len(report.actions) == 1
    assert all(map(str.isprintable, str(report).splitlines()))
    assert r"Eve\x1b[2J\u202e_4" in str(report)


def test_zip_of_a_student_is_opened(collect_files: Collect) -> None:
    """Files whose names are invalid are skipped."""
    inner = zipped({f"somebody/{FIRST}.ipynb": BOOK, "../../evil.ipynb": BOOK, "~x": b""})
    files = {
        "Ada_3_assignsubmission_file/homework.zip": inner.replace(b"~x", b"\0x"),
        "liann_1001_60001_homework.zip": inner,
        "bob_5_assignsubmission_file/homework.zip": b"no zip",
    }
    report = collect_files(files)
    assert sorted(owners(report)) == ["Ada", "liann_1001"]
    skipped = " ".join(report.other_files)
    assert "leaves its folder" in skipped
    assert "cannot be opened" in skipped


@pytest.mark.parametrize(
    ("folder", "encoding"),
    [
        ("M\u00f6we Zo\u00eb", "cp437"),
        ("zoe\u0308", "utf-8"),  # macOS decomposes characters and sets no flag
    ],
)
def test_encoded_names_are_decoded(
    course: Course, tmp_path: Path, folder: str, encoding: str
) -> None:
    """Archives of some systems lack the flag for UTF-8."""
    name = f"mails/{folder}/{FIRST}.ipynb".encode(encoding)
    ascii_name = "Q" * len(name)  # so that Python sets no flag
    data = zipped({ascii_name: BOOK}).replace(ascii_name.encode(), name)
    (tmp_path / "a.zip").write_bytes(data)
    (tmp_path / "students.csv").write_text("id,first_name,last_name\nzoë,Zoë,Möwe\n")
    report = collect(course, [tmp_path / "a.zip"], tmp_path, Roster.of_class(tmp_path))
    assert not report.actions
    assert owners(report) == ["zoë"]


def test_unit_is_read_from_the_notebook(collect_files: Collect) -> None:
    files = {"Ada_3_assignsubmission_file/homework.ipynb": STARTED, "other.ipynb": BOOK}
    report = collect_files(files)
    assert [path.parts[-3:-1] for path in report.written] == [("Ada", FIRST)]
    assert report.other_files == ["not named after a unit: other.ipynb"]


def test_collect_writes_to_the_folders_of_nbgrader(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course.path.parent)
    path = packed(tmp_path, lambda opened: opened.writestr("read me.txt", "hello"))
    folder = tmp_path / "class"
    words = ["collect", path, "--class", folder]
    printed = output(*words).out
    assert printed.startswith(
        f"New class folder, without students.csv: {folder}\n1 notebooks written"
    )
    assert "not collected: no notebook: read me.txt" in printed
    book = folder / f"submitted/ada/{FIRST}/{FIRST}.ipynb"
    config = folder / "nbgrader_config.py"  # so that nbgrader's commands work
    assert {path for path in folder.rglob("*") if path.is_file()} == {book, config}
    assert book.read_bytes() == BOOK
    book.write_bytes(b"another version")
    conflict = f"kept the existing file (--replace takes the new one): {book}"
    assert conflict in output(*words).out
    assert book.read_bytes() == b"another version"
    output(*words, "--replace")
    assert book.read_bytes() == BOOK


def _link(opened: zipfile.ZipFile) -> None:
    entry = zipfile.ZipInfo(f"eve_{FIRST}.ipynb")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    opened.writestr(entry, "../../gradebook.db")


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
    "long": (_entry(f"{'e' * 300}_{FIRST}.ipynb"), "has a name that is too long"),
    "link": (_link, "is a link or a device"),
    "encrypted": (_entry(NAME), "is encrypted"),
    "damaged": (_entry(NAME, bytes(range(256)) * 9), "is damaged"),
    "zip bomb": (_zeros(10), "expands to 10 MB, more than 200 times its"),
    "large": (_zeros(30), "is larger than 20 MB"),
}
CHANGES = {"encrypted": _encrypted, "damaged": _damaged}


@pytest.mark.parametrize("kind", SKIPPED)
def test_unsafe_entry_is_skipped(course: Course, tmp_path: Path, kind: str) -> None:
    make, reason = SKIPPED[kind]
    path = packed(tmp_path, make)
    if kind in CHANGES:
        CHANGES[kind](path)
    report = collect(course, [path], tmp_path / "class")
    assert owners(report) == ["ada"]
    assert reason in " ".join(report.other_files)
    assert not list(tmp_path.glob("**/eve*"))


def test_depth_limit_counts_only_folders() -> None:
    entries = [zipfile.ZipInfo(f"{'folder/' * depth}{NAME}") for depth in (8, 9)]
    assert [*map(entry_skip_reason, entries)] == ["", "is more than 8 folders deep"]


@pytest.mark.parametrize(
    ("limit", "message"),
    [(("ENTRIES", 1), "has more than 1 entries"), (("TOTAL_BYTES", 1000), "would unpack to")],
)
def test_archive_over_a_limit_is_rejected(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: Any, message: str
) -> None:
    path = packed(tmp_path, lambda z: z.writestr("big.bin", bytes(100_000)))
    assert collect(course, [path], tmp_path / "before").other_files == ["no notebook: big.bin"]
    monkeypatch.setattr(archive, *limit)
    _check_that_archive_is_rejected(course, path, message)


def test_zip_bomb_with_a_false_size_is_not_unpacked(course: Course, tmp_path: Path) -> None:
    """A student may write a false size into the directory of an inner archive."""
    inner = bytearray(zipped({f"{FIRST}.ipynb": bytes(100 << 20)}))
    for signature, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = inner.rindex(signature) + at
        inner[place : place + 4] = (1000).to_bytes(4, "little")
    path = tmp_path / "z.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("Eve_3_assignsubmission_file/homework.zip", inner)
    tracemalloc.start()
    report = collect(course, [path], tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16 << 20
    assert "is damaged" in report.other_files[0]
    assert len(report.actions) == 1


def test_damaged_archive_is_reported(course: Course, tmp_path: Path) -> None:
    path = packed(tmp_path, lambda z: z.writestr(f"eve_{FIRST}.ipynb", BOOK))
    path.write_bytes(path.read_bytes()[:-30])
    _check_that_archive_is_rejected(course, path, "cannot be read as a zip archive")


def _check_that_archive_is_rejected(course: Course, path: Path, message: str) -> None:
    folder = path.parent / "class"
    with pytest.raises(CourseError) as error:
        collect(course, [path], folder)
    assert message in str(error.value)
    assert not folder.exists(), "no file is collected"
    assert not list(path.parent.glob("**/eve*"))
    open_files = map(os.path.realpath, Path("/proc/self/fd").iterdir())
    assert str(path.resolve()) not in open_files, "the file is closed"


def test_late_mark_is_removed_with_its_submission(tmp_path: Path, collect_files: Collect) -> None:
    collect_files({f"ann_LATE_1_7_{FIRST}.ipynb": BOOK})
    (mark,) = tmp_path.glob("submitted/*/*/late.txt")
    collect_files({f"ann_1_8_{FIRST}.ipynb": BOOK + b" "}, overwrite=True)
    assert not mark.exists()
