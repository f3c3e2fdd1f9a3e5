"""Summarize a graded unit as data, for the screen and for `--json`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import mean, median
from typing import Any

from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.mark import Mark, make_mark
from autograder.classroom.grade.required_actions import is_marked_late, required_actions
from autograder.classroom.grade.update_gradebook import GradebookUpdate
from autograder.runner import Result

_MARKED = "marked late by the platform"


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


def summary(grading: Grading, rows: Sequence[Result], update: GradebookUpdate) -> Summary:
    """Summarize the results of a unit and the grades that the gradebook now contains."""
    unit = grading.unit
    ordered = sorted(rows, key=lambda row: row.student)
    return Summary(
        unit=unit.id,
        max_points=unit.points,
        tasks=[task.id for task in unit.judged],
        lines=[_line(grading, row, update) for row in ordered],
        changes=[str(change) for change in update.changes],
        unusual_costs=[
            f"{row.student}, {verdict.task}: {finding.property} {finding.got}"
            for row in ordered
            for verdict in row.verdicts
            for finding in verdict.odd
        ],
        actions=required_actions(grading, ordered, update),
        due=update.due,
    )


def _line(grading: Grading, row: Result, update: GradebookUpdate) -> StudentRow:
    unit_grades = update.unit_grades
    grades = unit_grades.grades.get(row.student, {})
    written = bool(grades) and not row.all_broken
    times = unit_grades.times.get(row.student)
    late_mark = [_MARKED] if is_marked_late(grading, row.student) else []
    judged = {verdict.task for verdict in row.verdicts}
    ungraded = [
        task for task in unit_grades.ungraded(row.student) if written and task not in judged
    ]
    marks = {v.task: make_mark(v, grades.get(v.task) if written else None) for v in row.verdicts}
    missing = sum(v.max_points for v in row.verdicts if marks[v.task].points is None)
    return StudentRow(
        student=row.student,
        marks=marks,
        points=unit_grades.feedback_data(row.student).score if written else None,
        max_points=grading.unit.points - missing,
        penalty=unit_grades.penalties.get(row.student, 0.0),
        hours_late=times.seconds_late / 3600 if times else 0.0,
        note="; ".join(
            filter(None, [row.note, *late_mark, *(f"{w} not graded yet" for w in ungraded)])
        ),
        ungraded=ungraded,
    )
