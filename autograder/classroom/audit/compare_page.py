"""Compare a student's feedback page with the gradebook and the result in the ledger."""

from collections.abc import Iterator
from dataclasses import dataclass

from autograder.core.digest import digest
from autograder.nbgrader.folders import FeedbackData, Folders
from autograder.nbgrader.markup import page_html
from autograder.nbgrader.read_feedback import FeedbackPage, html_text, read_page
from autograder.nbgrader.read_grades import UnitGrades
from autograder.results.log import Written
from autograder.runner.result import Result

_MAX_LINES = 50  # lines of each message to compare; nbgrader's LimitOutput shortens longer messages


@dataclass(frozen=True)
class PageFindings:
    """Findings about one feedback page."""

    differences: list[str]  # differences that manual grading does not explain
    stale: bool  # True if the gradebook changed after the page was written


def compare_page(folders: Folders, written: Written, unit_grades: UnitGrades) -> PageFindings:
    """Compare a feedback page with the gradebook and with the messages of the result.

    The ledger has a digest of each written page. If the page still has this digest, its content is
    not compared, and the page is stale only if the gradebook has changed.
    """
    data = unit_grades.feedback_data(folders.student)
    if written.page == digest(folders.page.read_bytes()):
        return PageFindings([], written.gradebook != data.digest)
    page, grades = read_page(folders.page), unit_grades.grades[folders.student]
    graded = {task for task, grade in grades.items() if grade.manual is not None or grade.extra}
    points = dict(_different_points(page, data))
    differences = [line for task, line in points.items() if task not in graded]
    differences += _check_messages(page, written.result)
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
    return PageFindings(differences, comments_differ or bool(graded & points.keys()))


def _different_points(page: FeedbackPage, data: FeedbackData) -> Iterator[tuple[str, str]]:
    """Yield (task, message) for each task whose points differ between page and gradebook."""
    for task, max_points in data.max_points.items():
        is_ungraded = task in data.waiting
        points = None if is_ungraded else (round(data.scores[task], 2), round(max_points, 2))
        if page.points.get(task) != points:
            statement = _statement("the page", page.points.get(task))
            yield task, f", {task}: {statement}, {_statement('the gradebook', points)}"


def _check_messages(page: FeedbackPage, result: Result) -> Iterator[str]:
    for verdict in result.verdicts:
        text = " ".join(verdict.text().splitlines()[:_MAX_LINES])
        if " ".join(text.split()) not in page.words.get(verdict.task, ""):
            yield f", {verdict.task}: the page differs from the result"


def _statement(who: str, points: tuple[float, float] | None) -> str:
    return f"{who} says " + ("nothing" if points is None else f"{points[0]:g} of {points[1]:g}")
