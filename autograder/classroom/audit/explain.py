"""Explain how a student's score for a task was computed."""

from os.path import lexists
from pathlib import Path

from autograder.classroom.reports.unit_results import all_students, used_units
from autograder.classroom.roster import Roster
from autograder.classroom.submitted import read_submitted, reason_not_graded
from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError, unknown
from autograder.core.messages.printable import plain, printable
from autograder.core.messages.verdict import Finding
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.internals import report_database_errors
from autograder.nbgrader.read_grades import TaskGrade, UnitGrades, read_grades
from autograder.results.log import Ledger
from autograder.runner.result import Result
from autograder.runner.submissions.submission import EXTRA


def explain(course: Course, folder: Path, student: str, task: str) -> str:
    """Return a report on a student's task: verdict, findings, and the grader's versions.

    `task` is the id, number or name of a task, or UNIT/TASK. For a task that a person grades, the
    report has the points and the comment. Raise CourseError if no task or tasks of several units
    match. If the student has submitted nothing, or the submission was not graded, the message says
    so.
    """
    ledger = Ledger(folder)
    unit, name = course.split_name(task) if "/" in task else (None, task)
    result, name = _find_result(course, ledger, student, unit, name)
    with report_database_errors(folder / "gradebook.db"):
        grades = read_grades(folder / "gradebook.db", result.unit)
    if result.verdict(name) is None:
        lines = _explain_manual_grade(student, result.unit, name, grades)
    else:
        grade = grades.grades.get(student, {}).get(name)
        lines = _explain_verdict(course, ledger, result, name, grade)
    if ledger.problems:
        command = course.typed("verify", folder)
        lines += ["", f"The ledger has damaged lines. List them with: {command}"]
    return "\n".join(printable(line).rstrip() for line in lines)


def _explain_verdict(
    course: Course, ledger: Ledger, result: Result, name: str, grade: TaskGrade | None
) -> list[str]:
    """Return a report on the verdict of a task that the grader judges."""
    verdict = result.verdict(name)
    assert verdict is not None
    tools, folder = result.provenance.tools, ledger.path.parent
    return [
        f"{plain(result.student)}, {result.unit}, {name}: {verdict.status}, "
        f"{verdict.points:g} of {verdict.max_points:g} points",
        *_describe_gradebook(grade, ledger, result),
        "",
        "Judged:",
        f"  when     {result.when}",
        *([f"  refused  {result.refused}"] if result.refused else []),
        f"  with     autograder {tools['autograder']}, JAX {tools['jax']}, "
        f"jaxlib {tools['jaxlib']}, NumPy {tools['numpy']}, Python {tools['python']}",
        "",
        "Findings:",
        *(f"  {_format_finding(finding)}" for finding in verdict.findings),
        *(f"  note: {note}" for note in verdict.notes),
        *(_show_program(course, folder, result, name) if verdict.odd else ()),
        "",
        "Message to the student:",
        *(f"  {line}" for line in verdict.text().splitlines()),
    ]


def _explain_manual_grade(student: str, unit: str, name: str, grades: UnitGrades) -> list[str]:
    """Return a report on an answer that a person grades."""
    grade = grades.grades.get(student, {}).get(name)
    if grade is None:
        state = "the gradebook has no score yet. Grade again."
    elif grade.waits:
        state = f"to be graded by hand, for up to {grade.max_points:g} points"
    else:
        by_hand = "graded by hand" if grade.by_hand else "no points given by hand"
        state = f"{by_hand}, {grade.score:g} of {grade.max_points:g} points"
    lines = [f"{plain(student)}, {unit}, {name}: {state}"]
    if name in grades.to_grade_again(student):
        lines.append("Submitted or graded again after these points were given: check them.")
    if comment := grades.comments.get(student, {}).get(name):
        lines += ["", "Comment to the student:", *(f"  {line}" for line in comment.splitlines())]
    return lines


def _find_result(
    course: Course, ledger: Ledger, student: str, within: Unit | None, name: str
) -> tuple[Result, str]:
    """Return the student's result for the unit with the named task, and the id of the task."""
    folder, graded = ledger.path.parent, ledger.students_and_units
    if not graded:
        advice = f"Grade first: {course.typed('grade', folder)}"
        raise CourseError(f"{folder} has no results yet.", advice)
    units = [unit for who, unit in graded if who == student]
    if not units:
        students = {one.id for one in all_students(folder, Roster.of_class(folder))}
        if student not in students:
            raise unknown("student", student, sorted(students))
    if within:
        units = [unit for unit in units if unit == within.id]
    results = [ledger.latest_result(student, unit) for unit in units]
    matches = [(r, id) for r in results if r is not None and (id := _find_task_id(course, r, name))]
    if not matches:
        others = [within] if within else used_units(course, folder)
        ungraded = [unit for unit in others if unit.id not in units]
        _refuse_ungraded(course, folder, student, ungraded, name)
        if within and not units:
            within.task(name)  # raises CourseError, because the unit has no such task
        tasks = [v.task for result in results if result for v in result.verdicts]
        raise unknown(f"task with a result for {student}", name, tasks)
    if len(matches) > 1:
        advice = f"Name one of: {' or '.join(f'{result.unit}/{name}' for result, _ in matches)}"
        raise CourseError(f"{len(matches)} units have a task {name!r}.", advice)
    return matches[0]


def _refuse_ungraded(
    course: Course, folder: Path, student: str, units: list[Unit], name: str
) -> None:
    """Raise CourseError if units without a result have the task: name the submission's problem."""
    units = [unit for unit in units if any(task.has_name(name) for task in unit.tasks)]
    for unit in units:
        if lexists(Folders(course.path.parent, folder, student, unit.id).submitted):
            reason = reason_not_graded(course, unit, folder, student)
            state = f"was not graded: {reason}" if reason else "has not been graded yet."
            advice = f"To grade it, run: {course.typed(f'grade {unit.id}', folder)}"
            raise CourseError(f"{plain(student)}'s {unit.id} {state}", advice)
    if units:
        names = " or ".join(unit.id for unit in units)
        raise CourseError(f"{plain(student)} has not submitted {names}.")


def _find_task_id(course: Course, result: Result, name: str) -> str:
    """Return the id of the task called `name`, or "" if the unit has no such task.

    A judged task must be in the result.
    """
    if result.verdict(name) is not None:
        return name
    unit = course.units.get(result.unit)
    tasks = [task for task in unit.tasks if task.has_name(name)] if unit else []
    return next((t.id for t in tasks if not t.kind.judged or result.verdict(t.id)), "")


def _describe_gradebook(grade: TaskGrade | None, ledger: Ledger, result: Result) -> list[str]:
    written = ledger.latest_written(result.student, result.unit)
    if grade is None or written is None:
        return ["The gradebook does not contain this result yet. Grade again."]
    if not written.latest:
        return ["The gradebook contains an earlier result. Grade again."]
    automatic = "no score" if grade.auto is None else f"{grade.auto:g} points"
    manual = "" if grade.manual is None else f"; the manual grade {grade.manual:g} replaces it"
    extra = f"; extra credit {grade.extra:g}" if grade.extra else ""
    return [f"The gradebook has {automatic} from the grader{manual}{extra}."]


def _show_program(course: Course, folder: Path, result: Result, task: str) -> list[str]:
    """Return the code of an answer with an unusually low cost, for the instructor to inspect.

    If the submission has changed since, return a line with this note instead.
    """
    opened = read_submitted(course, course.unit(result.unit), folder, result.student)
    if opened is None or opened.file != result.provenance.file:
        return [
            "",
            "Inspect this program. The submission has changed: grade again to see its code.",
        ]
    sources = [
        p.source
        for p in opened.submission.pieces
        if p.role in (EXTRA, "answer") and p.task in ("", task)
    ]
    code = "\n\n".join(source for source in sources if source.strip())
    lines = [f"  {line}" for line in code.splitlines()]
    return ["", "Inspect this program: it costs less than a tenth of the solution.", *lines]


def _format_finding(finding: Finding) -> str:
    result = finding.got or finding.message
    text = " ".join(result.split())
    mark = "low " if finding.odd else "pass" if finding.passed else "FAIL"
    return f"{mark} {finding.property}{': ' + text if text else ''}"
