"""nbgrader's own exporter, which does not open what was handed in before it is known to be safe."""

from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat.v4 import new_notebook
from nbgrader.converters.base import NbGraderException

from autograder.gradebook.ledger.handin import read_submission
from autograder.gradebook.ledger.lock import Busy, refuse_if_busy
from autograder.gradebook.nbgrader.private import is_sanitizing

STAGED = "autograder_staged"
REFUSED = "autograder_refused"
FILE = "autograder_file"


class StagedExporter(NotebookExporter):
    """`c.Autograde.exporter_class`: reads a submission itself, bounded, links and pipes refused.

    nbgrader parses a submission before its first preprocessor runs, and fails on what is no
    notebook; the student is then without a grade. Here the cells go to Intake as plain text, and
    the reason why a file cannot be read goes to the student.
    """

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)  # type: ignore[no-untyped-call]
        autograde: Any = self.parent
        # Autograde makes its exporter before it removes or writes anything.
        try:
            refuse_if_busy(Path(autograde.coursedir.root))
        except Busy as error:
            self.log.error(str(error))
            raise NbGraderException(str(error)) from error

    def from_filename(self, filename: str, resources: Any = None, **words: Any) -> Any:
        """Stage the submission; the sanitised copy, which is ours, is read as usual."""
        if not is_sanitizing(self.parent):
            return super().from_filename(filename, resources, **words)
        cells, file, refused = read_submission(Path(filename))
        resources = (resources or {}) | {STAGED: cells, FILE: file, REFUSED: refused}
        empty: Any = new_notebook()  # type: ignore[no-untyped-call]
        convert: Any = super().from_notebook_node
        return convert(empty, resources, **words)
