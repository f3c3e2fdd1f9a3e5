"""Exported grades: names are unchanged, formulas are escaped, and a missing score is not zero."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from classroom import SECOND, Class, grade_sql, run

from autograder.nbgrader.plain_csv import escape_formulas, sanitize_field

Rows = list[dict[str, str]]
ROSTER = """\
id,first_name,last_name,email,canvas
ada,Ada,"O'Neil, Jr.",ada@school.org,1001
bob,Bob,=1+1,bob@school.org,1002
cyd,Cyd,Li,cyd@school.org,1003
dora,Dora,Absent,dora@school.org,1004
"""
CANVAS = f"""\
Student,ID,SIS User ID,SIS Login ID,Section,Other (7),{SECOND} (8),Final Score
    Points Possible,,,,,10,5,(read only)
"O'Neil, Jr., Ada",1001,,ada,A,3,,1
"=1+1, Bob",1002,,bob,A,4,2,1
"Li, Cyd",1003,,cyd,A,5,,1
"Absent, Dora",1004,,dora,A,6,4,1
"Guest, A",1005,,guest,A,,,1
"Student, Test",1006,,,A,,,1
"Absent, Dora",5077,,other,A,,,1
"""


@pytest.fixture
def named_class(klass: Class) -> Class:
    """Add a roster, and a late penalty of one point for everyone.

    Bob's third task has no score, and Dora has no submission.
    """
    (klass.folder / "students.csv").write_text(ROSTER)
    klass.sql(grade_sql("auto_score = NULL"), "bob", "03_layer")
    klass.sql("UPDATE submitted_notebook SET late_submission_penalty = 1")
    return klass


def read(text: str) -> Rows:
    return list(csv.DictReader(io.StringIO(text)))


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


Fill = Callable[..., tuple[str, str]]


@pytest.fixture
def fill(klass: Class, tmp_path: Path) -> Fill:
    """Return a function that fills in a platform's file and returns the new file and the messages.

    Most files require an action, so the exit code is 3.
    """

    def filled(
        text: str, *words: object, name: str = "moodle.csv", encoding: str = "utf-8", code: int = 3
    ) -> tuple[str, str]:
        (tmp_path / name).write_text(text, encoding)
        printed = klass.output("export", SECOND, "--fill", tmp_path / name, *words, code=code)
        return printed.out, printed.err

    return filled


def test_plain_table_has_a_column_for_each_task(named_class: Class) -> None:
    ada, bob, cyd, dora = read(named_class.output("export", SECOND).out)
    assert ada["last_name"] == "O'Neil, Jr."
    assert (ada[f"{SECOND}/03_layer"], ada[f"{SECOND} points"]) == ("2", "4")
    assert ada[f"{SECOND} late_penalty"] == "1"
    assert bob["last_name"] == "'=1+1", "it is escaped"
    assert (bob[f"{SECOND} points"], bob[f"{SECOND} state"]) == ("", "no score yet")
    assert (cyd[f"{SECOND}/03_layer"], cyd[f"{SECOND} state"]) == ("0", "graded")
    assert (dora[f"{SECOND} points"], dora[f"{SECOND} state"]) == ("", "not handed in")


@pytest.mark.parametrize("character", ["\x1b[2J", "\u202e", "\udcff"])
def test_control_characters_in_a_name_are_escaped(character: str) -> None:
    """A name with invalid characters does not abort the export of the table."""
    sanitize_field(f"Zo\u00eb{character}").encode()
    assert sanitize_field(f"Zo\u00eb{character}").isprintable()


def test_nbgrader_exports_names_and_escapes_formulas(named_class: Class) -> None:
    assert named_class.command("grade") == 0
    run("nbgrader", "export", "--to", "all.csv", cwd=named_class.folder, code=0)
    rows = read((named_class.folder / "all.csv").read_text())
    names = {row["student_id"]: row["last_name"] for row in rows}
    assert names == {"ada": "O'Neil, Jr.", "bob": "'=1+1", "cyd": "Li", "dora": "Absent"}


def test_canvas_file_is_filled_in(named_class: Class, fill: Fill, tmp_path: Path) -> None:
    text, messages = fill("\ufeff" + CANVAS, "--to", str(tmp_path / "up.csv"), name="canvas.csv")
    assert text == ""
    rows = table((tmp_path / "up.csv").read_text())
    columns = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{SECOND} (8)"]
    assert rows[0] == columns
    assert [row[-1] for row in rows[1:]] == ["5", "4", "2", "0", "4", "", "", ""]
    assert rows[2][0] == "O'Neil, Jr., Ada"
    assert sorted(messages.splitlines()) == [
        # Dora's number is 1004.
        "action required: Absent, Dora of canvas.csv matches no student of the class",
        "action required: Guest, A of canvas.csv matches no student of the class",
        "action required: no score yet: bob",
    ]


def test_export_without_a_roster_lists_all_students_of_the_gradebook(
    klass: Class, fill: Fill
) -> None:
    """Eve was imported with nbgrader, and Moodle hides addresses."""
    klass.sql("INSERT INTO student (id, first_name) VALUES ('eve', 'Eve')")
    rows = {row["id"]: row for row in read(klass.output("export", SECOND).out)}
    assert rows["eve"]["first_name"] == "Eve"
    assert rows["eve"][f"{SECOND} state"] == "not handed in"
    head = "Identifier,Full name,Grade,Last modified (grade)"
    text, messages = fill(f"{head}\nParticipant 1,Ada,,-\nParticipant 2,Zoe,,-\n")
    assert [row["Grade"] for row in read(text)] == ["5", ""]
    assert "action required: Zoe of moodle.csv matches no student of the class" in messages
    assert "action required: a score, but no row in moodle.csv: bob, cyd\n" in messages


WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    '"Last modified (submission)","Online text","Last modified (grade)",Feedback comments\n'
    "Participant 31,Ada O'Neil,ada@school.org,Submitted for grading,,5.00,Yes,"
    '"Sunday, 1 March 2026, 11:59 PM",=1+1,"Monday, 2 March 2026, 9:00 AM","- well\ndone"\n'
    "Participant 32,Bob,bob@school.org,Submitted for grading,,5.00,Yes,-,,-,\n"
    "Participant 33,Cyd Li,cyd@school.org,Submitted for grading,3.00,5.00,No,-,,-,@all\n"
)


def test_fields_that_moodle_compares_are_unchanged(named_class: Class, fill: Fill) -> None:
    """Moodle compares times and comments, and would import a reformatted comment as a new one."""
    text, messages = fill(WORKSHEET)
    ada, _, cyd = read(text)
    assert (ada["Grade"], ada["Feedback comments"]) == ("4", "- well\ndone")
    assert ada["Last modified (submission)"] == "Sunday, 1 March 2026, 11:59 PM"
    assert ada["Last modified (grade)"] == "Monday, 2 March 2026, 9:00 AM"
    assert ada["Online text"] == "'=1+1", "Moodle does not import it, and a student wrote it"
    assert (cyd["Grade"], cyd["Feedback comments"]) == ("3.00", "@all")
    fixed = "action required: moodle.csv says that cyd's grade cannot be changed"
    assert fixed in messages


def test_different_maximum_in_moodle_is_reported(named_class: Class, fill: Fill) -> None:
    """Moodle would show 4 of 100 points. Some versions write the column name differently."""
    text = WORKSHEET.replace("Maximum grade", "Maximum Grade").replace(",5.00,", ",100.00,")
    most = f"action required: moodle.csv has a maximum of 100.00 points, and {SECOND} of 5"
    assert most in fill(text)[1]


@pytest.mark.parametrize(
    ("theirs", "message"),
    [
        (WORKSHEET.replace("Maximum grade", "Scale"), "has grades on a scale instead of points"),
        ("Student,ID,Section,Other (7)\nA,1,B,\n", f"has 0 columns for {SECOND}.\nName one with"),
    ],
    ids=["scale", "no column"],
)
def test_file_that_cannot_be_filled_in_is_rejected(
    named_class: Class, fill: Fill, theirs: str, message: str
) -> None:
    assert message in fill(theirs, code=2)[1]


@pytest.mark.parametrize("roster", [True, False], ids=["roster", "no roster"])
def test_worksheet_without_names_is_matched_by_number(
    klass: Class, fill: Fill, roster: bool
) -> None:
    """Submissions may be anonymous. A student's text may be long."""
    who = "ada"
    if roster:
        (klass.folder / "students.csv").write_text("id,moodle\nada,Participant 31\n")
    else:
        who = "Participant_31"
        klass.sql("UPDATE student SET id = ? WHERE id = 'ada'", who)
        klass.sql("UPDATE submitted_assignment SET student_id = ? WHERE student_id = 'ada'", who)
    head = "Identifier,Status,Grade,Online text,Last modified (grade)"
    text, messages = fill(f"{head}\nParticipant 31,Submitted,,{'x' * 200_000},-\n")
    assert [row["Grade"] for row in read(text)] == ["5"], messages
    assert f"{who} has a score" not in messages


def test_canvas_file_with_semicolons_and_decimal_commas(named_class: Class, fill: Fill) -> None:
    """This format depends on the settings of Canvas. Excused students keep the mark EX."""
    canvas = (
        f"\ufeffLastName;FirstName;ID;SIS Login ID;Section;{SECOND} (8)\n"
        "    Points Possible;;;;;5,50\n"
        '"O\'Neil, Jr.";Ada;;;A;3,50\n'
        "Li;Cyd;1003;cyd;A;EX\n"
        "Absent;Dora;1004;dora;A;N/A\n"
    )
    differs = "action required: canvas.csv has 3.5 points for ada, and the gradebook has 4"
    text, messages = fill(canvas, name="canvas.csv")
    # The points were changed in Canvas.
    assert [row[-1] for row in table(text)[1:]] == ["5,50", "3,50", "EX", "N/A"]
    assert f"{differs}: --replace uses those of the gradebook" in messages
    text, messages = fill(canvas, "--replace", name="canvas.csv")
    assert [row[-1] for row in table(text)[1:]] == ["5,50", "4", "EX", "N/A"]
    most = f"action required: canvas.csv has a maximum of 5,50 points, and {SECOND} of 5"
    excused = "action required: canvas.csv has EX for cyd; it is not replaced"
    for message in (f"{differs}; replaced", most, excused):
        assert message in messages


@pytest.mark.parametrize(("encoding", "between"), [("utf-16", "\t"), ("utf-8-sig", ",")])
def test_blackboard_file_is_filled_in(
    named_class: Class, fill: Fill, encoding: str, between: str
) -> None:
    """Blackboard identifies a column by its number and a student by the username."""
    column = f"{SECOND} [Total Pts: 6 Score] |118854"
    rows = [
        ["Last Name", "First Name", "Username", "Availability", "Other [Total Pts: 9] |7", column],
        ["O'Neil-Ünder", "Ada", "ada", "Yes", "8", "Needs Grading(1.5)"],
        ["Absent", "Dora", "dora", "Yes", "", ""],
    ]
    lines = [between.join(f'"{cell}"' for cell in row) for row in rows]
    text, messages = fill("\n".join(lines) + "\n", name="full.xls", encoding=encoding)
    assert table(text) == [
        ["Last Name", "First Name", "Username", column],
        ["O'Neil-Ünder", "Ada", "ada", "4"],
        ["Absent", "Dora", "dora", ""],
    ]
    assert "action required: a score, but no row in full.xls: cyd\n" in messages
    assert f"action required: full.xls has a maximum of 6 points, and {SECOND} of 5: " in messages


@pytest.mark.parametrize("sign", [*"=+-@", "\uff1d", "\uff0b", "\uff20", "\ufe66"])
def test_formulas_are_escaped(sign: str) -> None:
    """Spreadsheets ignore leading whitespace, and some split cells at semicolons."""
    spaces = ["", " ", "\t", "\r", "\n", "\xa0", "\ufeff", "\u200b"]
    for before in [*spaces, "x;", "x\n", "x;\t "]:
        escaped = escape_formulas(f"{before}{sign}cmd|' /C calc'!A0")
        pieces = [piece.strip("\ufeff\u200b \xa0") for piece in re.split("[;\t\r\n]", escaped)]
        assert not any(piece.startswith(sign) for piece in pieces), before


@pytest.mark.parametrize("text", ["-", "-3.5", "two:\n- one\n- two", "a - b; c = d", "x\n+ more"])
def test_harmless_text_is_unchanged(text: str) -> None:
    assert escape_formulas(text) == text
