"""Grade a unit: judge submissions in parallel, write scores in one process, create feedback."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from os.path import lexists
from pathlib import Path

from autograder.classroom.grade.changes import Change, Penalty, WorseAttempt, changes
from autograder.classroom.grade.job import Job, judge_job
from autograder.core.course.course import Course, Unit
from autograder.core.digest import digest
from autograder.core.messages.errors import CourseError, sentence
from autograder.core.messages.printable import plain
from autograder.core.messages.verdict import Verdict
from autograder.nbgrader.config import nbgrader_settings, prepare_class
from autograder.nbgrader.copies import FeedbackJob, write_feedback
from autograder.nbgrader.dates import InvalidTimestamp, apply_dates, read_submission_time
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.late import LateRule, SubmissionTimes
from autograder.nbgrader.links import UnsafeFiles, remove_links, rename_notebook
from autograder.nbgrader.policy import Policy
from autograder.nbgrader.read_grades import UnitGrades, read_grades
from autograder.nbgrader.register import register
from autograder.nbgrader.score_outputs import score
from autograder.nbgrader.scores import Scores
from autograder.results.log import Ledger
from autograder.runner import NeedsReview, Result, earlier_result, read_secret
from autograder.runner.jobs.local import Executor, InProcess
from autograder.runner.result import failed_result

Progress = Callable[[str], None]
_FEW_PAGES = 8  # rendering up to 8 pages takes less time than starting processes
_BATCH = 64  # students per database transaction


@dataclass(frozen=True)
class Recorded:
    """The outcome of writing a unit's results to the gradebook."""

    troubles: list[str]  # a message for each student without a score or feedback page
    changes: list[Change | Penalty | WorseAttempt]
    unit_grades: UnitGrades  # the unit's grades after writing
    due: str  # sentence with the due date and the file that contains it, or ""


@dataclass(frozen=True)
class Grading:
    """Judge the submissions of a class for one unit, and record the results."""

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
        whole = self.folder.resolve() == self.course.path.parent.resolve()
        return self.folder / "_build/programs" if whole else self.folder / "programs"

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
        return [self._job(path) for path in folders]

    def judge(self) -> Iterator[Result]:
        """Yield each result as soon as it is available, and add the result to the ledger.

        Before that, remove links from the submission's folder and correct the notebook's name. The
        result of a submission that cannot be judged is not added to the ledger.
        """
        with self.ledger.session():
            waiting = []
            for job in self.jobs:
                try:
                    remove_links(job.notebook.parent)
                    rename_notebook(job.notebook.parent)
                    read_submission_time(job.notebook.parent)
                    row = self._find_earlier_result(job)
                except (UnsafeFiles, NeedsReview, InvalidTimestamp, OSError) as error:
                    # Only this student is affected. Continue with the next submission.
                    yield failed_result(self.unit, job.student, sentence(error))
                    continue
                if row is not None:
                    yield self._add_to_ledger(row)
                else:
                    waiting.append(job)
            for job, result in self.executor.run(judge_job, waiting):
                if isinstance(result, BaseException):
                    yield failed_result(self.unit, job.student, sentence(result))
                else:
                    yield self._add_to_ledger(result)

    def record(self, rows: list[Result], progress: Progress = lambda student: None) -> Recorded:
        """Write scores, penalties, graded notebooks and pages that are missing or out of date.

        `progress` is called with the student after each page.
        """
        due_date = apply_dates(self.policy, self.gradebook, self.unit.id)
        unit_grades = read_grades(self.gradebook, self.unit.id)
        unjudged = sorted((r for r in rows if r.all_broken), key=lambda row: row.student)
        troubles = [f"{plain(r.student)}: {r.verdicts[0].findings[0].message}" for r in unjudged]
        graded = [row for row in rows if not row.all_broken]
        due = [row for row in graded if self._needs_scores(row, unit_grades)]
        events: list[Change | Penalty | WorseAttempt] = []
        events += [change for row in due for change in self._changes(row, unit_grades)]
        events += [worse for row in due for worse in self._worse_attempt(row, unit_grades)]
        judged = {row.student for row in due}
        renewed = [
            r for r in graded if r.student not in judged and self._needs_page(r, unit_grades)
        ]
        jobs = self._write_scores(due, renewed) if due or renewed else []
        events += [change for job in jobs for change in self._penalty(job, unit_grades)]
        troubles += self._write_copies(jobs, progress)
        due_date = due_date or apply_dates(self.policy, self.gradebook, self.unit.id)
        return Recorded(troubles, events, read_grades(self.gradebook, self.unit.id), due_date)

    def _write_copies(self, jobs: list[FeedbackJob], progress: Progress) -> list[str]:
        """Write graded notebooks and feedback pages, and record them in the ledger.

        Return a message for each failure.
        """
        troubles = []
        few = len(jobs) <= _FEW_PAGES
        with self.ledger.session():
            for job, result in (InProcess() if few else self.executor).run(write_feedback, jobs):
                student = job.folders.student
                if isinstance(result, BaseException):
                    troubles.append(f"{plain(student)}: {sentence(result)}")
                else:
                    self.ledger.add_written(student, self.unit.id, result, job.data.digest)
                progress(student)
        return troubles

    def _write_scores(self, due: list[Result], renewed: list[Result]) -> list[FeedbackJob]:
        """Write the scores of the results in `due` to the gradebook.

        For the results in `renewed`, write only submission times and late penalties. Return a job
        for each student's page.
        """
        register(self.course, self.unit, self.gradebook)
        apply_dates(self.policy, self.gradebook, self.unit.id)
        scores = Scores(self.db_url, self.unit.id, self.late, self.policy)
        jobs = []
        todo = [(row, True) for row in due] + [(row, False) for row in renewed]
        try:
            for start in range(0, len(todo), _BATCH):
                with scores.transaction():
                    for row, judged in todo[start : start + _BATCH]:
                        folders = self._folders(row.student)
                        verdicts = {verdict.task: verdict for verdict in row.verdicts}
                        data = (
                            scores.write(folders, verdicts, row.blank, self._same_file(row))
                            if judged
                            else scores.update_times(folders)
                        )
                        file = row.provenance.file
                        jobs.append(FeedbackJob(folders, file, row.verdicts, data))
        finally:
            scores.close()
        return jobs

    def _find_earlier_result(self, job: Job) -> Result | None:
        if self.ledger.latest_result(job.student, self.unit.id) is None:
            return None  # the student was never judged in this unit
        return earlier_result(
            self.course,
            self.unit,
            job.student,
            job.notebook,
            secret=read_secret(self.course.secret),
            find_result=self.ledger.find_result,
        )

    def _add_to_ledger(self, row: Result) -> Result:
        self.ledger.add_result(row)
        return row.interned

    def _needs_scores(self, row: Result, unit_grades: UnitGrades) -> bool:
        """Return True if this student's scores or graded notebook are missing or out of date."""
        written = self.ledger.latest_written(row.student, self.unit.id)
        if written is None or not written.latest:
            return True
        folders = self._folders(row.student)
        grades = unit_grades.grades.get(row.student, {})
        stored = {task: grade.auto for task, grade in grades.items()}
        scores = {verdict.task: score(verdict) for verdict in row.verdicts}
        equal = bool(stored) and scores == {task: stored.get(task) for task in scores}
        return not (equal and folders.copy.is_file())

    def _same_file(self, row: Result) -> bool:
        """Return True if the result in the gradebook is for the same file as the new result.

        If the file is the same, points given by hand still apply.
        """
        written = self.ledger.latest_written(row.student, self.unit.id)
        return written is not None and written.result.provenance.file == row.provenance.file

    def _needs_page(self, row: Result, unit_grades: UnitGrades) -> bool:
        """Return True if the feedback page is missing, is out of date or was changed by hand."""
        written = self.ledger.latest_written(row.student, self.unit.id)
        folders = self._folders(row.student)
        data, times = unit_grades.feedback_data(row.student), unit_grades.times[row.student]
        now = SubmissionTimes(read_submission_time(folders.submitted), times.due)
        penalty = self.late.penalty(row.student, data.score + data.late_penalty, now)
        return (
            written is None
            or now != times
            or penalty != data.late_penalty
            or written.gradebook != data.digest
            or not folders.page.is_file()
            or written.page != digest(folders.page.read_bytes())
        )

    def _penalty(self, job: FeedbackJob, unit_grades: UnitGrades) -> list[Penalty]:
        student, new = job.folders.student, job.data.late_penalty
        old = unit_grades.penalties.get(student)
        return [] if old is None or old == new else [Penalty(student, old, new)]

    def _changes(self, row: Result, unit_grades: UnitGrades) -> list[Change]:
        written = self.ledger.latest_written(row.student, self.unit.id)
        grades = unit_grades.grades.get(row.student)
        return changes(written.result if written else None, grades, row)

    def _worse_attempt(self, row: Result, unit_grades: UnitGrades) -> list[WorseAttempt]:
        """Return [WorseAttempt] if the new attempt earns less than the previous one, else [].

        Points from the grader are compared, minus the late penalty.
        """
        written = self.ledger.latest_written(row.student, self.unit.id)
        before, times = written.result if written else None, unit_grades.times.get(row.student)
        if before is None or times is None or row.broken:
            return []
        if before.provenance.tasks != row.provenance.tasks:
            return []  # the tasks changed, so the points are not comparable
        folders = self._folders(row.student)
        now = SubmissionTimes(read_submission_time(folders.submitted), times.due)
        old = self._points_after_penalty(row.student, before.verdicts, times)
        new = self._points_after_penalty(row.student, row.verdicts, now)
        path = folders.attempt(before.provenance.file)
        at = str(path.relative_to(folders.root)) if path.is_file() else ""
        return [WorseAttempt(row.student, old, new, at)] if new < old else []

    def _points_after_penalty(
        self, student: str, verdicts: tuple[Verdict, ...], times: SubmissionTimes
    ) -> float:
        points = sum(verdict.points for verdict in verdicts)
        return points - self.late.penalty(student, points, times)

    @cached_property
    def late(self) -> LateRule:
        """Return the class's late rule, which the instructor's nbgrader_config.py may set.

        If the folder of the class has no nbgrader_config.py, it is written first.
        """
        course, folder = self.course.path.parent.resolve(), self.folder.resolve()
        prepare_class(course, folder)
        return LateRule(nbgrader_settings(course, folder), self.policy)

    @cached_property
    def policy(self) -> Policy:
        """Return the policy of the class, cached after its file was read."""
        return Policy.of_class(self.folder, self.course.units)

    def _folders(self, student: str) -> Folders:
        root = self.folder.resolve()
        return Folders(self.course.path.parent.resolve(), root, student, self.unit.id)

    def _job(self, folder: Path) -> Job:
        return Job(
            course=self.course.path.parent,
            unit=self.unit.id,
            student=folder.name,
            notebook=folder / self.unit.id / f"{self.unit.id}.ipynb",
            programs=self.programs,
            unsafe=self.unsafe,
        )
