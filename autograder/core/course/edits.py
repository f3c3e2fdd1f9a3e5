"""Derive a known wrong or right answer from a solution by applying a diff."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from autograder.core.messages.errors import CourseError

SIGNS = ("-", "+")


class Replacement(NamedTuple):
    """The lines to remove and to insert; `offset` is the index in the edit of the first line."""

    offset: int
    old: list[str]
    new: list[str]


def split_message(lines: list[str]) -> tuple[list[str], list[str]]:
    """Split comment lines into a message and the `-` and `+` lines after an empty line.

    Without such an empty line, all lines are the message.
    """
    at = len(lines)
    while at and (not lines[at - 1].strip() or lines[at - 1].startswith(SIGNS)):
        at -= 1
    while 0 < at < len(lines) and (lines[at - 1].strip() or not lines[at].strip()):
        at += 1  # a line of the message may start with a minus
    return lines[:at], lines[at:]


def apply_edit(solution: str, block: list[str], path: Path, line: int) -> str:
    """Return the solution with every group of `-` lines replaced by the `+` lines after it.

    `line` is the number of the line in `path` at which the edit starts. Raise CourseError if a
    group has no `-` lines, if these lines do not occur exactly once in the solution, or if they
    occur before the lines of the previous group.
    """
    before, after, done = solution.splitlines(), [], 0
    for offset, old, new in _replacements(block):
        places = [at for at in range(len(before)) if old and before[at : at + len(old)] == old]
        if len(places) != 1 or places[0] < done:
            raise CourseError(*_explain_mismatch(old, len(places)), path, line + offset)
        after += before[done : places[0]] + new
        done = places[0] + len(old)
    return "\n".join(after + before[done:])


def _explain_mismatch(old: list[str], places: int) -> tuple[str, str]:
    if not old:
        remedy = "Add the line before or after them to the edit, once with `-` and once with `+`."
        return "The edit adds lines, but it does not say where.", remedy
    if not places:
        remedy = (
            "Copy the removed lines from the solution with their indentation, right after each `-`."
        )
        return f"The removed lines from `{old[0].strip()}` on are not in the solution.", remedy
    if places > 1:
        remedy = "Add the line before or after it to the edit, so that only one place matches."
        return f"`{old[0].strip()}` occurs {places} times in the solution.", remedy
    remedy = "Write the edits in the order of the solution, and change each line only once."
    return f"`{old[0].strip()}` is before the lines that the last edit changed.", remedy


def _replacements(block: list[str]) -> list[Replacement]:
    result: list[Replacement] = []
    last = ""
    for offset, line in enumerate(block):
        sign, text = line[:1], line[1:]
        if sign in SIGNS:
            if not last or (last, sign) == ("+", "-"):
                result.append(Replacement(offset, [], []))
            (result[-1].old if sign == "-" else result[-1].new).append(text)
        last = sign
    return result
