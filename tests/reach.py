"""Select the long rows of a run: `make test` none, `make proof` all, CI a share of them.

A row is long if it repeats a rule on one more input, such as every right answer of every task or
each attack with its defence off. It has the marker `proof`.
"""

from __future__ import annotations

import re
import subprocess
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = Path(__file__).parent


def one_of_each(rows: Iterable[Any], kind: Callable[[Any], Any] = type) -> list[Any]:
    """Mark every row of a table as long, except the first of each kind."""
    known: set[Any] = set()
    marked = []
    for row in rows:
        repeats = (of := kind(row)) in known
        known.add(of)
        mark = pytest.mark.proof(repeats=True)
        marked.append(pytest.param(row, marks=mark) if repeats else row)
    return marked


def select_long_rows(config: pytest.Config, items: list[pytest.Item]) -> str:
    """Deselect long rows that are neither required nor drawn and return the counts as a line."""
    share = config.getoption("--share")
    if share == 1:
        return ""
    since, commit = config.getoption("--since"), _git("rev-parse", "HEAD")
    paths = changed(since) if since else set()
    long = [item for item in items if item.get_closest_marker("proof")]
    required = {item for item in long if is_book_row(item) or has_changed(paths, item)}
    others = [item for item in long if item not in required]
    omitted = {item for item in others if not is_drawn(item.nodeid, commit, share)}
    items[:] = [item for item in items if item not in omitted]
    config.hook.pytest_deselected(items=list(omitted))
    return (
        f"{len(long)} long rows: {len(required)} required, {len(others) - len(omitted)} drawn "
        f"(one in {share}), {len(omitted)} left out"
    )


def is_book_row(item: pytest.Item) -> bool:
    """Return True for a row of `tests/book`, unless it repeats the row of another page."""
    repeats = any(mark.kwargs.get("repeats") for mark in item.iter_markers("proof"))
    return item.path.parent == TESTS / "book" and not repeats


def has_changed(paths: set[str], item: pytest.Item) -> bool:
    """Return True if the file of the row changed, or the unit that the row names."""
    units = {path.split("/")[1] for path in paths if path.startswith("solutions/")}
    file = item.path.relative_to(ROOT).as_posix()
    return file in paths or bool(units.intersection(re.findall(r"\w+", item.name)))


def is_drawn(row: str, commit: str, share: int) -> bool:
    """Draw one row in `share`: the same rows in each worker, others with each commit."""
    return (zlib.crc32(row.encode()) + zlib.crc32(commit.encode())) % share == 0


def changed(since: str) -> set[str]:
    """Return the paths that differ from a revision, including untracked files."""
    known = _git("diff", "--name-only", "--no-renames", since)
    fresh = _git("ls-files", "--others", "--exclude-standard")
    return {*known.splitlines(), *fresh.splitlines()}


def _git(*words: str) -> str:
    result = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        raise pytest.UsageError(f"git {' '.join(words)}: {result.stderr.strip()}")
    return result.stdout
