"""Write the results of a class from a table of students and answers, without running the judge."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classroom import SECOND, hand_in, notebook_bytes

from autograder import Course, Finding, Status, Task, Unit, Verdict
from autograder.classroom.grade.grade_unit import Grading
from autograder.core.lock import only_writer
from autograder.core.messages.explain_error import stub_finding
from autograder.runner import Result, read_secret
from autograder.runner.judge.judge import Judge
from autograder.runner.result import compute_provenance
from autograder.runner.submissions.open_submission import open_submission

Answers = Mapping[str, str]  # by task
NOT_A_NOTEBOOK = b"no notebook"


def right_answers(unit: Unit) -> dict[str, str]:
    return {task.id: task.solution for task in unit.judged}


def wrong_answers(unit: Unit) -> dict[str, str]:
    return {task.id: task.wrong[0].source for task in unit.judged}


@dataclass(frozen=True)
class StoredResults:
    """An executor that returns stored results."""

    rows: Mapping[str, Result]

    def run(self, function: Callable[..., Any], jobs: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
        """Implement `Executor.run`."""
        return ((job, self.rows[job.student]) for job in jobs)

    def close(self) -> None:
        pass


def store_results(
    course: Course,
    folder: Path,
    students: Mapping[str, Answers | bytes],
    unit: str = SECOND,
    accepted: Collection[str] = (),
    books: Mapping[str, bytes] | None = None,
) -> None:
    """Hand in the answers of each student, and add their results to the ledger.

    Grading then finds these results in the ledger, so it only writes the gradebook and the pages. A
    student may hand in a file that is not a notebook. An answer is a solution, a known mistake or
    one of `accepted`. A student's notebook may be one of `books`.
    """
    rows = {}
    for student, given in students.items():
        data = given if isinstance(given, bytes) else notebook_bytes(course, unit, dict(given))
        hand_in(folder, student, (books or {}).get(student, data), unit)
        answers = {} if isinstance(given, bytes) else given
        rows[student] = _result(course, course.unit(unit), folder, student, answers, accepted)
    grading = Grading(course, course.unit(unit), folder, StoredResults(rows))
    with only_writer(folder, "a test"):
        stored = list(grading.judge(read_secret(course.secret)))
    assert not any(row.broken for row in stored if row.student in rows), stored


def _result(
    course: Course,
    unit: Unit,
    folder: Path,
    student: str,
    answers: Answers,
    accepted: Collection[str],
) -> Result:
    path = folder / "submitted" / student / unit.id / f"{unit.id}.ipynb"
    opened = open_submission(course, unit, student, path)
    secret = read_secret(course.secret)
    verdicts = (
        Judge(unit, secret).unreadable(opened.refused)
        if opened.refused
        else [_verdict(task, answers.get(task.id), accepted) for task in unit.judged]
    )
    provenance = compute_provenance(unit, opened.file, opened.code, secret)
    when = "2026-03-01T12:00:00+00:00"
    return Result(student, unit.id, provenance, tuple(verdicts), opened.refused, when)


def _verdict(task: Task, answer: str | None, accepted: Collection[str]) -> Verdict:
    if answer is None:
        return Verdict(task.id, Status.NOT_RUN, 0.0, task.points, (stub_finding(),))
    if answer in (task.solution, *accepted):
        return Verdict(task.id, Status.PASSED, task.points, task.points)
    (mistake,) = (wrong for wrong in task.wrong if wrong.source == answer)
    finding = Finding("values", False, mistake.message, mistake=mistake.name)
    return Verdict(task.id, Status.FAILED, 0.0, task.points, (finding,))
