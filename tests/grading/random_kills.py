"""Kill the grader repeatedly and check that the final state does not differ from a normal run.

    python tests/grading/random_kills.py --kills 200

A class is submitted and graded twice. The judge runs only once, and its verdicts are reused. Each
grader is killed (SIGKILL) at a random call and restarted until one run finishes. Then the
gradebook, the graded copies and the pages must equal those of an undisturbed run, and `verify` must
report nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from classroom import SECOND, copy_course, hand_in, notebook_bytes
from nbgrader.api import Gradebook
from stored_results import StoredResults

from autograder import Course
from autograder.classroom.audit.verify import verify
from autograder.classroom.grade.grade_unit import Grading
from autograder.cli.instructor import SHARED
from autograder.core.lock import only_writer
from autograder.nbgrader.read_grades import read_grades
from autograder.runner import Result
from autograder.runner.jobs.local import LocalExecutor

# Calls with external side effects. They are rare, so half of the kills select only these.
WRITES = {"write", "fsync", "truncate", "replace", "unlink", "chmod", "mkdir", "commit", "execute"}
Books = dict[str, bytes]


@dataclass
class KillAtCall:
    """Kills the process at the call with a given number."""

    last: int
    writes: bool
    count: int = 0

    def __call__(self, frame: FrameType, event: str, what: Any) -> None:
        if self.writes and getattr(what, "__name__", "") not in WRITES:
            return
        self.count += 1
        if self.count == self.last:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Trial:
    """The expected states of the class, and counts of kills and rounds."""

    course: Course
    books: list[Books]
    rows: list[dict[str, Result]] = field(default_factory=list)
    states: list[dict[str, Any]] = field(default_factory=list)
    # The number of calls of an undisturbed run: of all calls, or only of writes.
    calls: dict[bool, int] = field(default_factory=dict)
    kills: int = 0
    rounds: int = 0

    def grade(self, folder: Path, version: int) -> None:
        """Grade like `autograder grade`, with stored verdicts."""
        unit = self.course.unit(SECOND)
        grading = Grading(self.course, unit, folder, StoredResults(self.rows[version]))
        with only_writer(folder, "a grader that may be killed"):
            troubles = grading.record(list(grading.judge())).troubles
        assert not troubles, troubles

    def judge(self, folder: Path) -> None:
        """Grade the undisturbed class with the real judge."""
        for books in self.books:
            _hand_in(folder, books)
            unit = self.course.unit(SECOND)
            with closing(LocalExecutor(2, SHARED)) as executor:
                grading = Grading(self.course, unit, folder, executor)
                rows = list(grading.judge())
                assert not any(row.broken for row in rows), rows
                self.rows.append({row.student: row for row in rows})
                with only_writer(folder, "an undisturbed grader"):
                    assert not grading.record(rows).troubles
            self.states.append(state(folder))

    def round(self, folder: Path, lots: random.Random, wanted: int) -> None:
        """Grade one class from its first submission to its last score."""
        for version, books in enumerate(self.books):
            _hand_in(folder, books)
            while True:
                writes = lots.random() < 0.5
                number = lots.randint(1, self.calls[writes]) if self.kills < wanted else 0
                if not run(lambda n=number, w=writes, v=version: self._killed(folder, v, n, w)):
                    break
                self.kills += 1
                if lots.random() < 0.5:  # otherwise only the next grader reads the state
                    self._check_that_grades_are_complete(folder, version)
            current = state(folder)
            assert current == self.states[version], difference(current, self.states[version])
        findings = verify(self.course, folder)
        assert not findings.differences + findings.unfinished, str(findings)
        self.rounds += 1

    def count(self, folder: Path) -> None:
        """Count the calls of an undisturbed run."""
        for writes in (False, True):
            shutil.rmtree(folder, ignore_errors=True)
            _hand_in(folder, self.books[0])
            calls = folder.with_suffix(".calls")

            def counted(writes: bool = writes, calls: Path = calls) -> None:
                counter = KillAtCall(0, writes)
                sys.setprofile(counter)
                self.grade(folder, 0)
                sys.setprofile(None)
                calls.write_text(str(counter.count))

            assert not run(counted)
            self.calls[writes] = int(calls.read_text())

    def _killed(self, folder: Path, version: int, number: int, writes: bool) -> None:
        sys.setprofile(KillAtCall(number, writes) if number else None)
        self.grade(folder, version)
        sys.setprofile(None)

    def _check_that_grades_are_complete(self, folder: Path, version: int) -> None:
        ends = [state["grades"] for state in self.states[: version + 1]]
        for student, grades in read_grades(folder / "gradebook.db", SECOND).grades.items():
            assert any(grades == end.get(student) for end in ends), f"{student}: {grades}"


def run(work: Callable[[], None]) -> bool:
    """Run the function in a child process and return whether it was killed."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            sys.setprofile(None)
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0, "the grader failed; its output is above"
    return False


def _hand_in(folder: Path, books: Books) -> None:
    for student, data in books.items():
        hand_in(folder, student, data)


def state(folder: Path) -> dict[str, Any]:
    """Return the gradebook and all files of the grader, without row ids."""
    there = read_grades(folder / "gradebook.db", SECOND)
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as book:
        wait = {
            (submission.student.id, grade.name): grade.needs_manual_grade
            for submission in book.assignment_submissions(SECOND)
            for grade in submission.notebooks[0].grades
        }
        cells = {cell.name: cell.source for cell in book.find_notebook(SECOND, SECOND).source_cells}
    made = [path for top in ("autograded", "feedback") for path in (folder / top).rglob("*")]
    files = {
        str(path.relative_to(folder)): (path.stat().st_mode, path.read_bytes())
        for path in made
        if path.is_file()
    }
    # The folder `programs` is a cache, which does not affect results.
    top = {path.name for path in folder.iterdir()} - {"programs"}
    grades, comments = there.grades, there.comments
    results = {"grades": grades, "comments": comments, "late": there.penalties, "wait": wait}
    return results | {"cells": cells, "files": files, "top": top}


def difference(current: dict[str, Any], wanted: dict[str, Any]) -> str:
    names = [name for name in wanted if current[name] != wanted[name]]
    lines = [f"{name}:\n  is   {current[name]!r:.2000}" for name in names if name != "files"]
    lines += [
        f"file {name} differs"
        for name in sorted(current["files"].keys() | wanted["files"].keys())
        if current["files"].get(name) != wanted["files"].get(name)
    ]
    return "\n".join(lines)


def two_submissions(course: Course) -> list[Books]:
    """Return submissions of each kind, then changed ones: one corrected, one wrong, one new."""
    unit = course.unit(SECOND)
    right = {task.id: task.solution for task in unit.tasks}
    wrong = {task.id: task.wrong[0].source for task in unit.tasks if task.wrong}
    first = {
        "ada": notebook_bytes(course, SECOND, right),
        "bob": notebook_bytes(course, SECOND, wrong),
        "cyd": notebook_bytes(course, SECOND, {}),
        "dan": b"no notebook\n",
        "eve": notebook_bytes(course, SECOND, right),
    }
    second = {
        "bob": notebook_bytes(course, SECOND, right),
        "eve": notebook_bytes(course, SECOND, wrong),
        "fay": notebook_bytes(course, SECOND, right),
    }
    return [first, first | second]


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--kills", type=int, default=200)
    words.add_argument("--seed", type=int, default=0)
    arguments = words.parse_args()
    lots = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        os.environ["AUTOGRADER_SECRET"] = str(root / "secret")
        course = copy_course(root / "course")
        trial = Trial(course, two_submissions(course))
        trial.judge(root / "undisturbed")
        trial.count(root / "counted")
        while trial.kills < arguments.kills:
            folder = root / f"class{trial.rounds}"
            trial.round(folder, lots, arguments.kills)
            shutil.rmtree(folder)
    print(f"{trial.kills} kills in {trial.rounds} classes; each ended like an undisturbed one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
