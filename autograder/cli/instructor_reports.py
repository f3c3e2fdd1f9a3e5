"""The commands that grade essays, return feedback, and export grades and statistics."""

import argparse
import sys
from pathlib import Path

from autograder.cli.class_options import (
    TASK,
    Command,
    add_class,
    class_of,
    units_of,
    write_or_print,
)
from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.exit_codes import BROKEN, OK
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import printable


def add_reports(command: Command) -> None:
    """Add the commands that grade essays, return feedback, and export grades and statistics."""
    add = command("read", "Write a sheet of essays to grade, or import filled sheets.", _read, "")
    add("task", metavar="UNIT/TASK", help=TASK)
    add(
        "--take",
        nargs="+",
        type=Path,
        metavar="SHEET",
        help="import the filled sheets of all graders",
    )
    add(
        "--replace", action="store_true", help="replace points and comments that were given earlier"
    )
    add("--to", type=Path, help="the sheet to write; default: print")
    add_class(add)
    add = command("insight", "Write a page of statistics for each unit.", _insight, "?")
    add_class(add)
    add = command(
        "return", "Pack the feedback for upload to a platform, or for e-mail.", _return, "one"
    )
    add(
        "archives",
        nargs="*",
        type=Path,
        metavar="ARCHIVE",
        help="the collected archives; none for e-mail",
    )
    add("--times", type=Path, metavar="CSV", help="Moodle's grading worksheet, as for collect")
    add("--to", type=Path, required=True, help="the archive or folder to write")
    add_class(add)
    add = command("export", "Print grades as a table, or fill in a platform's file.", _export, "?")
    platforms = "fill in a Canvas or Blackboard gradebook, or a Moodle worksheet"
    add("--fill", type=Path, metavar="CSV", help=platforms)
    add("--column", default="", help="the column to fill; default: the one named after the unit")
    add("--replace", action="store_true", help="replace grades on the platform that differ")
    add("--to", type=Path, help="the file to write; default: print")
    add_class(add)


def _read(arguments: argparse.Namespace) -> int:
    from autograder.classroom.reports.reading_sheets import Reading
    from autograder.core.lock import only_writer
    from autograder.results.backup import keep_backup

    course, folder = class_of(arguments)
    reading = Reading(course, course.task(arguments.task), folder)
    if not arguments.take:
        to = arguments.to
        if to and to.exists():
            advice = f"Import it first: autograder read {arguments.task} --take {to}"
            raise CourseError(
                f"{to} exists and may contain points that were filled in.",
                f"{advice}. Or pass another file.",
            )
        text, pictures = reading.sheet(f"{to.stem}_pictures" if to else "")
        for name, picture in pictures.items():
            write_atomic(to.parent / name, picture)
        write_or_print(text, to)
        if to:
            command = course.typed(f"read {arguments.task} --take {to}", folder)
            print(f"The answers are in {to}. To import the points: {command}")
        return OK
    with only_writer(folder, "autograder read"):
        keep_backup(folder)
        report = reading.import_sheets(arguments.take, arguments.replace)
    print(report)
    return BROKEN if report.conflicts else OK


def _insight(arguments: argparse.Namespace) -> int:
    from autograder.classroom.reports.insight import insight
    from autograder.classroom.reports.insight_page import insight_page

    course, folder = class_of(arguments)
    for unit in _graded(course, arguments.unit, folder):
        page = insight_page(insight(course, unit, folder))
        path = folder / "insight" / f"{unit.id}.html"
        write_atomic(path, page.encode())
        print(path)
    return OK


def _graded(course: Course, name: str | None, folder: Path) -> list[Unit]:
    """Return all units with grades, or only the unit with the given name.

    Raise CourseError if no such unit has grades.
    """
    from autograder.nbgrader.read_grades import graded_units

    units, graded = units_of(course, name), graded_units(folder / "gradebook.db")
    if names := [unit for unit in units if unit.id in graded]:
        return names
    scope = f" for {units[0].id}" if name else ""
    command = course.typed(f"grade {units[0].id}" if name else "grade", folder)
    raise CourseError(f"{folder} has no grades{scope} yet.", f"Grade first: {command}")


def _return(arguments: argparse.Namespace) -> int:
    from autograder.classroom.reports.return_feedback import FeedbackReturn
    from autograder.classroom.roster import Roster

    course, folder = class_of(arguments)
    roster = Roster.of_class(folder)
    unit = course.unit(arguments.unit)
    feedback = FeedbackReturn(course, unit, folder, roster)
    archives, to = arguments.archives, arguments.to
    if to.suffix == ".zip" and not archives:
        advice = "Pass the collected archives. For e-mail, pass a folder with --to."
        raise CourseError(f"{to} is an archive, but no collected archive was given.", advice)
    if any(to.absolute() == archive.absolute() for archive in archives):
        raise CourseError(
            f"{to} is a collected archive and would be overwritten.", "Pass another file as --to."
        )
    report = (
        feedback.to_platform(archives, to, arguments.times) if archives else feedback.to_folder(to)
    )
    print(report)
    return BROKEN if report.actions else OK


def _export(arguments: argparse.Namespace) -> int:
    from autograder.classroom.reports.export_grades import fill_worksheet, plain_table
    from autograder.classroom.roster import Roster

    course, folder = class_of(arguments)
    roster = Roster.of_class(folder)
    units = units_of(course, arguments.unit)
    if arguments.fill and len(units) > 1:
        raise CourseError(
            "--fill needs exactly one unit.", "Usage: autograder export UNIT --fill CSV"
        )
    table = (
        fill_worksheet(
            *(course, units[0], folder, roster, arguments.fill),
            *(arguments.column, arguments.replace),
        )
        if arguments.fill
        else plain_table(course, units if arguments.unit else None, folder, roster)
    )
    _graded(course, arguments.unit, folder)  # raises a helpful error if there are no grades
    write_or_print(table.text, arguments.to)
    for line in table.notes:
        print(line, file=sys.stderr)
    for line in table.actions:
        print(f"action required: {printable(line)}", file=sys.stderr)
    return BROKEN if table.actions else OK
