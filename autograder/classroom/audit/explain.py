"""A result in plain words: what a score comes from."""

from pathlib import Path

from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError, unknown
from autograder.core.messages.printable import plain, printable
from autograder.core.messages.verdict import Finding
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.internals import locked_is_said
from autograder.nbgrader.read_grades import Stands, standing
from autograder.results.log import Ledger
from autograder.runner.result import Result
from autograder.runner.submissions.normalize import EXTRA
from autograder.runner.submissions.open_submission import open_submission


def explain(course: Course, folder: Path, student: str, task: str, secret: Path | None) -> str:
    """`task` is an id, its number, what it checks, or unit/task where two units have one of it."""
    ledger = Ledger(folder, secret)
    unit, name = course.place(task) if "/" in task else (None, task)
    result = _find(course, ledger, student, unit, name)
    name = _task_id(course, result, name)
    verdict = result.verdict(name)
    assert verdict is not None
    with locked_is_said(folder / "gradebook.db"):
        there = standing(folder / "gradebook.db", result.unit)
    stands = there.grades.get(student, {}).get(name)
    lines = [
        f"{plain(student)}, {result.unit}, {name}: {verdict.status}, "
        f"{verdict.points:g} of {verdict.max_points:g} points",
        *_gradebook(stands, ledger, result),
        "",
        *_what(result),
        *_with(result),
        "",
        "Looked at:",
        *(f"  {line}" for finding in verdict.findings for line in _finding(finding)),
        *(f"  note: {note}" for note in verdict.notes),
        *(_program(course, folder, result, name) if verdict.odd else ()),
        "",
        "What the student reads:",
        *(f"  {line}" for line in verdict.text().splitlines()),
    ]
    if ledger.problems:
        which = course.typed("verify", folder)
        lines += ["", f"Lines of the ledger were changed; which, says: {which}"]
    return "\n".join(printable(line).rstrip() for line in lines)


def _find(course: Course, ledger: Ledger, student: str, within: Unit | None, name: str) -> Result:
    theirs = [unit for who, unit in ledger.everybody if who == student]
    if not theirs:
        everybody = sorted({who for who, _ in ledger.everybody})
        raise unknown("student with a result", student, everybody)
    if within:
        theirs = [unit for unit in theirs if unit == within.id]
    results = [ledger.latest_result(student, unit) for unit in theirs]
    found = [r for r in results if r is not None and _task_id(course, r, name)]
    if not found:
        _refuse_read_by_hand(course, ledger.path.parent, theirs, name)
        known = [
            v.task
            for unit in theirs
            if (r := ledger.latest_result(student, unit))
            for v in r.verdicts
        ]
        raise unknown(f"task with a result for {student}", name, known)
    if len(found) > 1:
        mend = f"Say which: {' or '.join(f'{result.unit}/{name}' for result in found)}"
        raise CourseError(f"{len(found)} units have a task {name!r}.", mend)
    return found[0]


def _refuse_read_by_hand(course: Course, folder: Path, theirs: list[str], name: str) -> None:
    for unit in filter(course.units.__contains__, theirs):
        tasks = (each for each in course.units[unit].tasks if each.called(name))
        if (task := next(tasks, None)) and not task.kind.judged:
            mend = f"What is given for it: {course.typed(f'read {unit}/{task.id[:2]}', folder)}"
            raise CourseError(f"A person reads {task.id}, so it has no result.", mend)


def _task_id(course: Course, result: Result, name: str) -> str:
    """The task's id in this result; empty where it has none of that name."""
    if result.verdict(name) is not None:
        return name
    unit = course.units.get(result.unit)
    tasks = unit.tasks if unit else ()
    return next((t.id for t in tasks if t.called(name) and result.verdict(t.id)), "")


def _gradebook(stands: Stands | None, ledger: Ledger, result: Result) -> list[str]:
    written = ledger.written(result.student, result.unit)
    if stands is None or written is None:
        return ["The gradebook does not have it yet: grade again."]
    if not written.latest:
        return ["The gradebook has an earlier judgement: grade again."]
    ours = "no score" if stands.auto is None else f"{stands.auto:g} points"
    hand = "" if stands.manual is None else f"; a person gave {stands.manual:g}, which counts"
    extra = f"; extra credit {stands.extra:g}" if stands.extra else ""
    return [f"The gradebook has {ours} from the grader{hand}{extra}."]


def _what(result: Result) -> list[str]:
    lines = ["Judged:", f"  when     {result.when}"]
    return [*lines, f"  refused  {result.refused}"] if result.refused else lines


def _with(result: Result) -> list[str]:
    tools = result.provenance.tools
    return [
        f"  with     autograder {tools['autograder']}, JAX {tools['jax']}, "
        f"jaxlib {tools['jaxlib']}, NumPy {tools['numpy']}, Python {tools['python']}",
    ]


def _program(course: Course, folder: Path, result: Result, task: str) -> list[str]:
    """The student's own code, beside a cost that a person should look at."""
    unit = course.unit(result.unit)
    path = Folders(course.path.parent, folder, result.student, unit.id).notebook
    opened = open_submission(course, unit, result.student, path)
    if opened.file != result.provenance.file:
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
    came = finding.got or finding.message
    words = " ".join(came.split())
    mark = "odd" if finding.odd else "ok " if finding.passed else "NO "
    return [f"{mark} {finding.property}{': ' + words if words else ''}"]
