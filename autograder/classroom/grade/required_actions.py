"""List the actions that a graded unit requires of the instructor."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.mark import NO_ANSWER, NOT_DEFINED, failure_reason
from autograder.classroom.grade.update_gradebook import GradebookUpdate
from autograder.classroom.submitted import read_submitted
from autograder.core.course.course import Unit
from autograder.core.messages.printable import plain
from autograder.core.messages.verdict import Status
from autograder.nbgrader.late import LATE_FILE
from autograder.nbgrader.links import UnsafeFiles, other_notebooks
from autograder.runner import Result
from autograder.runner.submissions.submission import EXTRA, TEXT

_FEW = 8  # maximum number of names in a line
_PROSE = re.compile(r"(?:[^\W\d_]+[,;:.]?\s){6}")  # six words in a row: prose, not code


def required_actions(
    grading: Grading, rows: Sequence[Result], update: GradebookUpdate
) -> list[str]:
    """Return a line for each required action, by kind. `rows` is sorted by student."""
    return [
        *_unjudged_and_refused(rows),
        *_empty_submissions(grading.unit, rows),
        *_misplaced_essays(grading, rows),
        *_ungraded_notebooks(grading, rows),
        *update.failures,
        *_unknown_times(grading, update),
        *_tasks_to_grade_by_hand(update, rows),
    ]


def is_marked_late(grading: Grading, student: str) -> bool:
    """Return True if the platform marked the submission as late, without a time."""
    return (grading.submitted / student / grading.unit.id / LATE_FILE).is_file()


def _unjudged_and_refused(rows: Sequence[Result]) -> list[str]:
    """List the tasks that could not be judged, one line per reason, and unreadable files.

    Students without any judged task are omitted, because `GradebookUpdate.failures` lists them.
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
    """Return at most one line, with the students who answered nothing.

    They may have submitted the wrong file.
    """
    prose = {task.id for task in unit.tasks if not task.kind.judged}
    unanswered = [
        row
        for row in rows
        if row.verdicts and {failure_reason(v) for v in row.verdicts} <= {NO_ANSWER, NOT_DEFINED}
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
        unanswered = [row for row in rows if task.id in row.blank and not row.all_broken]
        if who := [
            row.student for row in unanswered if _has_prose_of_student(grading, row.student)
        ]:
            note = "the answer box is empty, but another cell contains text"
            lines.append(f"{task.id}: {note}, 0 points so far: {_join_names(who)}")
    return lines


def _has_prose_of_student(grading: Grading, student: str) -> bool:
    opened = read_submitted(grading.course, grading.unit, grading.folder, student)
    pieces = opened.submission.pieces if opened else ()
    return any(_PROSE.search(piece.source) for piece in pieces if piece.role in (EXTRA, TEXT))


def _join_names(names: list[str]) -> str:
    """Join up to `_FEW` of the names, and add the number of names that are left out."""
    omitted = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {omitted} more" if omitted > 0 else "")


def _ungraded_notebooks(grading: Grading, rows: Sequence[Result]) -> list[str]:
    """List other notebooks in the folder of a submission: one may be the intended submission."""
    lines = []
    for row in rows:
        with suppress(UnsafeFiles, OSError):  # the summary reports these errors elsewhere
            for name in other_notebooks(grading.submitted / row.student / grading.unit.id):
                lines.append(f"{row.student}: {name} is in the same folder, but was not graded")
    return lines


def _unknown_times(grading: Grading, update: GradebookUpdate) -> list[str]:
    """List the students whose submission time is unknown although the unit has a due date."""
    times = update.unit_grades.times
    unknown = [who for who, when in sorted(times.items()) if when.due and when.handed_in is None]
    late = [who for who in unknown if is_marked_late(grading, who)]
    others = [who for who in unknown if who not in late]
    notes = {
        "marked late, but the submission time is unknown, so no points are deducted": late,
        "the submission time is unknown, so the submission counts as in time": others,
    }
    advice = "write it to timestamp.txt beside the notebook, for example: 2026-11-22 05:59:00 UTC"
    return [f"{note}: {_join_names(who)}; {advice}" for note, who in notes.items() if who]


def _tasks_to_grade_by_hand(update: GradebookUpdate, rows: Sequence[Result]) -> list[str]:
    """List tasks with answers to grade by hand, except answers that could not be judged.

    Name the students whose answer was submitted or graded again after a person graded it.
    """
    broken = {(r.student, v.task) for r in rows for v in r.verdicts if v.status is Status.BROKEN}
    pairs = update.unit_grades.waiting.items()
    waiting = Counter(task for who, tasks in pairs for task in tasks if (who, task) not in broken)
    again: dict[str, list[str]] = {}
    for student in sorted(update.unit_grades.waiting):
        for task in update.unit_grades.to_grade_again(student):
            again.setdefault(task, []).append(plain(student))
    note = "submitted or graded again after you gave points by hand, check them"
    return [
        f"{task}: {count} to be graded by hand, in formgrader or with autograder read"
        for task, count in sorted(waiting.items())
    ] + [f"{task}: {note}: {_join_names(who)}" for task, who in sorted(again.items())]
