"""Each claim of the book is complete: words, how it is decided, where, and who asks for it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from autograder import Course

HOUSE = Path(__file__).parents[2]
CLAIMS = tomllib.loads((HOUSE / "book/data/claims.toml").read_text(encoding="utf-8"))


def test_each_claim_has_its_words_its_way_to_a_ruling_and_its_place() -> None:
    said = {"article", "words", "claim", "chapter", "correct", "source"}
    ways = ({"machine", "metric", "fixed", "rules"}, {"ruling"})
    odd = [
        name
        for name, claim in CLAIMS.items()
        if claim.keys() - {"task", "untasked", "changed"} not in [said | way for way in ways]
    ]
    assert odd == []


def test_a_graded_task_asks_for_each_claim_or_it_is_said_why_none_does() -> None:
    course = Course(HOUSE / "solutions")
    graded = {
        f"{name[:2]}/{task.path.name[:2]}"
        for name in course.units
        for task in course.unit(name).tasks
        if task.points > 0
    }
    named = {name: claim["task"] for name, claim in CLAIMS.items() if "task" in claim}
    assert {name: task for name, task in named.items() if task not in graded} == {}
    assert CLAIMS.keys() - named.keys() == {n for n, it in CLAIMS.items() if it.get("untasked")}
