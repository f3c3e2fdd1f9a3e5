"""The commands that collect and grade submissions, verify and explain grades, restore backups."""

import argparse
import gc
from contextlib import closing
from functools import partial
from pathlib import Path

from autograder.cli.class_options import (
    TASK,
    Command,
    add_class,
    class_of,
    refuse_another_course,
    units_of,
)
from autograder.core.course.course import Course
from autograder.core.exit_codes import BROKEN, LEARNER, OK

# Modules that the fork server of the judges imports once. The imports take seconds.
SHARED = (
    *("autograder.runner.jobs.preload", "autograder.classroom.grade.grade_class"),
    *("jax.numpy", "jax.export", "nbgrader.converters"),
)


def add_grading(command: Command) -> None:
    """Add the commands that create a sample class, collect and grade submissions, and show them."""
    _add_sample_class(command)
    _add_collect(command)
    _add_grade(command)
    add = command("formgrader", "Open nbgrader's formgrader on a class.", _formgrader, "")
    add_class(add)
    add("more", nargs="*", help="options for Jupyter after --, such as -- --port 8890 --no-browser")


def _add_sample_class(command: Command) -> None:
    words = "Create submissions for a class of invented students."
    add = command("sample-class", words, _sample, "?", hidden=True)
    add(
        "--all",
        action="store_true",
        help="submissions in every unit; default: seven in the first unit",
    )
    add(
        "--class",
        dest="folder",
        type=Path,
        default=None,
        help="folder to create; default: _build/class",
    )


def _add_collect(command: Command) -> None:
    add = command("collect", "Extract notebooks from zip archives into submitted/.", _collect, "")
    add("archives", nargs="+", type=Path, metavar="ARCHIVE", help="zip archives of a platform")
    add("--replace", action="store_true", help="replace notebooks that were collected earlier")
    add(
        "--times",
        type=Path,
        metavar="CSV",
        help="Moodle's worksheet, or a table of ids and submission times",
    )
    add_class(add)


def _add_grade(command: Command) -> None:
    add = command("grade", "Grade a class into nbgrader's gradebook.", _grade, "?")
    add_class(add)
    add("--jobs", type=_count, metavar="N", help="number of parallel judges; default: one per core")
    add(
        "--scheduler",
        metavar="ADDRESS",
        help="Dask scheduler whose workers judge, such as tls://host:8786",
    )
    add(
        "--unsafe-no-sandbox",
        action="store_true",
        help="run without a sandbox; only for notebooks that you trust",
    )
    add("--json", action="store_true", help="print the summary as JSON")
    update = "update the gradebook without asking if tasks were added, removed or renumbered"
    add("--update-tasks", action="store_true", help=update)


def add_audit(command: Command) -> None:
    """Add the commands that verify and explain grades and restore backups."""
    add = command("verify", "Compare ledger, gradebook, pages and submissions.", _verify, "")
    add_class(add)
    add = command("explain", "Explain the score of a student for a task.", _explain, "")
    add("student", help="the student's id")
    add("task", metavar="[UNIT/]TASK", help=f"{TASK}, if several units have such a task")
    add_class(add)
    add = command("restore", "Restore the gradebook and the ledger from a backup.", _restore, "")
    add("when", nargs="?", help="start of the backup's name; default: list the backups")
    add_class(add)


def _sample(arguments: argparse.Namespace) -> int:
    from autograder.classroom.grade.sample_class import LOOPING, OMITTED_BY_DEFAULT, sample_class

    course = Course.find()
    folder = arguments.folder or course.path.parent / "_build/class"
    refuse_another_course(course, folder.absolute())
    units = units_of(course, arguments.unit)
    for unit in units if arguments.all else units[:1]:
        short = not (arguments.unit or arguments.all)
        without = OMITTED_BY_DEFAULT if short else () if unit is units[0] else (LOOPING,)
        students = sample_class(course, unit, folder, without)
        print(f"{unit.id}: {len(students)} submissions in {folder / 'submitted'}")
    return OK


def _collect(arguments: argparse.Namespace) -> int:
    from autograder.classroom.platforms.collect import collect
    from autograder.classroom.roster import Roster
    from autograder.nbgrader.config import prepare_class

    course, folder = class_of(arguments, new=True)
    roster = Roster.of_class(folder)
    replace, times = arguments.replace, arguments.times
    if not folder.exists():
        print(f"New class folder, without students.csv: {folder}")
    report = collect(course, arguments.archives, folder, roster, replace, times)
    if report.written:  # write nbgrader's configuration, so that its own commands work, too
        prepare_class(course.path.parent.resolve(), folder.resolve())
    print(report)
    return BROKEN if report.actions else OK


def _count(text: str) -> int:
    """Return a whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, got {text!r}")
    return int(text)


def _grade(arguments: argparse.Namespace) -> int:
    from autograder.runner.jobs.local import LocalExecutor

    course, folder = class_of(arguments)
    options = {
        "unit": arguments.unit,
        "unsafe": arguments.unsafe_no_sandbox,
        "confirmed": arguments.update_tasks,
        "as_json": arguments.json,
    }
    if arguments.scheduler:
        from autograder.classroom.grade.grade_class import grade_class
        from autograder.classroom.grade.job import describe_environment, forget
        from autograder.runner.jobs.dask_cluster import DaskExecutor

        facts = partial(describe_environment, course.path, folder)
        with closing(DaskExecutor(arguments.scheduler, facts, forget)) as cluster:
            return grade_class(course, folder, cluster, **options)
    with closing(LocalExecutor(arguments.jobs, SHARED)) as executor:
        executor.start()  # the fork server imports in parallel with this process
        gc.disable()  # makes imports faster; see autograder.runner.jobs.preload
        from autograder.classroom.grade.grade_class import grade_class

        gc.freeze()
        gc.enable()
        return grade_class(course, folder, executor, **options)


def _formgrader(arguments: argparse.Namespace) -> int:
    from autograder.classroom.grade.grade_class import open_formgrader

    open_formgrader(*class_of(arguments), arguments.more)


def _verify(arguments: argparse.Namespace) -> int:
    from autograder.classroom.audit.verify import verify

    course, folder = class_of(arguments)
    findings = verify(course, folder)
    print(findings)
    return LEARNER if findings.differences else OK


def _explain(arguments: argparse.Namespace) -> int:
    from autograder.classroom.audit.explain import explain

    course, folder = class_of(arguments)
    print(explain(course, folder, arguments.student, arguments.task))
    return OK


def _restore(arguments: argparse.Namespace) -> int:
    from autograder.core.lock import only_writer
    from autograder.results.backup import backups, restore

    _, folder = class_of(arguments)
    if not arguments.when:
        print("\n".join(backups(folder)) or "There is no backup yet.")
        return OK
    with only_writer(folder, "autograder restore"):
        name = restore(folder, arguments.when)
    print(f"Restored {name}. Grade again to update pages and graded copies.")
    return OK
