"""Compare a student's submission, graded notebook and feedback page with ledger and gradebook."""

from collections.abc import Iterator
from pathlib import Path

from autograder.classroom.audit.findings import Findings
from autograder.core.digest import digest
from autograder.core.messages.printable import plain
from autograder.nbgrader.folders import FeedbackData, Folders
from autograder.nbgrader.markup import page_html
from autograder.nbgrader.read_feedback import FeedbackPage, html_text, read_page
from autograder.nbgrader.read_grades import UnitGrades
from autograder.results.log import Written
from autograder.runner.result import Result

_MAX_LINES = 50  # lines of each message to compare; nbgrader's LimitOutput shortens longer messages


def compare_files(
    findings: Findings, folders: Folders, last: Result, written: Written | None, grades: UnitGrades
) -> None:
    """Add a finding for each missing, outdated or changed file of the student."""
    who = f"{plain(folders.student)}, {folders.unit}"
    notebook = folders.notebook
    if last.provenance.file and not notebook.is_file():
        findings.unfinished.append(f"{who}: the submission is no longer in submitted/")
    elif last.provenance.file and digest(notebook.read_bytes()) != last.provenance.file:
        findings.unfinished.append(f"{who}: submitted again after it was graded")
    if written is None:
        return
    if not folders.copy.is_file():
        findings.unfinished.append(f"{who}: {_missing(folders.copy)}")
    if folders.page.is_file():
        differences, stale = _compare_page(folders, written, grades)
        findings.differences += [f"{who}{line}" for line in differences]
        if stale:
            findings.unfinished.append(f"{who}: the page is older than the gradebook")
    elif (folders.root / "feedback").is_dir():  # `nbgrader autograde` writes no feedback pages
        findings.unfinished.append(f"{who}: {_missing(folders.page)}")


def _missing(path: Path) -> str:
    return f"{path.name} is missing from {path.parent}"


def _compare_page(
    folders: Folders, written: Written, unit_grades: UnitGrades
) -> tuple[list[str], bool]:
    """Compare a feedback page with the gradebook and with the messages of the result.

    Return the differences that manual grading does not explain, and whether the page is stale,
    which means that the gradebook changed after the page was written.

    The ledger has a digest of each written page. If the page still has this digest, its content is
    not compared, and the page is stale only if the gradebook has changed.
    """
    data = unit_grades.feedback_data(folders.student)
    if written.page == digest(folders.page.read_bytes()):
        return [], written.gradebook != data.digest
    page, grades = read_page(folders.page), unit_grades.grades[folders.student]
    graded = {task for task, grade in grades.items() if grade.manual is not None or grade.extra}
    points = dict(_different_points(page, data))
    differences = [line for task, line in points.items() if task not in graded]
    for verdict in written.result.verdicts:
        text = " ".join(verdict.text().splitlines()[:_MAX_LINES])
        if " ".join(text.split()) not in page.words.get(verdict.task, ""):
            differences.append(f", {verdict.task}: the page differs from the result")
    total = round(data.score, 2), round(data.graded_points, 2)
    if page.whole != total and not (graded or data.late_penalty):
        differences.insert(
            0, f": {_statement('the page', page.whole)}, {_statement('the gradebook', total)}"
        )
    commented = {name: text for name, text in data.comments.items() if text}
    comments_differ = page.comments != {
        n: html_text(page_html(text)) for n, text in commented.items()
    }
    if differences:
        differences[-1] += f" ({folders.page})"
    return differences, comments_differ or bool(graded & points.keys())


def _different_points(page: FeedbackPage, data: FeedbackData) -> Iterator[tuple[str, str]]:
    """Yield (task, message) for each task whose points differ between page and gradebook."""
    for task, max_points in data.max_points.items():
        is_ungraded = task in data.waiting
        points = None if is_ungraded else (round(data.scores[task], 2), round(max_points, 2))
        if page.points.get(task) != points:
            statement = _statement("the page", page.points.get(task))
            yield task, f", {task}: {statement}, {_statement('the gradebook', points)}"


def _statement(who: str, points: tuple[float, float] | None) -> str:
    return f"{who} says " + ("nothing" if points is None else f"{points[0]:g} of {points[1]:g}")
