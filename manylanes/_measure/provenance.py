"""Provenance of results: versions, commit and date."""

from __future__ import annotations

import datetime
import platform
from importlib.metadata import version
from pathlib import Path

from manylanes._book import SUITES
from manylanes._device.machine import Machine

_PACKAGE = Path(__file__).resolve().parents[1]


def versions() -> dict[str, str]:
    """Return the versions of Python, JAX, jaxlib and NumPy."""
    packages = {name: version(name) for name in ("jax", "jaxlib", "numpy")}
    return {"python": platform.python_version(), **packages}


def last_commit(machine: Machine) -> str | None:
    """Return the last commit that changed this package or the book's suites, if known.

    " with changes" is appended if files differ from that commit.
    """

    def git(*words: str) -> str | None:
        return machine.run("git", "-C", str(_PACKAGE), *words)

    paths = (".", *([str(SUITES)] if SUITES.is_dir() else []))
    last = git("log", "-1", "--format=%h", "--", *paths)
    if last is None:
        return None
    return f"{last} with changes" if git("status", "--porcelain", "--", *paths) else last


def utc_now() -> str:
    """Return the current UTC time in ISO 8601 format."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
