"""Write a student's graded notebook and feedback page, byte for byte as nbgrader's converters do.

nbgrader builds an exporter for each student, and queries the database for each cell. This module
creates one exporter for each process, and its input contains the scores. Many processes can
therefore render pages while one process writes to the gradebook.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from autograder.core.atomic import write_atomic
from autograder.core.course.course import unit_of
from autograder.core.digest import digest
from autograder.core.messages.verdict import Verdict
from autograder.nbgrader.config import nbgrader_settings
from autograder.nbgrader.folders import FeedbackData, Folders
from autograder.nbgrader.graded_notebook import graded_notebook, show_verdict

_GRADED_MODE, _PAGE_MODE = 0o444, 0o644  # nbgrader's permissions


@dataclass(frozen=True)
class FeedbackJob:
    """The input of a worker process that writes one student's graded notebook and page."""

    folders: Folders
    file: str  # the digest of the file that was judged
    verdicts: tuple[Verdict, ...]
    data: FeedbackData


def write_feedback(job: FeedbackJob) -> str:
    """Write the graded notebook and the feedback page, each with the attachments beside it.

    Attachments are the files beside the notebook and those that the unit releases. Every other file
    in both folders is deleted. Return the page's digest.
    """
    from nbformat import writes
    from nbgrader.utils import find_all_files

    folders = job.folders
    book = graded_copy(job)
    config = _config(folders.course, folders.root)
    graded = str(writes(book)).encode() + b"\n"  # type: ignore[no-untyped-call]
    page = feedback_page(folders, book, job.data).encode()
    ignore = [*config.CourseDirectory.ignore, "*.ipynb"]
    attachments = {}
    # The course's files come last, so that they replace a student's files of the same name.
    for root in (folders.submitted, folders.source):
        for name in find_all_files(str(root), ignore):
            relative = Path(name).relative_to(root)
            if relative.parts[0] != folders.page.name:  # only the page may have this name
                attachments[relative] = Path(name).read_bytes()
    for path, data, mode in (
        (folders.copy, graded, _GRADED_MODE),
        (folders.page, page, _PAGE_MODE),
    ):
        files = {path.parent / name: extra for name, extra in attachments.items()} | {path: data}
        for target, content in files.items():
            write_atomic(target, content, mode)
            target.chmod(mode)
        _remove_others(path.parent, set(files))
    return digest(page)


def graded_copy(job: FeedbackJob) -> Any:
    """Return the graded notebook that nbgrader's steps would create, with verdicts.

    Raise RuntimeError if the submitted file has changed since it was judged.
    """
    from nbformat import from_dict
    from nbgrader.preprocessors import LimitOutput

    folders = job.folders
    course, unit = unit_of(folders.course, folders.unit)
    plain = graded_notebook(course, unit, folders.student, folders.notebook)
    if plain["metadata"]["autograder"]["file"] != job.file:
        raise RuntimeError("the file was changed while it was being graded; grade again")
    book: Any = from_dict(plain)  # type: ignore[no-untyped-call]
    verdicts = {verdict.task: verdict for verdict in job.verdicts}
    for cell in book.cells:
        if cell.id in verdicts and cell.metadata.nbgrader.grade:
            show_verdict(cell, verdicts[cell.id])
    config = _config(folders.course, folders.root)
    book, _ = LimitOutput(config=config).preprocess(book, {})
    return book


def _remove_others(folder: Path, files: set[Path]) -> None:
    """Remove all files except `files`, which earlier submissions left, and empty folders."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path not in files and not path.is_dir():
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def feedback_page(folders: Folders, book: Any, data: FeedbackData) -> str:
    """Render the page that `nbgrader generate_feedback` would create from a graded notebook."""
    from nbformat import from_dict
    from nbgrader.utils import is_grade, is_solution

    book = from_dict(book)  # type: ignore[no-untyped-call]
    for cell in book.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if is_solution(cell):
            cell.metadata.nbgrader["comment"] = data.comments[name]
        if is_grade(cell):
            cell.metadata.nbgrader["score"] = data.scores[name]
            cell.metadata.nbgrader["points"] = data.max_points[name]
            cell.metadata.nbgrader["waits"] = name in data.waiting
            cell.metadata.nbgrader["by_hand"] = name in data.by_hand
    total = {
        "notebook": folders.unit,
        "score": data.score,
        "max_score": sum(data.max_points.values()),
        "late_penalty": data.late_penalty,
    }
    metadata = {"path": str(folders.copy.parent), "name": folders.unit}
    resources = {"unique_key": folders.unit, "nbgrader": total, "metadata": metadata}
    page, _ = _exporter(folders.course, folders.root).from_notebook_node(book, resources)
    return str(page)


@cache
def _exporter(course: Path, folder: Path) -> Any:
    """Return an exporter, cached because creating one takes longer than rendering ten pages."""
    from nbgrader.converters import GenerateFeedback
    from nbgrader.coursedir import CourseDirectory

    config = _config(course, folder)
    step = GenerateFeedback(coursedir=CourseDirectory(config=config), config=config)
    exporter = step.exporter_class(parent=step, config=step.config)
    for preprocessor in step.preprocessors[1:]:  # skip ReadScores: the cells already have scores
        exporter.register_preprocessor(preprocessor)
    return exporter


@cache
def _config(course: Path, folder: Path) -> Any:
    return nbgrader_settings(course, folder)


def clear_page_caches() -> None:
    """Clear the caches, because the instructor's configuration file may have changed."""
    for cached in (_exporter, _config):
        cached.cache_clear()
