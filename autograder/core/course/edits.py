"""Answers written as an edit of the solution, with the changed lines as in a diff."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from autograder.core.messages.errors import CourseError

SIGNS = ("-", "+")


class Replacement(NamedTuple):
    """The lines to remove and to insert; `offset` is their position in the block."""

    offset: int
    old: list[str]
    new: list[str]


def split_message(lines: list[str]) -> tuple[list[str], list[str]]:
    """Return the message, and the block of `-` and `+` lines after an empty line."""
    at = len(lines)
    while at and (not lines[at - 1].strip() or lines[at - 1].startswith(SIGNS)):
        at -= 1
    while 0 < at < len(lines) and (lines[at - 1].strip() or not lines[at].strip()):
        at += 1  # a line of the message may start with a minus
    return lines[:at], lines[at:]


def apply_edit(solution: str, block: list[str], path: Path, line: int) -> str:
    """Return the solution with every run of `-` lines replaced by the `+` lines after it.

    `line` is where the block starts in `path`. Raise CourseError if the removed lines do not occur
    exactly once.
    """
    before, after, done = solution.splitlines(), [], 0
    for offset, old, new in _replacements(block):
        places = [at for at in range(len(before)) if old and before[at : at + len(old)] == old]
        if len(places) != 1 or places[0] < done:
            raise CourseError(*_refused(old, len(places)), path, line + offset)
        after += before[done : places[0]] + new
        done = places[0] + len(old)
    return "\n".join(after + before[done:])


def _refused(old: list[str], places: int) -> tuple[str, str]:
    if not old:
        mend = "Repeat the line that stands before or after them, with `-` and with `+`."
        return "Lines are added, and nothing says where.", mend
    if not places:
        mend = "Copy the line as the solution has it, with its indentation, right after the `-`."
        return f"`{old[0].strip()}` and what follows it in the edit is not in the solution.", mend
    if places > 1:
        mend = "Take a line before or after it into the edit too, so that it is clear which."
        return f"`{old[0].strip()}` stands {places} times in the solution.", mend
    mend = "Put the edits in the order of the solution, and touch each line once."
    return f"`{old[0].strip()}` stands before what the last edit changed.", mend


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
