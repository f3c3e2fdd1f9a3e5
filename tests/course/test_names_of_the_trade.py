"""What the field calls a thing stands in a chapter and in the glossary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted((ROOT / "book").glob("[0-9]*.md"))

# What the field calls the things of this book: whoever learned them must be able to search for it.
TRADE_NAMES = [
    *("memory-bound", "compute-bound", "arithmetic intensity", "FLOP", "giga", "tera"),
    *("streaming multiprocessor", "tensor core", "kernel", "thread", "block", "device"),
    *("DRAM", "HBM", "coalescing", "predication", "SMT", "out-of-order execution"),
    *("tracing", "dtype", "floating point"),
    *("batch axis", "batched matmul", "pytree", "prefix scan", "linear recurrence"),
]


@pytest.mark.parametrize("name", TRADE_NAMES)
def test_a_trade_name_stands_in_a_chapter_and_in_the_glossary(name: str) -> None:
    entries = re.findall(r"(?m)^(\S.*)$", (ROOT / "book/glossary.md").read_text())
    assert name in entries
    word = name.replace("-", "[- ]")
    assert any(re.search(rf"(?i)\b{word}", page.read_text()) for page in CHAPTERS)
