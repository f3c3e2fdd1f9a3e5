"""The marker comment that identifies a notebook cell whose metadata an editor has removed."""

import re

_MARKER = re.compile(r"^# task: (?P<task>[A-Za-z0-9_]+)(?:, (?P<role>check))?\s*$", re.MULTILINE)


def marker(task: str, role: str) -> str:
    """Return the marker comment for the first line of an answer cell or a check cell."""
    return f"# task: {task}" + (", check" if role == "check" else "")


def read_marker(source: str) -> tuple[str, str] | None:
    """Return the task and the role ("answer" or "check") of the first marker, or None."""
    match = _MARKER.search(source)
    return (match["task"], match["role"] or "answer") if match else None
