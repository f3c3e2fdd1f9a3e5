"""`autograder`: what learners, authors and instructors do from a terminal."""

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from autograder.atomic import WriteError
from autograder.author import commands as author
from autograder.kinds import KINDS
from autograder.say.errors import CourseError
from autograder.task.course import Course, Unit

# What judges import, and nobody before them: these take seconds.
SHARED = ("autograder.gradebook", "jax.numpy", "jax.export", "nbgrader.converters")
OK, LEARNER, USAGE, BROKEN, NO_SANDBOX = 0, 1, 2, 3, 4
_CODES = """\
exit codes: 0 all is well, 1 a learner's work failed (or exercises are stale, or scores were
changed), 2 bad input, 3 something of ours is broken, 4 this machine cannot run submissions"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; every failure is a sentence and an exit code, never a stack."""
    arguments = _parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return run(arguments)
    except CourseError as error:
        return _say(str(error), USAGE)
    except WriteError as error:
        return _say(str(error), BROKEN)
    except ModuleNotFoundError as error:
        extra = "Install what grading needs with: pip install 'many-lanes[grade]'"
        package = str(error.name).split(".")[0]
        return _say(f"The Python package {package} is missing. {extra}", BROKEN)
    except BrokenPipeError:  # `autograder list | head`
        sys.stderr.close()
        return OK
    except KeyboardInterrupt:
        return _say("Stopped. What was finished is kept.", BROKEN)


def _say(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("autograder", epilog=_CODES, formatter_class=raw)
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(
        name: str, help: str, run: Callable[[argparse.Namespace], int], unit: str
    ) -> _Adder:
        sub = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(run=run)
        if unit:
            sub.add_argument(
                "unit", nargs=None if unit == "one" else unit, help="a unit, by name or number"
            )
        return sub.add_argument

    command("list", "Show the units, or a unit's tasks.", _list, "?")
    add = command("hint", "Show a hint of a task.", _hint, "?")
    add("task", nargs="?", help="the task, by name, number or what it checks")
    add("number", nargs="?", type=int, default=1, help="which hint; 1 is the weakest")
    add = command("check", "Check a notebook as it will be graded.", _check, "")
    add("notebook", type=Path)
    add("--unit", help="which unit it is, where its name does not say so")
    _author_commands(command)
    _class_commands(command)
    return parser


_Adder = Callable[..., object]


def _author_commands(command: Callable[..., _Adder]) -> None:
    """What those who write the course do."""
    add = command("new", "Write the skeleton of a task or a chapter, to be finished.", _new, "")
    add("what", nargs="+", metavar="UNIT/TASK | chapter NN_STEM")
    add("--kind", default="program", help=f"of task: {', '.join(KINDS)}")
    add = command("prove", "Show that stubs fail, solutions pass, mistakes are named.", _prove, "")
    add("what", nargs="?", metavar="UNIT[/TASK]", help="by name or number; all if not given")
    add("-v", "--verbose", action="store_true", help="show the promises that are kept as well")
    add("--watch", action="store_true", help="prove what changes, until Ctrl-C")
    add("--classes", type=int, default=0, metavar="N", help="try wrong answers in N classes each")
    add = command("release", "Derive the notebooks in exercises/ from solutions/.", _release, "?")
    add("--check", action="store_true", help="change nothing; fail if one of them is stale")


def _class_commands(command: Callable[..., _Adder]) -> None:
    """What instructors do with the submissions of a class."""
    add = command("sample-class", "Hand in for a class of invented students.", _sample, "?")
    add("--class", dest="folder", type=Path, default=None, help="where; _build/class if not given")
    add = command("collect", "Put a zip archive's notebooks where grading looks.", _collect, "")
    add("archive", type=Path)
    add("--class", dest="folder", type=Path, default=None, help="folder that holds submitted/")
    add("--replace", action="store_true", help="take the new one where one stands already")
    add = command("grade", "Grade a class into nbgrader's gradebook.", _grade, "?")
    add("--class", dest="folder", type=Path, default=None, help="folder that holds submitted/")
    add("--secret", type=Path, help="file of the course secret, if not the usual one")
    add("--jobs", type=int, help="how many judges at once; one for each core if not given")
    add("--unsafe-no-sandbox", action="store_true", help="only for notebooks that you trust")
    add = command("verify", "Find what was changed in a graded class.", _verify, "")
    _add_class(add)
    add = command("explain", "Show what a student's score for a task comes from.", _explain, "")
    add("student")
    add("task", help="the task, by name or by what it checks; unit/task if two units have it")
    _add_class(add)
    add = command("formgrader", "Open nbgrader's formgrader on a class.", _formgrader, "")
    add("--class", dest="folder", type=Path, default=None, help="folder of a graded class")


def _add_class(add: _Adder) -> None:
    add("--class", dest="folder", type=Path, default=None, help="folder of a graded class")
    add("--secret", type=Path, help="file of the course secret, if not the usual one")


def _units(course: Course, name: str | None) -> list[Unit]:
    return [course.unit(name)] if name else list(course.units.values())


def _list(arguments: argparse.Namespace) -> int:
    course = Course.find()
    for unit in _units(course, arguments.unit):
        print(f"{unit.id}  {unit.points:g} points")
        if arguments.unit:
            for task in unit.tasks:
                star = " ★" if task.star else ""
                print(f"  {task.id:<24} {task.points:g}  {task.title}{star}")
    return OK


def _hint(arguments: argparse.Namespace) -> int:
    course = Course.find()
    if not arguments.task:
        return _hints(course, arguments.unit)
    task = course.unit(arguments.unit).task(arguments.task)
    if not task.hints:
        print(f"{task.id} has no hints.")
    elif not 1 <= arguments.number <= len(task.hints):
        return _say(f"{task.id} has hints 1 to {len(task.hints)}.", USAGE)
    else:
        print(f"Hint {arguments.number} of {len(task.hints)}: {task.hints[arguments.number - 1]}")
    return OK


def _hints(course: Course, unit: str | None) -> int:
    """What could be asked for: the units, or the hints of one."""
    if not unit:
        print(
            "Say of which task, such as: autograder hint 00 01\nUnits: " + ", ".join(course.units)
        )
        return OK
    for task in course.unit(unit).tasks:
        print(f"autograder hint {unit} {task.id[:2]}  {len(task.hints)} hints  {task.title}")
    return OK


def _check(arguments: argparse.Namespace) -> int:
    from autograder.say.verdict import Status, Verdict
    from autograder.wall import Judge, NoSandbox, Unreadable, heal, host, identify, read_notebook

    try:
        host()
        cells = read_notebook(arguments.notebook)
    except NoSandbox as error:
        return _say(str(error), NO_SANDBOX)
    except Unreadable as error:
        return _say(str(error), USAGE)
    course = Course.find(arguments.notebook.resolve().parent)
    unit, student = identify(course, arguments.notebook, cells)
    unit = course.unit(arguments.unit) if arguments.unit else unit

    def show(verdict: Verdict) -> None:
        print(verdict.text(), end="\n\n", flush=True)

    # The learner's own machine and the learner's own code: a process of its own, no sandbox.
    verdicts = Judge(course, unit, None, unsafe=True).judge(
        heal(course, unit, student, cells), show
    )
    points = sum(verdict.points for verdict in verdicts)
    print(f"{unit.id}: {points:g} of {unit.points:g} points")
    if any(verdict.status is Status.BROKEN for verdict in verdicts):
        return BROKEN
    return OK if all(verdict.status is Status.PASSED for verdict in verdicts) else LEARNER


def _new(arguments: argparse.Namespace) -> int:
    author.new(arguments)
    return OK


def _prove(arguments: argparse.Namespace) -> int:
    return OK if author.prove(arguments) else BROKEN


def _release(arguments: argparse.Namespace) -> int:
    return OK if author.release(Course.find(), arguments.unit, arguments.check) else LEARNER


def _sample(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import sample_class

    course = Course.find()
    folder = _folder(course, arguments.folder or Path("_build/class"))
    units = _units(course, arguments.unit)
    for unit in units:
        students = sample_class(course, unit, folder, loop=unit is units[0])
        print(f"{unit.id}: {len(students)} submissions in {folder / 'submitted'}")
    return OK


def _collect(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import collect

    course = Course.find()
    folder = _folder(course, arguments.folder or Path())
    print(collect(course, arguments.archive, folder, arguments.replace))
    return OK


def _grade(arguments: argparse.Namespace) -> int:
    from autograder.executor import LocalExecutor

    course = Course.find()
    folder = _folder(course, arguments.folder or Path())
    with closing(LocalExecutor(arguments.jobs, SHARED)) as executor:
        executor.start()  # it imports for as long as we do
        from autograder.gradebook import grade_class

        return grade_class(course, folder, arguments, executor)


def _verify(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import verify

    course = Course.find()
    found = verify(course, _folder(course, arguments.folder or Path()), arguments.secret)
    print(found)
    return LEARNER if found.tampered else OK


def _explain(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import explain

    course = Course.find()
    folder = _folder(course, arguments.folder or Path())
    print(explain(course, folder, arguments.student, arguments.task, arguments.secret))
    return OK


def _formgrader(arguments: argparse.Namespace) -> int:
    from autograder.gradebook import open_formgrader

    return open_formgrader(_folder(Course.find(), arguments.folder or Path()))


def _folder(course: Course, folder: Path) -> Path:
    """Relative to the course, wherever in it the command is typed."""
    return folder if folder.is_absolute() else course.path.parent / folder


if __name__ == "__main__":
    sys.exit(main())
