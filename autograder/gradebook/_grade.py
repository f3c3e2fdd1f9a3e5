"""Grade a class: judge in parallel, write to the gradebook from one place, then send feedback."""

import glob
import hashlib
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder._atomic import write_atomic
from autograder._course import Course, Unit
from autograder._errors import CourseError
from autograder._judge import broken
from autograder._verdict import Status, Verdict
from autograder.gradebook._config import class_config, configure_class
from autograder.gradebook._executor import Executor, LocalExecutor
from autograder.gradebook._links import refuse_links
from autograder.gradebook._recorded import Recorded
from autograder.gradebook._register import register
from autograder.gradebook._results import Results, submission_key
from autograder.wall import (
    Judge,
    Store,
    Unreadable,
    heal,
    parse_notebook,
    read_file,
    read_secret,
)

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Job:
    """One submission to judge; small, since it travels to another process."""

    course: Path
    unit: str
    student: str
    notebook: Path
    secret: Path | None
    results: Path
    unsafe: bool


@dataclass(frozen=True)
class Row:
    """What one student got."""

    student: str
    verdicts: tuple[Verdict, ...]
    note: str = ""
    key: str = ""  # of all that nbgrader writes for it; none: write it again next time

    @property
    def points(self) -> float:
        """The sum over the tasks that a machine judges."""
        return sum(verdict.points for verdict in self.verdicts)

    @property
    def broken(self) -> bool:
        """Whether we failed somewhere."""
        return any(verdict.status is Status.BROKEN for verdict in self.verdicts)


@dataclass(frozen=True)
class Grading:
    """A unit, the folder of submissions, and the gradebook they go to."""

    course: Course
    unit: Unit
    folder: Path  # of the class: submitted/<student>/<unit>/<unit>.ipynb, and all that is made
    secret: Path | None = None
    unsafe: bool = False
    executor: Executor = field(default_factory=LocalExecutor)

    @property
    def submitted(self) -> Path:
        """Where the submissions are."""
        return self.folder / "submitted"

    @property
    def gradebook(self) -> Path:
        """nbgrader's database."""
        return self.folder / "gradebook.db"

    @property
    def db_url(self) -> str:
        """The gradebook, as nbgrader names it."""
        return f"sqlite:///{self.gradebook.resolve()}"

    @property
    def results(self) -> Path:
        """The folder of kept verdicts."""
        whole = self.folder.resolve() == self.course.path.parent.resolve()
        return self.folder / "_build/verdicts" if whole else self.folder / "verdicts"

    @cached_property
    def jobs(self) -> list[Job]:
        """One for each student who handed something in."""
        found = sorted(path.parent for path in self.submitted.glob(f"*/{self.unit.id}"))
        if not found:
            layout = self.submitted / "<student>" / self.unit.id / f"{self.unit.id}.ipynb"
            raise CourseError(f"Nothing is handed in for {self.unit.id}.", f"Expected: {layout}")
        return [self._job(path) for path in found]

    def judge(self) -> Iterator[Row]:
        """A row for each submission, as they finish; first those that were judged before."""
        refuse_links(str(job.notebook) for job in self.jobs)
        known = [(job, lookup(job)) for job in self.jobs]
        yield from (row for _, row in known if row is not None)
        waiting = [job for job, row in known if row is None]
        for job, result in self.executor.run(judge_job, waiting):
            if isinstance(result, BaseException):
                yield _our_failure(self.unit, job, result)
            else:
                yield result

    def record(self, rows: list[Row], progress: Progress = lambda student: None) -> list[str]:
        """Write to nbgrader's gradebook and make the feedback; returns what went wrong."""
        done = Recorded(self.folder, self.results, self.unit.id)
        there = self.gradebook.is_file()
        troubles = []
        left = [row for row in rows if not (there and done.has(row.student, row.key))]
        if not left:
            return []
        from nbgrader.converters import Autograde, GenerateFeedback
        from sqlalchemy.exc import SAWarning

        config = self._config()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own use of its database
            register(self.course, self.unit, self.db_url)
            for row in left:
                done.forget(row.student)
                problem = self._convert(config, Autograde, row.student)
                problem = problem or self._convert(config, GenerateFeedback, row.student)
                if problem:
                    troubles.append(f"{row.student}: {problem}")
                elif row.key:
                    done.note(row.student, row.key)
                progress(row.student)
        return troubles

    def _config(self) -> Any:
        from traitlets.config import Config

        course, folder = self.course.path.parent.resolve(), self.folder.resolve()
        if folder != course:  # the course's own folder has the course's own file
            text = class_config(course, folder)
            write_atomic(folder / "nbgrader_config.py", text.encode())
        config = Config()
        configure_class(config, course, folder)
        # The graded copy is renewed as a whole; verdicts are kept beside it, so this is cheap.
        config.BaseConverter.force = True
        config.Judge.secret = str(self.secret.resolve()) if self.secret else ""
        config.Judge.unsafe_no_sandbox = self.unsafe
        return config

    def _convert(self, config: Any, step: Any, student: str) -> str:
        from nbgrader.coursedir import CourseDirectory

        folder = CourseDirectory(config=config)
        folder.assignment_id = self.unit.id
        folder.student_id = glob.escape(student)
        try:
            step(coursedir=folder, config=config).start()
        except (Exception, SystemExit) as error:
            return str(error)
        return ""

    def _job(self, folder: Path) -> Job:
        return Job(
            course=self.course.path.parent,
            unit=self.unit.id,
            student=folder.name,
            notebook=folder / self.unit.id / f"{self.unit.id}.ipynb",
            secret=self.secret,
            results=self.results,
            unsafe=self.unsafe,
        )


_BENCHES: dict[tuple[Path, str], Judge] = {}  # one for each process: it keeps the answers


def judge_job(job: Job) -> Row:
    """Judge one submission in this process; what was judged before is looked up."""
    course = Course.find(job.course)
    unit = course.unit(job.unit)
    secret = read_secret(job.secret)
    store = Store(job.results.with_name("programs"), secret)
    bench = _BENCHES.setdefault(
        (job.course, job.unit), Judge(course, unit, secret, unsafe=job.unsafe, store=store)
    )
    data = read_file(job.notebook)
    submission = heal(course, unit, job.student, parse_notebook(data))
    verdicts = bench.judge(submission)
    key = submission_key(unit, submission, secret)
    Results(job.results).put(key, verdicts)
    return _row(job, verdicts, key, data)


def lookup(job: Job) -> Row | None:
    """What was judged before, or needs no judging; None if it has to be judged."""
    course = Course.find(job.course)
    unit, secret = course.unit(job.unit), read_secret(job.secret)
    try:
        data = read_file(job.notebook)
        submission = heal(course, unit, job.student, parse_notebook(data))
    except Unreadable as error:
        verdicts = Judge(course, unit, secret).unreadable(str(error))
        return _row(job, verdicts, str(error), b"", "not a notebook")
    key = submission_key(unit, submission, secret)
    kept = Results(job.results).get(key)
    return _row(job, kept, key, data, "as before") if kept is not None else None


def _row(job: Job, verdicts: Sequence[Verdict], key: str, data: bytes, note: str = "") -> Row:
    """With a key of every byte handed in: text that is graded by hand is no part of a verdict's."""
    row = Row(job.student, tuple(verdicts), note)
    return row if row.broken else replace(row, key=hashlib.sha256(key.encode() + data).hexdigest())


def _our_failure(unit: Unit, job: Job, error: BaseException) -> Row:
    reason = f"{type(error).__name__}: {error}"
    tasks = [task for task in unit.tasks if task.kind != "prose"]
    return Row(job.student, tuple(broken(task.id, task.points, reason) for task in tasks))
