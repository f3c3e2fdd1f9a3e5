"""Generate nbgrader's source notebooks and the students' notebooks from task files."""

from autograder.notebook.release.assistants import write_rules
from autograder.notebook.release.cells import Cell, Notebook, grade_id
from autograder.notebook.release.fill import fill
from autograder.notebook.release.my_notebooks import (
    contains_answers,
    reset_task,
    save_copy,
    start_unit,
)
from autograder.notebook.release.release_notebook import release_notebook
from autograder.notebook.release.source_notebook import source_notebook, unit_cells
from autograder.notebook.release.standard_cells import github_pages
from autograder.notebook.release.unit_notebooks import (
    BuiltNotebooks,
    build,
    find_mismatch,
    to_bytes,
)

__all__ = [
    "BuiltNotebooks",
    "Cell",
    "Notebook",
    "build",
    "contains_answers",
    "fill",
    "find_mismatch",
    "github_pages",
    "grade_id",
    "release_notebook",
    "reset_task",
    "save_copy",
    "source_notebook",
    "start_unit",
    "to_bytes",
    "unit_cells",
    "write_rules",
]
