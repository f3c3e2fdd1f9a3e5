"""nbgrader's plug-in: our intake and judge among its steps, and grading in bulk."""

from autograder.gradebook._bulk import grade_class, open_formgrader
from autograder.gradebook._config import configure, configure_class
from autograder.gradebook._executor import Executor, LocalExecutor
from autograder.gradebook._export import PlainCsv
from autograder.gradebook._exporter import StagedExporter
from autograder.gradebook._grade import Grading, Row
from autograder.gradebook._links import refuse_links
from autograder.gradebook._sample import sample_class
from autograder.gradebook._steps import Intake, Judge, SaveVerdicts

__all__ = [
    "Executor",
    "Grading",
    "Intake",
    "Judge",
    "LocalExecutor",
    "PlainCsv",
    "Row",
    "SaveVerdicts",
    "StagedExporter",
    "configure",
    "configure_class",
    "grade_class",
    "open_formgrader",
    "refuse_links",
    "sample_class",
]
