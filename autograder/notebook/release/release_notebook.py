"""The student's notebook: nbgrader's own steps, run in process and in nbgrader's order.

Running them ourselves takes no database and no second process, and gives the same bytes as
`nbgrader generate_assignment` on the same source (a test runs the real command beside it),
which is configured with the same list.
nbgrader is imported when asked for: it takes seconds, and `autograder list` needs none of it.
"""

import copy
from typing import Any

from autograder.notebook.release.cells import Notebook

_NBGRADER = "nbgrader.preprocessors."
# The steps of GenerateAssignment, without those that write headers or test code.
STEPS = (
    _NBGRADER + "LockCells",
    "autograder.notebook.release.stubs.FillStubs",  # with the stub of each task
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
    """Return a copy of the source notebook as students get it. No gradebook is involved."""
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
