"""Select the long rows that a run includes: `make test` none, `make proof` all, and CI a share.

A row is a test with one set of parameters. It is long, and has the marker `proof`, if it tests a
rule on one more input, such as each right answer of each task or each attack without its defence.
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


def row_id(task: Any) -> str:
    """Return a test id that contains the unit, because `has_changed` searches the id for it."""
    return f"{task.unit}/{task.id}"


def select_long_rows(config: pytest.Config, items: list[pytest.Item]) -> str:
    """Deselect long rows that are neither required nor drawn, and return the counts as a line.

    With a share of 1, deselect nothing and return "".
    """
    share = config.getoption("--share")
    if share == 1:
        return ""
    since, commit = config.getoption("--since"), _git("rev-parse", "HEAD")
    paths = changed(since) if since else {"book/"}  # unknown changes may concern the book
    long = [item for item in items if item.get_closest_marker("proof")]
    required = {item for item in long if has_changed(paths, item)}
    others = [item for item in long if item not in required]
    omitted = {item for item in others if not is_drawn(item.nodeid, commit, share)}
    items[:] = [item for item in items if item not in omitted]
    config.hook.pytest_deselected(items=list(omitted))
    return (
        f"{len(long)} long rows: {len(required)} required, {len(others) - len(omitted)} drawn "
        f"(one in {share}), {len(omitted)} left out"
    )


def has_changed(paths: set[str], item: pytest.Item) -> bool:
    """Return True if the test file of the row, the unit that it names, or the book has changed.

    If the book has changed, one row of each test in `tests/book` is required. Rows that repeat the
    test on another page are not. If only pages have changed, rows of other pages are not required.
    """
    units = {path.split("/")[1] for path in paths if path.startswith("solutions/")}
    file, words = item.path.relative_to(ROOT).as_posix(), set(re.findall(r"\w+", item.name))
    return (
        file in paths
        or not units.isdisjoint(words)
        or (
            file.startswith("tests/book/")
            and not any(mark.kwargs.get("repeats") for mark in item.iter_markers("proof"))
            and _book_has_changed(paths, words)
        )
    )


def _book_has_changed(paths: set[str], words: set[str]) -> bool:
    """Return True if a file other than a page has changed, or a page that the row names.

    A row that does not name a page applies to all pages.
    """
    changed_files = {path for path in paths if path.startswith("book/")}
    pages = {f"book/{path.name}" for path in (ROOT / "book").glob("*.md")}
    named = {f"book/{word}.md" for word in words} & pages
    return not changed_files <= pages or bool(changed_files & (named or pages))


def is_drawn(row: str, commit: str, share: int) -> bool:
    """Return True for about one row in `share`. Only the row and the commit determine which."""
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
