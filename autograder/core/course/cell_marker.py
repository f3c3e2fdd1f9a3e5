"""The marker comment that identifies a cell after an editor has removed its metadata."""

import re

_MARKER = re.compile(r"^# task: (?P<task>[A-Za-z0-9_]+)(?:, (?P<role>check))?\s*$", re.MULTILINE)


def marker(task: str, role: str) -> str:
    """Return the first line of an answer or a check cell."""
    return f"# task: {task}" + (", check" if role == "check" else "")


def read_marker(source: str) -> tuple[str, str] | None:
    """Return (task, role) of the first marker comment in a cell, or None."""
    match = _MARKER.search(source)
    return (match["task"], match["role"] or "answer") if match else None
