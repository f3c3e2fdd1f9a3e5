"""A student's files against receipt and gradebook: what was handed in, and what the page says."""

from pathlib import Path

from autograder.gradebook.audit.findings import Findings
from autograder.gradebook.ledger.digest import digest
from autograder.gradebook.ledger.ledger import Written
from autograder.gradebook.ledger.receipt import Receipt
from autograder.gradebook.nbgrader.said import read_page
from autograder.gradebook.rows.folders import Folders
from autograder.gradebook.rows.standings import Standing
from autograder.say.plain import plain

_SHOWN = 50  # lines; of a longer error, nbgrader's LimitOutput takes the middle out


def compare_files(
    found: Findings, folders: Folders, last: Receipt, written: Written | None, there: Standing
) -> None:
    """Note what is not as the grader, nbgrader or the student left it."""
    who = f"{plain(folders.student)}, {folders.unit}"
    handed_in = folders.notebook
    if last.basis.file and not handed_in.is_file():
        found.unfinished.append(f"{who}: what was handed in is not in submitted/ any more")
    elif last.basis.file and digest(handed_in.read_bytes()) != last.basis.file:
        found.unfinished.append(f"{who}: handed in again since it was graded")
    if written is None:
        return
    if not folders.copy.is_file():
        found.unfinished.append(f"{who}: {_gone(folders.copy)}")
    if folders.page.is_file():
        found.tampered += [f"{who}{line}" for line in _page(folders, written.receipt, there)]
    elif (folders.root / "feedback").is_dir():  # nbgrader autograde makes no pages
        found.unfinished.append(f"{who}: {_gone(folders.page)}")


def _gone(path: Path) -> str:
    return f"{path.name} is gone from {path.parent}"


def _page(folders: Folders, receipt: Receipt, there: Standing) -> list[str]:
    """What the page says otherwise than gradebook and receipt."""
    said, shown = read_page(folders.page), there.shown(folders.student)
    lines = []
    whole = round(shown.score, 2), round(sum(shown.most.values()), 2)
    if said.whole != whole:
        lines.append(f": {_says('the page', said.whole)}, {_says('the gradebook', whole)}")
    for task, most in shown.most.items():
        points = round(shown.scores[task], 2), round(most, 2)
        if said.points.get(task) != points:
            page, book = _says("the page", said.points.get(task)), _says("the gradebook", points)
            lines.append(f", {task}: {page}, {book}")
    for verdict in receipt.verdicts:
        text = " ".join(verdict.text().splitlines()[:_SHOWN])
        if " ".join(text.split()) not in said.words.get(verdict.task, ""):
            lines.append(f", {verdict.task}: the page does not say what the receipt says")
    if lines:
        lines[-1] += f" ({folders.page})"
        grades = there.grades[folders.student].values()
        if any(grade.manual is not None or grade.extra for grade in grades):
            lines[-1] += "; after grading by hand, first run: nbgrader generate_feedback --force"
    return lines


def _says(who: str, points: tuple[float, float] | None) -> str:
    return f"{who} says " + ("nothing" if points is None else f"{points[0]:g} of {points[1]:g}")
