"""A student's function as a program: exported, made canonical, checked, counted and run."""

from autograder._program.allowed import ROUTINES
from autograder._program.export import (
    Exported,
    compiled,
    export_call,
    export_program,
    on_arrays,
    specs,
)
from autograder._program.form import canonical
from autograder._program.run import Program, Ran, count_programs

__all__ = [
    "ROUTINES",
    "Exported",
    "Program",
    "Ran",
    "canonical",
    "compiled",
    "count_programs",
    "export_call",
    "export_program",
    "on_arrays",
    "specs",
]
