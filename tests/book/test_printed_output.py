"""Run the code cells of the pages and compare what they print with the prose that relies on it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from contextlib import chdir
from dataclasses import dataclass
from itertools import pairwise

import pytest
from books import CELL, ROOT
from notebook_cells import notebook_shell, run_cells

NUMBER = re.compile(r"[-+]?(\d[\d,]*)?\.?\d+(e[-+]?\d+)?")


class Printed:
    """What one cell printed: its text, and the numbers of each line by the other words of the line.

    `printed["vmap"]` lists the numbers of all lines labelled "vmap", in order. Lines of numbers
    alone have the label "". Brackets, colons and percent signs are not part of a number.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.numbers: dict[str, list[float]] = {}
        for line in text.splitlines():
            bare = {word: word.strip("()[]{}:;,%") for word in line.split()}
            label = " ".join(word for word in line.split() if not NUMBER.fullmatch(bare[word]))
            found = [bare[word].replace(",", "") for word in line.split()]
            numbers = [float(word) for word in found if NUMBER.fullmatch(word)]
            self.numbers.setdefault(label.strip(":"), []).extend(numbers)

    def __getitem__(self, label: str) -> list[float]:
        return self.numbers[label]


@dataclass(frozen=True)
class Row:
    """A sentence of a page, and the relation between printed values that makes it true.

    A relation compares printed values with one another, or with a value that the sentence states.
    """

    page: str
    cell: str  # text that occurs in the source of this cell and of no other cell of the page
    sentence: str  # as the page has it; line breaks do not count
    relation: Callable[[Printed], bool]


def rising(values: list[float]) -> bool:
    return all(a < b for a, b in pairwise(values))


def falling(values: list[float]) -> bool:
    return rising(values[::-1])


PAGES_TO_10 = (
    Row(
        "05_matmul_cost",
        "fat, thin =",
        "The second line costs a hundred times the best.",
        lambda p: p["(A B) (C D) FLOP"] == [100 * p["A ((B C) D) FLOP"][0]],
    ),
)
# Rows of the pages from 11 on.
PAGES_FROM_11: tuple[Row, ...] = ()
ROWS = (*PAGES_TO_10, *PAGES_FROM_11)


def page_text(page: str) -> str:
    return (ROOT / f"book/{page}.md").read_text(encoding="utf-8")


def cell_number(row: Row) -> int:
    cells = CELL.findall(page_text(row.page))
    found = [number for number, source in enumerate(cells) if row.cell in source]
    assert len(found) == 1, f"{row.page}: {len(found)} cells contain {row.cell!r}; 1 expected"
    return found[0]


@functools.cache
def outputs(page: str) -> list[str]:
    """Run the cells of a page in the folder of the book, up to the last that a row asks for."""
    last = max(cell_number(row) for row in ROWS if row.page == page)
    with chdir(ROOT / "book"), notebook_shell() as shell:
        return run_cells(shell, CELL.findall(page_text(page))[: last + 1])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.page}: {row.sentence[:40]}")
def test_sentence_agrees_with_printed_output(row: Row) -> None:
    text = " ".join(page_text(row.page).split())
    assert " ".join(row.sentence.split()) in text, f"{row.page} has no sentence {row.sentence!r}"
    printed = Printed(outputs(row.page)[cell_number(row)])
    assert row.relation(printed), f"{row.page}: {row.sentence}\nThe cell prints:\n{printed.text}"
