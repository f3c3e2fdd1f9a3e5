"""`autograder grade` and `formgrader`: grade a class and print a summary, or open formgrader."""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

from tqdm import tqdm

from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.screen import screen
from autograder.classroom.grade.summary import Summary, summary
from autograder.classroom.grade.update_gradebook import update_gradebook
from autograder.classroom.grade.update_tasks import (
    plan_updates,
    refuse_broken_tasks,
    update_tasks,
)
from autograder.classroom.gradebook_students import write_students
from autograder.classroom.reports.unit_results import (
    all_students,
    refuse_unknown_students,
    used_units,
)
from autograder.classroom.roster import Owner, Roster
from autograder.core.course.course import Course, Unit
from autograder.core.exit_codes import BROKEN, NO_SANDBOX
from autograder.core.lock import only_writer
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain
from autograder.nbgrader.config import prepare_class
from autograder.nbgrader.internals import report_database_errors
from autograder.nbgrader.late import LateRule
from autograder.nbgrader.register import register
from autograder.results.backup import keep_backup
from autograder.runner import NoSandbox, host, read_secret
from autograder.runner.jobs.local import Executor

_SUBMISSION_SUFFIXES = {".ipynb", ".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz"}


def grade_class(
    course: Course,
    folder: Path,
    executor: Executor,
    *,
    unit: str | None = None,
    unsafe: bool = False,
    confirmed: bool = False,
    as_json: bool = False,
) -> int:
    """Grade the named unit, or each unit that has submissions, and print the summary.

    With `unsafe`, student code runs without a sandbox. If tasks changed after grading, the
    gradebook is updated only if `confirmed` or if the user agrees. With `as_json`, the summary is
    printed as JSON.

    Return the exit code: BROKEN if a score or page is missing, a file is in the wrong folder or a
    person is not on the roster; NO_SANDBOX if student code cannot be isolated.
    """
    if not unsafe:
        try:
            host().ready()
        except NoSandbox as error:
            print(error, file=sys.stderr)
            return NO_SANDBOX
    units = _units(course, folder, unit)
    gradings = [Grading(course, one, folder, executor, unsafe) for one in units]
    counts = [len(grading.jobs) for grading in gradings]  # may raise, but no file is written yet
    roster = Roster.of_class(folder)
    refuse_unknown_students(gradings[0].policy, all_students(folder, roster))
    secret = read_secret(course.secret)  # an unusable secret is reported before the class changes
    with only_writer(folder, "autograder grade"), report_database_errors(folder / "gradebook.db"):
        late = gradings[0].prepare_late_rule()  # may raise, but nothing is judged yet
        for grading in gradings:
            refuse_broken_tasks(grading)
        updates = plan_updates(gradings, confirmed)
        keep_backup(folder)
        for grading in gradings:
            if changes := updates.get(grading.unit.id):
                update_tasks(grading, changes)
        outcomes = [_grade(*one, secret, late) for one in zip(gradings, counts, strict=True)]
        write_students(roster, folder / "gradebook.db")
        misplaced = [*_misplaced_files(course, folder), *_students_not_on_roster(gradings, roster)]
    _show(gradings, [one for one, _ in outcomes], as_json)
    for line in [*_students_without_submission(gradings, roster), *misplaced]:
        print(line, file=sys.stderr)
    return BROKEN if misplaced or any(broken for _, broken in outcomes) else 0


def _show(gradings: list[Grading], units: list[Summary], as_json: bool) -> None:
    if as_json:
        print(json.dumps([one.to_json() for one in units], indent=1))
    else:
        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
        print(*(screen(*one, columns) for one in zip(gradings, units, strict=True)), sep="\n")


def _units(course: Course, folder: Path, name: str | None) -> list[Unit]:
    if name:
        return [course.unit(name)]
    names = {path.name for path in folder.glob("submitted/*/*")}
    units = [unit for unit in course.units.values() if unit.id in names]
    if not units:
        layout = folder / "submitted/<student>/<unit>/<unit>.ipynb"
        raise CourseError(
            "No submissions found for any unit of this course.", f"Expected: {layout}"
        )
    return units


def _students_without_submission(gradings: list[Grading], roster: Roster) -> list[str]:
    """Return a line for each unit with the students of the roster without a submission.

    A listed student may have submitted a file that `collect` could not match to the student.
    """
    lines = []
    for grading in gradings:
        submitted = {job.student for job in grading.jobs}
        names = [plain(student.id) for student in roster.students if student.id not in submitted]
        lines += [f"{grading.unit.id}: no submission from {', '.join(names)}"] * bool(names)
    return lines


def _students_not_on_roster(gradings: list[Grading], roster: Roster) -> list[str]:
    """Return at most one line, with the people who submitted, but are not on the roster."""
    ids = {student.id for student in roster.students}
    submitted = {job.student for grading in gradings for job in grading.jobs}
    names = []
    for name in sorted(submitted - ids) if ids else ():
        similar = roster.find(Owner((name,), name))
        names.append(plain(name) + (f" ({plain(similar)}?)" if similar else ""))
    advice = "rename the folder to the student's id, or add a line to students.csv"
    return (
        [f"Action required: students.csv does not list {', '.join(names)}; {advice}"]
        if names
        else []
    )


def _misplaced_files(course: Course, folder: Path) -> list[str]:
    """Return a line for each place with notebooks or archives that is not the folder of a unit."""
    lines = []
    for place in sorted([*folder.glob("submitted/*.*"), *folder.glob("submitted/*/*")]):
        paths = [place]
        if place.parents[1] != folder and place.is_dir() and place.name not in course.units:
            paths = [*place.glob("*"), *place.glob("*/*")]
        kinds = {path.suffix.lower() for path in paths if path.is_file()}
        if kinds & _SUBMISSION_SUFFIXES:
            location = "/".join(map(plain, place.relative_to(folder).parts))
            action = "Move it" if ".ipynb" in kinds else "Unpack it. Move its notebook"
            advice = f"{action} to submitted/<student>/<unit>/<unit>.ipynb and grade again."
            lines.append(f"Action required: {location} is not the folder of a unit. {advice}")
    return lines


def _grade(grading: Grading, count: int, secret: bytes, late: LateRule) -> tuple[Summary, bool]:
    unit = grading.unit
    rows = list(tqdm(grading.judge(secret), f"{unit.id}: judging", count, unit="notebook"))
    with tqdm(total=count, desc=f"{unit.id}: recording", unit="notebook") as bar:
        update = update_gradebook(grading, rows, late, lambda student: bar.update() and None)
    broken = bool(update.failures) or any(row.broken for row in rows)
    return summary(grading, rows, update), broken


def open_formgrader(course: Course, folder: Path, more: list[str]) -> NoReturn:
    """Write units and roster to the gradebook; replace this process by Jupyter with formgrader."""
    prepare_class(course.path.parent.resolve(), folder.resolve())
    with (
        only_writer(folder, "autograder formgrader"),
        report_database_errors(folder / "gradebook.db"),
    ):
        for unit in used_units(course, folder) or course.units.values():
            register(course, unit, folder / "gradebook.db")
        write_students(Roster.of_class(folder), folder / "gradebook.db")
    # Start jupyter_server instead of jupyterlab, which would open its own page first. Formgrader's
    # links to notebooks still open JupyterLab.
    line = [sys.executable, "-m", "jupyter_server", "--ServerApp.default_url=/formgrader", *more]
    if os.geteuid() == 0:
        line.append("--allow-root")
    os.chdir(folder)
    os.execv(line[0], line)  # `execv` replaces this process, so Ctrl-C ends Jupyter
