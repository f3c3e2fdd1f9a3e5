"""A ledger looked at from its first line to its last: what it holds and what is wrong with it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.gradebook.ledger.anchor import Anchor
from autograder.gradebook.ledger.entry import BEGUN, Entry, from_line, key_name
from autograder.say.errors import CourseError

Visit = Callable[[Entry, int], None]


@dataclass(frozen=True)
class Reading:
    """What was found."""

    name: str = ""  # that the ledger gave itself
    entries: int = 0
    last: str = ""  # the seal of the last line
    size: int = 0  # bytes of whole lines; what stands behind them was cut off in writing
    problems: tuple[str, ...] = ()
    anchored: bool = False  # whether this machine knows how far it had come


@dataclass
class _Walk:
    """How far a reading has come."""

    name: str = ""
    expected: int = 0
    before: str | None = ""  # None: unknown, since the line before is not ours
    size: int = 0
    problems: list[str] = field(default_factory=list)


def read_ledger(path: Path, key: bytes, secret: Path | None, visit: Visit) -> Reading:
    """Look at every line; `visit(entry, offset)` gets those that are sealed."""
    walk = _Walk()
    with path.open("rb") as file:
        walk.name = _name(path, key, file.readline())
        anchor = Anchor.of(secret, walk.name).read()
        met = anchor is None
        file.seek(0)
        for at, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break  # the process was ended while it wrote: nothing has relied on it yet
            entry = from_line(key, line)
            if entry is not None:
                visit(entry, walk.size)
                met = met or (entry.number + 1, entry.seal) == anchor
            _step(walk, entry, at)
            walk.size += len(line)
    if anchor is not None and not met:
        walk.problems.append(
            f"its end is gone, or it is an older copy: it had {anchor[0]} lines when this machine "
            f"last wrote to it, and has {walk.expected}"
        )
    last = walk.before or ""
    return Reading(
        walk.name, walk.expected, last, walk.size, tuple(walk.problems), anchor is not None
    )


def _name(path: Path, key: bytes, line: bytes) -> str:
    """The ledger's own name; a ledger of another secret is told from a changed one."""
    try:
        body = json.loads(line)["body"]
        name, sealed_with = str(body["ledger"]), str(body["key"])
    except (ValueError, KeyError, TypeError):
        return ""
    if sealed_with != key_name(key):
        mend = "Name the secret that the class was graded with: --secret FILE"
        raise CourseError(f"{path} is sealed with another course secret.", mend)
    return name


def _step(walk: _Walk, entry: Entry | None, at: int) -> None:
    if entry is None:
        walk.problems.append(
            f"line {at} was changed, or written by somebody without the course secret"
        )
        walk.expected, walk.before = walk.expected + 1, None
        return
    if entry.number > walk.expected:
        count = entry.number - walk.expected
        gone = "a line is" if count == 1 else f"{count} lines are"
        walk.problems.append(f"before line {at}, {gone} missing")
    elif entry.number < walk.expected:
        walk.problems.append(f"line {at} stands twice or out of its order")
    elif walk.before is not None and entry.before != walk.before:
        walk.problems.append(f"line {at} belongs to another ledger")
    elif (entry.kind == BEGUN) != (entry.number == 0):
        walk.problems.append(f"line {at} begins a ledger in the middle of one")
    walk.expected, walk.before = max(walk.expected, entry.number + 1), entry.seal
