"""Which long rows a run takes: `make test` none, `make proof` all, CI those that a change reaches.

A row is long when it holds a rule once more, on one more input: every right answer of every task,
each attack with its defence off, the whole book in a browser. It bears the marker `proof`.
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
# What the tests of a folder import, read and run, as paths begin; themselves beside it.
_GRADER = ("manylanes/", "autograder/", "tests/mini/")
REACHED_BY = {
    "manylanes": ("manylanes/", "book/suites/"),
    "suites": ("manylanes/", "book/suites/", "book/data/records/"),
    "autograder": (*_GRADER, "solutions/"),
    "home": (*_GRADER, "solutions/"),
    "honest": (*_GRADER, "solutions/"),
    "grading": _GRADER,
    "attacks": _GRADER,
    "course": (*_GRADER, "solutions/", "book/", "exercises/", "tools/"),
    "book": ("book/", "manylanes/", "autograder/", "solutions/", "tools/", "_config.yml"),
}
EVERYBODYS = ("requirements.txt", "pyproject.toml", "tests/conftest.py", "tests/reach.py")


def one_of_each(rows: Iterable[Any], kind: Callable[[Any], Any] = type) -> list[Any]:
    """Rows of a table of which the first of each kind is short: the others hold its rule again."""
    known: set[Any] = set()
    made = []
    for row in rows:
        again = (of := kind(row)) in known
        known.add(of)
        made.append(pytest.param(row, marks=pytest.mark.proof) if again else row)
    return made


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> str:
    """Drop long rows that the change does not reach, all but every so manieth; say how many."""
    since, share = config.getoption("--since"), config.getoption("--share")
    if not since and share == 1:
        return ""
    paths = changed(since) if since else set()
    long = [item for item in items if item.get_closest_marker("proof")]
    reached = {item for item in long if reaches(paths, item.path, item.name)}
    commit = _git("rev-parse", "HEAD")
    others = {item for item in long if drawn(item.nodeid, commit, share)} - reached
    left = set(long) - reached - others
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=list(left))
    because = f"{len(reached)} reached by what changed since {since}, and " if since else ""
    return f"of {len(long)} long rows: {because}one in {share} of the others, {len(others)}"


def reaches(paths: set[str], test: Path, row: str) -> bool:
    folder = test.relative_to(TESTS).parts[0]
    begins = (*EVERYBODYS, f"tests/{folder}/", *REACHED_BY[folder])
    return any(path.startswith(begins) and not _of_others(path, row) for path in paths)


def _of_others(path: str, row: str) -> bool:
    """Whether a file is one unit's, and the row names another unit."""
    units = {folder.name for folder in (ROOT / "solutions").iterdir()}
    named = units.intersection(re.findall(r"\w+", row))
    return bool(named) and _unit(path) in units - named


def _unit(path: str) -> str:
    top, _, rest = path.partition("/")
    return rest.partition("/")[0] if top in ("solutions", "exercises") else ""


def drawn(row: str, commit: str, share: int) -> bool:
    """The same in each worker of a run, and another with each commit: each row has its turn."""
    return (zlib.crc32(row.encode()) + zlib.crc32(commit.encode())) % share == 0


def changed(since: str) -> set[str]:
    """Paths that are not as they were then, those that git does not know yet among them."""
    known = _git("diff", "--name-only", "--no-renames", since)
    fresh = _git("ls-files", "--others", "--exclude-standard")
    return {*known.splitlines(), *fresh.splitlines()}


def _git(*words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise pytest.UsageError(f"git {' '.join(words)}: {ran.stderr.strip()}")
    return ran.stdout
