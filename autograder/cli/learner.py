"""The commands for learners: `list`, `hint`, `check` and `start`."""

import argparse
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.cli.class_options import units_of
from autograder.cli.print_error import print_error
from autograder.core.course.course import FOLDER, Course
from autograder.core.exit_codes import BROKEN, LEARNER, NO_SANDBOX, OK, USAGE

if TYPE_CHECKING:
    from autograder.core.messages.verdict import Verdict

    Printed = dict[str, tuple[Verdict, str]]  # by task, the verdict and the answer


def list_units(arguments: argparse.Namespace) -> int:
    """Print the units, or the tasks of one unit, with progress and the next task."""
    from autograder.notebook.learner import progress

    course, todo = Course.find(), ""
    for unit in units_of(course, arguments.unit):
        path = course.notebook_path(unit)
        passed = progress.load(unit, path.parent)
        done = f", {len(passed)} of {len(unit.judged)} tasks passed" if passed else ""
        print(f"{unit.id}  {unit.points:g} points{done}")
        if arguments.unit:
            for task in unit.tasks:
                star = " ★" if task.star else ""
                done = " (passed)" if task.id in passed else ""
                print(f"  {task.id:<24} {task.points:g}  {task.title}{star}{done}")
        remaining = [task for task in unit.judged if task.id not in passed]
        if passed and remaining:  # print the next task of the last unit with progress
            todo = (
                f"Next: {remaining[0].id} ({remaining[0].title}), in {path}; chapter {unit.id[:2]}."
            )
    if todo:
        print(todo)
    return OK


def show_hint(arguments: argparse.Namespace) -> int:
    """Print a hint for a task. Without a task, print the usage, or the commands for a unit."""
    course, name = Course.find(), arguments.task or ""
    if "/" not in name:
        return _list_hints(course, name)
    task = course.task(name)
    if not task.hints:
        print(f"{task.id} has no hints.")
    elif not 1 <= arguments.number <= len(task.hints):
        return print_error(f"{task.id} has hints 1 to {len(task.hints)}.", USAGE)
    else:
        print(f"Hint {arguments.number} of {len(task.hints)}: {task.hints[arguments.number - 1]}")
    return OK


def _list_hints(course: Course, unit: str) -> int:
    """Print the usage and the names of the units, or the hint commands for one unit's tasks."""
    if not unit:
        print(
            "Usage: autograder hint UNIT/TASK, for example: autograder hint 00/01\nUnits: "
            + ", ".join(course.units)
        )
        return OK
    for task in course.unit(unit).tasks:
        print(f"autograder hint {unit}/{task.id[:2]}  {len(task.hints)} hints  {task.title}")
    return OK


def check_notebook(arguments: argparse.Namespace) -> int:
    """Check a notebook once or, with `--watch`, after each save. Return the exit code."""
    from autograder.authoring.watch import watch_file

    once = partial(_check_once, arguments.notebook, arguments.unit, {})
    if not arguments.watch:
        return once()
    try:
        for _ in watch_file(arguments.notebook):
            if (code := once()) == NO_SANDBOX:
                return code
            print(
                f"{time.strftime('%H:%M:%S')}  Save to check again, or press Ctrl-C to stop.",
                flush=True,
            )
    except KeyboardInterrupt:
        print()
    return OK


def _check_once(notebook: Path, unit_name: str | None, printed: "Printed") -> int:
    """Check a notebook, print the verdicts and the points, and return the exit code.

    `printed` contains the last verdict and answer that earlier calls printed for each task. These
    are not printed again, and new ones are added.
    """
    from autograder.core.messages.verdict import Status
    from autograder.core.messages.waiting import print_if_slow
    from autograder.runner import (
        NoSandbox,
        Unreadable,
        host,
        identify,
        judge_submission,
        read_notebook,
    )

    course = Course.find(notebook.resolve().parent, ".")
    try:
        host()
        unit, student = identify(course, notebook, read_notebook(notebook), unit_name)
        slow = f"Still checking {unit.id}: running all cells in a new process, then each answer."
        with print_if_slow(slow):
            # Learners run their own code on their own machine, so no sandbox is needed.
            report = partial(_print_new_verdict, printed)
            result = judge_submission(
                course, unit, student, notebook, secret=None, unsafe=True, report=report
            )
    except NoSandbox as error:
        return print_error(str(error), NO_SANDBOX)
    except Unreadable as error:
        return print_error(str(error), USAGE)
    points = sum(verdict.points for verdict in result.verdicts)
    print(f"{unit.id}: {points:g} of {unit.points:g} points")
    if result.broken:
        return BROKEN
    successes = (Status.PASSED, Status.LATER)
    return OK if all(verdict.status in successes for verdict in result.verdicts) else LEARNER


def _print_new_verdict(printed: "Printed", verdict: "Verdict", answer: str) -> None:
    """Print a verdict and store it in `printed`, unless verdict and answer are already there."""
    if printed.get(verdict.task) != (verdict, answer):
        printed[verdict.task] = verdict, answer
        print(verdict.text(), end="\n\n", flush=True)


def start_units(arguments: argparse.Namespace) -> int:
    """Create or update the learner's notebooks, or reset tasks, and print each outcome.

    Also write `my/AGENTS.md`, unless it exists.
    """
    from autograder.notebook.release import reset_task, start_unit, write_rules

    course = Course.find()
    for name in arguments.units or course.units:
        unit, task = course.split_name(name)
        result = reset_task(course, unit, unit.task(task)) if task else start_unit(course, unit)
        print(result, flush=True)
    write_rules(course.path.parent / FOLDER)
    return OK
