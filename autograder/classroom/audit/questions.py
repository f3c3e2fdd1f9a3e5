"""Questions for a conversation about what a student handed in: their code beside another's slip.

Nothing is run. The same student gets the same questions again.
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
    """For each of five answers a known wrong one, to be told apart from it, and what is wrong."""
    path = Folders(course.path.parent, folder, student, unit.id).notebook
    if not path.is_file():
        mend = f"It would stand in {path.parent}; `submitted/` has who handed in."
        raise CourseError(f"Nothing of {plain(student)} is there for {unit.id}.", mend)
    submission = open_submission(course, unit, student, path).submission
    answers = {piece.task: piece.source for piece in submission.pieces if piece.role == "answer"}
    # What they wrote themselves is no question, where it is one of the mistakes.
    slips = {
        task: [each for each in task.wrong if each.source.strip() not in answers[task.id]]
        for task in unit.judged
        if task.id in submission.answered
    }
    able = [task for task, others in slips.items() if others]
    asked = sorted(able, key=lambda task: _lot(student, task))[:COUNT]
    if not asked:
        mend = "It takes an answer, and a known mistake that is another."
        raise CourseError(f"{plain(student)} can be asked nothing about {unit.id}.", mend)
    head = f"{plain(student)}, {unit.id}: {len(asked)} questions, each on an answer of theirs."
    each = [(task, slips[task][_lot(student, task) % len(slips[task])]) for task in asked]
    return "\n\n".join([head, *(_question(answers[task.id], task, slip) for task, slip in each)])


def _lot(student: str, task: Task) -> int:
    return int(digest(f"{student}\0{task.id}"), 16)


def _question(answer: str, task: Task, slip: Variant) -> str:
    return "\n\n".join(
        [
            f"{task.id}: {task.title}",
            _code(answer),
            "This one is wrong. What is wrong with it, and what does yours do in its place?",
            _code(slip.source),
            f"For you: {' '.join(slip.message.split())}",
        ]
    )


def _code(source: str) -> str:
    return "\n".join(f"    {printable(line)}".rstrip() for line in source.strip().splitlines())
