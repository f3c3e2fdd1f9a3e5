"""Grade a class: judge in parallel, write to the gradebook from one place, then send feedback."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.atomic import write_atomic
from autograder.executor import Executor, InProcess
from autograder.gradebook.classroom.changes import Change, changes
from autograder.gradebook.classroom.job import Job, Row, judge_job, known_row, our_failure
from autograder.gradebook.ledger.handin import blank_answers, open_submission
from autograder.gradebook.ledger.ledger import Ledger
from autograder.gradebook.ledger.receipt import basis
from autograder.gradebook.nbgrader.config import class_config, configure_class
from autograder.gradebook.nbgrader.links import Odd, tidy
from autograder.gradebook.nbgrader.outputs import score
from autograder.gradebook.rows.copies import Copies, write_copies
from autograder.gradebook.rows.folders import Folders
from autograder.gradebook.rows.register import register
from autograder.gradebook.rows.scores import Scores
from autograder.gradebook.rows.standings import Standing, standing
from autograder.say.errors import CourseError, sentence
from autograder.say.plain import plain
from autograder.task.course import Course, Unit
from autograder.wall import read_secret

Progress = Callable[[str], None]
_FEW = 8  # pages that are made sooner than processes that would make them
_BATCH = 64  # students in one transaction: one wait for the disk


@dataclass(frozen=True)
class Recorded:
    """What came of writing."""

    troubles: list[str]  # no score, and why
    changes: list[Change]


@dataclass(frozen=True)
class Grading:
    """A unit, the folder of submissions, and the gradebook they go to."""

    course: Course
    unit: Unit
    folder: Path  # of the class: submitted/<student>/<unit>/<unit>.ipynb, and all that is made
    executor: Executor  # whoever made it closes it
    secret: Path | None = None
    unsafe: bool = False

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
    def programs(self) -> Path:
        """Where verdicts on programs are kept."""
        whole = self.folder.resolve() == self.course.path.parent.resolve()
        return self.folder / "_build/programs" if whole else self.folder / "programs"

    @cached_property
    def ledger(self) -> Ledger:
        """The class's receipts, read once."""
        return Ledger(self.folder, self.secret)

    @cached_property
    def jobs(self) -> list[Job]:
        """One for each student who handed something in."""
        found = sorted(path.parent for path in self.submitted.glob(f"*/{self.unit.id}"))
        if not found:
            layout = self.submitted / "<student>" / self.unit.id / f"{self.unit.id}.ipynb"
            raise CourseError(f"Nothing is handed in for {self.unit.id}.", f"Expected: {layout}")
        return [self._job(path) for path in found]

    def judge(self) -> Iterator[Row]:
        """A row for each submission, as they finish, each with its receipt in the ledger."""
        with self.ledger.session():
            waiting = []
            for job in self.jobs:
                try:
                    tidy(job.notebook.parent)
                except (Odd, OSError) as error:  # one odd folder is one student's trouble
                    yield our_failure(self.unit, job.student, error)
                    continue
                if (row := self._known(job)) is not None:
                    yield self._keep(row)
                else:
                    waiting.append(job)
            for job, result in self.executor.run(judge_job, waiting):
                if isinstance(result, BaseException):
                    yield our_failure(self.unit, job.student, result)
                else:
                    yield self._keep(result)

    def record(self, rows: list[Row], progress: Progress = lambda student: None) -> Recorded:
        """Write to nbgrader's gradebook and make the feedback."""
        there = standing(self.gradebook, self.unit.id)
        nothing = [row for row in rows if row.receipt.nothing]
        troubles = [f"{plain(r.student)}: {r.verdicts[0].findings[0].message}" for r in nothing]
        due = [row for row in rows if not row.receipt.nothing and self._due(row, there)]
        found = [change for row in due for change in self._changes(row, there)]
        troubles += self._write(due, progress) if due else []
        return Recorded(troubles, found)

    def _write(self, due: list[Row], progress: Progress) -> list[str]:
        """Scores, then copies and pages; says for whom that failed, and why."""
        troubles = []
        jobs = self._write_scores(due)
        few = len(jobs) <= _FEW
        with self.ledger.session():
            for job, result in (InProcess() if few else self.executor).run(write_copies, jobs):
                student = job.folders.student
                if isinstance(result, BaseException):
                    troubles.append(f"{plain(student)}: {sentence(result)}")
                else:
                    self.ledger.add_written(student, self.unit.id)
                progress(student)
        return troubles

    def _write_scores(self, rows: list[Row]) -> list[Copies]:
        config = self._config()
        register(self.course, self.unit, self.gradebook)
        scores = Scores(self.db_url, self.unit.id, config)
        jobs = []
        try:
            for start in range(0, len(rows), _BATCH):
                with scores.transaction():
                    for row in rows[start : start + _BATCH]:
                        folders = self._folders(row.student)
                        verdicts = {verdict.task: verdict for verdict in row.verdicts}
                        shown = scores.write(folders, verdicts, row.blank)
                        file = row.receipt.basis.file
                        jobs.append(Copies(folders, file, row.verdicts, shown))
        finally:
            scores.close()
        return jobs

    def _known(self, job: Job) -> Row | None:
        if self.ledger.last(job.student, self.unit.id) is None:
            return None  # nothing of theirs was judged: no need to read it here
        opened = open_submission(self.course, self.unit, job.student, job.notebook)
        found = basis(self.unit, opened.file, opened.code, read_secret(self.secret))
        known = self.ledger.receipt(found.key(job.student))
        if known is None:
            return None
        blank = blank_answers(self.course, self.unit, opened.submission)
        return known_row(known, found, opened, blank)

    def _keep(self, row: Row) -> Row:
        self.ledger.keep(row.receipt)
        return row

    def _due(self, row: Row, there: Standing) -> bool:
        """Whether anything is left to write for this student."""
        written = self.ledger.written(row.student, self.unit.id)
        if written is None or not written.latest:
            return True
        folders = self._folders(row.student)
        grades = there.grades.get(row.student, {})
        held = {task: stands.auto for task, stands in grades.items()}
        scores = {verdict.task: score(verdict) for verdict in row.verdicts}
        stand = scores == {task: held.get(task) for task in scores} and bool(held)
        return not (stand and folders.copy.is_file() and folders.page.is_file())

    def _changes(self, row: Row, there: Standing) -> list[Change]:
        written = self.ledger.written(row.student, self.unit.id)
        grades = there.grades.get(row.student)
        return changes(written.receipt if written else None, grades, row.receipt)

    def _config(self) -> Any:
        from traitlets.config import Config

        course, folder = self.course.path.parent.resolve(), self.folder.resolve()
        if folder != course:  # the course's own folder has the course's own file
            text = class_config(course, folder)
            write_atomic(folder / "nbgrader_config.py", text.encode())
        config = Config()
        configure_class(config, course, folder)
        return config

    def _folders(self, student: str) -> Folders:
        root = self.folder.resolve()
        return Folders(self.course.path.parent.resolve(), root, student, self.unit.id)

    def _job(self, folder: Path) -> Job:
        return Job(
            course=self.course.path.parent,
            unit=self.unit.id,
            student=folder.name,
            notebook=folder / self.unit.id / f"{self.unit.id}.ipynb",
            secret=self.secret,
            programs=self.programs,
            unsafe=self.unsafe,
        )
