"""CONTRIBUTING.md lists the rules, header fields, cells and kinds of the code."""

from __future__ import annotations

import re

from autograder.authoring.rule_list import FILE, insert_rules
from autograder.core.course.task_file import ANSWER_TITLE, TITLE
from autograder.core.course.task_header import HEADER
from autograder.core.kinds import KINDS

TEXT = FILE.read_text(encoding="utf-8")


def table(heading: str) -> list[str]:
    """Return the first column of a table."""
    rows = TEXT.split(f"| {heading} | |\n|---|---|\n")[1].split("\n\n")[0]
    return re.findall(r"(?m)^\| `([^`]+)`", rows)


def test_rules_match_the_code() -> None:
    assert insert_rules(TEXT) == TEXT, "run: .venv/bin/python -m autograder.authoring.rule_list"


def test_header_cells_and_kinds_match_the_code() -> None:
    assert set(table("header")) == set(HEADER)
    cells = table("cell")
    assert len(cells) == 6
    assert all(TITLE.match(title) or ANSWER_TITLE.match(title) for title in cells)
    (kinds,) = re.findall(r"(?m)^\| `kind` \| (.*) \|$", TEXT)
    assert re.findall(r"`(\w+)`", kinds) == list(KINDS)
