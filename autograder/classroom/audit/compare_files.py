"""Compare a student's submission, graded notebook and feedback page with ledger and gradebook."""

from pathlib import Path

from autograder.classroom.audit.compare_page import compare_page
from autograder.classroom.audit.findings import Findings
from autograder.core.digest import digest
from autograder.core.messages.printable import plain
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.read_grades import UnitGrades
from autograder.results.log import Written
from autograder.runner.result import Result


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
        page = compare_page(folders, written, grades)
        findings.differences += [f"{who}{line}" for line in page.differences]
        if page.stale:
            findings.unfinished.append(f"{who}: the page is older than the gradebook")
    elif (folders.root / "feedback").is_dir():  # `nbgrader autograde` writes no feedback pages
        findings.unfinished.append(f"{who}: {_missing(folders.page)}")


def _missing(path: Path) -> str:
    return f"{path.name} is missing from {path.parent}"
