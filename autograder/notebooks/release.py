"""The student's notebook: nbgrader's own steps, run in process and in nbgrader's order.

Running them ourselves takes no database and no second process, and gives the same bytes as
`nbgrader generate_assignment` on the same source (a test runs the real command beside it).
nbgrader is imported when asked for: it takes seconds, and `autograder list` needs none of it.
"""

import copy
from typing import Any

from autograder.notebooks.cells import Notebook


def release_notebook(source: Notebook) -> Notebook:
    """A copy of the source notebook as students get it."""
    import nbformat
    from nbgrader import preprocessors as steps

    from autograder.notebooks.stubs import FillStubs

    book: Any = nbformat.from_dict(copy.deepcopy(source))  # type: ignore[no-untyped-call]
    resources: dict[str, Any] = {}
    # GenerateAssignment.preprocessors, less what saves to the gradebook or writes test code;
    # nbgrader_config.py puts FillStubs there too.
    for step in (
        steps.LockCells,
        FillStubs,
        steps.ClearOutput,
        steps.CheckCellMetadata,
        steps.ComputeChecksums,
        steps.ClearHiddenTests,
        steps.ClearMarkScheme,
        steps.ComputeChecksums,
        steps.CheckCellMetadata,
    ):
        book, resources = step().preprocess(book, resources)
    released: Notebook = _plain(book)
    return released


def _plain(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    return node
