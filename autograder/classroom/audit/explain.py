"""Explain in words what a score comes from."""

from pathlib import Path

from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError, unknown
from autograder.core.messages.printable import plain, printable
from autograder.core.messages.verdict import Finding
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.internals import report_database_errors
from autograder.nbgrader.read_grades import TaskGrade, read_grades
from autograder.results.log import Ledger
from autograder.results.receipt import Receipt
from autograder.runner.submissions.normalize import EXTRA
from autograder.runner.submissions.open_submission import open_submission


def explain(course: Course, folder: Path, student: str, task: str, secret: Path | None) -> str:
    """Return the explanation.

    `task` is an id, a number or a name; unit/task if several units have such a task.
    """
    ledger = Ledger(folder, secret)
    unit, name = course.place(task) if "/" in task else (None, task)
    receipt = _find(course, ledger, student, unit, name)
    name = _task_id(course, receipt, name)
    verdict = receipt.verdict(name)
    assert verdict is not None
    with report_database_errors(folder / "gradebook.db"):
        grades = read_grades(folder / "gradebook.db", receipt.unit)
    grade = grades.grades.get(student, {}).get(name)
    lines = [
        f"{plain(student)}, {receipt.unit}, {name}: {verdict.status}, "
        f"{verdict.points:g} of {verdict.max_points:g} points",
        *_gradebook(grade, ledger, receipt),
        "",
        *_describe_run(receipt),
        *_describe_tools(receipt),
        "",
        "Looked at:",
        *(f"  {line}" for finding in verdict.findings for line in _finding(finding)),
        *(f"  note: {note}" for note in verdict.notes),
        *(_program(course, folder, receipt, name) if verdict.odd else ()),
        "",
        "What the student reads:",
        *(f"  {line}" for line in verdict.text().splitlines()),
    ]
    if ledger.problems:
        command = course.typed("verify", folder)
        lines += ["", f"Lines of the ledger were changed. List them with: {command}"]
    return "\n".join(printable(line).rstrip() for line in lines)


def _find(course: Course, ledger: Ledger, student: str, within: Unit | None, name: str) -> Receipt:
    units = [unit for who, unit in ledger.students_and_units if who == student]
    if not units:
        everybody = sorted({who for who, _ in ledger.students_and_units})
        raise unknown("student with a receipt", student, everybody)
    if within:
        units = [unit for unit in units if unit == within.id]
    receipts = [ledger.latest_receipt(student, unit) for unit in units]
    found = [r for r in receipts if r is not None and _task_id(course, r, name)]
    if not found:
        _refuse_read_by_hand(course, ledger.path.parent, units, name)
        known = [v.task for receipt in receipts if receipt for v in receipt.verdicts]
        raise unknown(f"task with a receipt for {student}", name, known)
    if len(found) > 1:
        advice = f"Name one of: {' or '.join(f'{receipt.unit}/{name}' for receipt in found)}"
        raise CourseError(f"{len(found)} units have a task {name!r}.", advice)
    return found[0]


def _refuse_read_by_hand(course: Course, folder: Path, units: list[str], name: str) -> None:
    for unit in filter(course.units.__contains__, units):
        tasks = (each for each in course.units[unit].tasks if each.called(name))
        if (task := next(tasks, None)) and not task.kind.judged:
            advice = f"Its points: {course.typed(f'read {unit}/{task.id[:2]}', folder)}"
            raise CourseError(f"A person reads {task.id}, so it has no receipt.", advice)


def _task_id(course: Course, receipt: Receipt, name: str) -> str:
    """Return the task's id in this receipt, or "" if it has no such task."""
    if receipt.verdict(name) is not None:
        return name
    unit = course.units.get(receipt.unit)
    tasks = unit.tasks if unit else ()
    return next((t.id for t in tasks if t.called(name) and receipt.verdict(t.id)), "")


def _gradebook(grade: TaskGrade | None, ledger: Ledger, receipt: Receipt) -> list[str]:
    written = ledger.latest_written(receipt.student, receipt.unit)
    if grade is None or written is None:
        return ["The gradebook does not have it yet: grade again."]
    if not written.latest:
        return ["The gradebook has an earlier judgement: grade again."]
    ours = "no score" if grade.auto is None else f"{grade.auto:g} points"
    hand = "" if grade.manual is None else f"; a person gave {grade.manual:g}, which counts"
    extra = f"; extra credit {grade.extra:g}" if grade.extra else ""
    return [f"The gradebook has {ours} from the grader{hand}{extra}."]


def _describe_run(receipt: Receipt) -> list[str]:
    lines = ["Judged:", f"  when     {receipt.when}"]
    return [*lines, f"  refused  {receipt.refused}"] if receipt.refused else lines


def _describe_tools(receipt: Receipt) -> list[str]:
    tools = receipt.basis.tools
    return [
        f"  with     autograder {tools['autograder']}, JAX {tools['jax']}, "
        f"jaxlib {tools['jaxlib']}, NumPy {tools['numpy']}, Python {tools['python']}",
    ]


def _program(course: Course, folder: Path, receipt: Receipt, task: str) -> list[str]:
    """Return the student's code if its cost is so low that a person should look at it."""
    unit = course.unit(receipt.unit)
    path = Folders(course.path.parent, folder, receipt.student, unit.id).notebook
    opened = open_submission(course, unit, receipt.student, path)
    if opened.file != receipt.basis.file:
        return ["", "Look at this program. It was handed in again since: grade again to see it."]
    own = [
        p.source
        for p in opened.submission.pieces
        if p.role in (EXTRA, "answer") and p.task in ("", task)
    ]
    code = "\n\n".join(source for source in own if source.strip())
    lines = [f"  {line}" for line in code.splitlines()]
    return ["", "Look at this program: it needs a small part of what the solution does.", *lines]


def _finding(finding: Finding) -> list[str]:
    result = finding.got or finding.message
    words = " ".join(result.split())
    mark = "odd" if finding.odd else "ok " if finding.passed else "NO "
    return [f"{mark} {finding.property}{': ' + words if words else ''}"]
