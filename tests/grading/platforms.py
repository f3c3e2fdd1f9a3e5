"""Archives as learning platforms write them, and a function that collects their files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from classroom import FIRST, zipped

from autograder import Course
from autograder.classroom.platforms.collect import collect
from autograder.classroom.platforms.collect_report import CollectReport
from autograder.classroom.roster import Roster

Files = dict[str, bytes]
Layout = Callable[..., Files]
Collect = Callable[..., CollectReport]
BOOK = b'{"cells": []}'
STARTED = b'{"cells": [{"cell_type": "code", "source": "start(\'01_first\')"}]}'
WHEN = "2026-11-19"
# The username of each student, with the full name and Canvas's number.
PEOPLE = {"ann": ("Ann Müller", 1001), "bob": ("Bob O'Neil", 1002), "zoe": ("Zoë Li", 1003)}
ROSTER = """\
id,first_name,last_name,email,canvas,blackboard,section
am,Ann,Müller,ann@school.org,1001,ann,A
bo,Bob,O'Neil,bob@school.org,1002,bob,A
zl,Zoë,Li,zoe@school.org,1003,zoe,B
"""


def collect_archive(
    course: Course, folder: Path, files: Files, roster: str = "", **options: Any
) -> CollectReport:
    """Collect the files from one archive, with a roster unless it is empty."""
    (folder / "download.zip").write_bytes(zipped(files))
    if roster:
        (folder / "students.csv").write_text(roster)
    return collect(course, [folder / "download.zip"], folder, Roster.of_class(folder), **options)


def owners(report: CollectReport) -> list[str]:
    """Return the student of each notebook that was written."""
    return [path.parts[-3] for path in report.written]


def metadata(submitters: dict[int, list[str]], when: str = "") -> bytes:
    """Return Gradescope's list of submissions, given the fields of each submitter."""
    text = ""
    for number, people in submitters.items():
        text += f"submission_{number}:\n  :submitters:\n"
        text += "".join(f"  - {person}\n" for person in people)
        text += f"  :created_at: {when}\n" if when else ""
    return text.encode()


# Each function below returns a student's files under the paths that one platform gives to them.
# `start` is the number of an assignment's first submission: platforms assign new numbers for each
# assignment.


def moodle(who: str, files: Files, start: int = 7001) -> Files:
    front = f"{PEOPLE[who][0]}_{start + list(PEOPLE).index(who)}_assignsubmission_file"
    return {f"{front}/{name}": data for name, data in files.items()}


def canvas(who: str, files: Files, start: int = 7001) -> Files:
    front = {"ann": "müllerann", "bob": "oneilbob_LATE", "zoe": "lizoë"}[who]
    flat = {name.rpartition("/")[2]: data for name, data in files.items()}
    return {f"{front}_{PEOPLE[who][1]}_{start + n}_{x}": flat[x] for n, x in enumerate(flat)}


def blackboard(who: str, files: Files, start: int = 7001) -> Files:
    front = f"gradebook_CS101-2026_Unit2001_{who}_attempt_{WHEN}-10-00-{start % 60:02}"
    flat = {name.rpartition("/")[2]: data for name, data in files.items()}
    return {f"{front}.txt": b"Name: who"} | {f"{front}_{x}": data for x, data in flat.items()}


def gradescope(who: str, files: Files, start: int = 7001) -> Files:
    number = start + list(PEOPLE).index(who)
    person = f":name: {PEOPLE[who][0]}\n    :email: {who}@school.org"
    listed = metadata({number: [person]}, "2026-03-01 12:00:00 -05:00")
    made: Files = {f"out/submission_{number}/{name}": data for name, data in files.items()}
    return made | {"out/submission_metadata.yml": listed}


def github(who: str, files: Files) -> Files:
    front = f"unit-1-submissions/{who}"
    made = {f"{front}/exercises/{FIRST}/{name}": data for name, data in files.items()}
    return {"unit-1-submissions/about.md": b"", f"{front}/README.md": b""} | made


def exchange(who: str, files: Files) -> Files:
    front = f"inbound/{who}+{FIRST}+{WHEN} 10:00:00.000000 UTC+abc"
    return {f"{front}/timestamp.txt": b""} | {f"{front}/{x}": files[x] for x in files}


def brightspace(who: str, files: Files) -> Files:
    front = f"50{ord(who[0])}-7 - {PEOPLE[who][0]} - Nov 19, 2026 1000 AM"
    return {f"{front}/{name}": data for name, data in files.items()} | {"index.html": b"<html>"}


def google(who: str, files: Files) -> Files:
    return {f"Unit 1/{PEOPLE[who][0]} - {x.rpartition('/')[2]}": files[x] for x in files}


LAYOUTS = [moodle, canvas, blackboard, gradescope, github, exchange, brightspace, google]


def merge(*parts: Files) -> Files:
    """Return the files of one archive. Gradescope's lists of submissions are concatenated."""
    whole: Files = {}
    for part in parts:
        for name, data in part.items():
            whole[name] = whole.get(name, b"") + data if name.endswith(".yml") else data
    return whole
