"""Questions for a conversation about a submission: the student's code beside a known wrong answer.

Nothing is run, and the same student gets the same questions again.
"""

from pathlib import Path

from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task, Variant
from autograder.core.digest import digest
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain, printable
from autograder.nbgrader.folders import Folders
from autograder.runner.submissions.open_submission import open_submission

COUNT = 5


def questions(course: Course, folder: Path, student: str, unit: Unit) -> str:
    """Return up to five answers, each with a wrong one, and the mistake for the examiner."""
    path = Folders(course.path.parent, folder, student, unit.id).notebook
    if not path.is_file():
        advice = f"It should be in {path.parent}; `submitted/` has a folder for each student."
        raise CourseError(f"{plain(student)} has no submission for {unit.id}.", advice)
    submission = open_submission(course, unit, student, path).submission
    answers = {piece.task: piece.source for piece in submission.pieces if piece.role == "answer"}
    # Do not ask about a mistake that the student made.
    mistakes = {
        task: [wrong for wrong in task.wrong if wrong.source.strip() not in answers[task.id]]
        for task in unit.judged
        if task.id in submission.answered
    }
    possible = [task for task, others in mistakes.items() if others]
    asked = sorted(possible, key=lambda task: _draw_number(student, task))[:COUNT]
    if not asked:
        advice = "A question needs an answer, and a known mistake that differs from it."
        raise CourseError(f"There is no question about {unit.id} for {plain(student)}.", advice)
    head = f"{plain(student)}, {unit.id}: {len(asked)} questions, each on an answer of theirs."
    each = [
        (task, mistakes[task][_draw_number(student, task) % len(mistakes[task])]) for task in asked
    ]
    return "\n\n".join(
        [head, *(_question(answers[task.id], task, mistake) for task, mistake in each)]
    )


def _draw_number(student: str, task: Task) -> int:
    return int(digest(f"{student}\0{task.id}"), 16)


def _question(answer: str, task: Task, mistake: Variant) -> str:
    return "\n\n".join(
        [
            f"{task.id}: {task.title}",
            _code(answer),
            "This one is wrong. What is wrong with it, and what does yours do in its place?",
            _code(mistake.source),
            f"For you: {' '.join(mistake.message.split())}",
        ]
    )


def _code(source: str) -> str:
    return "\n".join(f"    {printable(line)}".rstrip() for line in source.strip().splitlines())
