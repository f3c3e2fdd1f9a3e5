"""A feedback page against gradebook and receipt: older than they are, or changed by somebody."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.core.digest import digest
from autograder.nbgrader.folders import FeedbackData, Folders
from autograder.nbgrader.markup import page_html
from autograder.nbgrader.read_feedback import FeedbackPage, html_text, read_page
from autograder.nbgrader.read_grades import UnitGrades
from autograder.results.log import Written
from autograder.results.receipt import Receipt

_SHOWN = 50  # lines; of a longer error, nbgrader's LimitOutput takes the middle out


@dataclass(frozen=True)
class Page:
    """What is wrong with one."""

    tampered: list[str]  # what neither the grader nor a person's points explain
    stale: bool  # whether a person gave something since it was made


def compare_page(folders: Folders, written: Written, there: UnitGrades) -> Page:
    """A page of ours is known by its digest; of nbgrader's, what it says is compared."""
    shown = there.feedback_data(folders.student)
    if written.page == digest(folders.page.read_bytes()):
        return Page([], written.shown != shown.digest)
    said, grades = read_page(folders.page), there.grades[folders.student]
    given = {task for task, grade in grades.items() if grade.manual is not None or grade.extra}
    points = dict(_points(said, shown))
    wrong = [line for task, line in points.items() if task not in given]
    wrong += _words(said, written.receipt)
    whole = round(shown.score, 2), round(shown.settled, 2)
    if said.whole != whole and not (given or shown.late_penalty):
        wrong.insert(0, f": {_says('the page', said.whole)}, {_says('the gradebook', whole)}")
    commented = {name: text for name, text in shown.comments.items() if text}
    old = said.comments != {n: html_text(page_html(text)) for n, text in commented.items()}
    return Page(_placed(wrong, folders.page), old or bool(given & points.keys()))


def _points(said: FeedbackPage, shown: FeedbackData) -> Iterator[tuple[str, str]]:
    """Each task of which the page says otherwise than the gradebook."""
    for task, most in shown.most.items():
        waits = task in shown.waiting
        points = None if waits else (round(shown.scores[task], 2), round(most, 2))
        if said.points.get(task) != points:
            page, book = _says("the page", said.points.get(task)), _says("the gradebook", points)
            yield task, f", {task}: {page}, {book}"


def _words(said: FeedbackPage, receipt: Receipt) -> Iterator[str]:
    for verdict in receipt.verdicts:
        text = " ".join(verdict.text().splitlines()[:_SHOWN])
        if " ".join(text.split()) not in said.words.get(verdict.task, ""):
            yield f", {verdict.task}: the page does not say what the receipt says"


def _placed(lines: list[str], page: Path) -> list[str]:
    return [*lines[:-1], f"{lines[-1]} ({page})"] if lines else []


def _says(who: str, points: tuple[float, float] | None) -> str:
    return f"{who} says " + ("nothing" if points is None else f"{points[0]:g} of {points[1]:g}")
