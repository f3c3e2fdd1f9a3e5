"""Statistics of a graded unit, for the instructor's insight page.

Discrimination is the correlation of a task's points with the points of all other tasks.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import StatisticsError, correlation, mean

from autograder.classroom.reports.equal_answers import (
    EqualAnswers,
    PublishedAnswers,
    Sources,
    find_equal_answers,
    find_published_answers,
    normalize_code,
)
from autograder.classroom.reports.questions import Question, choose_questions
from autograder.classroom.submitted import read_submitted
from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Status
from autograder.nbgrader.read_grades import UnitGrades, read_grades
from autograder.results.log import Ledger
from autograder.runner.result import Result

_MAX_SLOWEST = 5
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
    """An answer whose cost is far below the solution's, and therefore passed the cost limit."""

    student: str
    task: str
    reason: str
    source: str


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
    slowest: tuple[tuple[str, float], ...]  # student and judging time in seconds
    questions: Mapping[str, tuple[Question, ...]]  # by student


def insight(course: Course, unit: Unit, folder: Path) -> Insight:
    """Compute a unit's statistics from the class's ledger, gradebook and submissions.

    Raise CourseError if the ledger has no result for any student in the gradebook.
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
        equal_answers=tuple(find_equal_answers(results, texts)),
        published=tuple(find_published_answers(unit, texts)),
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
        grade_of = {student: unit_grades.grades[student].get(task.id) for student in results}
        graded = [
            student for student, grade in grade_of.items() if grade is None or not grade.waits
        ]
        if not (task.points and graded):
            continue
        grades = [unit_grades.grades[student] for student in graded]
        task_points = [g[task.id].score if task.id in g else 0.0 for g in grades]
        other_points = [sum(s.score for t, s in g.items() if t != task.id) for g in grades]
        verdicts = [results[student].verdict(task.id) for student in graded]
        blank = [v is not None and v.status is Status.NOT_RUN for v in verdicts]
        right = [points >= task.points for points in task_points]
        try:
            enough = len(task_points) >= _MIN_STUDENTS
            discrimination = correlation(task_points, other_points) if enough else None
        except StatisticsError:  # all values are equal
            discrimination = None
        means = mean(task_points), mean(right), mean(blank)
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


def _read_sources(course: Course, unit: Unit, folder: Path, student: str) -> Sources:
    """Return a student's answers by task id, without essays and unchanged stubs."""
    opened = read_submitted(course, unit, folder, student)
    answers = opened.submission.answers if opened else {}
    return {task.id: answers[task.id] for task in unit.judged if task.id in answers}
