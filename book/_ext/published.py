"""A number that somebody else states, of `hardware` or `literature`, with where it stands."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.environment import BuildEnvironment

from . import data
from .origin import number_from, origin
from .quantity import NARROW


def text_of(entry: dict[str, Any]) -> str:
    value = entry["value"]
    words = f"{value:,}" if isinstance(value, int | float) else str(value)
    return f"{words}{NARROW}{entry['unit']}" if entry.get("unit") else words


def anchor(table: str, key: str) -> str:
    return str(nodes.make_id(f"{table}-{key}"))


def published(env: BuildEnvironment, kind: str, key: str) -> origin:
    """`fact` or `published`, and the name of an entry."""
    table = data.STATED[kind]
    entry = data.entry(env, table, key)
    lines = [("Source:", data.source(env, str(entry["source"])))]
    if entry.get("note"):
        lines.append(("", str(entry["note"])))
    return number_from(
        text_of(entry),
        lines,
        page="hardware",
        anchor=anchor(table, key),
        key=f"origin-{env.new_serialno('origin')}",
        kind=kind,
    )
