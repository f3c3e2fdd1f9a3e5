"""The nbgrader plug-in: all code that depends on nbgrader, its database and its converters.

The names below are those that an nbgrader configuration refers to.
"""

from autograder.nbgrader import imports as imports  # before any module of nbgrader itself
from autograder.nbgrader.config import configure, configure_class
from autograder.nbgrader.exchange import ReleaseFeedback
from autograder.nbgrader.exporter import StagedExporter
from autograder.nbgrader.feedback_page import FeedbackExporter
from autograder.nbgrader.plain_csv import PlainCsv
from autograder.nbgrader.policy import PolicyPenalty
from autograder.nbgrader.steps import FindVerdicts, Intake, ReadScores, SaveVerdicts

__all__ = [
    "FeedbackExporter",
    "FindVerdicts",
    "Intake",
    "PlainCsv",
    "PolicyPenalty",
    "ReadScores",
    "ReleaseFeedback",
    "SaveVerdicts",
    "StagedExporter",
    "configure",
    "configure_class",
]
