"""nbgrader's own exporter, which does not open what was handed in before it is known to be safe."""

from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat.v4 import new_notebook

from autograder.wall import Unreadable, read_notebook

STAGED = "autograder_staged"
REFUSED = "autograder_refused"


class StagedExporter(NotebookExporter):
    """`c.Autograde.exporter_class`: reads a submission itself, bounded, links and pipes refused.

    nbgrader parses a submission before its first preprocessor runs, and fails on what is no
    notebook; the student is then without a grade. Here the cells go to Intake as plain text, and
    the reason why a file cannot be read goes to the student.
    """

    def from_filename(self, filename: str, resources: Any = None, **words: Any) -> Any:
        """Stage the submission; the sanitised copy, which is ours, is read as usual."""
        if not getattr(self.parent, "_sanitizing", False):
            return super().from_filename(filename, resources, **words)
        resources = resources or {}
        try:
            resources[STAGED], resources[REFUSED] = read_notebook(Path(filename)), ""
        except Unreadable as error:
            resources[STAGED], resources[REFUSED] = [], str(error)
        empty: Any = new_notebook()  # type: ignore[no-untyped-call]
        convert: Any = super().from_notebook_node
        return convert(empty, resources, **words)
