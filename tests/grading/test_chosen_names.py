"""A file's name is its author's own: whatever it says, nobody hands in for somebody else.

Mallory calls her file as platforms call what others hand in. What she chooses are the pieces
below, in any order, at the place that each platform has for a file's name.
"""

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from classroom import FIRST, Course, zipped

from autograder.gradebook import Roster, collect

ANNS, HERS = b'{"cells": [], "metadata": {}}', b'{"cells": []}'
ROSTER = """\
id,first_name,last_name,email,canvas,blackboard,group
ann,Ann,Archer,ann@school.org,1001,ann,Team 1
bob,Bob,Baker,bob@school.org,1002,bob,Team 2
mal_bob,Mallory,Moss,mal@school.org,1003,mal_bob,Team 3
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
        "11-71 - Ann Archer - Nov 19, 2026 1000 AM/{}",
        "12-71 - Mallory Moss - Nov 19, 2026 1000 AM/{}",
    ),
    "Brightspace, files": (
        "11-71 - Ann Archer - Nov 19, 2026 1000 AM - {}",
        "12-71 - Mallory Moss - Nov 19, 2026 1000 AM - {}",
    ),
    "GitHub Classroom": ("hw-submissions/hw-ann/{}", "hw-submissions/hw-mal_bob/{}"),
    "folders": ("ann/{}", "mal_bob/{}"),
    "folders in one": ("class/ann/{}", "class/mal_bob/{}"),
    "nbgrader": (f"submitted/ann/{FIRST}/{{}}", f"submitted/mal_bob/{FIRST}/{{}}"),
}  # fmt: skip
PIECES = [
    "bob", "Bob Baker", "bakerbob", "x", "_", "-", "+", "1002", "815", "LATE", FIRST,
    "_attempt_2026-12-31-23-00-00", "_attempt_2026-12-31-23-00-00_", "gradebook_CS_Unit_bob",
    "13-72 - Bob Baker - Nov 20, 2026 1000 AM - ", "Bob Baker - ", "hw-submissions/hw-bob/",
    "13-72 - Bob Baker - Nov 20, 2026 1000 AM/", "Bob Baker_71_assignsubmission_file_/",
    "_71_assignsubmission_file_", "bakerbob_1002_817_", f"bob+{FIRST}+2026-11-19 10:00:00 UTC+abc",
]  # fmt: skip
KNOWN = [
    "x_bob_attempt_2026-12-31-23-00-00_",
    "",
    "Bob Baker_71_assignsubmission_file_/",
    "Bob Baker_71_assignsubmission_file_",
    "13-72 - Bob Baker - Nov 20, 2026 1000 AM - ",
    "hw-submissions/hw-bob/",
    "Team 2_",
    "Team 2/",
    "Team 2_71_assignsubmission_file_",
]
_dice = random.Random(1)
DRAWN = ["".join(_dice.choices(PIECES, k=_dice.randint(0, 6))) for _ in range(40)]


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("name", [*KNOWN, *DRAWN])
def test_a_file_hands_in_for_nobody_but_its_author(
    course: Course, platform: str, name: str
) -> None:
    ann, mallory = PLATFORMS[platform]
    if "/" not in mallory:
        name = name.replace("/", "_")
    files = {ann.format(f"{FIRST}.ipynb"): ANNS, mallory.format(f"{name}{FIRST}.ipynb"): HERS}
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "students.csv").write_text(ROSTER)
        (folder / "a.zip").write_bytes(zipped(files))
        found = collect(course, [folder / "a.zip"], folder, Roster.of_class(folder))
        there = {path.parts[-3]: path.read_bytes() for path in found.written}
        assert there.items() <= {"ann": ANNS, "mal_bob": HERS}.items()
        assert len(there) == 2 or found.asked  # nobody is forgotten unsaid
