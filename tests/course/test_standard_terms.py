"""The standard terms of the field occur in a chapter and in the glossary, and chapters use them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted((ROOT / "book").glob("[0-9]*.md"))

# Readers must be able to search for the standard terms.
TERMS = [
    *("memory-bound", "compute-bound", "arithmetic intensity", "FLOP", "giga", "tera"),
    *("streaming multiprocessor", "tensor core", "kernel", "thread", "block", "device"),
    *("DRAM", "HBM", "coalescing", "predication", "SMT", "out-of-order execution"),
    *("tracing", "dtype", "floating point"),
    *("CUDA core", "cycle", "host", "socket", "branch prediction", "pointer chasing", "prefetch"),
    *("gradient", "iteration", "reduction", "critical path", "min-plus product", "Amdahl's law"),
    *("batch axis", "batched matmul", "pytree", "prefix scan", "linear recurrence"),
    *("mesh", "shard", "micro-batch", "activations"),
]


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_chapter_with_numbers_of_the_xeon_names_it(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "xeon: " not in text or "Intel Xeon" in text or "the Xeon" in text


@pytest.mark.parametrize("name", TERMS)
def test_standard_term_occurs_in_a_chapter_and_the_glossary(name: str) -> None:
    entries = re.findall(r"(?m)^(\S.*)$", (ROOT / "book/glossary.md").read_text())
    assert name in entries
    word = name.replace("-", "[- ]")
    assert any(re.search(rf"(?i)\b{word}", page.read_text()) for page in CHAPTERS)
