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
ORDER = ["Predict", "Measure", "Play", "Explain", "Ruling", "Do", "Summary", "Further reading"]


def section(text: str, name: str) -> str:
    return text.split(f"\n## {name}", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_a_chapter_has_its_parts_in_their_order(page: Path) -> None:
    text = page.read_text()
    headings = [found.removesuffix("s") for found in re.findall(r"(?m)^## (.+)$", text)]
    assert [found for found in headings if found in ORDER] == ORDER
    question = text.split("\n# ", 1)[1].split("\n## ", 1)[0]
    assert "?" in question
    assert re.search(r"\{cite:p\}`A\d", question)
    assert "{predict}" in section(text, "Predict")
    assert re.search(r"\{measured-(table|bars)\}", section(text, "Measure"))
    assert text.count("{explorable}") == section(text, "Play").count("{explorable}") == 1
    assert "{code-cell}" in section(text, "Explain")
    assert "{task-table}" in section(text, "Do")


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_a_chapter_rules_on_its_claims_and_on_no_others(page: Path) -> None:
    ruled = re.findall(r"```\{ruling\} (\S+)", section(page.read_text(), "Ruling"))
    assert ruled
    assert sorted(ruled) == sorted(
        name for name, claim in CLAIMS.items() if claim["chapter"] == page.stem[:2]
    )


@pytest.mark.parametrize("unit", COURSE.units.values(), ids=lambda unit: unit.id)
def test_a_unit_has_four_to_six_graded_tasks_and_one_challenge(unit: Unit) -> None:
    graded = [task for task in unit.tasks if task.points]
    assert 4 <= len(graded) <= 6
    assert sum(task.points for task in graded) == 10
    assert [task for task in graded if task.star] == graded[-1:]
    for task in graded:
        assert len(task.hints) == 3, task.id
        assert [cell for cell in task.cells if cell.title.startswith("wrong")], task.id
