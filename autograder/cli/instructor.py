"""Add the commands for instructors to the command line."""

from autograder.cli.class_options import TASK, Adder, Command, units_of
from autograder.cli.instructor_grading import SHARED, add_audit, add_grading
from autograder.cli.instructor_reports import add_reports

__all__ = ["SHARED", "TASK", "Adder", "add_commands", "units_of"]


def add_commands(command: Command) -> None:
    """Add the commands for instructors, in the order in which they are used."""
    add_grading(command)
    add_reports(command)
    add_audit(command)
