"""What a graded unit says about its class and its tasks: figures for one page.

A task is hard where few get it right; it tells students apart where those who do well elsewhere get
it right (the correlation of its points with those of all other tasks). Two programs that are alike
say little where half of the class wrote the same: so a likeness weighs as many bits as it is rare.
"""

import ast
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import StatisticsError, correlation, mean

from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError, Spoken
from autograder.core.messages.verdict import Status
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.read_grades import UnitGrades, read_grades
from autograder.results.log import Ledger
from autograder.results.receipt import Receipt
from autograder.runner.submissions.open_submission import open_submission

Sources = Mapping[str, str]  # by task, one student's
_PAIRS = 20  # that are shown, the rarest likeness first
_BITS = 4.0  # below it a likeness is shared by too many to mean anything
_CROWD = 30  # a text that more have is everybody's
_SLOWEST = 5
_STATEMENTS = 3  # of a function and two lines; a shorter answer is everybody's
_CORRELATION = 5  # students; of fewer nothing can be said


@dataclass(frozen=True)
class TaskFacts:
    """One task in this class."""

    task: str
    title: str
    most: float
    mean: float
    right: float  # share of those who handed in
    blank: float
    discrimination: float | None


@dataclass(frozen=True)
class Named:
    """A known mistake, and what one who made it reads."""

    task: str
    name: str
    count: int
    message: str
    example: str  # the code of one who made it
    student: str


@dataclass(frozen=True)
class Odd:
    """What passed far below the solution's cost, and the program that did."""

    student: str
    task: str
    said: str
    source: str


@dataclass(frozen=True)
class Alike:
    """Two students whose answers are alike, and how rare that is."""

    students: tuple[str, str]
    programs: tuple[str, ...]  # tasks with the same canonical program
    sources: tuple[str, ...]  # tasks with the same text but for names, comments and layout
    bits: float


@dataclass(frozen=True)
class Published:
    """Students whose answers to these tasks are the published ones."""

    tasks: tuple[str, ...]
    students: tuple[str, ...]


@dataclass(frozen=True)
class Insight:
    """One unit."""

    unit: str
    title: str
    most: float
    totals: tuple[float, ...]  # of those of whom everything is read
    unread: int  # how many others there are
    tasks: tuple[TaskFacts, ...]
    mistakes: tuple[Named, ...]
    look: tuple[Odd, ...]
    alike: tuple[Alike, ...]
    published: tuple[Published, ...]
    slowest: tuple[tuple[str, float], ...]  # seconds that judging took


def insight(course: Course, unit: Unit, folder: Path, secret: Path | None = None) -> Insight:
    """From receipts, gradebook and what was handed in."""
    there, ledger = read_grades(folder / "gradebook.db", unit.id), Ledger(folder, secret)
    found = {student: ledger.latest_receipt(student, unit.id) for student in sorted(there.grades)}
    receipts = {student: receipt for student, receipt in found.items() if receipt}
    if not receipts:
        mend = course.typed(f"grade {unit.id}", folder)
        raise CourseError(f"{folder} has no grades for {unit.id}.", mend)
    sources = {student: _sources(course, unit, folder, student) for student in receipts}
    texts = {
        student: {task: bare(source) for task, source in own.items()}
        for student, own in sources.items()
    }
    done = [student for student in receipts if not there.unread(student)]
    took = sorted(((r.seconds, s) for s, r in receipts.items() if r.seconds), reverse=True)
    return Insight(
        unit=unit.id,
        title=unit.title,
        most=unit.points,
        totals=tuple(max(0.0, there.feedback_data(student).score) for student in done),
        unread=len(receipts) - len(done),
        tasks=tuple(_facts(unit, receipts, there)),
        mistakes=tuple(_mistakes(receipts, sources)),
        look=tuple(_look(receipts, sources)),
        alike=tuple(_alike(receipts, texts)),
        published=tuple(_published(unit, texts)),
        slowest=tuple((student, seconds) for seconds, student in took[:_SLOWEST]),
    )


def _facts(unit: Unit, receipts: Mapping[str, Receipt], there: UnitGrades) -> Iterable[TaskFacts]:
    for task in unit.tasks:
        stands = {student: there.grades[student].get(task.id) for student in receipts}
        read = [student for student, own in stands.items() if own is None or not own.waits]
        if not (task.points and read):
            continue
        grades = [there.grades[student] for student in read]
        own = [g[task.id].score if task.id in g else 0.0 for g in grades]
        rest = [sum(s.score for t, s in g.items() if t != task.id) for g in grades]
        verdicts = [receipts[student].verdict(task.id) for student in read]
        blank = [v is not None and v.status is Status.NOT_RUN for v in verdicts]
        right = [points >= task.points for points in own]
        try:
            enough = len(own) >= _CORRELATION
            told = correlation(own, rest) if enough else None
        except StatisticsError:  # all alike
            told = None
        most, title = task.points, task.title
        yield TaskFacts(task.id, title, most, mean(own), mean(right), mean(blank), told)


def _mistakes(receipts: Mapping[str, Receipt], sources: Mapping[str, Sources]) -> list[Named]:
    found = defaultdict(list)
    for student, receipt in receipts.items():
        for verdict in receipt.verdicts:
            if verdict.mistake:
                finding = next(f for f in verdict.findings if f.mistake)
                found[verdict.task, finding.mistake].append((student, finding))
    named = []
    for (task, name), made in found.items():
        student, finding = made[0]
        example = sources[student].get(task, "")
        named.append(Named(task, name, len(made), finding.message, example, student))
    return sorted(named, key=lambda one: (-one.count, one.task, one.name))


def _look(receipts: Mapping[str, Receipt], sources: Mapping[str, Sources]) -> Iterable[Odd]:
    for student, receipt in receipts.items():
        for verdict in receipt.verdicts:
            if said := "; ".join(f"{odd.property} {odd.got}" for odd in verdict.odd):
                yield Odd(student, verdict.task, said, sources[student].get(verdict.task, ""))


def _alike(receipts: Mapping[str, Receipt], written: Mapping[str, Sources]) -> list[Alike]:
    programs: dict[tuple[str, str], set[str]] = defaultdict(set)
    sources: dict[tuple[str, str], set[str]] = defaultdict(set)
    for student, receipt in receipts.items():
        for verdict in receipt.verdicts:
            if verdict.program:
                programs[verdict.task, verdict.program].add(student)
        for task, text in written[student].items():
            sources[task, text].add(student)
    shared: dict[tuple[str, str], dict[str, tuple[set[str], float]]] = defaultdict(dict)
    for kind, groups in (("program", programs), ("source", sources)):
        for (task, _), students in groups.items():
            bits = math.log2(len(receipts) / len(students))
            if not 2 <= len(students) <= _CROWD or bits < 1:  # half of the class wrote it
                continue
            for pair in combinations(sorted(students), 2):
                before, most = shared[pair].get(task, (set(), 0.0))
                shared[pair][task] = ({*before, kind}, max(most, bits))
    found = []
    for pair, tasks in shared.items():
        kinds = [
            tuple(sorted(task for task, (kinds, _) in tasks.items() if kind in kinds))
            for kind in ("program", "source")
        ]
        found.append(Alike(pair, kinds[0], kinds[1], sum(bits for _, bits in tasks.values())))
    rare = [one for one in found if one.bits >= _BITS]
    return sorted(rare, key=lambda one: (-one.bits, one.students))[:_PAIRS]


def _published(unit: Unit, written: Mapping[str, Sources]) -> list[Published]:
    known = {
        task.id: {
            bare(text)
            for text in (task.solution, *(way.source for way in task.right))
            if _statements(text) >= _STATEMENTS
        }
        for task in unit.judged
    }
    alike = defaultdict(list)
    for student, texts in written.items():
        theirs = tuple(task for task, text in texts.items() if text in known.get(task, ()))
        if theirs:
            alike[theirs].append(student)
    most = sorted(alike.items(), key=lambda one: (-len(one[0]), one[0]))
    return [Published(tasks, tuple(students)) for tasks, students in most]


def _statements(source: str) -> int:
    nodes = ast.walk(ast.parse(source))
    return sum(isinstance(node, ast.stmt) and not _is_text(node) for node in nodes)


def _sources(course: Course, unit: Unit, folder: Path, student: str) -> Sources:
    """By task, what was answered; a stub is no answer."""
    path = Folders(course.path.parent, folder, student, unit.id).notebook
    try:
        submission = open_submission(course, unit, student, path).submission
    except (Spoken, OSError):
        return {}
    pieces = [p for p in submission.pieces if p.role == "answer" and p.task in submission.answered]
    return {piece.task: piece.source for piece in pieces}


def bare(source: str) -> str:
    """What is left of a program when everybody names things alike."""
    try:
        return _without_names(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return " ".join(source.split())


def _without_names(tree: ast.AST) -> str:
    names: dict[str, str] = {}
    stored = {
        n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    bound = stored | {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in bound:
            node.id = names.setdefault(node.id, f"v{len(names)}")
        elif isinstance(node, ast.arg):
            node.arg = names.setdefault(node.arg, f"v{len(names)}")
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [each for each in body if not _is_text(each)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    """A docstring, or another text that does nothing."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
