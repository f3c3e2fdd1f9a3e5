"""nbgrader's configuration, for its own commands and for ours alike."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.gradebook._grade import Grading

_NBGRADER = "nbgrader.preprocessors."


def configure(config: Any) -> None:
    """What is where, and our steps in their places. Called by nbgrader_config.py."""
    config.CourseDirectory.source_directory = "solutions"
    config.CourseDirectory.release_directory = "exercises"
    # nbgrader copies every other file of a source folder to the students: here, the solutions.
    ignore = [".ipynb_checkpoints", "__pycache__", "*.pyc", "*.py", "feedback"]
    config.CourseDirectory.ignore = ignore
    config.GenerateAssignment.preprocessors = [
        _NBGRADER + "LockCells",
        "autograder.notebooks._stubs.FillStubs",  # a stub for each task, not one for the course
        _NBGRADER + "ClearOutput",
        _NBGRADER + "CheckCellMetadata",
        _NBGRADER + "ComputeChecksums",
        _NBGRADER + "SaveCells",
        _NBGRADER + "ClearHiddenTests",
        _NBGRADER + "ClearMarkScheme",
        _NBGRADER + "ComputeChecksums",
        _NBGRADER + "CheckCellMetadata",
    ]
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
        "autograder.gradebook.Judge",  # in place of Execute: student code runs behind the wall
        _NBGRADER + "LimitOutput",
        "autograder.gradebook.SaveVerdicts",
        _NBGRADER + "AssignLatePenalties",
        _NBGRADER + "CheckCellMetadata",
    ]


def configured(grading: "Grading") -> Any:
    """The same for one bulk run."""
    from traitlets.config import Config

    config = Config()
    configure(config)
    config.CourseDirectory.root = str(grading.root.resolve())
    config.CourseDirectory.submitted_directory = grading.submitted.name
    config.CourseDirectory.source_directory = str(grading.course.path.resolve())
    config.CourseDirectory.db_url = grading.db_url
    # The folder is renewed as a whole; verdicts are kept beside it, so this is cheap.
    config.BaseConverter.force = True
    for step in (config.Intake, config.Judge):
        step.course = str(grading.course.path.parent.resolve())
    config.Judge.results = str(grading.results.resolve())
    config.Judge.secret = str(grading.secret.resolve()) if grading.secret else ""
    config.Judge.unsafe_no_sandbox = grading.unsafe
    return config
