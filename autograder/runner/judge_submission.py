"""Judge one submission, or reuse an earlier result on the same code.

`autograder grade`, nbgrader's steps, the pytest plugin and `autograder check` all call
`judge_submission`, so they judge a file by the same rules.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from time import monotonic

from autograder.core.course.course import Course, Unit
from autograder.core.messages.verdict import Verdict
from autograder.runner.judge.judge import Judge
from autograder.runner.judge.verdict_cache import Store
from autograder.runner.result import Provenance, Result, compute_provenance
from autograder.runner.submissions.open_submission import (
    OpenedSubmission,
    blank_answers,
    open_submission,
)

FindResult = Callable[[str], Result | None]  # finds an earlier result by its key
Report = Callable[[Verdict, str], None]  # receives a verdict and the source of the answer


def judge_submission(
    course: Course,
    unit: Unit,
    student: str,
    path: Path,
    *,
    secret: bytes | None,
    find_result: FindResult = lambda key: None,
    programs: Path | None = None,
    unsafe: bool = False,
    report: Report = lambda verdict, source: None,
) -> Result:
    """Return the result for the notebook at `path`.

    If `find_result` returns an earlier result on the same code, reuse its verdicts. Without a
    secret, use only public inputs. With the folder `programs`, cache verdicts on programs there.
    `report` is called with each new verdict, but not for a reused result or an unreadable file.
    Raise `NeedsReview` if a person has to look at the file first.
    """
    opened = open_submission(course, unit, student, path)
    provenance = compute_provenance(unit, opened.file, opened.code, secret)
    if earlier := find_result(provenance.key(student)):
        return _reuse(earlier, provenance, course, unit, opened)
    judge = _judge(unit, tuple(task.digest for task in unit.tasks), secret, programs, unsafe)
    start_time = monotonic()
    if opened.refused:
        verdicts = judge.unreadable(opened.refused)
    else:
        answers = opened.submission.sources
        verdicts = judge.judge(
            opened.submission, lambda verdict: report(verdict, answers[verdict.task])
        )
    seconds = round(monotonic() - start_time, 1)
    when = datetime.now(UTC).isoformat(timespec="seconds")
    judged = Result(student, unit.id, provenance, tuple(verdicts), opened.refused, when, seconds)
    return _complete(judged, course, unit, opened)


def earlier_result(
    course: Course, unit: Unit, student: str, path: Path, *, secret: bytes, find_result: FindResult
) -> Result | None:
    """Return the earlier result on the code of the notebook at `path`, or None. Run no code.

    Raise `NeedsReview` if a person has to look at the file first.
    """
    opened = open_submission(course, unit, student, path)
    provenance = compute_provenance(unit, opened.file, opened.code, secret)
    earlier = find_result(provenance.key(student))
    return earlier and _reuse(earlier, provenance, course, unit, opened)


def forget_judges() -> None:
    """Clear the cache of judges in this process."""
    _judge.cache_clear()


def _reuse(
    earlier: Result, provenance: Provenance, course: Course, unit: Unit, opened: OpenedSubmission
) -> Result:
    """Return an earlier result, marked as reused, with the provenance and notes of this file."""
    return _complete(replace(earlier, provenance=provenance, reused=True), course, unit, opened)


def _complete(result: Result, course: Course, unit: Unit, opened: OpenedSubmission) -> Result:
    """Return the result with the names of blank answers and of tasks with several answers."""
    blank = blank_answers(course, unit, opened.submission)
    return replace(result, blank=blank, repeated=opened.submission.repeated)


@lru_cache(maxsize=32)
def _judge(
    unit: Unit, digests: tuple[str, ...], secret: bytes | None, programs: Path | None, unsafe: bool
) -> Judge:
    """Return a judge for a unit, cached because it stores the expected answers.

    The body does not use `digests`: in the cache key, they give a changed task a new judge.
    """
    store = Store(programs) if programs else None
    return Judge(unit, secret, unsafe=unsafe, store=store)
