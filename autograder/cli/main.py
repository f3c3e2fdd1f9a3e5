"""`autograder`: the command line for learners, authors and instructors."""

import argparse
import errno
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.cli import instructor
from autograder.cli.instructor import TASK, Adder
from autograder.core.atomic import WriteError, reason
from autograder.core.course.course import FOLDER, Course
from autograder.core.exit_codes import BROKEN, IN_WORDS, LEARNER, NO_SANDBOX, OK, USAGE
from autograder.core.kinds import KINDS
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import printable

if TYPE_CHECKING:
    from autograder.core.messages.verdict import Verdict


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Print expected errors without a traceback."""
    arguments = _parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return run(arguments)
    except CourseError as error:
        return _print_error(str(error), USAGE)
    except WriteError as error:
        return _print_error(str(error), BROKEN)
    except ModuleNotFoundError as error:
        extra = "Install the packages for grading: pip install 'many-lanes[grade]'"
        package = str(error.name).split(".")[0]
        return _print_error(f"The Python package {package} is missing. {extra}", BROKEN)
    except BrokenPipeError:  # `autograder list | head`
        sys.stderr.close()
        return OK
    except OSError as error:
        # An error without a file name is from a file that was already open.
        where = error.filename or "A file that was being written"
        to_read = error.filename and error.errno in (errno.EACCES, errno.EPERM)
        return _print_error(f"{where}: {error.strerror if to_read else reason(error)}.", BROKEN)
    except KeyboardInterrupt:
        return _print_error("Stopped. Finished results are kept.", BROKEN)


def _print_error(text: str, code: int) -> int:
    print("\n".join(map(printable, text.split("\n"))), file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("autograder", epilog=IN_WORDS, formatter_class=raw)
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(
        name: str,
        help: str,
        run: Callable[[argparse.Namespace], int],
        unit: str,
        hidden: bool = False,
    ) -> Adder:
        listed: dict[str, Any] = {} if hidden else {"help": help}
        sub = commands.add_parser(name, description=help, **listed)
        sub.set_defaults(run=run)
        if unit:
            sub.add_argument(
                "unit", nargs=None if unit == "one" else unit, help="a unit, by name or number"
            )
        return sub.add_argument

    add = command("start", "Copy units to my/ to solve them there. Default: all units.", _start, "")
    units = "a unit, by name or number; your answers are kept. /TASK resets one task"
    add("units", nargs="*", metavar="UNIT[/TASK]", help=f"{units} and saves a copy of your answer")
    command("list", "List the units, or the tasks of a unit, with your progress.", _list, "?")
    add = command("hint", "Show a hint for a task.", _hint, "")
    add("task", nargs="?", metavar="UNIT/TASK", help=TASK)
    add("number", nargs="?", type=int, default=1, help="number of the hint; 1 reveals least")
    add = command("check", "Check a notebook with the grader.", _check, "")
    add("notebook", type=Path, help="the notebook file (.ipynb)")
    add("--unit", help="the unit of the notebook, if its file name does not contain it")
    add("--watch", action="store_true", help="check again after each save, until Ctrl-C")
    _author_commands(command)
    instructor.add_commands(command)
    return parser


def _author_commands(command: Callable[..., Adder]) -> None:
    """Add the commands for authors of a course."""
    add = command("new", "Write the skeleton of a task, a chapter or a course.", _new, "")
    add("what", nargs="+", metavar="UNIT/TASK | chapter NN_STEM | course FOLDER [UNIT ...]")
    add("--kind", default="program", help=f"kind of the task: {', '.join(KINDS)}")
    add = command(
        "prove", "Verify that stubs fail, solutions pass and mistakes are recognised.", _prove, ""
    )
    add("what", nargs="?", metavar="UNIT[/TASK]", help="by name or number; default: all units")
    add("-v", "--verbose", action="store_true", help="also list the rules that are kept")
    add("--watch", action="store_true", help="prove again after each change, until Ctrl-C")
    add("--classes", type=int, default=0, metavar="N", help="try answers on inputs of N classes")
    add("--mutants", action="store_true", help="report small changes that pass")
    add = command("release", "Generate the notebooks in exercises/ from solutions/.", _release, "?")
    add("--check", action="store_true", help="write nothing; fail if a notebook is out of date")
    add(
        "--replace",
        action="store_true",
        help="also replace notebooks with answers; a copy is saved in my/",
    )
    private = "write the units for students to FOLDER, without solutions in the task files"
    add("--private", type=Path, metavar="FOLDER", help=private)


def _list(arguments: argparse.Namespace) -> int:
    from autograder.notebook.learner import progress

    course, todo = Course.find(), ""
    for unit in instructor.units_of(course, arguments.unit):
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


def _hint(arguments: argparse.Namespace) -> int:
    course, name = Course.find(), arguments.task or ""
    if "/" not in name:
        return _hints(course, name)
    task = course.task(name)
    if not task.hints:
        print(f"{task.id} has no hints.")
    elif not 1 <= arguments.number <= len(task.hints):
        return _print_error(f"{task.id} has hints 1 to {len(task.hints)}.", USAGE)
    else:
        print(f"Hint {arguments.number} of {len(task.hints)}: {task.hints[arguments.number - 1]}")
    return OK


def _hints(course: Course, unit: str) -> int:
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


def _check(arguments: argparse.Namespace) -> int:
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


def _check_once(
    notebook: Path, unit_name: str | None, printed: "dict[str, tuple[Verdict, str]]"
) -> int:
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

    def show(verdict: "Verdict", answer: str) -> None:
        if printed.get(verdict.task) != (verdict, answer):
            printed[verdict.task] = verdict, answer
            print(verdict.text(), end="\n\n", flush=True)

    course = Course.find(notebook.resolve().parent)
    try:
        host()
        unit, student = identify(course, notebook, read_notebook(notebook))
        unit = course.unit(unit_name) if unit_name else unit
        slow = f"Still checking {unit.id}: running all cells in a new process, then each answer."
        with print_if_slow(slow):
            # Learners run their own code on their own machine, so no sandbox is needed.
            result = judge_submission(
                course, unit, student, notebook, secret=None, unsafe=True, report=show
            )
    except NoSandbox as error:
        return _print_error(str(error), NO_SANDBOX)
    except Unreadable as error:
        return _print_error(str(error), USAGE)
    verdicts = result.verdicts
    points = sum(verdict.points for verdict in verdicts)
    print(f"{unit.id}: {points:g} of {unit.points:g} points")
    if any(verdict.status is Status.BROKEN for verdict in verdicts):
        return BROKEN
    done = (Status.PASSED, Status.LATER)
    return OK if all(verdict.status in done for verdict in verdicts) else LEARNER


def _new(arguments: argparse.Namespace) -> int:
    from autograder.cli import author

    author.new(arguments)
    return OK


def _prove(arguments: argparse.Namespace) -> int:
    from autograder.cli import author

    return OK if author.print_proofs(arguments) else BROKEN


def _release(arguments: argparse.Namespace) -> int:
    from autograder.cli import author

    course, words = Course.find(), (arguments.unit, arguments.check, arguments.replace)
    if arguments.private:
        if arguments.check or arguments.replace:
            return _print_error("--private cannot be combined with --check or --replace.", USAGE)
        author.write_private_units(course, arguments.unit, arguments.private)
        return OK
    return OK if author.release(course, *words) else LEARNER


def _start(arguments: argparse.Namespace) -> int:
    from autograder.notebook.release import reset_task, start_unit, write_rules

    course = Course.find()
    for name in arguments.units or course.units:
        unit, task = course.split_name(name)
        done = reset_task(course, unit, unit.task(task)) if task else start_unit(course, unit)
        print(done, flush=True)
    write_rules(course.path.parent / FOLDER)
    return OK


if __name__ == "__main__":
    sys.exit(main())
