"""Statistics of a graded unit, for the instructor's insight page.

Discrimination is the correlation of a task's points with the points of all other tasks. A match is
two students with equal answers. The weight of a match in bits is the sum, over the tasks with equal
answers, of log2(number of students / number of students with that answer). An answer of more than
30 students, or of more than half of the class, is not counted.
"""

import ast
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import StatisticsError, correlation, mean

from autograder.classroom.reports.questions import Question, choose_questions
from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError, ReadableError
from autograder.core.messages.verdict import Status
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.read_grades import UnitGrades, read_grades
from autograder.results.log import Ledger
from autograder.runner.result import Result
from autograder.runner.submissions.open_submission import open_submission

Sources = Mapping[str, str]  # a student's answers by task id
_MAX_PAIRS = 20  # maximum number of pairs on the page; those with the rarest answers come first
_MIN_BITS = 4.0  # minimum weight of the equal answers of two students, in bits
_MAX_GROUP = 30  # ignore an answer that more students have in common
_MAX_SLOWEST = 5
_MIN_STATEMENTS = 3  # a function with two lines in its body; shorter ones are often equal by chance
_MIN_STUDENTS = 5  # with fewer students, no correlation is computed


@dataclass(frozen=True)
class TaskFacts:
    """Statistics of one task."""

    task: str
    title: str
    max_points: float
    mean: float
    right: float  # share of the graded students who have full points
    blank: float  # share of the graded students whose answer was not run
    discrimination: float | None


@dataclass(frozen=True)
class KnownMistake:
    """A known mistake that students made, with its message and an example."""

    task: str
    name: str
    count: int
    message: str
    example: str  # code of `student`, who made the mistake
    student: str


@dataclass(frozen=True)
class UnusualAnswer:
    """An answer that passed although its cost is far below the solution's."""

    student: str
    task: str
    reason: str
    source: str


@dataclass(frozen=True)
class EqualAnswers:
    """Two students with equal answers, and the weight of this match in bits."""

    students: tuple[str, str]
    programs: tuple[str, ...]  # ids of the tasks with the same canonical program
    sources: tuple[str, ...]  # tasks with equal text up to names, comments and layout
    bits: float


@dataclass(frozen=True)
class PublishedAnswers:
    """Students whose answers to the same tasks equal published answers."""

    tasks: tuple[str, ...]
    students: tuple[str, ...]


@dataclass(frozen=True)
class Insight:
    """Statistics of one unit."""

    unit: str
    title: str
    max_points: float
    totals: tuple[float, ...]  # points of the students whose answers are all graded
    ungraded: int  # number of students with ungraded answers
    tasks: tuple[TaskFacts, ...]
    mistakes: tuple[KnownMistake, ...]
    unusual: tuple[UnusualAnswer, ...]
    equal_answers: tuple[EqualAnswers, ...]
    published: tuple[PublishedAnswers, ...]
    slowest: tuple[tuple[str, float], ...]  # judging time in seconds
    questions: Mapping[str, tuple[Question, ...]]  # by student


def insight(course: Course, unit: Unit, folder: Path) -> Insight:
    """Compute a unit's statistics from the class's ledger, gradebook and submissions.

    Raise CourseError if the unit has no grades.
    """
    unit_grades, ledger = read_grades(folder / "gradebook.db", unit.id), Ledger(folder)
    latest = {
        student: ledger.latest_result(student, unit.id) for student in sorted(unit_grades.grades)
    }
    results = {student: result for student, result in latest.items() if result}
    if not results:
        advice = f"Grade it first: {course.typed(f'grade {unit.id}', folder)}"
        raise CourseError(f"{folder} has no grades for {unit.id}.", advice)
    sources = {student: _read_sources(course, unit, folder, student) for student in results}
    texts = {
        student: {task: normalize_code(source) for task, source in own.items()}
        for student, own in sources.items()
    }
    graded = [student for student in results if not unit_grades.ungraded(student)]
    durations = sorted(((r.seconds, s) for s, r in results.items() if r.seconds), reverse=True)
    return Insight(
        unit=unit.id,
        title=unit.title,
        max_points=unit.points,
        totals=tuple(max(0.0, unit_grades.feedback_data(student).score) for student in graded),
        ungraded=len(results) - len(graded),
        tasks=tuple(_compute_task_facts(unit, results, unit_grades)),
        mistakes=tuple(_find_mistakes(results, sources)),
        unusual=tuple(_find_unusual_answers(results, sources)),
        equal_answers=tuple(_find_equal_answers(results, texts)),
        published=tuple(_find_published_answers(unit, texts)),
        slowest=tuple((student, seconds) for seconds, student in durations[:_MAX_SLOWEST]),
        questions={
            student: questions
            for student, answers in sources.items()
            if (questions := choose_questions(unit, student, answers))
        },
    )


def _compute_task_facts(
    unit: Unit, results: Mapping[str, Result], unit_grades: UnitGrades
) -> Iterable[TaskFacts]:
    for task in unit.tasks:
        stands = {student: unit_grades.grades[student].get(task.id) for student in results}
        read = [student for student, own in stands.items() if own is None or not own.waits]
        if not (task.points and read):
            continue
        grades = [unit_grades.grades[student] for student in read]
        own = [g[task.id].score if task.id in g else 0.0 for g in grades]
        rest = [sum(s.score for t, s in g.items() if t != task.id) for g in grades]
        verdicts = [results[student].verdict(task.id) for student in read]
        blank = [v is not None and v.status is Status.NOT_RUN for v in verdicts]
        right = [points >= task.points for points in own]
        try:
            enough = len(own) >= _MIN_STUDENTS
            discrimination = correlation(own, rest) if enough else None
        except StatisticsError:  # all values are equal
            discrimination = None
        means = mean(own), mean(right), mean(blank)
        yield TaskFacts(task.id, task.title, task.points, *means, discrimination)


def _find_mistakes(
    results: Mapping[str, Result], sources: Mapping[str, Sources]
) -> list[KnownMistake]:
    students = defaultdict(list)
    for student, result in results.items():
        for verdict in result.verdicts:
            if verdict.mistake:
                finding = next(f for f in verdict.findings if f.mistake)
                students[verdict.task, finding.mistake].append((student, finding))
    mistakes = []
    for (task, name), cases in students.items():
        student, finding = cases[0]
        example = sources[student].get(task, "")
        mistakes.append(KnownMistake(task, name, len(cases), finding.message, example, student))
    return sorted(mistakes, key=lambda mistake: (-mistake.count, mistake.task, mistake.name))


def _find_unusual_answers(
    results: Mapping[str, Result], sources: Mapping[str, Sources]
) -> Iterable[UnusualAnswer]:
    for student, result in results.items():
        for verdict in result.verdicts:
            if reason := "; ".join(f"{odd.property} {odd.got}" for odd in verdict.odd):
                yield UnusualAnswer(
                    student, verdict.task, reason, sources[student].get(verdict.task, "")
                )


def _find_equal_answers(
    results: Mapping[str, Result], written: Mapping[str, Sources]
) -> list[EqualAnswers]:
    programs: dict[tuple[str, str], set[str]] = defaultdict(set)
    sources: dict[tuple[str, str], set[str]] = defaultdict(set)
    for student, result in results.items():
        for verdict in result.verdicts:
            if verdict.program:
                programs[verdict.task, verdict.program].add(student)
        for task, text in written[student].items():
            sources[task, text].add(student)
    shared: dict[tuple[str, str], dict[str, tuple[set[str], float]]] = defaultdict(dict)
    for kind, groups in (("program", programs), ("source", sources)):
        for (task, _), students in groups.items():
            bits = math.log2(len(results) / len(students))
            # With less than one bit, more than half of the class wrote the same answer.
            if not 2 <= len(students) <= _MAX_GROUP or bits < 1:
                continue
            for pair in combinations(sorted(students), 2):
                before, most = shared[pair].get(task, (set(), 0.0))
                shared[pair][task] = ({*before, kind}, max(most, bits))
    pairs = []
    for pair, tasks in shared.items():
        kinds = [
            tuple(sorted(task for task, (kinds, _) in tasks.items() if kind in kinds))
            for kind in ("program", "source")
        ]
        pairs.append(
            EqualAnswers(pair, kinds[0], kinds[1], sum(bits for _, bits in tasks.values()))
        )
    rare = [pair for pair in pairs if pair.bits >= _MIN_BITS]
    return sorted(rare, key=lambda pair: (-pair.bits, pair.students))[:_MAX_PAIRS]


def _find_published_answers(unit: Unit, written: Mapping[str, Sources]) -> list[PublishedAnswers]:
    names = {
        task.id: {
            normalize_code(text)
            for text in (task.solution, *(variant.source for variant in task.right))
            if _count_statements(text) >= _MIN_STATEMENTS
        }
        for task in unit.judged
    }
    groups = defaultdict(list)
    for student, texts in written.items():
        equal = tuple(task for task, text in texts.items() if text in names.get(task, ()))
        if equal:
            groups[equal].append(student)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[0]), group[0]))
    return [PublishedAnswers(tasks, tuple(students)) for tasks, students in ordered]


def _count_statements(source: str) -> int:
    nodes = ast.walk(ast.parse(source))
    return sum(isinstance(node, ast.stmt) and not _is_text(node) for node in nodes)


def _read_sources(course: Course, unit: Unit, folder: Path, student: str) -> Sources:
    """Return a student's answers by task id, without essays and unchanged stubs.

    If the notebook cannot be read, return {}.
    """
    path = Folders(course.path.parent, folder, student, unit.id).notebook
    try:
        submission = open_submission(course, unit, student, path).submission
    except (ReadableError, OSError):
        return {}
    pieces = [p for p in submission.pieces if p.role == "answer" and p.task in submission.answered]
    return {piece.task: piece.source for piece in pieces}


def normalize_code(source: str) -> str:
    """Return a text that is equal for programs that differ only in variables, comments or layout.

    Only variables and parameters are renamed, not functions. Docstrings are removed. If the source
    is not valid Python, only its whitespace is normalized.
    """
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
    """Return True if a statement is a docstring or another constant, which has no effect."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
