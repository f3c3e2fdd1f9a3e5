"""Command-line options that the commands for instructors share: the class and the units."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError

Adder = Callable[..., object]
Command = Callable[..., Adder]

TASK = "the task, by number, by file name or by a name that it checks, after its unit"


def add_class(add: Adder) -> None:
    """Add the option that names the folder of the class."""
    add(
        "--class",
        dest="folder",
        type=Path,
        default=None,
        help="folder of the class, which contains submitted/",
    )


def class_of(arguments: Namespace, new: bool = False) -> tuple[Course, Path]:
    """Return the course and the folder of the class, by default the folder of the course.

    Raise CourseError if the given folder contains another nbgrader course or, unless `new` is set,
    does not exist.
    """
    course, folder = Course.find(), arguments.folder
    if folder and not new and not folder.is_dir():
        problem = f"{folder.absolute()} does not exist or is not a folder."
        raise CourseError(problem, "Pass --class the folder that contains submitted/.")
    if folder:
        refuse_another_course(course, folder.absolute())
    return course, folder.absolute() if folder else course.path.parent


def refuse_another_course(course: Course, folder: Path) -> None:
    """Raise CourseError if the folder contains another nbgrader course.

    nbgrader has one source folder and one rule for late submissions per course. With the settings
    of this course, formgrader would not show the assignments of the other course. The rule for late
    submissions would deduct points in the other course.
    """
    if folder.resolve() == course.path.parent.resolve():
        return
    config, gradebook = folder / "nbgrader_config.py", folder / "gradebook.db"
    is_ours = (
        (folder / "ledger.jsonl").is_file()
        or (config.is_file() and "autograder.nbgrader" in config.read_text("utf-8", "replace"))
        or (gradebook.is_file() and _has_only_units(course, gradebook))
    )
    signs = {
        "source/": (folder / "source").is_dir(),
        config.name: config.is_file() and not is_ours,  # `nbgrader_settings` checks our own file
        gradebook.name: gradebook.is_file() and not is_ours,
    }
    if names := [name for name, present in signs.items() if present]:
        problem = f"{folder} contains another nbgrader course: {', '.join(names)}."
        beside = folder.with_name(f"{folder.name}_{course.path.parent.name}")
        raise CourseError(problem, f"Use a separate folder for this course: --class {beside}")


def _has_only_units(course: Course, gradebook: Path) -> bool:
    """Return True if the gradebook can be read and each assignment is a unit of this course."""
    from autograder.nbgrader.internals import read_assignment_names  # imports nbgrader: slow

    names = read_assignment_names(gradebook)
    return names is not None and names <= set(course.units)


def units_of(course: Course, name: str | None) -> list[Unit]:
    """Return the named unit in a list, or all units if there is no name."""
    return [course.unit(name)] if name else list(course.units.values())


def write_or_print(text: str, to: Path | None) -> None:
    """Write text to a file, or print it if no file is given."""
    if to:
        write_atomic(to, text.encode())
    else:
        print(text, end="")
