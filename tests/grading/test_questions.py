"""The questions of the insight page about each student's own answers."""

from __future__ import annotations

import re

from classroom import FIRST, SECOND, Class

from autograder import Course
from autograder.classroom.reports.insight import insight
from autograder.classroom.reports.insight_page import insight_page
from autograder.classroom.reports.questions import choose_questions


def test_each_question_compares_the_answer_with_a_wrong_answer(course: Course) -> None:
    unit = course.unit(SECOND)
    answers = {task.id: task.solution for task in unit.judged}
    questions = choose_questions(unit, "ada", answers)
    assert {question.task for question in questions} == answers.keys()
    for question in questions:
        assert question.answer == answers[question.task]
        messages = {wrong.source: wrong.message for wrong in unit.task(question.task).wrong}
        assert question.explanation == " ".join(messages[question.wrong_answer].split())
    assert choose_questions(unit, "ada", answers) == questions, "the choice is not random"


def test_no_question_is_about_a_mistake_that_the_student_made(course: Course) -> None:
    unit = course.unit(FIRST)
    task = next(task for task in unit.judged if len(task.wrong) == 2)
    for mistake, other in (task.wrong, task.wrong[::-1]):
        (question,) = choose_questions(unit, "bob", {task.id: mistake.source})
        assert question.wrong_answer == other.source


def test_page_has_questions_for_each_student_with_answers(klass: Class) -> None:
    page = insight_page(insight(klass.course, klass.course.unit(SECOND), klass.folder))
    counts = dict(re.findall(r"<summary>(\w+): (\d) questions?</summary>", page))
    assert counts["ada"] == str(len(klass.course.unit(SECOND).judged))
    assert "cyd" not in counts, "cyd has no answers"
