"""`autograder questions`: what a student may be asked about their own answers."""

from __future__ import annotations

import re

import pytest
from classroom import FIRST, SECOND, Class, hand_in, notebook_bytes

Said = pytest.CaptureFixture[str]


def code(text: str) -> str:
    return " ".join(text.split())


def asked(said: str) -> dict[str, tuple[str, ...]]:
    """Of each task the student's answer, another's slip, and what is wrong with that."""
    parts = r"^(\w+): .*\n\n([^\0]*?)\n\nThis one is wrong.*\n\n([^\0]*?)\n\nFor you: (.*)$"
    return {task: tuple(map(code, rest)) for task, *rest in re.findall(parts, said, re.M)}


def test_each_question_stands_between_their_answer_and_anothers_slip(
    klass: Class, capsys: Said
) -> None:
    assert klass.command("questions", "ada", "02") == 0
    said = capsys.readouterr().out
    tasks = {task.id: task for task in klass.course.unit(SECOND).judged}
    assert said.startswith(f"ada, {SECOND}: {len(tasks)} questions")
    assert asked(said).keys() == tasks.keys()
    for name, (own, slip, message) in asked(said).items():
        assert own.endswith(code(tasks[name].solution))
        assert message == {code(e.source): code(e.message) for e in tasks[name].wrong}[slip]
    assert klass.command("questions", "ada", "02") == 0
    assert capsys.readouterr().out == said, "the same student is asked the same"


def test_nobody_is_asked_about_their_own_slip(klass: Class, capsys: Said) -> None:
    judged = klass.course.unit(FIRST).judged
    task = next(task for task in judged if len(task.wrong) == 2)
    for slip, other in (task.wrong, task.wrong[::-1]):
        answer = notebook_bytes(klass.course, FIRST, {task.id: slip.source})
        hand_in(klass.folder, "bob", answer, FIRST)
        assert klass.command("questions", "bob", "01") == 0
        ((own, shown, _message),) = asked(capsys.readouterr().out).values()
        assert own.endswith(code(slip.source))
        assert shown == code(other.source)


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("dan", f"dan has no submission for {SECOND}."),
        ("cyd", f"There is no question about {SECOND} for cyd"),
    ],
)
def test_who_can_be_asked_nothing_is_told(
    klass: Class, capsys: Said, student: str, words: str
) -> None:
    assert klass.command("questions", student, "02") == 2
    assert words in capsys.readouterr().err
