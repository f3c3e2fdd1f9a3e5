"""The references, lower bounds and numbers in the paper agree with the book."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from autograder import Course

ROOT = Path(__file__).resolve().parents[2]
_, HEAD, BODY = (ROOT / "paper/paper.md").read_text(encoding="utf-8").split("---\n", 2)


def entries(path: str) -> dict[str, str]:
    text = (ROOT / path).read_text(encoding="utf-8")
    return {match[1]: match[0] for match in re.finditer(r"(?ms)^@\w+\{([^,]+),.*?^\}", text)}


def test_references_are_cited_and_equal_those_of_the_book() -> None:
    ours, books = entries("paper/paper.bib"), entries("book/references.bib")
    assert "bibliography: paper.bib" in HEAD
    assert set(re.findall(r"\[@([^]]+)\]", BODY)) == set(ours)
    assert {key: books[key] for key in ours if key in books}.items() <= ours.items()


def test_stated_lower_bounds_hold() -> None:
    course = Course.find(ROOT / "book")
    tasks = [task for name in course.units for task in course.unit(name).tasks]
    claims = tomllib.loads((ROOT / "book/data/claims.toml").read_text(encoding="utf-8"))
    there = {
        "chapters": len(course.units),
        "claims": len(claims),
        "graded tasks": sum(task.points > 0 for task in tasks),
        "wrong answers": sum(len(task.wrong) for task in tasks),
    }
    stated = re.findall(r"ore than ([\d,]+) ([a-z]+ ?(?:tasks|answers)?)", BODY)
    assert {what.strip() for _, what in stated} == set(there)
    for number, what in stated:
        assert int(number.replace(",", "")) < there[what.strip()]


def test_quoted_numbers_are_in_the_data_of_the_book() -> None:
    known = tomllib.loads((ROOT / "book/data/literature.toml").read_text(encoding="utf-8"))[
        "lee2010"
    ]
    most, gap = known["most_claimed"]["value"], known["average_gap"]["value"]
    assert f"10 to {most:,} times shrank to {gap} times" in BODY
