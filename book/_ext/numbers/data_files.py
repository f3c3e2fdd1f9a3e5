"""Parse the files of the book's data, and cache the results until the files change."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar

from pybtex.database import parse_file
from pybtex.richtext import Text

from manylanes.records import Record

from . import roofs

Result = TypeVar("Result")


def cache_until_change(load: Callable[[Path], Result]) -> Callable[[Path], Result]:
    """Cache what `load` returns for a file, or for the JSON files of a folder."""
    cached = lru_cache(maxsize=64)(lambda path, _modification_times: load(path))

    @wraps(load)
    def load_if_changed(path: Path) -> Result:
        files = sorted(path.glob("*.json")) if path.is_dir() else [path]
        return cached(path, tuple(file.stat().st_mtime_ns for file in files))

    return load_if_changed


@cache_until_change
def parse_toml(path: Path) -> Any:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache_until_change
def load_record(folder: Path) -> Record:
    return Record.load(folder)


@cache_until_change
def find_roof_faults(folder: Path) -> dict[str, str]:
    """Return the labels of the invalid roofs of a record, each with the reason."""
    return roofs.find_faults(load_record(folder))


@cache_until_change
def load_titles(path: Path) -> dict[str, str]:
    """Return "Author, Title (year)" by citation key.

    An editor or an organization replaces a missing author. A missing year is omitted.
    """
    titles = {}
    for key, item in parse_file(str(path)).entries.items():
        people = item.persons.get("author") or item.persons.get("editor") or []
        first = " ".join(people[0].last_names) if people else item.fields.get("organization", "")
        who = f"{first} et al." if len(people) > 1 else first
        title = item.fields.get("title", key)
        year = item.fields.get("year")
        text = f"{who}, {title}".lstrip(", ") + (f" ({year})" if year else "")
        titles[key] = str(Text.from_latex(text))
    return titles
