"""nbgrader's plug-in: our intake and judge among its steps, and grading in bulk."""

from autograder._executor import Executor, LocalExecutor
from autograder.gradebook import _aside as _aside
from autograder.gradebook._bulk import grade_class, open_formgrader
from autograder.gradebook._config import configure, configure_class
from autograder.gradebook._explain import explain
from autograder.gradebook._export import PlainCsv
from autograder.gradebook._exporter import StagedExporter
from autograder.gradebook._findings import Findings
from autograder.gradebook._grade import Grading, Recorded
from autograder.gradebook._job import Row
from autograder.gradebook._links import refuse_links
from autograder.gradebook._page import FeedbackExporter
from autograder.gradebook._sample import sample_class
from autograder.gradebook._steps import Intake, Judge, SaveVerdicts
from autograder.gradebook._verify import verify
from autograder.gradebook._zip import Collected, collect

__all__ = [
    "Collected",
    "Executor",
    "FeedbackExporter",
    "Findings",
    "Grading",
    "Intake",
    "Judge",
    "LocalExecutor",
    "PlainCsv",
    "Recorded",
    "Row",
    "SaveVerdicts",
    "StagedExporter",
    "collect",
    "configure",
    "configure_class",
    "explain",
    "grade_class",
    "open_formgrader",
    "refuse_links",
    "sample_class",
    "verify",
]
