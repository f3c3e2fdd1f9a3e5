"""Helpers for the grading tests: a copy of the miniature course, commands and scores."""

from __future__ import annotations

import io
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from autograder import Course
from autograder.classroom.audit.findings import Findings
from autograder.classroom.audit.verify import verify
from autograder.classroom.grade.grade_class import grade_class
from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.update_gradebook import GradebookUpdate, update_gradebook
from autograder.cli.main import main
from autograder.core.lock import only_writer
from autograder.nbgrader.graded_notebook import released_notebook
from autograder.nbgrader.read_grades import read_grades
from autograder.notebook.release import fill, to_bytes
from autograder.runner import Submission, read_secret
from autograder.runner.jobs.local import InProcess

ROOT = Path(__file__).resolve().parents[2]
FIRST, SECOND = "01_first", "02_second"
ESSAY = "04_explain"  # in the second unit; has points only with RUBRIC
RUBRIC = "# points: 3\n# rubric:\n#   - 2: the matrix is read once\n#   - 1: why others wait"
ANSWERS = {"ada": "=One read.", "bob": "It is faster.\n\nBecause.", "cyd": ""}


def copy_course(folder: Path) -> Course:
    shutil.copytree(ROOT / "tests/mini/solutions", folder / "solutions")
    shutil.copy(ROOT / "_config.yml", folder)
    return Course.find(folder)


# nbgrader without a grammar that takes half of its start-up time (nbgrader/imports.py).
NBGRADER = """
import autograder.nbgrader.imports
from nbgrader.apps.nbgraderapp import main
main()
"""


def run(
    *words: object, cwd: Path, code: int | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command of this environment, and check its exit code if `code` is given."""
    program, *rest = map(str, words)
    path = [str(Path(sys.executable).parent / program)]
    result = subprocess.run(
        [*([sys.executable, "-c", NBGRADER] if program == "nbgrader" else path), *rest],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert code in (None, result.returncode), result.stdout + result.stderr
    return result


@dataclass(frozen=True)
class Printed:
    """The output and the error output of a command."""

    out: str
    err: str


def capture(command: Callable[[], int], code: int) -> Printed:
    """Run a command, check its exit code and return what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        result = command()
    assert result == code, f"exit code {result}: {out.getvalue()}{err.getvalue()}"
    return Printed(out.getvalue(), err.getvalue())


def output(*words: object, code: int = 0) -> Printed:
    """Run `autograder` in this process, check its exit code and return what it printed."""
    return capture(lambda: main([*map(str, words)]), code)


Submit = Callable[..., Submission]


@dataclass(frozen=True)
class SampleClass:
    """The graded sample class and the output of the command."""

    course: Course
    folder: Path
    result: subprocess.CompletedProcess[str]

    def scores(self, folder: Path | None = None) -> dict[str, dict[str, float]]:
        """Return the points by student and task from nbgrader's gradebook."""
        from nbgrader.api import Gradebook

        scores: dict[str, dict[str, float]] = {}
        with Gradebook(f"sqlite:///{folder or self.folder}/gradebook.db") as book:
            for submission in book.assignment_submissions(FIRST):
                grades = submission.notebooks[0].grades
                scores[submission.student.id] = {grade.name: grade.score for grade in grades}
        return scores


def notebook_bytes(course: Course, unit: str, answers: dict[str, str]) -> bytes:
    """Return the student's notebook with these answers."""
    return to_bytes(fill(released_notebook(course, course.unit(unit)), answers))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive that contains these files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in files.items():
            opened.writestr(name, data)
    return made.getvalue()


def hand_in(folder: Path, student: str, data: bytes, unit: str = SECOND) -> None:
    """Write a submission to the path where nbgrader expects it."""
    path = folder / "submitted" / student / unit / f"{unit}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def grade_here(course: Course, folder: Path) -> GradebookUpdate:
    """Grade the class like `autograder grade`, without printing."""
    grading = Grading(course, course.unit(SECOND), folder, InProcess())
    with only_writer(folder, "a test"):
        rows = list(grading.judge(read_secret(course.secret)))
        assert not any(row.broken for row in rows), rows
        recorded = update_gradebook(grading, rows, grading.prepare_late_rule())
    assert not recorded.failures, recorded.failures
    return recorded


def lines_by_student(output: str) -> dict[str, str]:
    """Return the lines of a printed table by their first word."""
    return {line.split()[0]: line for line in output.splitlines() if line.strip()}


def grade_output(course: Course, folder: Path, code: int = 0) -> str:
    """Grade the class in this process, check the exit code and return the output."""
    return capture(lambda: grade_class(course, folder, InProcess(), unit=SECOND), code).out


Lines = list[bytes]


@dataclass(frozen=True)
class Class:
    """A graded class that a test may change, with the secret that it was graded with."""

    course: Course
    folder: Path

    @property
    def ledger(self) -> Path:
        return self.folder / "ledger.jsonl"

    def found(self) -> Findings:
        return verify(self.course, self.folder)

    def edit(self, change: Callable[[Lines], Lines]) -> None:
        self.ledger.write_bytes(b"".join(change(self.ledger.read_bytes().splitlines(True))))

    def sql(self, text: str, *values: object) -> None:
        with closing(sqlite3.connect(self.folder / "gradebook.db")) as book, book:
            assert book.execute(text, values).rowcount > 0, "the test has changed nothing"

    def made(self, top: str, student: str) -> Path:
        (path,) = (self.folder / top / student / SECOND).glob(f"{SECOND}.*")
        return path

    def command(self, *words: str) -> int:
        return main([*words, "--class", str(self.folder)])

    def output(self, *words: object, code: int = 0) -> Printed:
        """Run a command for the class, check its exit code and return what it printed."""
        return output(*words, "--class", self.folder, code=code)

    def nbgrader(self, command: str, *options: str) -> str:
        """Run a command of nbgrader for the unit, and return its messages."""
        result = run("nbgrader", command, SECOND, *options, cwd=self.folder, code=0)
        return result.stderr

    def set_time(self, student: str, when: str) -> None:
        """Set the time of a submission."""
        (self.folder / "submitted" / student / SECOND / "timestamp.txt").write_text(when)

    @property
    def penalties(self) -> dict[str, float]:
        return read_grades(self.folder / "gradebook.db", SECOND).penalties


def grade_sql(text: str) -> str:
    """Return SQL that changes one row of nbgrader's grade table, given a student and a task."""
    return (
        f"UPDATE grade SET {text} WHERE id IN (SELECT grade.id FROM grade "
        "JOIN base_cell ON base_cell.id = grade.cell_id "
        "JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id "
        "JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id "
        "WHERE student_id = ? AND base_cell.name = ?)"
    )


@contextmanager
def formgrader(folder: Path) -> Iterator[str]:
    """Start formgrader on a graded class and return its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = [sys.executable, "-m", "jupyter_server", "--allow-root", "--no-browser"]
    line += [f"--port={port}", "--IdentityProvider.token=", "--ServerApp.log_level=ERROR"]
    silent = subprocess.DEVNULL
    server = subprocess.Popen(line, cwd=folder, stdout=silent, stderr=silent)
    try:
        for _ in range(1200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/formgrader"
    finally:
        server.terminate()
        server.wait(timeout=30)


def essay(text: str) -> dict[str, str]:
    return {ESSAY: text} if text else {}


def rewrite(course: Course, old: str, new: str) -> None:
    """Replace text in the task file of the essay."""
    path = course.path / SECOND / f"{ESSAY}.py"
    path.write_text(path.read_text().replace(old, new, 1))
