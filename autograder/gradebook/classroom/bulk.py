"""`autograder grade`: every unit that has submissions, with progress, ending in one screen."""

import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from tqdm import tqdm

from autograder.executor import Executor
from autograder.gradebook.classroom.grade import Grading
from autograder.gradebook.classroom.screen import screen
from autograder.gradebook.ledger.lock import only_writer
from autograder.say.errors import CourseError
from autograder.task.course import Course, Unit
from autograder.wall import NoSandbox, host

BROKEN, NO_SANDBOX = 3, 4


def grade_class(course: Course, folder: Path, arguments: Namespace, executor: Executor) -> int:
    """Grade the unit that is named, or each that has submissions; returns the exit code."""
    if not arguments.unsafe_no_sandbox:
        try:
            host().ready()
        except NoSandbox as error:
            print(error, file=sys.stderr)
            return NO_SANDBOX
    units = _units(course, folder, arguments.unit)
    secret, unsafe = arguments.secret, arguments.unsafe_no_sandbox
    gradings = [Grading(course, unit, folder, executor, secret, unsafe) for unit in units]
    found = [len(grading.jobs) for grading in gradings]  # nothing is made where there is nothing
    with only_writer(folder, "autograder grade"):
        return max(map(_grade, gradings, found))


def _units(course: Course, folder: Path, name: str | None) -> list[Unit]:
    if name:
        return [course.unit(name)]
    there = {path.name for path in folder.glob("submitted/*/*")}
    found = [unit for unit in course.units.values() if unit.id in there]
    if not found:
        layout = folder / "submitted/<student>/<unit>/<unit>.ipynb"
        raise CourseError(
            "Nothing is handed in for any unit of this course.", f"Expected: {layout}"
        )
    return found


def _grade(grading: Grading, count: int) -> int:
    unit = grading.unit
    rows = list(tqdm(grading.judge(), f"{unit.id}: judging", count, unit="notebook"))
    with tqdm(total=count, desc=f"{unit.id}: recording", unit="notebook") as bar:
        recorded = grading.record(rows, lambda student: bar.update() and None)
    print(screen(grading, rows, recorded))
    return BROKEN if recorded.troubles or any(row.broken for row in rows) else 0


def open_formgrader(folder: Path) -> int:
    """Start Jupyter on the class; its page is formgrader."""
    if not (folder / "gradebook.db").is_file():
        mend = "Grade it first: autograder grade --class <folder>"
        raise CourseError(f"There is no gradebook in {folder}.", mend)
    line = [sys.executable, "-m", "jupyterlab", "--ServerApp.default_url=/formgrader"]
    if os.geteuid() == 0:
        line.append("--allow-root")
    return subprocess.run(line, cwd=folder, check=False).returncode
