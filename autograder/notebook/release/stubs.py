"""The step of `nbgrader generate_assignment` that removes the solutions."""

from typing import Any

from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.notebook.release.written import STAMP, stamp


class FillStubs(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader ships no types
    """Replace each solution with the stub of its task, instead of nbgrader's ClearSolutions.

    ClearSolutions has a single stub for a whole course, but the stub of a value task is
    `name = ...`. The metadata of the source cell contains the stub. If this step is not configured,
    ClearSolutions removes the whole answer, because the source cell marks no region to keep.
    """

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """Replace a cell's source with the stub in its metadata, if any.

        Store the digest of the released source in the metadata.
        """
        metadata = cell.metadata.pop("autograder", None)
        if metadata is not None:
            cell.source = metadata["stub"].strip("\n")
        cell.metadata["autograder"] = {STAMP: stamp(cell.source)}
        return cell, resources
