"""Summarize a graded unit as data, for the screen and for `--json`."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from statistics import mean, median
from typing import Any

from autograder.classroom.grade.grade_unit import Grading, Recorded
from autograder.core.course.course import Unit
from autograder.core.messages.printable import plain
from autograder.core.messages.verdict import Status, Verdict
from autograder.nbgrader.late import LATE_FILE
from autograder.nbgrader.links import UnsafeFiles, other_notebooks
from autograder.nbgrader.read_grades import TaskGrade
from autograder.runner import NeedsReview, Result
from autograder.runner.submissions.normalize import EXTRA, TEXT
from autograder.runner.submissions.open_submission import open_submission

_FEW = 8  # maximum number of names in a line
_PROSE = re.compile(r"(?:[^\W\d_]+[,;:.]?\s){6}")  # six words in a row: prose, not code
_MARKED = "marked late by the platform"
_REASONS = {"stub": "no answer", "undefined": "not defined", "unreadable": "no notebook"}


@dataclass(frozen=True)
class Mark:
    """A student's outcome for one task, with the points in the gradebook."""

    points: float | None  # None: no score
    reason: str  # the name of the mistake, or another reason why the answer is not right
    right: bool
    judged: bool  # False if the grader failed
    mistake: str = ""
    by_hand: bool = False


@dataclass(frozen=True)
class StudentRow:
    """A student's row in the summary table."""

    student: str
    marks: dict[str, Mark]  # outcomes by task id
    points: float | None  # with points given by hand, minus the penalty; None: no score
    max_points: float  # maximum points, without tasks that the grader has not scored
    penalty: float
    hours_late: float
    note: str
    ungraded: list[str]  # tasks that a person still has to grade; they count 0 in `points`


@dataclass(frozen=True)
class Summary:
    """The summary of one unit, with the students sorted by id."""

    unit: str
    max_points: float
    tasks: list[str]
    lines: list[StudentRow]
    changes: list[str]
    unusual_costs: list[str]  # answers that passed at less than a tenth of the solution's cost
    actions: list[str]  # actions required of the instructor
    due: str  # sentence with the due date and the file that contains it, or ""

    @property
    def totals(self) -> list[float]:
        """Return the points of the students whose tasks were all judged."""
        return [
            p
            for line in self.lines
            if (p := line.points) is not None and line.max_points == self.max_points
        ]

    @property
    def ungraded(self) -> int:
        """Return the number of students in `totals` whose essays a person still has to grade."""
        return sum(
            bool(line.ungraded) and line.max_points == self.max_points for line in self.lines
        )

    @property
    def right(self) -> dict[str, float]:
        """Return the share of right answers among the judged ones, for each task that has any."""
        shares = {}
        for task in self.tasks:
            marks = [mark.right for line in self.lines if (mark := line.marks[task]).judged]
            if marks:
                shares[task] = mean(marks)
        return shares

    @property
    def mistakes(self) -> list[tuple[str, str, int]]:
        """Return (task, mistake, number of students), with the most frequent mistake first."""
        counts = Counter(
            (task, mark.mistake)
            for line in self.lines
            for task, mark in line.marks.items()
            if mark.mistake
        )
        return [(*which, count) for which, count in counts.most_common()]

    def to_json(self) -> dict[str, Any]:
        """Return the summary as plain data for `--json`, with statistics of the class."""
        totals = self.totals
        figures = {"mean": mean(totals), "median": median(totals)} if totals else {}
        counted = {
            "right": self.right,
            "mistakes": self.mistakes,
            "graded": len(totals) - self.ungraded,
        }
        return asdict(self) | figures | counted


def summary(grading: Grading, rows: Sequence[Result], recorded: Recorded) -> Summary:
    """Summarize the results of a unit and the grades that the gradebook now contains."""
    unit = grading.unit
    ordered = sorted(rows, key=lambda row: row.student)
    return Summary(
        unit=unit.id,
        max_points=unit.points,
        tasks=[task.id for task in unit.judged],
        lines=[_line(grading, row, recorded) for row in ordered],
        changes=[str(change) for change in recorded.changes],
        unusual_costs=[
            f"{row.student}, {verdict.task}: {finding.property} {finding.got}"
            for row in ordered
            for verdict in row.verdicts
            for finding in verdict.odd
        ],
        actions=[
            *_unjudged_and_refused(ordered),
            *_empty_submissions(unit, ordered),
            *_misplaced_essays(grading, ordered),
            *_ungraded_notebooks(grading, ordered),
            *recorded.troubles,
            *_unknown_times(grading, recorded),
            *_tasks_to_grade_by_hand(recorded, ordered),
        ],
        due=recorded.due,
    )


def _line(grading: Grading, row: Result, recorded: Recorded) -> StudentRow:
    unit_grades = recorded.unit_grades
    grades = unit_grades.grades.get(row.student, {})
    written = bool(grades) and not row.all_broken
    times = unit_grades.times.get(row.student)
    marked = [_MARKED] if _is_marked(grading, row.student) else []
    judged = {verdict.task for verdict in row.verdicts}
    waits = [task for task in unit_grades.ungraded(row.student) if written and task not in judged]
    marks = {v.task: _mark(v, grades.get(v.task) if written else None) for v in row.verdicts}
    missing = sum(v.max_points for v in row.verdicts if marks[v.task].points is None)
    return StudentRow(
        student=row.student,
        marks=marks,
        points=unit_grades.feedback_data(row.student).score if written else None,
        max_points=grading.unit.points - missing,
        penalty=unit_grades.penalties.get(row.student, 0.0),
        hours_late=times.seconds_late / 3600 if times else 0.0,
        note="; ".join(filter(None, [row.note, *marked, *(f"{w} not graded yet" for w in waits)])),
        ungraded=waits,
    )


def _is_marked(grading: Grading, student: str) -> bool:
    return (grading.submitted / student / grading.unit.id / LATE_FILE).is_file()


def _mark(verdict: Verdict, grade: TaskGrade | None) -> Mark:
    by_hand = grade is not None and grade.by_hand
    points = grade.score if grade and verdict.status is not Status.BROKEN else None
    if by_hand and grade is not None:
        points = grade.score
    right = verdict.status is Status.PASSED
    reason, judged = "" if right else _reason(verdict), verdict.status is not Status.BROKEN
    return Mark(points, reason, right, judged, verdict.mistake, by_hand)


def _reason(verdict: Verdict) -> str:
    if verdict.status is Status.BROKEN:
        return "NOT GRADED"
    if verdict.status is Status.FAILED:
        return verdict.mistake or ("over budget" if verdict.points else "wrong")
    first = next(iter(verdict.failures), None)
    if first is not None and "SyntaxError" in first.message:
        return "syntax error"
    return _REASONS.get(first.property, "stopped") if first else "not run"


def _unjudged_and_refused(rows: Sequence[Result]) -> list[str]:
    """List the tasks that could not be judged, one line per reason, and unreadable files.

    Students without any judged task are omitted, because `Recorded.troubles` lists them.
    """
    lines: list[str] = []
    students_by_reason: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        broken = [v for v in row.verdicts if v.status is Status.BROKEN]
        if broken and not row.all_broken:
            for verdict in broken:
                reason = verdict.findings[0].message.removeprefix(f"{verdict.task}: ")
                students_by_reason.setdefault((verdict.task, reason), []).append(plain(row.student))
        if row.refused:
            lines.append(f"{row.student}: 0 points; the feedback says: {row.refused}")
    return [
        f"{_join_names(who)}, {task}: {why}" for (task, why), who in students_by_reason.items()
    ] + lines


def _empty_submissions(unit: Unit, rows: Sequence[Result]) -> list[str]:
    """Return [a line] with the students who answered nothing, perhaps in the wrong file, or []."""
    prose = {task.id for task in unit.tasks if not task.kind.judged}
    empty = {_REASONS["stub"], _REASONS["undefined"]}
    unanswered = [
        row for row in rows if row.verdicts and {_reason(v) for v in row.verdicts} <= empty
    ]
    students = [row.student for row in unanswered if prose <= row.blank]
    return (
        [f"no task is answered, 0 points (is it the right file?): {_join_names(students)}"]
        if students
        else []
    )


def _misplaced_essays(grading: Grading, rows: Sequence[Result]) -> list[str]:
    """List the students who left an essay's cell empty, but wrote prose in another cell."""
    lines = []
    for task in grading.unit.tasks:
        if task.kind.judged or not task.points:
            continue
        blank = [row for row in rows if task.id in row.blank and not row.all_broken]
        if who := [row.student for row in blank if _has_prose_of_student(grading, row.student)]:
            note = "the answer box is empty, but another cell contains text"
            lines.append(f"{task.id}: {note}, 0 points so far: {_join_names(who)}")
    return lines


def _has_prose_of_student(grading: Grading, student: str) -> bool:
    folder = grading.submitted / student / grading.unit.id
    with suppress(UnsafeFiles, NeedsReview, OSError):  # the summary reports these errors elsewhere
        opened = open_submission(
            grading.course, grading.unit, student, folder / f"{grading.unit.id}.ipynb"
        )
        own = [piece for piece in opened.submission.pieces if piece.role in (EXTRA, TEXT)]
        return any(_PROSE.search(piece.source) for piece in own)
    return False


def _join_names(names: list[str]) -> str:
    """Join up to `_FEW` of the names, and add the number of names that are left out."""
    more = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {more} more" if more > 0 else "")


def _ungraded_notebooks(grading: Grading, rows: Sequence[Result]) -> list[str]:
    """List other notebooks in the folder of a submission: one may be the intended submission."""
    lines = []
    for row in rows:
        with suppress(UnsafeFiles, OSError):  # the summary reports these errors elsewhere
            for name in other_notebooks(grading.submitted / row.student / grading.unit.id):
                lines.append(f"{row.student}: {name} is in the same folder, but was not graded")
    return lines


def _unknown_times(grading: Grading, recorded: Recorded) -> list[str]:
    """List the students whose submission time is unknown although the unit has a due date."""
    times = recorded.unit_grades.times
    unknown = [who for who, when in sorted(times.items()) if when.due and when.handed_in is None]
    late = [who for who in unknown if _is_marked(grading, who)]
    rest = [who for who in unknown if who not in late]
    notes = {
        "marked late, but the submission time is unknown, so no points are deducted": late,
        "the submission time is unknown, so the submission counts as in time": rest,
    }
    advice = "write it to timestamp.txt beside the notebook, for example: 2026-11-22 05:59:00 UTC"
    return [f"{what}: {_join_names(who)}; {advice}" for what, who in notes.items() if who]


def _tasks_to_grade_by_hand(recorded: Recorded, rows: Sequence[Result]) -> list[str]:
    """List tasks with answers to grade by hand, except answers that could not be judged."""
    broken = {(r.student, v.task) for r in rows for v in r.verdicts if v.status is Status.BROKEN}
    pairs = recorded.unit_grades.waiting.items()
    waiting = Counter(task for who, tasks in pairs for task in tasks if (who, task) not in broken)
    return [
        f"{task}: {count} to be graded by hand, in formgrader or with autograder read"
        for task, count in sorted(waiting.items())
    ]
