"""nbgrader's configuration, for its own commands and for ours alike."""

import os
import sysconfig
from pathlib import Path
from typing import Any

from autograder.notebooks.release import STEPS

_NBGRADER = "nbgrader.preprocessors."
_CODE = Path(__file__).resolve().parents[3]
_CLASS = """\
# Written by `autograder grade`; nbgrader and formgrader read it when started in this folder.
import sys
from pathlib import Path

sys.path.insert(0, {code!r})
from autograder.gradebook import configure_class

c = get_config()
configure_class(c, Path({course!r}), Path({folder!r}))
"""


def configure(config: Any) -> None:
    """What is where, and our steps in their places. Called by nbgrader_config.py."""
    # nbgrader calls `alembic` by its bare name; it stands beside this Python, on the PATH or not.
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    config.CourseDirectory.source_directory = "solutions"
    config.CourseDirectory.release_directory = "exercises"
    # nbgrader copies every other file of a source folder to the students: here, the solutions.
    ignore = [".ipynb_checkpoints", "__pycache__", "*.pyc", "*.py", "*.toml", "feedback"]
    config.CourseDirectory.ignore = ignore
    config.GenerateAssignment.preprocessors = list(STEPS)
    config.ExportApp.plugin_class = "autograder.gradebook.PlainCsv"
    config.Autograde.pre_convert_hook = "autograder.gradebook.refuse_links"
    config.Autograde.exporter_class = "autograder.gradebook.StagedExporter"
    config.Autograde.sanitize_preprocessors = [
        "autograder.gradebook.Intake",  # first: nothing of nbgrader's sees what was handed in
        _NBGRADER + "ClearOutput",
        _NBGRADER + "DeduplicateIds",
        _NBGRADER + "OverwriteKernelspec",
        _NBGRADER + "OverwriteCells",
        _NBGRADER + "CheckCellMetadata",
    ]
    config.Autograde.autograde_preprocessors = [
        # In place of Execute: student code runs behind the wall.
        "autograder.gradebook.FindVerdicts",
        _NBGRADER + "LimitOutput",
        "autograder.gradebook.SaveVerdicts",
        _NBGRADER + "AssignLatePenalties",
        _NBGRADER + "CheckCellMetadata",
    ]
    # For the feedback and for formgrader, whose exporter cannot be replaced.
    config.HTMLExporter.filters = {
        "markdown2html": "autograder.gradebook.nbgrader.markup.page_html"
    }
    config.GenerateFeedback.exporter_class = "autograder.gradebook.FeedbackExporter"


def configure_class(config: Any, course: Path, folder: Path) -> None:
    """The same for a class in a folder of its own: submitted/, gradebook.db, feedback/."""
    configure(config)
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.source_directory = str(course / "solutions")
    config.CourseDirectory.release_directory = str(course / "exercises")
    for step in (config.Intake, config.FindVerdicts):
        step.course = str(course)
    config.FindVerdicts.ledger = str(folder)


def class_config(course: Path, folder: Path) -> str:
    """Text of the class's own nbgrader_config.py: nbgrader's commands and formgrader work there."""
    return _CLASS.format(code=str(_CODE), course=str(course), folder=str(folder))
