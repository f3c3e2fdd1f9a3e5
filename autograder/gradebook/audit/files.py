"""A student's files against the receipt: what was handed in, the graded copy, the feedback page."""

from pathlib import Path

from autograder.gradebook.audit.findings import Findings
from autograder.gradebook.ledger.digest import digest
from autograder.gradebook.ledger.handin import unit_of
from autograder.gradebook.ledger.ledger import Written
from autograder.gradebook.ledger.receipt import Receipt, tools
from autograder.gradebook.rows.copies import Copies, feedback_page, graded_copy, to_file
from autograder.gradebook.rows.folders import Folders
from autograder.gradebook.rows.standings import Standing


def compare_files(
    found: Findings, folders: Folders, last: Receipt, written: Written | None, there: Standing
) -> None:
    """Note what is not as the grader, nbgrader or the student left it."""
    who = f"{folders.student}, {folders.unit}"
    handed_in = folders.notebook
    if last.basis.file and not handed_in.is_file():
        found.unfinished.append(f"{who}: what was handed in is not in submitted/ any more")
    elif last.basis.file and digest(handed_in.read_bytes()) != last.basis.file:
        found.unfinished.append(f"{who}: handed in again since it was graded")
    if written is None:
        return
    right = _copy_is_right(folders, written, there)
    if not folders.copy.is_file():
        found.unfinished.append(f"{who}: {_gone(folders.copy)}")
    elif right is None:
        found.unfinished.append(f"{who}: nbgrader graded it before something else changed")
    elif not right:
        found.tampered.append(f"{who}: the graded copy was changed ({folders.copy})")
    if not folders.page.is_file():
        if written.page:  # nbgrader autograde makes none
            found.unfinished.append(f"{who}: {_gone(folders.page)}")
    elif not _page_is_right(folders, written, there, right is not False):
        found.tampered.append(f"{who}: {_wrong_page(folders, there)}")


def _gone(path: Path) -> str:
    return f"{path.name} is gone from {path.parent}"


def _copy_is_right(folders: Folders, written: Written, there: Standing) -> bool | None:
    """None where it cannot be said: what it was made from is not there any more."""
    if not folders.copy.is_file():
        return False
    copy = digest(folders.copy.read_bytes())
    if written.copy:
        return copy == written.copy
    # nbgrader autograde writes the copy after our last step: made again, it must be the same.
    receipt = written.receipt
    _, unit = unit_of(folders.course, folders.unit)
    tasks = {task.id: task.digest for task in unit.judged}
    if (tasks, tools()) != (receipt.basis.tasks, receipt.basis.tools):
        return None
    shown = there.shown(folders.student)
    try:
        book = graded_copy(Copies(folders, receipt.basis.file, receipt.verdicts, shown))
    except RuntimeError:
        return None
    return digest(to_file(book)) == copy


def _page_is_right(folders: Folders, written: Written, there: Standing, copy: bool) -> bool:
    """As we wrote it, or as `nbgrader generate_feedback` makes it now, scores by hand and all."""
    from nbformat import reads

    page = folders.page.read_bytes()
    if digest(page) == written.page:
        return True
    if not copy:
        return False
    book = reads(folders.copy.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    return feedback_page(folders, book, there.shown(folders.student)).encode() == page


def _wrong_page(folders: Folders, there: Standing) -> str:
    text = f"the feedback page is not what the gradebook gives ({folders.page})"
    grades = there.grades.get(folders.student, {}).values()
    if any(grade.manual is not None or grade.extra for grade in grades):
        text += "; after grading by hand, first run: nbgrader generate_feedback --force"
    return text
