"""nbgrader's plug-in: our intake and judge among its steps, and grading in bulk."""

from autograder.gradebook.audit.explain import explain
from autograder.gradebook.audit.questions import questions
from autograder.gradebook.audit.verify import verify
from autograder.gradebook.classroom.bulk import grade_class, open_formgrader
from autograder.gradebook.classroom.collect import collect
from autograder.gradebook.classroom.export import filled, plain_table
from autograder.gradebook.classroom.grade import Grading
from autograder.gradebook.classroom.handback import HandBack
from autograder.gradebook.classroom.insight import insight
from autograder.gradebook.classroom.insight_page import insight_page
from autograder.gradebook.classroom.job import Row, forget
from autograder.gradebook.classroom.migration import migrate_class
from autograder.gradebook.classroom.reading import Reading
from autograder.gradebook.ledger.backup import backups, keep_backup, restore
from autograder.gradebook.ledger.lock import only_writer
from autograder.gradebook.ledger.receipt import here
from autograder.gradebook.nbgrader.config import configure, configure_class, prepare_class
from autograder.gradebook.nbgrader.csv import PlainCsv
from autograder.gradebook.nbgrader.exchange import ReleaseFeedback
from autograder.gradebook.nbgrader.exporter import StagedExporter
from autograder.gradebook.nbgrader.links import refuse_links
from autograder.gradebook.nbgrader.page import FeedbackExporter
from autograder.gradebook.nbgrader.policy import PolicyPenalty
from autograder.gradebook.nbgrader.steps import FindVerdicts, Intake, ReadScores, SaveVerdicts
from autograder.gradebook.rows.roster import Roster
from autograder.gradebook.rows.standings import graded_units

__all__ = [
    "FeedbackExporter",
    "FindVerdicts",
    "Grading",
    "HandBack",
    "Intake",
    "PlainCsv",
    "PolicyPenalty",
    "ReadScores",
    "Reading",
    "ReleaseFeedback",
    "Roster",
    "Row",
    "SaveVerdicts",
    "StagedExporter",
    "backups",
    "collect",
    "configure",
    "configure_class",
    "explain",
    "filled",
    "forget",
    "grade_class",
    "graded_units",
    "here",
    "insight",
    "insight_page",
    "keep_backup",
    "migrate_class",
    "only_writer",
    "open_formgrader",
    "plain_table",
    "prepare_class",
    "questions",
    "refuse_links",
    "restore",
    "verify",
]
