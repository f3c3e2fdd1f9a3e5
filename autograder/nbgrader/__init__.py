"""Plug-ins for nbgrader, and all other code that depends on nbgrader.

An nbgrader configuration may refer to the names in `__all__`.
"""

from autograder.nbgrader import imports as imports  # must precede any import of nbgrader
from autograder.nbgrader.config import configure, configure_class
from autograder.nbgrader.exchange import ReleaseFeedback
from autograder.nbgrader.exporter import StagedExporter
from autograder.nbgrader.feedback_page import FeedbackExporter
from autograder.nbgrader.plain_csv import PlainCsv
from autograder.nbgrader.policy import PolicyPenalty
from autograder.nbgrader.steps import FindVerdicts, ReadScores, SaveVerdicts

__all__ = [
    "FeedbackExporter",
    "FindVerdicts",
    "PlainCsv",
    "PolicyPenalty",
    "ReadScores",
    "ReleaseFeedback",
    "SaveVerdicts",
    "StagedExporter",
    "configure",
    "configure_class",
]
