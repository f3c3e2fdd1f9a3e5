"""Read and write the lines of the ledger, with digests that reveal accidental damage."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from autograder.core.digest import digest

RESULT_LINE, WRITTEN = "result", "written"


@dataclass(frozen=True)
class Entry:
    """One line of the ledger: the content and its digest."""

    kind: str  # RESULT_LINE or WRITTEN
    body: Mapping[str, Any]
    digest: str


def make_entry(kind: str, body: Mapping[str, Any]) -> Entry:
    """Return a ledger entry with the digest of its kind and body."""
    return Entry(kind, body, digest(json.dumps([kind, body], sort_keys=True)))


def to_line(entry: Entry) -> bytes:
    return json.dumps(asdict(entry)).encode() + b"\n"


def from_line(line: bytes) -> Entry | None:
    """Return the entry in a line, or None if the line is malformed or its digest is wrong."""
    try:
        entry = Entry(**json.loads(line))
        return entry if entry == make_entry(entry.kind, entry.body) else None
    except (ValueError, TypeError, RecursionError):
        return None
