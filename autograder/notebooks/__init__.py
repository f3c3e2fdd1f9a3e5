"""Notebooks from task files: what an instructor's nbgrader reads and what a student opens."""

from autograder.notebooks.assistants import write_rules
from autograder.notebooks.cells import Cell, Notebook, grade_id
from autograder.notebooks.files import Built, build, stale, to_bytes
from autograder.notebooks.fill import fill
from autograder.notebooks.mine import again, answered, keep, start
from autograder.notebooks.release import release_notebook
from autograder.notebooks.source import source_notebook, unit_cells
from autograder.notebooks.text import github_pages

__all__ = [
    "Built",
    "Cell",
    "Notebook",
    "again",
    "answered",
    "build",
    "fill",
    "github_pages",
    "grade_id",
    "keep",
    "release_notebook",
    "source_notebook",
    "stale",
    "start",
    "to_bytes",
    "unit_cells",
    "write_rules",
]
