"""The step of `nbgrader generate_assignment` that removes the solutions."""

from typing import Any

from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.notebook.release.written import STAMP, stamp


class FillStubs(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader ships no types
    """Puts a task's own stub in place of its solution, instead of nbgrader's ClearSolutions.

    ClearSolutions knows one stub for a whole course; a value task's stub is `name = ...`.
    The source cell carries its stub. Where this step is not configured, ClearSolutions still
    removes the whole answer, since the source marks no region to keep.
    """

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """Replace the cell with the stub in its metadata and record the stamp of its text."""
        ours = cell.metadata.pop("autograder", None)
        if ours is not None:
            cell.source = ours["stub"].strip("\n")
        cell.metadata["autograder"] = {STAMP: stamp(cell.source)}
        return cell, resources
