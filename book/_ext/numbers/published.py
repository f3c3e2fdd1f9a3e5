"""Show a number of the tables `hardware` or `literature` with its source."""

from __future__ import annotations

from typing import Any

from sphinx.environment import BuildEnvironment

from . import data, others
from .origin import make_number, origin
from .quantity import NARROW


def format_entry(entry: dict[str, Any]) -> str:
    """Format the value of an entry with its unit, or the text of a published measurement."""
    if "row" in entry:
        return str(entry["row"].text)
    value = entry["value"]
    words = f"{value:,}" if isinstance(value, int | float) else str(value)
    return f"{words}{NARROW}{entry['unit']}" if entry.get("unit") else words


def published(env: BuildEnvironment, kind: str, key: str) -> origin:
    """Return the node of a number. `kind` is `fact` or `published`, and `key` names an entry."""
    entry = data.entry(env, data.STATED[kind], key)
    row = entry.get("row")
    lines = others.lines(row) if row else []
    lines += [("Source:", data.source(env, str(entry["source"])))]
    if entry.get("note"):
        lines.append(("", str(entry["note"])))
    place = data.address(env, kind, key)
    return make_number(env, format_entry(entry), lines, place, "others" if row else kind)
