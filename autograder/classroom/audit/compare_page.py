"""Compare a feedback page with gradebook and result."""

from collections.abc import Iterator
from dataclasses import dataclass

from autograder.core.digest import digest
from autograder.nbgrader.folders import FeedbackData, Folders
from autograder.nbgrader.markup import page_html
from autograder.nbgrader.read_feedback import FeedbackPage, html_text, read_page
from autograder.nbgrader.read_grades import UnitGrades
from autograder.results.log import Written
from autograder.runner.result import Result

_SHOWN = 50  # lines; nbgrader's LimitOutput removes the middle of a longer error


@dataclass(frozen=True)
class PageFindings:
    """Findings about one feedback page."""

    differences: list[str]  # differences that nothing explains
    stale: bool  # True if a person gave points or comments since


def compare_page(folders: Folders, written: Written, there: UnitGrades) -> PageFindings:
    """Compare the page with the gradebook: by digest if we wrote it, otherwise by content."""
    data = there.feedback_data(folders.student)
    if written.page == digest(folders.page.read_bytes()):
        return PageFindings([], written.gradebook != data.digest)
    page, grades = read_page(folders.page), there.grades[folders.student]
    graded = {task for task, grade in grades.items() if grade.manual is not None or grade.extra}
    points = dict(_different_points(page, data))
    wrong = [line for task, line in points.items() if task not in graded]
    wrong += _check_messages(page, written.result)
    whole = round(data.score, 2), round(data.settled, 2)
    if page.whole != whole and not (graded or data.late_penalty):
        wrong.insert(0, f": {_says('the page', page.whole)}, {_says('the gradebook', whole)}")
    commented = {name: text for name, text in data.comments.items() if text}
    old = page.comments != {n: html_text(page_html(text)) for n, text in commented.items()}
    if wrong:
        wrong[-1] += f" ({folders.page})"
    return PageFindings(wrong, old or bool(graded & points.keys()))


def _different_points(page: FeedbackPage, data: FeedbackData) -> Iterator[tuple[str, str]]:
    """Yield each task whose points differ between page and gradebook."""
    for task, most in data.most.items():
        waits = task in data.waiting
        points = None if waits else (round(data.scores[task], 2), round(most, 2))
        if page.points.get(task) != points:
            statement = _says("the page", page.points.get(task))
            yield task, f", {task}: {statement}, {_says('the gradebook', points)}"


def _check_messages(page: FeedbackPage, result: Result) -> Iterator[str]:
    for verdict in result.verdicts:
        text = " ".join(verdict.text().splitlines()[:_SHOWN])
        if " ".join(text.split()) not in page.words.get(verdict.task, ""):
            yield f", {verdict.task}: the page differs from the result"


def _says(who: str, points: tuple[float, float] | None) -> str:
    return f"{who} says " + ("nothing" if points is None else f"{points[0]:g} of {points[1]:g}")
