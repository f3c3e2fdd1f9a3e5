"""Explain how a student's score for a task was computed."""

from pathlib import Path

from autograder.classroom.submitted import read_submitted
from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError, unknown
from autograder.core.messages.printable import plain, printable
from autograder.core.messages.verdict import Finding
from autograder.nbgrader.internals import report_database_errors
from autograder.nbgrader.read_grades import TaskGrade, read_grades
from autograder.results.log import Ledger
from autograder.runner.result import Result
from autograder.runner.submissions.submission import EXTRA


def explain(course: Course, folder: Path, student: str, task: str) -> str:
    """Return a report on a student's task: verdict, findings, and the grader's versions.

    `task` is the id, number or name of a task, or UNIT/TASK. Raise CourseError if no result or
    results of several units match, or if a person grades the task.
    """
    ledger = Ledger(folder)
    unit, name = course.split_name(task) if "/" in task else (None, task)
    result = _find_result(course, ledger, student, unit, name)
    name = _find_task_id(course, result, name)
    verdict = result.verdict(name)
    assert verdict is not None
    with report_database_errors(folder / "gradebook.db"):
        grades = read_grades(folder / "gradebook.db", result.unit)
    grade = grades.grades.get(student, {}).get(name)
    tools = result.provenance.tools
    lines = [
        f"{plain(student)}, {result.unit}, {name}: {verdict.status}, "
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
    if ledger.problems:
        command = course.typed("verify", folder)
        lines += ["", f"The ledger has damaged lines. List them with: {command}"]
    return "\n".join(printable(line).rstrip() for line in lines)


def _find_result(
    course: Course, ledger: Ledger, student: str, within: Unit | None, name: str
) -> Result:
    units = [unit for who, unit in ledger.students_and_units if who == student]
    if not units:
        students = sorted({who for who, _ in ledger.students_and_units})
        if not students:
            folder = ledger.path.parent
            advice = f"Grade first: {course.typed('grade', folder)}"
            raise CourseError(f"{folder} has no results yet.", advice)
        raise unknown("student with a result", student, students)
    if within:
        units = [unit for unit in units if unit == within.id]
    results = [ledger.latest_result(student, unit) for unit in units]
    matches = [r for r in results if r is not None and _find_task_id(course, r, name)]
    if not matches:
        for unit in filter(course.units.__contains__, units):
            named = (each for each in course.units[unit].tasks if each.has_name(name))
            if (task := next(named, None)) and not task.kind.judged:
                command = course.typed(f"read {unit}/{task.id[:2]}", ledger.path.parent)
                problem = f"{task.id} is graded by hand, so it has no result."
                raise CourseError(problem, f"To see its points, run: {command}")
        tasks = [v.task for result in results if result for v in result.verdicts]
        raise unknown(f"task with a result for {student}", name, tasks)
    if len(matches) > 1:
        advice = f"Name one of: {' or '.join(f'{result.unit}/{name}' for result in matches)}"
        raise CourseError(f"{len(matches)} units have a task {name!r}.", advice)
    return matches[0]


def _find_task_id(course: Course, result: Result, name: str) -> str:
    """Return the id of the task called `name`, or "" if the result has no such task."""
    if result.verdict(name) is not None:
        return name
    unit = course.units.get(result.unit)
    tasks = unit.tasks if unit else ()
    return next((t.id for t in tasks if t.has_name(name) and result.verdict(t.id)), "")


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
