"""nbgrader's configuration, for its own commands and for ours alike."""

import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from autograder.core.atomic import write_atomic
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.internals import load_settings, nbgraders_pages
from autograder.notebook.release.release_notebook import STEPS

CONFIG = "nbgrader_config"
_NBGRADER = "nbgrader.preprocessors."
_CODE = Path(__file__).resolve().parents[2]
_PAGES = Path(__file__).resolve().parent / "templates"
_CLASS = """\
# Yours to edit: nbgrader, formgrader and `autograder grade` read it, and nobody writes it again.
import sys
from pathlib import Path

sys.path.insert(0, {code!r})
from autograder.nbgrader import configure_class

c = get_config()
c.CourseDirectory.course_id = "many-lanes"
configure_class(c, Path({course!r}), Path({folder!r}))
"""
_OURS = "autograder.nbgrader.StagedExporter"
# Where our commands look as well; a class that lies elsewhere would be graded into another place.
_PLACES = (
    "root",
    "db_url",
    "directory_structure",
    "submitted_directory",
    "autograded_directory",
    "feedback_directory",
)


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
    config.ExportApp.plugin_class = "autograder.nbgrader.PlainCsv"
    config.Autograde.pre_convert_hook = "autograder.nbgrader.links.refuse_links"
    config.Autograde.exporter_class = "autograder.nbgrader.StagedExporter"
    config.Autograde.sanitize_preprocessors = [
        "autograder.nbgrader.Intake",  # first: nothing of nbgrader's sees what was handed in
        _NBGRADER + "ClearOutput",
        _NBGRADER + "DeduplicateIds",
        _NBGRADER + "OverwriteKernelspec",
        _NBGRADER + "OverwriteCells",
        _NBGRADER + "CheckCellMetadata",
    ]
    config.Autograde.autograde_preprocessors = [
        # In place of Execute: student code runs in the sandbox.
        "autograder.nbgrader.FindVerdicts",
        _NBGRADER + "LimitOutput",
        "autograder.nbgrader.SaveVerdicts",
        _NBGRADER + "AssignLatePenalties",
        _NBGRADER + "CheckCellMetadata",
    ]
    # For the feedback and for formgrader, whose exporter cannot be replaced.
    config.HTMLExporter.filters = {
        "markdown2html": "autograder.nbgrader.markup.shown",
        "strip_files_prefix": "autograder.nbgrader.markup.as_it_is",
        "highlight_code": "autograder.nbgrader.feedback_page.coloured",
    }
    config.GenerateFeedback.preprocessors = [
        "autograder.nbgrader.ReadScores",  # GetGrades, which reads nought where nobody gave any
        "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
    ]
    config.GenerateFeedback.exporter_class = "autograder.nbgrader.FeedbackExporter"
    config.FeedbackExporter.template_name = "returned"
    config.FeedbackExporter.extra_template_basedirs = [str(_PAGES), nbgraders_pages()]
    config.FeedbackExporter.extra_template_paths = [nbgraders_pages()]
    config.AssignLatePenalties.plugin_class = "autograder.nbgrader.PolicyPenalty"
    config.ExchangeFactory.release_feedback = "autograder.nbgrader.ReleaseFeedback"
    config.GenerateFeedback.force = True  # a page that exists is older than points given since


def configure_class(config: Any, course: Path, folder: Path) -> None:
    """The same for a class in a folder of its own: submitted/, gradebook.db, feedback/."""
    configure(config)
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.source_directory = str(course / "solutions")
    config.CourseDirectory.release_directory = str(course / "exercises")
    for step in (config.Intake, config.FindVerdicts):
        step.course = str(course)
    config.FindVerdicts.ledger = str(folder)


def prepare_class(course: Path, folder: Path) -> None:
    """Give a class its nbgrader_config.py, unless it has one: what stands there is somebody's."""
    path = folder / f"{CONFIG}.py"
    if folder != course and not path.exists():  # the course's own folder has the course's own
        text = _CLASS.format(code=str(_CODE), course=str(course), folder=str(folder))
        write_atomic(path, text.encode())


def settings(course: Path, folder: Path) -> Any:
    """What nbgrader's own commands would go by in this folder: ours, and what the files say."""
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    config = Config()
    configure_class(config, course, folder)
    if str(folder) not in sys.path:  # as nbgrader does: a plug-in may lie beside its config
        sys.path.insert(0, str(folder))
    path = folder / f"{CONFIG}.py"
    try:
        loaded = load_settings(folder)
    except Exception as error:
        problem = f"{path} stops with {type(error).__name__}: {error}."
        raise CourseError(problem, "Mend it, then run the command again.") from error
    if path.exists() and loaded.Autograde.get("exporter_class") != _OURS:
        mend = "Move it away and run the command again, which writes a new one."
        raise CourseError(f"{path} does not call configure_class.", mend)
    config.merge(loaded)
    here, usual = CourseDirectory(config=config), CourseDirectory(root=str(folder))
    for name in _PLACES:
        if getattr(here, name) != getattr(usual, name):
            said = f"{path}: c.CourseDirectory.{name} is {getattr(here, name)!r}."
            raise CourseError(said, f"Leave it at {getattr(usual, name)!r}, which all rooms use.")
    return config
