"""Where a record comes from: versions, commit, date."""

from __future__ import annotations

import datetime
import platform
from importlib.metadata import version
from pathlib import Path

from manylanes._book import SUITES
from manylanes._device.machine import Machine

_PACKAGE = Path(__file__).resolve().parents[1]


def versions() -> dict[str, str]:
    packages = {name: version(name) for name in ("jax", "jaxlib", "numpy")}
    return {"python": platform.python_version(), **packages}


def commit(machine: Machine) -> str | None:
    """The last commit that touched the instrument or the book's suites, and whether they were
    changed since."""

    def git(*words: str) -> str | None:
        return machine.run("git", "-C", str(_PACKAGE), *words)

    where = (".", *([str(SUITES)] if SUITES.is_dir() else []))
    last = git("log", "-1", "--format=%h", "--", *where)
    if last is None:
        return None
    return f"{last} with changes" if git("status", "--porcelain", "--", *where) else last


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
