"""What instructors do with the submissions of a class, from a terminal."""

from autograder.cli.class_options import TASK, Adder, Command, units_of
from autograder.cli.instructor_grading import SHARED, add_grading, add_keeping
from autograder.cli.instructor_reports import add_giving

__all__ = ["SHARED", "TASK", "Adder", "add_commands", "units_of"]


def add_commands(command: Command) -> None:
    """In the order of an evening."""
    add_grading(command)
    add_giving(command)
    add_keeping(command)
