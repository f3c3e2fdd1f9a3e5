"""One submission to judge, and the row that comes of it."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic

from autograder.core.course.course import Unit
from autograder.core.grading.judgement import broken
from autograder.core.messages.errors import sentence
from autograder.core.messages.verdict import Verdict
from autograder.nbgrader.copies import forget_pages
from autograder.runner.result import Provenance, Result, compute_provenance, new_result
from autograder.runner import Judge, Store, read_secret
from autograder.runner.jobs.local import Ended
from autograder.runner.submissions.open_submission import (
    OpenedSubmission,
    blank_answers,
    open_submission,
    unit_of,
)

NO_NOTEBOOK = "not a notebook"


@dataclass(frozen=True)
class Job:
    """A submission; small, since it travels to another process."""

    course: Path
    unit: str
    student: str
    notebook: Path
    secret: Path | None
    programs: Path  # where verdicts on programs are kept
    unsafe: bool


@dataclass(frozen=True)
class Row:
    """What one student got."""

    result: Result
    blank: frozenset[str] = frozenset()  # answers that are still the stub
    note: str = ""

    @property
    def student(self) -> str:
        """Whose it is."""
        return self.result.student

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """One for each task that a machine judges."""
        return self.result.verdicts

    @property
    def broken(self) -> bool:
        """Whether we failed somewhere."""
        return self.result.broken

    @property
    def once(self) -> "Row":
        """The same; what most of a class have in common is one object. All rows are held."""
        old = self.result.provenance
        basis = replace(
            old,
            tasks=_table(tuple(old.tasks.items())),
            seeds=_table(tuple(old.seeds.items())),
            tools=_table(tuple(old.tools.items())),
        )
        verdicts = tuple(map(_held, self.verdicts))
        result = replace(self.result, provenance=basis, verdicts=verdicts)
        return replace(self, result=result)


@cache
def _judge(course: Path, unit: str, secret: Path | None, programs: Path, unsafe: bool) -> Judge:
    """One for each process: it keeps the answers."""
    key = read_secret(secret)
    return Judge(unit_of(course, unit)[1], key, unsafe=unsafe, store=Store(programs, key))


def judge_job(job: Job) -> Row:
    """Judge one submission in this process."""
    course, unit = unit_of(job.course, job.unit)
    opened = open_submission(course, unit, job.student, job.notebook)
    judge = _judge(job.course, job.unit, job.secret, job.programs, job.unsafe)
    began = monotonic()
    if opened.refused:
        verdicts = judge.unreadable(opened.refused)
    else:
        verdicts = judge.judge(opened.submission)
    found = compute_provenance(unit, opened.file, opened.code, read_secret(job.secret))
    took = round(monotonic() - began, 1)
    result = new_result(job.student, job.unit, found, verdicts, opened.refused, took)
    blank = blank_answers(course, unit, opened.submission)
    return Row(result, blank, _note(opened))


def forget() -> None:
    """Let go of what this process has read: a worker of a cluster outlives a run."""
    forget_pages()
    for kept in (_judge, unit_of):
        kept.cache_clear()


def known_row(
    known: Result, found: Provenance, opened: OpenedSubmission, blank: frozenset[str]
) -> Row:
    """What was judged before; the file may be another one with the same code in it."""
    return Row(replace(known, provenance=found), blank, _note(opened, "as before"))


def _note(opened: OpenedSubmission, before: str = "") -> str:
    """Say what is special about a hand-in, beside its points."""
    if opened.refused:
        return NO_NOTEBOOK
    tasks = ", ".join(sorted(opened.submission.repeated))
    return "; ".join(
        filter(None, [before, tasks and f"several answers to {tasks}, the last counts"])
    )


@lru_cache(maxsize=4096)
def _held(verdict: Verdict) -> Verdict:
    return verdict


@lru_cache(maxsize=64)
def _table(items: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(items)


def our_failure(unit: Unit, student: str, error: BaseException) -> Row:
    """A row without a score: our side failed, or a person has to look first."""
    reason = str(error) if isinstance(error, Ended) else sentence(error)
    verdicts = tuple(broken(task.id, task.points, reason) for task in unit.judged)
    return Row(Result(student, unit.id, Provenance("", "", {}, {}, {}), verdicts))
