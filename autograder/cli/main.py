"""`autograder`: the command line for learners, authors and instructors."""

import argparse
import errno
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from autograder.cli import learner
from autograder.cli.class_options import TASK, Adder
from autograder.cli.instructor_grading import add_audit, add_grading
from autograder.cli.instructor_reports import add_reports
from autograder.cli.print_error import print_error
from autograder.core.atomic import WriteError, reason
from autograder.core.course.course import Course
from autograder.core.exit_codes import BROKEN, IN_WORDS, LEARNER, OK, USAGE
from autograder.core.kinds import KINDS
from autograder.core.messages.errors import CourseError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Print expected errors without a traceback."""
    arguments = _parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return run(arguments)
    except CourseError as error:
        return print_error(str(error), USAGE)
    except WriteError as error:
        return print_error(str(error), BROKEN)
    except ModuleNotFoundError as error:
        extra = "Install the packages for grading: pip install 'many-lanes[grade]'"
        package = str(error.name).split(".")[0]
        return print_error(f"The Python package {package} is missing. {extra}", BROKEN)
    except BrokenPipeError:  # `autograder list | head`
        sys.stderr.close()
        return OK
    except OSError as error:
        # An error without a file name is from a file that was already open.
        file = error.filename or "A file that was being written"
        is_denied = error.filename and error.errno in (errno.EACCES, errno.EPERM)
        return print_error(f"{file}: {error.strerror if is_denied else reason(error)}.", BROKEN)
    except KeyboardInterrupt:
        return print_error("Stopped. Finished results are kept.", BROKEN)


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

    _learner_commands(command)
    _author_commands(command)
    add_grading(command)
    add_reports(command)
    add_audit(command)
    return parser


def _learner_commands(command: Callable[..., Adder]) -> None:
    """Add the commands for learners."""
    add = command(
        "start",
        "Copy units to my/ to solve them there. Default: all units.",
        learner.start_units,
        "",
    )
    units = "a unit, by name or number; your answers are kept. /TASK resets one task"
    add("units", nargs="*", metavar="UNIT[/TASK]", help=f"{units} and saves a copy of your answer")
    command(
        "list",
        "List the units, or the tasks of a unit, with your progress.",
        learner.list_units,
        "?",
    )
    add = command("hint", "Show a hint for a task.", learner.show_hint, "")
    add("task", nargs="?", metavar="UNIT/TASK", help=TASK)
    add("number", nargs="?", type=int, default=1, help="number of the hint; 1 reveals least")
    add = command("check", "Check a notebook with the grader.", learner.check_notebook, "")
    add("notebook", type=Path, help="the notebook file (.ipynb)")
    add("--unit", help="the unit of the notebook, if its file name does not contain it")
    add("--watch", action="store_true", help="check again after each save, until Ctrl-C")


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
    add(
        "--classes",
        type=_class_count,
        default=0,
        metavar="N",
        help="try answers on inputs of N classes",
    )
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


def _class_count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, got {text!r}")
    return int(text)


def _new(arguments: argparse.Namespace) -> int:
    from autograder.cli import author

    author.new(arguments)
    return OK


def _prove(arguments: argparse.Namespace) -> int:
    from autograder.cli import author

    return OK if author.print_proofs(arguments) else BROKEN


def _release(arguments: argparse.Namespace) -> int:
    from autograder.cli import author

    course, options = Course.find(), (arguments.unit, arguments.check, arguments.replace)
    if arguments.private:
        if arguments.check or arguments.replace:
            return print_error("--private cannot be combined with --check or --replace.", USAGE)
        author.write_private_units(course, arguments.unit, arguments.private)
        return OK
    return OK if author.release(course, *options) else LEARNER


if __name__ == "__main__":
    sys.exit(main())
