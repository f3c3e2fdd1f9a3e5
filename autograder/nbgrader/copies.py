"""A student's graded copy and feedback page: the bytes that nbgrader's converters would write.

A conversion builds an exporter, its Jinja environment and its templates for each student, and
asks the database for each cell. Here one exporter serves a process, and the scores come as data;
so pages are made by many processes at once, while one writes to the gradebook.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from autograder.core.atomic import write_atomic
from autograder.core.digest import digest
from autograder.core.messages.verdict import Verdict
from autograder.nbgrader.config import settings
from autograder.nbgrader.folders import Folders, Shown
from autograder.nbgrader.graded_notebook import graded_notebook, show_verdict
from autograder.runner.submissions.open_submission import open_submission, unit_of

_GRADED, _PAGE = 0o444, 0o644  # nbgrader's permissions


@dataclass(frozen=True)
class Copies:
    """What has to be written for one student; travels to another process."""

    folders: Folders
    file: str  # the digest of the file that was judged
    verdicts: tuple[Verdict, ...]
    shown: Shown


def write_copies(job: Copies) -> str:
    """Write both, and what was handed in beside the notebook; returns the page's digest."""
    from nbformat import writes
    from nbgrader.utils import find_all_files

    folders = job.folders
    book = graded_copy(job)
    config = _config(folders.course, folders.root)
    graded = str(writes(book)).encode() + b"\n"  # type: ignore[no-untyped-call]
    page = feedback_page(folders, book, job.shown).encode()
    ignore = [*config.CourseDirectory.ignore, "*.ipynb"]
    beside = {}
    for root in (folders.submitted, folders.source):  # ours last: they stand for the student's
        for name in find_all_files(str(root), ignore):
            where = Path(name).relative_to(root)
            if where.parts[0] != folders.page.name:  # a folder of that name has the page's place
                beside[where] = Path(name).read_bytes()
    for path, data, mode in ((folders.copy, graded, _GRADED), (folders.page, page, _PAGE)):
        wanted = {path.parent / name: extra for name, extra in beside.items()} | {path: data}
        for place, content in wanted.items():
            _put(place, content, mode)
        _remove_others(path.parent, set(wanted))
    return digest(page)


def graded_copy(job: Copies) -> Any:
    """The notebook with its verdicts, as nbgrader's steps leave it."""
    from nbformat import from_dict
    from nbgrader.preprocessors import LimitOutput

    folders = job.folders
    course, unit = unit_of(folders.course, folders.unit)
    opened = open_submission(course, unit, folders.student, folders.notebook)
    if opened.file != job.file:
        raise RuntimeError("the file was changed while it was being graded; grade again")
    plain = graded_notebook(course, unit, opened)
    book: Any = from_dict(plain)  # type: ignore[no-untyped-call]
    found = {verdict.task: verdict for verdict in job.verdicts}
    for cell in book.cells:
        if cell.id in found and cell.metadata.nbgrader.grade:
            show_verdict(cell, found[cell.id])
    config = _config(folders.course, folders.root)
    book, _ = LimitOutput(config=config).preprocess(book, {})
    return book


def _put(path: Path, data: bytes, mode: int) -> None:
    write_atomic(path, data, mode)
    path.chmod(mode)


def _remove_others(folder: Path, wanted: set[Path]) -> None:
    """What an earlier submission left, or a write that was cut off."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path not in wanted and not path.is_dir():
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def feedback_page(folders: Folders, book: Any, shown: Shown) -> str:
    """What `nbgrader generate_feedback` makes of a graded copy and these scores."""
    from nbformat import from_dict
    from nbgrader.utils import is_grade, is_solution

    book = from_dict(book)  # type: ignore[no-untyped-call]
    for cell in book.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if is_solution(cell):
            cell.metadata.nbgrader["comment"] = shown.comments[name]
        if is_grade(cell):
            cell.metadata.nbgrader["score"] = shown.scores[name]
            cell.metadata.nbgrader["points"] = shown.most[name]
            cell.metadata.nbgrader["waits"] = name in shown.waiting
            cell.metadata.nbgrader["by_hand"] = name in shown.by_hand
    total = {
        "notebook": folders.unit,
        "score": shown.score,
        "max_score": sum(shown.most.values()),
        "late_penalty": shown.late_penalty,
    }
    where = {"path": str(folders.copy.parent), "name": folders.unit}
    resources = {"unique_key": folders.unit, "nbgrader": total, "metadata": where}
    page, _ = _exporter(folders.course, folders.root).from_notebook_node(book, resources)
    return str(page)


@cache
def _exporter(course: Path, folder: Path) -> Any:
    """One for each process: making it, and its templates, costs more than ten pages."""
    from nbgrader.converters import GenerateFeedback
    from nbgrader.coursedir import CourseDirectory

    config = _config(course, folder)
    step = GenerateFeedback(coursedir=CourseDirectory(config=config), config=config)
    exporter = step.exporter_class(parent=step, config=step.config)
    for preprocessor in step.preprocessors[1:]:  # the first is GetGrades: we have them
        exporter.register_preprocessor(preprocessor)
    return exporter


@cache
def _config(course: Path, folder: Path) -> Any:
    return settings(course, folder)


def forget_pages() -> None:
    """Let go of what pages were made with: the instructor's file may be another one now."""
    for kept in (_exporter, _config):
        kept.cache_clear()
