"""What instructors do with the submissions of a class, from a terminal."""

import argparse
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from autograder.atomic import write_atomic
from autograder.say.codes import BROKEN, LEARNER, OK
from autograder.say.errors import CourseError
from autograder.task.course import Course, Unit

# What judges import, and nobody before them: these take seconds.
SHARED = ("autograder.gradebook", "jax.numpy", "jax.export", "nbgrader.converters")
Adder = Callable[..., object]


def add_commands(command: Callable[..., Adder]) -> None:
    """What instructors do with the submissions of a class."""
    add = command("sample-class", "Hand in for a class of invented students.", _sample, "?")
    add("--class", dest="folder", type=Path, default=None, help="where; _build/class if not given")
    add = command("collect", "Put zip archives' notebooks where grading looks.", _collect, "")
    add("archives", nargs="+", type=Path, metavar="ARCHIVE")
    add("--roster", type=Path, help="who is who; students.csv in the class's folder if not given")
    add("--class", dest="folder", type=Path, default=None, help="folder that holds submitted/")
    add("--replace", action="store_true", help="take the new one where one stands already")
    add = command("grade", "Grade a class into nbgrader's gradebook.", _grade, "?")
    add("--class", dest="folder", type=Path, default=None, help="folder that holds submitted/")
    add("--secret", type=Path, help="file of the course secret, if not the usual one")
    add("--jobs", type=int, help="how many judges at once; one for each core if not given")
    add("--unsafe-no-sandbox", action="store_true", help="only for notebooks that you trust")
    add("--json", action="store_true", help="print all that the screen says as JSON")
    add("--csv", action="store_true", help="print a row for each student, a column for each task")
    add = command("export", "Print grades as a table, or fill in a platform's own.", _export, "?")
    add("--class", dest="folder", type=Path, default=None, help="folder of a graded class")
    add("--roster", type=Path, help="who is who; students.csv in the class's folder if not given")
    add("--fill", type=Path, metavar="CSV", help="a gradebook of Canvas, a worksheet of Moodle")
    add("--column", default="", help="which column of it, if not the one of the unit's name")
    add("--to", type=Path, help="the file to write")
    add = command(
        "read", "Write a sheet of a question's answers, or take filled ones.", _read, "one"
    )
    add("task", help="the task, by name or number")
    add("--take", nargs="+", type=Path, metavar="SHEET", help="filled sheets of all who read")
    add("--replace", action="store_true", help="take a sheet's points where others were given")
    add("--to", type=Path, help="the sheet to write")
    _add_class(add)
    add = command(
        "return", "Pack feedback for a platform, or put it in a folder to mail.", _return, "one"
    )
    add("archives", nargs="*", type=Path, metavar="ARCHIVE", help="as collected; none for a folder")
    add("--to", type=Path, required=True, help="the archive to write, or the folder")
    add("--roster", type=Path, help="who is who; students.csv in the class's folder if not given")
    _add_class(add)
    add = command("verify", "Find what was changed in a graded class.", _verify, "")
    _add_class(add)
    add = command("explain", "Show what a student's score for a task comes from.", _explain, "")
    add("student")
    add("task", help="the task, by name or by what it checks; unit/task if two units have it")
    _add_class(add)
    add = command("formgrader", "Open nbgrader's formgrader on a class.", _formgrader, "")
    add("--class", dest="folder", type=Path, default=None, help="folder that holds submitted/")
    add("more", nargs="*", help="for Jupyter, behind --: -- --port 8890 --no-browser")


def _add_class(add: Adder) -> None:
    add("--class", dest="folder", type=Path, default=None, help="folder of a graded class")
    add("--secret", type=Path, help="file of the course secret, if not the usual one")


def units_of(course: Course, name: str | None) -> list[Unit]:
    """The one that is named, or all."""
    return [course.unit(name)] if name else list(course.units.values())


def _sample(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import sample_class

    course = Course.find()
    folder = arguments.folder or course.path.parent / "_build/class"
    units = units_of(course, arguments.unit)
    for unit in units:
        students = sample_class(course, unit, folder, loop=unit is units[0])
        print(f"{unit.id}: {len(students)} submissions in {folder / 'submitted'}")
    return OK


def _collect(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import Roster, collect

    course = Course.find()
    folder = _folder(course, arguments.folder)
    roster = Roster.of_class(folder, arguments.roster)
    found = collect(course, arguments.archives, folder, roster, arguments.replace)
    print(found)
    return BROKEN if found.asked else OK


def _grade(arguments: argparse.Namespace) -> int:
    from autograder.executor import LocalExecutor

    course = Course.find()
    folder = _folder(course, arguments.folder)
    with closing(LocalExecutor(arguments.jobs, SHARED)) as executor:
        executor.start()  # it imports for as long as we do
        from autograder.gradebook import grade_class

        return grade_class(course, folder, arguments, executor)


def _export(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import Roster, filled, plain_table

    course = Course.find()
    folder = _folder(course, arguments.folder)
    roster = Roster.of_class(folder, arguments.roster)
    units = units_of(course, arguments.unit)
    if arguments.fill and len(units) > 1:
        raise CourseError("A platform's file takes one unit.", "Name it: export UNIT --fill CSV")
    made = (
        filled(course, units[0], folder, roster, arguments.fill, arguments.column)
        if arguments.fill
        else plain_table(course, units, folder, roster)
    )
    _write(made.text, arguments.to)
    for line in made.asked:
        print(f"needs you: {line}", file=sys.stderr)
    return BROKEN if made.asked else OK


def _read(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import Reading, only_writer

    course = Course.find()
    unit, folder = course.unit(arguments.unit), _folder(course, arguments.folder)
    reading = Reading(course, unit, unit.task(arguments.task), folder, arguments.secret)
    if not arguments.take:
        _write(reading.sheet(), arguments.to)
        return OK
    with only_writer(folder, "autograder read"):
        found = reading.take(arguments.take, arguments.replace)
    print(found)
    return BROKEN if found.asked else OK


def _write(text: str, to: Path | None) -> None:
    if to:
        write_atomic(to, text.encode())
    else:
        print(text, end="")


def _return(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import HandBack, Roster

    course = Course.find()
    folder = _folder(course, arguments.folder)
    roster = Roster.of_class(folder, arguments.roster)
    unit = course.unit(arguments.unit)
    back = HandBack(course, unit, folder, roster, arguments.secret)
    archives, to = arguments.archives, arguments.to
    found = back.to_platform(archives, to) if archives else back.to_folder(to)
    print(found)
    return BROKEN if found.asked else OK


def _verify(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import verify

    course = Course.find()
    found = verify(course, _folder(course, arguments.folder), arguments.secret)
    print(found)
    return LEARNER if found.tampered else OK


def _explain(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import explain

    course = Course.find()
    folder = _folder(course, arguments.folder)
    print(explain(course, folder, arguments.student, arguments.task, arguments.secret))
    return OK


def _formgrader(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import open_formgrader

    course = Course.find()
    open_formgrader(course, _folder(course, arguments.folder), arguments.more)


def _folder(course: Course, folder: Path | None) -> Path:
    """As it is typed, or the course's own, wherever in it the command is typed."""
    return folder.absolute() if folder else course.path.parent
