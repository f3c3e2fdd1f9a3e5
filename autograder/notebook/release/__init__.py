"""Generate notebooks from task files: nbgrader's source and what a student opens."""

from autograder.notebook.release.assistants import write_rules
from autograder.notebook.release.cells import Cell, Notebook, grade_id
from autograder.notebook.release.fill import fill
from autograder.notebook.release.my_notebooks import again, answered, keep, start
from autograder.notebook.release.release_notebook import release_notebook
from autograder.notebook.release.source_notebook import source_notebook, unit_cells
from autograder.notebook.release.standard_cells import github_pages
from autograder.notebook.release.unit_notebooks import Built, build, stale, to_bytes

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
