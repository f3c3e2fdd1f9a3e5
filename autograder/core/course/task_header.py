"""The header of a task file: its entries, their types, and the rules for their values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograder.core.kinds import find_kind
from autograder.core.messages.errors import CourseError, unknown

HEADER: dict[str, type | tuple[type, ...]] = {
    "title": str,
    "kind": str,
    "points": (int, float),
    "minutes": int,
    "star": bool,
    "hints": list,
    "rubric": list,
    "choices": dict,
}
_TYPE_NAMES = {
    str: "a text, in quotes",
    (int, float): "a number",
    int: "a whole number",
    bool: "`true` or `false`",
    list: "one line `- entry` below the key for each entry",
    dict: "one line `name: reason` below the key for each entry",
}


def validate_header(header: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return the fields of a `Task` that its header sets.

    Raise CourseError with the line of the entry if an entry is unknown, missing or invalid.
    """
    lines = path.read_text(encoding="utf-8").splitlines()

    def line(key: str) -> int:
        return next((i for i, text in enumerate(lines, 1) if text.startswith(f"# {key}:")), 1)

    for key, value in header.items():
        if key not in HEADER:
            raise unknown("header entry", str(key), list(HEADER), path, line(key))
        is_bool = isinstance(value, bool)  # in Python, a bool is also an int
        if is_bool != (HEADER[key] is bool) or not isinstance(value, HEADER[key]):
            problem = f"`{key}: {value}` has the wrong type."
            raise CourseError(problem, f"Write {_TYPE_NAMES[HEADER[key]]}.", path, line(key))
    for key in ("title", "kind", "points", "minutes"):
        if key not in header:
            raise CourseError(f"The header lacks `{key}`.", f"Add a line `# {key}: ...`.", path, 1)
    kind = find_kind(header["kind"], path, line("kind"))
    hints = header.get("hints", [])
    if not all(isinstance(hint, str) for hint in hints):
        remedy = "Quote a hint that contains a colon."
        raise CourseError("A hint is not a line of text.", remedy, path, line("hints"))
    choices = header.get("choices", {})
    for piece, reason in choices.items():
        if not (isinstance(piece, str) and reason and isinstance(reason, str)):
            remedy = 'Write each choice as `"part of a line": reason`, with the part in quotes.'
            raise CourseError(f"The choice {piece!r} has no reason.", remedy, path, line("choices"))
    points, rubric = float(header["points"]), _rubric(header, path, line)
    if points < 0 or (kind.judged and not points) or (not kind.judged and points and not rubric):
        remedy = "Prose tasks have the sum of their `rubric`, or 0. All others have more than 0."
        problem = f"`points: {header['points']}` is not allowed."
        raise CourseError(problem, remedy, path, line("points"))
    if rubric and (kind.judged or sum(worth for worth, _ in rubric) != points):
        total = sum(worth for worth, _ in rubric)
        problem = f"The rubric adds up to {total:g} points, the header says {points:g}."
        remedy = "Make the two equal. Only a prose task, which a person grades, has a rubric."
        raise CourseError(problem, remedy, path, line("rubric"))
    fields = {"kind": kind, "points": points, "hints": tuple(hints), "rubric": rubric}
    return {"star": False, **header, **fields, "choices": tuple(choices)}


def _rubric(
    header: dict[str, Any], path: Path, line: Callable[[str], int]
) -> tuple[tuple[float, str], ...]:
    items = []
    for entry in header.get("rubric", []):
        worth, words = next(iter(entry.items())) if isinstance(entry, dict) else (None, entry)
        if not isinstance(worth, int | float) or isinstance(worth, bool) or not words:
            remedy = "Write each line of the rubric as `- 2: what earns two points`."
            raise CourseError(
                f"The rubric line {words!r} has no points.", remedy, path, line("rubric")
            )
        items.append((float(worth), str(words)))
    return tuple(items)
