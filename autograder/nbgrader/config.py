"""Configure nbgrader for its own commands and for those of `autograder`."""

import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from autograder.core.atomic import write_atomic
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.internals import load_settings, nbgrader_templates
from autograder.notebook.release.release_notebook import STEPS

CONFIG = "nbgrader_config"
_NBGRADER = "nbgrader.preprocessors."
_CODE = Path(__file__).resolve().parents[2]
_PAGES = Path(__file__).resolve().parent / "templates"
_CLASS = """\
# You can edit this file. nbgrader, formgrader and `autograder grade` read it; none overwrites it.
import sys
from pathlib import Path

sys.path.insert(0, {code!r})
from autograder.nbgrader import configure_class

c = get_config()
c.CourseDirectory.course_id = "many-lanes"
configure_class(c, Path({course!r}), Path({folder!r}))
"""
_EXPORTER = "autograder.nbgrader.StagedExporter"


def _fixed_settings(folder: Path) -> dict[str, str]:
    """Return nbgrader's defaults of the settings that the commands of `autograder` expect."""
    steps = ("submitted", "autograded", "feedback")
    return {
        "root": str(folder),
        "db_url": f"sqlite:///{folder / 'gradebook.db'}",
        "directory_structure": "{nbgrader_step}/{student_id}/{assignment_id}",
        **{f"{step}_directory": step for step in steps},
    }


def configure(config: Any, folder: Path) -> None:
    """Set the folders of a course or class, and replace nbgrader's steps.

    A course's nbgrader_config.py calls this with its folder. Also add this Python's programs to the
    PATH of the process.
    """
    # nbgrader runs `alembic` by name. The program is in this Python's folder, which may not be on
    # the PATH.
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    # The user's own configuration, in ~/.jupyter, may set these for another course.
    for name, value in _fixed_settings(folder).items():
        config.CourseDirectory[name] = value
    config.CourseDirectory.source_directory = "solutions"
    config.CourseDirectory.release_directory = "exercises"
    # nbgrader releases all files of a source folder that are not ignored. Ignore the solutions.
    ignore = [".ipynb_checkpoints", "__pycache__", "*.pyc", "*.py", "*.toml", "feedback"]
    config.CourseDirectory.ignore = ignore
    config.GenerateAssignment.preprocessors = list(STEPS)
    config.ExportApp.plugin_class = "autograder.nbgrader.PlainCsv"
    _configure_autograde(config)
    _configure_feedback(config)


def _configure_autograde(config: Any) -> None:
    config.Autograde.pre_convert_hook = "autograder.nbgrader.links.refuse_links"
    config.Autograde.exporter_class = "autograder.nbgrader.StagedExporter"
    config.Autograde.sanitize_preprocessors = [
        _NBGRADER + "ClearOutput",
        _NBGRADER + "DeduplicateIds",
        _NBGRADER + "OverwriteKernelspec",
        _NBGRADER + "OverwriteCells",
        _NBGRADER + "CheckCellMetadata",
    ]
    config.Autograde.autograde_preprocessors = [
        # This step replaces Execute, because student code may run only in the sandbox.
        "autograder.nbgrader.FindVerdicts",
        _NBGRADER + "LimitOutput",
        "autograder.nbgrader.SaveVerdicts",
        _NBGRADER + "AssignLatePenalties",
        _NBGRADER + "CheckCellMetadata",
    ]
    config.AssignLatePenalties.plugin_class = "autograder.nbgrader.PolicyPenalty"


def _configure_feedback(config: Any) -> None:
    # These filters apply to feedback pages and to formgrader, whose exporter cannot be replaced.
    config.HTMLExporter.filters = {
        "markdown2html": "autograder.nbgrader.markup.render_markdown",
        "strip_files_prefix": "autograder.nbgrader.markup.keep_html",
        "highlight_code": "autograder.nbgrader.feedback_page.highlight_python",
    }
    config.GenerateFeedback.preprocessors = [
        "autograder.nbgrader.ReadScores",  # nbgrader's GetGrades would read a missing score as 0
        "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
    ]
    config.GenerateFeedback.exporter_class = "autograder.nbgrader.FeedbackExporter"
    config.FeedbackExporter.template_name = "returned"
    config.FeedbackExporter.extra_template_basedirs = [str(_PAGES), nbgrader_templates()]
    config.FeedbackExporter.extra_template_paths = [nbgrader_templates()]
    config.ExchangeFactory.release_feedback = "autograder.nbgrader.ReleaseFeedback"
    config.GenerateFeedback.force = True  # an existing page may lack points that were given later


def configure_class(config: Any, course: Path, folder: Path) -> None:
    """Configure a class whose folder contains submitted/, gradebook.db, feedback/ and a ledger."""
    configure(config, folder)
    config.CourseDirectory.source_directory = str(course / "solutions")
    config.CourseDirectory.release_directory = str(course / "exercises")
    config.FindVerdicts.course = str(course)
    config.FindVerdicts.ledger = str(folder)


def prepare_class(course: Path, folder: Path) -> None:
    """Write nbgrader_config.py, unless it exists or the class's folder is the course itself."""
    path = folder / f"{CONFIG}.py"
    if folder != course and not path.exists():  # the course has its own configuration
        text = _CLASS.format(code=str(_CODE), course=str(course), folder=str(folder))
        write_atomic(path, text.encode())


def nbgrader_settings(course: Path, folder: Path) -> Any:
    """Return the configuration that nbgrader's own commands would use in the class's folder.

    Also add the folder to `sys.path`. Raise CourseError if nbgrader_config.py raises an error, does
    not call `configure_class`, or changes one of the fixed settings.
    """
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    config = Config()
    configure_class(config, course, folder)
    if str(folder) not in sys.path:  # as nbgrader does, because the folder may contain plug-ins
        sys.path.insert(0, str(folder))
    path = folder / f"{CONFIG}.py"
    try:
        loaded = load_settings(folder)
    except Exception as error:
        problem = f"{path} raises {type(error).__name__}: {error}."
        raise CourseError(problem, "Correct it, then run the command again.") from error
    if path.exists() and loaded.Autograde.get("exporter_class") != _EXPORTER:
        advice = "Rename it and run the command again, which writes a new one."
        raise CourseError(f"{path} does not call configure_class.", advice)
    config.merge(loaded)
    actual = CourseDirectory(config=config)
    for name, expected in _fixed_settings(folder).items():
        if (value := getattr(actual, name)) != expected:
            problem = f"{path}: c.CourseDirectory.{name} is {value!r}."
            raise CourseError(problem, f"Restore {expected!r}, which every command uses.")
    return config
