"""Texts for students avoid a list of words that are hard for non-native speakers of English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.core.course.task import Task

TASKS = sorted((Path(__file__).parents[2] / "solutions").glob("[0-9]*/[0-9]*.py"))

# Words that a reader at level B1 may not know, and their replacements.
HARD = {
    r"[Aa]sked (?:for )?(?:is|are)\b": "The task asks for ...",
    r"^Right (?:\w+, |but for\b|and\b)": "Your values are right, but ...",
    r"^Right, (?:one|by|from) ": "Right, but you take one after another",
    r"\b[Ff]ore(?:tell|told)\b(?!`)": "predict",
    r"\bnought\b": "0",
    r"\bis no (?:number|array)\b": "is not a number",
    r"\b[Ww]ith you\b": "in your answer",
    r"\bby a hair\b|\bby heart\b|\bin vain\b": "slightly; remember; for nothing",
    r"\bless (?:minus|twice|\d)": "minus",
    r"\b(?:nothing|infinity) over (?:nothing|infinity)\b": "0 / 0",
    r"\bt(?:ake|akes|aken|ook) (?:[\w`]+ ){0,6}off (?:all|each|before|first|it|the)\b": "subtract",
}


@pytest.mark.parametrize("path", TASKS, ids=lambda path: f"{path.parent.name[:2]}/{path.stem[:2]}")
def test_task_uses_easy_words(path: Path) -> None:
    task = Task.read(path)
    texts = [task.prose, *task.hints, *(wrong.message for wrong in task.wrong)]
    hard = [
        (match[0], plain)
        for text in texts
        for phrase, plain in HARD.items()
        if (match := re.search(phrase, " ".join(text.split())))
    ]
    assert hard == []
