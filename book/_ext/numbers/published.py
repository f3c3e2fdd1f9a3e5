"""Resolve the name of a number in the tables `hardware` or `literature`."""

from __future__ import annotations

from typing import Any

from .card import lines_of_row
from .quantity import NARROW
from .store import STATED, Store
from .value import Value


def format_entry(entry: dict[str, Any]) -> str:
    """Format the value of an entry with its unit, or the text of a published measurement."""
    if "row" in entry:
        return str(entry["row"].text)
    value = entry["value"]
    words = f"{value:,}" if isinstance(value, int | float) else str(value)
    return f"{words}{NARROW}{entry['unit']}" if entry.get("unit") else words


def resolve_entry(kind: str, key: str, store: Store) -> Value:
    """Return a stated number. `kind` is `fact` or `published`, and `key` names an entry."""
    entry = store.entry(STATED[kind], key)
    row = entry.get("row")
    lines = lines_of_row(row) if row else []
    lines += [("Source:", store.source(str(entry["source"])))]
    if entry.get("note"):
        lines.append(("", str(entry["note"])))
    place = store.address(kind, key)
    return Value("others" if row else kind, format_entry(entry), tuple(lines), place=place)
