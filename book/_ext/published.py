"""Render a number of `hardware` or `literature` with its source."""

from __future__ import annotations

from typing import Any

from sphinx.environment import BuildEnvironment

from . import data, others
from .origin import number_from, origin
from .quantity import NARROW


def text_of(entry: dict[str, Any]) -> str:
    if "row" in entry:
        return str(entry["row"].words)
    value = entry["value"]
    words = f"{value:,}" if isinstance(value, int | float) else str(value)
    return f"{words}{NARROW}{entry['unit']}" if entry.get("unit") else words


def published(env: BuildEnvironment, kind: str, key: str) -> origin:
    """Return the number. `kind` is `fact` or `published`, `key` the name of an entry."""
    entry = data.entry(env, data.STATED[kind], key)
    row = entry.get("row")
    lines = others.lines(row) if row else []
    lines += [("Source:", data.source(env, str(entry["source"])))]
    if entry.get("note"):
        lines.append(("", str(entry["note"])))
    place = data.place(env, kind, key)
    return number_from(env, text_of(entry), lines, place, "others" if row else kind)
