"""No name of a file or account that a student chooses makes a file count as another student's.

Mallory imitates the file names of each platform. Each of her file names is a prefix from `KNOWN`,
or up to six random pieces from `PIECES`, followed by the name of the notebook.
"""

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from classroom import FIRST
from platforms import Collect, collect_archive, metadata

from autograder import Course

ANNS, HERS = b'{"cells": [], "metadata": {}}', b'{"cells": []}'
ROSTER = """\
id,first_name,last_name,email,canvas,brightspace,blackboard,group
ann,Ann,Archer,ann@school.org,1001,1001,ann,Team 1
bob,Bob,Baker,bob@school.org,1002,1002,bob,Team 2
mal_bob,Mallory,Moss,mal@school.org,1003,1003,mal_bob,Team 3
"""
WHEN = "2026-11-19-10-00-00"
PLATFORMS = {
    "Moodle": (
        "Ann Archer_71_assignsubmission_file_{}", "Mallory Moss_72_assignsubmission_file_{}",
    ),
    "Moodle, folders": (
        "Ann Archer_71_assignsubmission_file/{}", "Mallory Moss_72_assignsubmission_file/{}",
    ),
    "Canvas": ("archerann_1001_815_{}", "mossmallory_1003_816_{}"),
    "Blackboard": (
        f"gradebook_CS_Unit_ann_attempt_{WHEN}_{{}}",
        f"gradebook_CS_Unit_mal_bob_attempt_{WHEN}_{{}}",
    ),
    "exchange": (
        f"ann+{FIRST}+2026-11-19 10:00:00 UTC+abc/{{}}",
        f"mal_bob+{FIRST}+2026-11-19 10:00:00 UTC+abc/{{}}",
    ),
    "folders, Blackboard": ("ann/{}", f"mal_bob/gradebook_CS_Unit_bob_attempt_{WHEN}_{{}}"),
    "folders, Canvas": ("ann/{}", "mal_bob/bakerbob_1002_815_{}"),
    "Brightspace": (
        "1001-71 - Ann Archer - Nov 19, 2026 1000 AM/{}",
        "1003-71 - Mallory Moss - Nov 19, 2026 1000 AM/{}",
    ),
    "Brightspace, files": (
        "1001-71 - Ann Archer - Nov 19, 2026 1000 AM - {}",
        "1003-71 - Mallory Moss - Nov 19, 2026 1000 AM - {}",
    ),
    "Classroom 50": (
        "c-hw_submissions_2026_11_28_T_10_00_00/c-hw-ann/{}",
        "c-hw_submissions_2026_11_28_T_10_00_00/c-hw-mal_bob/{}",
    ),
    "folders": ("ann/{}", "mal_bob/{}"),
    "folders that the roster lacks": ("class/x-ann/{}", "class/x-mal/{}"),
    "folders in two that the roster lacks": ("class/lab/x-ann/{}", "class/lab/x-mal/{}"),
    "folders in one": ("class/ann/{}", "class/mal_bob/{}"),
    "nbgrader": (f"submitted/ann/{FIRST}/{{}}", f"submitted/mal_bob/{FIRST}/{{}}"),
}  # fmt: skip
PIECES = [
    "bob", "Bob Baker", "bakerbob", "x", "_", "-", "+", "1002", "815", "LATE", FIRST,
    "_attempt_2026-12-31-23-00-00", "_attempt_2026-12-31-23-00-00_", "gradebook_CS_Unit_bob",
    "13-72 - Bob Baker - Nov 20, 2026 1000 AM - ", "Bob Baker - ", "c-hw-bob/",
    "13-72 - Bob Baker - Nov 20, 2026 1000 AM/", "Bob Baker_71_assignsubmission_file_/",
    "_71_assignsubmission_file_", "bakerbob_1002_817_", f"bob+{FIRST}+2026-11-19 10:00:00 UTC+abc",
]  # fmt: skip
KNOWN = [
    "", "bob/", "Bob Baker/", "c-hw-bob/", "Team 2_", "Team 2/",
    "x_bob_attempt_2026-12-31-23-00-00_", "13-72 - Bob Baker - Nov 20, 2026 1000 AM - ",
    "Bob Baker_71_assignsubmission_file_/", "Bob Baker_71_assignsubmission_file_",
    "Team 2_71_assignsubmission_file_",
]  # fmt: skip
_dice = random.Random(1)
DRAWN = ["".join(_dice.choices(PIECES, k=_dice.randint(0, 6))) for _ in range(40)]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_file_is_assigned_only_to_its_author(course: Course, platform: str) -> None:
    ann, mallory = PLATFORMS[platform]
    for name in [*KNOWN, *DRAWN]:
        if "/" not in mallory:
            name = name.replace("/", "_")
        files = {ann.format(f"{FIRST}.ipynb"): ANNS, mallory.format(f"{name}{FIRST}.ipynb"): HERS}
        with TemporaryDirectory() as made:
            report = collect_archive(course, Path(made), files, ROSTER)
            books = {path.parts[-3]: path.read_bytes() for path in report.written}
        assert books.items() <= {"ann": ANNS, "mal_bob": HERS}.items(), name
        assert len(books) == 2 or report.actions, name  # a file not collected is reported


def _canvas_name(name: str) -> str:
    """Convert a name to lower case and keep letters, digits and underscores, as Canvas does."""
    return "".join(sign for sign in name.casefold() if sign.isalnum() or sign == "_")


# For each platform, a function that returns the path for a student's name and number.
IDENTIFIED = {
    "Canvas": lambda name, number: f"{_canvas_name(name)}_{number}_{number}7_{FIRST}.ipynb",
    "Brightspace": lambda name, number: (
        f"{number}-71 - {name} - Nov 19, 2026 1000 AM/{FIRST}.ipynb"
    ),
    "Moodle": lambda name, number: f"{name}_{number}_assignsubmission_file/{FIRST}.ipynb",
    "Gradescope": lambda name, number: f"submission_{number}/{FIRST}.ipynb",
}
EMAILS = {1001: "ann@school.org", 1003: "mal@school.org", 5077: "else@school.org"}
CHOSEN = [
    "1001", "ory_1001", "archerann_1001", "anon_1001", "Ann Archer", "Archer, Ann", "ann", "Team 1",
    "Ann 1001",
]  # fmt: skip


@pytest.mark.parametrize("platform", IDENTIFIED)
@pytest.mark.parametrize("called", CHOSEN)
@pytest.mark.parametrize("number", [1003, 5077], ids=["known", "unknown"])
@pytest.mark.parametrize("present", [True, False], ids=["ann too", "ann not"])
def test_name_and_number_must_agree(
    tmp_path: Path,
    collect_files: Collect,
    platform: str,
    called: str,
    number: int,
    present: bool,
) -> None:
    """Mallory's file never counts as Ann's: it is collected for Mallory, or it is reported."""
    people = [("Ann Archer", 1001)] * present + [(called, number)]
    books = [ANNS] * present + [HERS]
    files = {IDENTIFIED[platform](*one): book for one, book in zip(people, books, strict=True)}
    sheet = None
    if platform == "Moodle":
        sheet = tmp_path / "sheet.csv"
        rows = [f'Participant {n},"{name}",{EMAILS[n]},-' for name, n in people]
        head = "Identifier,Full name,Email address,Last modified (submission)"
        sheet.write_text("\n".join([head, *rows, ""]))
    if platform == "Gradescope":
        fields = {n: [f":email: {EMAILS[n]}\n    :name: {name!r}"] for name, n in people}
        files["submission_metadata.yml"] = metadata(fields)
    report = collect_files(files, ROSTER, worksheet=sheet)
    written = {path.parts[-3]: path.read_bytes() for path in report.written}
    mine = {"mal_bob": HERS} if "mal_bob" in written else {}
    assert written == mine | ({"ann": ANNS} if present else {})
    assert mine or report.actions
    if present and not mine:
        assert report.missing == {FIRST: ["bob", "mal_bob"]}
