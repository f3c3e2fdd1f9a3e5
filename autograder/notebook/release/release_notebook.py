"""Convert a source notebook to the student's notebook with nbgrader's own steps, in process.

The conversion needs no database and no second process. `nbgrader generate_assignment` is configured
with the same list of steps. A test checks that this command and `autograder release` write the same
bytes. nbgrader is imported on first use, because the import takes seconds.
"""

import copy
from typing import Any

from autograder.notebook.release.cells import Notebook

_NBGRADER = "nbgrader.preprocessors."
# The steps of nbgrader's GenerateAssignment, without those that write headers or test code.
STEPS = (
    _NBGRADER + "LockCells",
    "autograder.notebook.release.stubs.FillStubs",  # replaces ClearSolutions
    _NBGRADER + "ClearOutput",
    _NBGRADER + "CheckCellMetadata",
    _NBGRADER + "ComputeChecksums",
    SAVE := _NBGRADER + "SaveCells",
    _NBGRADER + "ClearHiddenTests",
    _NBGRADER + "ClearMarkScheme",
    _NBGRADER + "ComputeChecksums",
    _NBGRADER + "CheckCellMetadata",
)


def release_notebook(source: Notebook) -> Notebook:
    """Return a copy of the source notebook as students get it, without using a gradebook."""
    import nbformat
    from traitlets.utils.importstring import import_item

    book: Any = nbformat.from_dict(copy.deepcopy(source))  # type: ignore[no-untyped-call]
    resources: dict[str, Any] = {}
    for name in STEPS:
        if name != SAVE:
            book, resources = import_item(name)().preprocess(book, resources)
    released: Notebook = _plain(book)
    return released


def _plain(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    return node
