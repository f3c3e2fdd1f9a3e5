"""Write the results of a unit to the gradebook and the ledger, and create the feedback."""

from collections.abc import Callable
from dataclasses import dataclass

from autograder.classroom.grade.changes import Change, Penalty, WorseAttempt, changes
from autograder.classroom.grade.grade_unit import Grading
from autograder.core.digest import digest
from autograder.core.messages.errors import sentence
from autograder.core.messages.printable import plain
from autograder.core.messages.verdict import Verdict
from autograder.nbgrader.copies import FeedbackJob, write_feedback
from autograder.nbgrader.dates import TIMESTAMP, apply_dates, read_submission_time
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.late import LateRule, SubmissionTimes
from autograder.nbgrader.read_grades import UnitGrades, read_grades
from autograder.nbgrader.register import register
from autograder.nbgrader.score_outputs import score
from autograder.nbgrader.scores import Scores
from autograder.runner import Result
from autograder.runner.jobs.local import InProcess

Progress = Callable[[str], None]
_FEW_PAGES = 8  # rendering up to 8 pages takes less time than starting processes
_BATCH = 64  # students per database transaction


@dataclass(frozen=True)
class GradebookUpdate:
    """The outcome of writing a unit's results to the gradebook."""

    failures: list[str]  # a message for each student without a score or feedback page
    changes: list[Change | Penalty | WorseAttempt]
    unit_grades: UnitGrades  # the unit's grades after writing
    due: str  # sentence with the due date and the file that contains it, or ""


def update_gradebook(
    grading: Grading,
    rows: list[Result],
    late: LateRule,
    progress: Progress = lambda student: None,
) -> GradebookUpdate:
    """Write scores, penalties, graded notebooks and pages that are missing or out of date.

    `progress` is called with the student after each page.
    """
    unit, gradebook = grading.unit.id, grading.gradebook
    due_date = apply_dates(grading.policy, gradebook, unit)
    before = read_grades(gradebook, unit)
    unjudged = sorted((r for r in rows if r.all_broken), key=lambda row: row.student)
    failures = [f"{plain(r.student)}: {r.verdicts[0].findings[0].message}" for r in unjudged]
    judged = [row for row in rows if not row.all_broken]
    new_scores = [row for row in judged if _needs_scores(grading, row, before)]
    students = {row.student for row in new_scores}
    new_pages = [
        row
        for row in judged
        if row.student not in students and _needs_page(grading, row, before, late)
    ]
    events: list[Change | Penalty | WorseAttempt] = []
    events += [change for row in new_scores for change in _point_changes(grading, row, before)]
    events += [worse for row in new_scores for worse in _worse_attempt(grading, row, before, late)]
    jobs = _write_scores(grading, new_scores, new_pages, late) if new_scores or new_pages else []
    events += [change for job in jobs for change in _penalty_change(job, before)]
    failures += _write_copies(grading, jobs, progress)
    due_date = due_date or apply_dates(grading.policy, gradebook, unit)
    return GradebookUpdate(failures, events, read_grades(gradebook, unit), due_date)


def _write_copies(grading: Grading, jobs: list[FeedbackJob], progress: Progress) -> list[str]:
    """Write graded notebooks and feedback pages, and record them in the ledger.

    Return a message for each failure.
    """
    failures = []
    in_process = len(jobs) <= _FEW_PAGES
    with grading.ledger.session():
        for job, result in (InProcess() if in_process else grading.executor).run(
            write_feedback, jobs
        ):
            student = job.folders.student
            if isinstance(result, BaseException):
                failures.append(f"{plain(student)}: {sentence(result)}")
            else:
                grading.ledger.add_written(student, grading.unit.id, result, job.data.digest)
            progress(student)
    return failures


def _write_scores(
    grading: Grading, new_scores: list[Result], new_pages: list[Result], late: LateRule
) -> list[FeedbackJob]:
    """Write the scores of the results in `new_scores` to the gradebook.

    For the results in `new_pages`, write only submission times and late penalties. Return a job
    for each student's page.
    """
    register(grading.course, grading.unit, grading.gradebook)
    apply_dates(grading.policy, grading.gradebook, grading.unit.id)
    scores = Scores(grading.db_url, grading.unit.id, late, grading.policy)
    jobs = []
    todo = [(row, True) for row in new_scores] + [(row, False) for row in new_pages]
    try:
        for start in range(0, len(todo), _BATCH):
            with scores.transaction():
                for row, judged in todo[start : start + _BATCH]:
                    folders = grading.folders(row.student)
                    verdicts = {verdict.task: verdict for verdict in row.verdicts}
                    data = (
                        scores.write(folders, verdicts, row.blank, _same_file(grading, row))
                        if judged
                        else scores.update_times(folders)
                    )
                    file = row.provenance.file
                    jobs.append(FeedbackJob(folders, file, row.verdicts, data))
    finally:
        scores.close()
    return jobs


def _needs_scores(grading: Grading, row: Result, unit_grades: UnitGrades) -> bool:
    """Return True if this student's scores or graded notebook are missing or out of date."""
    written = grading.ledger.latest_written(row.student, grading.unit.id)
    if written is None or not written.latest:
        return True
    folders = grading.folders(row.student)
    grades = unit_grades.grades.get(row.student, {})
    stored = {task: grade.auto for task, grade in grades.items()}
    scores = {verdict.task: score(verdict) for verdict in row.verdicts}
    unchanged = bool(stored) and scores == {task: stored.get(task) for task in scores}
    return not (unchanged and folders.copy.is_file())


def _same_file(grading: Grading, row: Result) -> bool:
    """Return True if the result in the gradebook is for the same file as the new result.

    If the file is the same, points given by hand still apply.
    """
    written = grading.ledger.latest_written(row.student, grading.unit.id)
    return written is not None and written.result.provenance.file == row.provenance.file


def _needs_page(grading: Grading, row: Result, unit_grades: UnitGrades, late: LateRule) -> bool:
    """Return True if the feedback page is missing, is out of date or was changed by hand."""
    written = grading.ledger.latest_written(row.student, grading.unit.id)
    folders = grading.folders(row.student)
    data, times = unit_grades.feedback_data(row.student), unit_grades.times[row.student]
    now = SubmissionTimes(read_submission_time(folders.submitted), times.due)
    penalty = late.penalty(row.student, data.score + data.late_penalty, now)
    return (
        written is None
        or now != times
        or penalty != data.late_penalty
        or written.gradebook != data.digest
        or not folders.page.is_file()
        or written.page != digest(folders.page.read_bytes())
    )


def _penalty_change(job: FeedbackJob, unit_grades: UnitGrades) -> list[Penalty]:
    student, new = job.folders.student, job.data.late_penalty
    old = unit_grades.penalties.get(student)
    return [] if old is None or old == new else [Penalty(student, old, new)]


def _point_changes(grading: Grading, row: Result, unit_grades: UnitGrades) -> list[Change]:
    written = grading.ledger.latest_written(row.student, grading.unit.id)
    grades = unit_grades.grades.get(row.student)
    return changes(written.result if written else None, grades, row)


def _worse_attempt(
    grading: Grading, row: Result, unit_grades: UnitGrades, late: LateRule
) -> list[WorseAttempt]:
    """Return a list with a WorseAttempt if the new attempt earns less than the previous one.

    Points from the grader are compared, minus the late penalty. The list is empty if there is no
    previous result, the tasks changed, or the grader failed on a task.
    """
    written = grading.ledger.latest_written(row.student, grading.unit.id)
    previous, times = written.result if written else None, unit_grades.times.get(row.student)
    if previous is None or times is None or row.broken:
        return []
    if previous.provenance.tasks != row.provenance.tasks:
        return []  # the tasks changed, so the points are not comparable
    folders = grading.folders(row.student)
    now = SubmissionTimes(read_submission_time(folders.submitted), times.due)
    old = _points_after_penalty(late, row.student, previous.verdicts, times)
    new = _points_after_penalty(late, row.student, row.verdicts, now)
    restore = _restore_advice(folders, previous.provenance.file)
    return [WorseAttempt(row.student, old, new, restore)] if new < old else []


def _restore_advice(folders: Folders, file: str) -> str:
    """Return how to restore an archived attempt and its time, or "" if it was not archived."""
    archived, timestamp = folders.attempt(file), folders.submitted / TIMESTAMP
    if not archived.is_file():
        return ""
    root, time = folders.root, archived.with_suffix(".txt")
    advice = f"copy {archived.relative_to(root)} to {folders.notebook.relative_to(root)}"
    if time.is_file():
        return f"{advice} and {time.relative_to(root)} to {timestamp.relative_to(root)}"
    return f"{advice} and delete {timestamp.relative_to(root)}" if timestamp.is_file() else advice


def _points_after_penalty(
    late: LateRule, student: str, verdicts: tuple[Verdict, ...], times: SubmissionTimes
) -> float:
    points = sum(verdict.points for verdict in verdicts)
    return points - late.penalty(student, points, times)
