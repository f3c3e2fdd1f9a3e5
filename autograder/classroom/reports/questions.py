"""Choose questions for a conversation with a student about the student's answers.

Each question compares an answer with a wrong answer to the same task. A digest of the student's id
and the task's id selects the questions, so the same submission gets the same questions each time.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from autograder.core.course.course import Unit
from autograder.core.course.task import Task
from autograder.core.digest import digest

_MAX_QUESTIONS = 5


@dataclass(frozen=True)
class Question:
    """A student's answer, a known wrong answer to the same task, and what is wrong with it."""

    task: str
    title: str
    answer: str
    wrong_answer: str
    explanation: str


def choose_questions(unit: Unit, student: str, answers: Mapping[str, str]) -> tuple[Question, ...]:
    """Return at most five questions on a student's answers, at most one for each judged task."""
    questions = []
    for task in unit.judged:
        answer = answers.get(task.id, "")
        # Skip a wrong answer that the student's answer contains.
        wrong_answers = [wrong for wrong in task.wrong if wrong.source.strip() not in answer]
        if answer and wrong_answers:
            wrong = wrong_answers[_draw_number(student, task) % len(wrong_answers)]
            explanation = " ".join(wrong.message.split())
            question = Question(task.id, task.title, answer, wrong.source, explanation)
            questions.append((_draw_number(student, task), question))
    questions.sort(key=lambda pair: pair[0])
    return tuple(question for _, question in questions[:_MAX_QUESTIONS])


def _draw_number(student: str, task: Task) -> int:
    return int(digest(f"{student}\0{task.id}"), 16)
