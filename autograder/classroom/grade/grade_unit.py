"""Judge the submissions of a class for one unit, in parallel, and add the results to the ledger."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from os.path import lexists
from pathlib import Path

from autograder.classroom.grade.job import Job, judge_job
from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError, sentence
from autograder.nbgrader.config import nbgrader_settings, prepare_class
from autograder.nbgrader.dates import InvalidTimestamp, read_submission_time
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.late import LateRule
from autograder.nbgrader.links import UnsafeFiles, remove_links, rename_notebook
from autograder.nbgrader.policy import Policy
from autograder.results.log import Ledger
from autograder.runner import NeedsReview, Result, earlier_result
from autograder.runner.jobs.local import Executor
from autograder.runner.result import failed_result


@dataclass(frozen=True)
class Grading:
    """The grading of a class for one unit; `update_gradebook` stores the results."""

    course: Course
    unit: Unit
    folder: Path  # the class's folder, with submitted/<student>/<unit>/<unit>.ipynb
    executor: Executor  # the caller closes the executor
    unsafe: bool = False

    @property
    def submitted(self) -> Path:
        """Return the folder of the submissions."""
        return self.folder / "submitted"

    @property
    def gradebook(self) -> Path:
        """Return the path of nbgrader's database."""
        return self.folder / "gradebook.db"

    @property
    def db_url(self) -> str:
        """Return the gradebook's path as the database URL that nbgrader expects."""
        return f"sqlite:///{self.gradebook.resolve()}"

    @property
    def programs(self) -> Path:
        """Return the folder that caches the verdicts on students' programs."""
        in_course = self.folder.resolve() == self.course.path.parent.resolve()
        return self.folder / "_build/programs" if in_course else self.folder / "programs"

    @cached_property
    def ledger(self) -> Ledger:
        """Return the ledger of the class, cached after its file was read."""
        return Ledger(self.folder)

    @cached_property
    def jobs(self) -> list[Job]:
        """Return a job for each student with a submission; raise CourseError if there is none."""
        places = self.submitted.glob("*")  # a broken link counts as a submission
        folders = sorted(place for place in places if lexists(place / self.unit.id))
        if not folders:
            layout = self.submitted / "<student>" / self.unit.id / f"{self.unit.id}.ipynb"
            raise CourseError(f"No submissions found for {self.unit.id}.", f"Expected: {layout}")
        return [
            Job(
                course=self.course.path.parent,
                unit=self.unit.id,
                student=folder.name,
                notebook=folder / self.unit.id / f"{self.unit.id}.ipynb",
                programs=self.programs,
                unsafe=self.unsafe,
            )
            for folder in folders
        ]

    def judge(self, secret: bytes) -> Iterator[Result]:
        """Yield each result as soon as it is available, and add the result to the ledger.

        Before that, remove links from the submission's folder and correct the notebook's name. The
        result of a submission that cannot be judged is not added to the ledger. An earlier result
        is used again only if it was judged with the same `secret`.
        """
        with self.ledger.session():
            remaining = []
            for job in self.jobs:
                try:
                    remove_links(job.notebook.parent)
                    rename_notebook(job.notebook.parent)
                    read_submission_time(job.notebook.parent)
                    row = self._find_earlier_result(job, secret)
                except (UnsafeFiles, NeedsReview, InvalidTimestamp, OSError) as error:
                    # Only this student is affected. Continue with the next submission.
                    yield failed_result(self.unit, job.student, sentence(error))
                    continue
                if row is not None:
                    yield self._add_to_ledger(row)
                else:
                    remaining.append(job)
            for job, result in self.executor.run(judge_job, remaining):
                if isinstance(result, BaseException):
                    yield failed_result(self.unit, job.student, sentence(result))
                else:
                    yield self._add_to_ledger(result)

    def _find_earlier_result(self, job: Job, secret: bytes) -> Result | None:
        if self.ledger.latest_result(job.student, self.unit.id) is None:
            return None  # the student was never judged in this unit
        return earlier_result(
            self.course,
            self.unit,
            job.student,
            job.notebook,
            secret=secret,
            find_result=self.ledger.find_result,
        )

    def _add_to_ledger(self, row: Result) -> Result:
        self.ledger.add_result(row)
        return row.interned

    def prepare_late_rule(self) -> LateRule:
        """Write nbgrader_config.py if the class has none, and return the late rule of the class."""
        course, folder = self.course.path.parent.resolve(), self.folder.resolve()
        prepare_class(course, folder)
        return LateRule(nbgrader_settings(course, folder), self.policy)

    @cached_property
    def policy(self) -> Policy:
        """Return the policy of the class, cached after its file was read."""
        return Policy.of_class(self.folder, self.course.units)

    def folders(self, student: str) -> Folders:
        """Return the locations of a student's files."""
        root = self.folder.resolve()
        return Folders(self.course.path.parent.resolve(), root, student, self.unit.id)
