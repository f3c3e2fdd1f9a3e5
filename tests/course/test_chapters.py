"""Every chapter has its parts in their order; every unit has tasks enough and not too many."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from autograder import Course, Unit

ROOT = Path(__file__).parents[2]
COURSE = Course.find(ROOT)
CHAPTERS = sorted((ROOT / "book").glob("[0-9]*.md"))
CLAIMS = tomllib.loads((ROOT / "book/data/claims.toml").read_text())
# What a chapter holds, in this order, whatever its sections are called.
ORDER = (
    r"\{predict\}",
    r"\{measured-(?:table|bars)\}",
    r"\{explorable\}",
    r"\{code-cell\}",
    r"\{ruling\}",
    r"\{task-table\}",
)
# A heading that every chapter could have tells nobody what its section says.
EMPTY = {"Predict", "Measure", "Play", "Explain", "Ruling", "Rulings", "Do"}
RULED = re.compile(r"```\{ruling\} (\S+)\n(:folded:)?")


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_a_chapter_asks_measures_lets_play_explains_rules_and_sets_tasks(page: Path) -> None:
    text = page.read_text()
    question, *sections = text.split("\n# ", 1)[1].split("\n## ")
    assert "?" in question
    assert re.search(r"\{cite:p\}`A\d", question)
    body = "\n## ".join(sections)
    place = 0
    for part in ORDER:
        found = re.compile("```" + part).search(body, place)
        assert found, f"{part} is missing, or stands before what should precede it"
        place = found.start()
    assert text.count("{explorable}") == 1


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_the_titles_of_a_chapter_say_what_its_sections_say(page: Path) -> None:
    titles = re.findall(r"(?m)^##+ (.+)$", page.read_text())
    assert not EMPTY & set(titles)
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_a_chapter_rules_on_its_claims_and_on_no_others(page: Path) -> None:
    ruled = RULED.findall(page.read_text())
    assert 1 <= sum(not folded for _, folded in ruled) <= 3
    assert sorted(name for name, _ in ruled) == sorted(
        name for name, claim in CLAIMS.items() if claim["chapter"] == page.stem[:2]
    )


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_quotes_a_short_clause_of_its_article(name: str) -> None:
    words = CLAIMS[name]["words"].split()
    assert 4 <= len(words) <= 25


# What the field calls the things of this book: whoever learned them must be able to search for it.
TRADE_NAMES = [
    *("memory-bound", "compute-bound", "arithmetic intensity", "FLOP", "giga", "tera"),
    *("streaming multiprocessor", "tensor core", "kernel", "thread", "block", "device"),
    *("DRAM", "HBM", "coalescing", "predication", "SMT", "out-of-order execution"),
    *("tracing", "dtype", "floating point"),
]


@pytest.mark.parametrize("name", TRADE_NAMES)
def test_a_trade_name_stands_in_a_chapter_and_in_the_glossary(name: str) -> None:
    entries = re.findall(r"(?m)^(\S.*)$", (ROOT / "book/glossary.md").read_text())
    assert name in entries
    word = name.replace("-", "[- ]")
    assert any(re.search(rf"(?i)\b{word}", page.read_text()) for page in CHAPTERS)


@pytest.mark.parametrize("unit", COURSE.units.values(), ids=lambda unit: unit.id)
def test_a_unit_has_four_to_six_graded_tasks_and_one_challenge(unit: Unit) -> None:
    graded = [task for task in unit.tasks if task.points]
    assert 4 <= len(graded) <= 6
    assert sum(task.points for task in graded) == 10
    assert [task for task in graded if task.star] == graded[-1:]
    for task in graded:
        assert len(task.hints) == 3, task.id
        assert [cell for cell in task.cells if cell.title.startswith("wrong")], task.id
