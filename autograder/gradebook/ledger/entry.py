"""One line of the ledger: its number, what it says, and a seal that only the secret makes."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

BEGUN, RECEIPT, WRITTEN = "begun", "receipt", "written"


@dataclass(frozen=True)
class Entry:
    """What stands in a line."""

    number: int
    kind: str  # BEGUN, RECEIPT or WRITTEN
    body: Mapping[str, Any]
    before: str  # the seal of the line before; of the first, nothing
    seal: str


def ledger_key(secret: bytes) -> bytes:
    """What lines are sealed with; the secret itself cannot be had from it."""
    return hmac.new(secret, b"many-lanes ledger", hashlib.sha256).digest()


def key_name(key: bytes) -> str:
    """Tells one key from another, and nothing else about it."""
    return hashlib.sha256(b"name of " + key).hexdigest()[:16]


def sealed(key: bytes, number: int, kind: str, body: Mapping[str, Any], before: str) -> Entry:
    """A new line."""
    return Entry(number, kind, body, before, _seal(key, number, kind, body, before))


def _seal(key: bytes, number: int, kind: str, body: Mapping[str, Any], before: str) -> str:
    text = json.dumps([number, kind, body, before], sort_keys=True)
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def to_line(entry: Entry) -> bytes:
    """As it stands in the file."""
    return json.dumps(asdict(entry)).encode() + b"\n"


def from_line(key: bytes, line: bytes) -> Entry | None:
    """The entry, or None where the seal is not ours."""
    try:
        item = json.loads(line)
        entry = Entry(**item)
        good = _seal(key, entry.number, entry.kind, entry.body, entry.before)
        return entry if hmac.compare_digest(good, entry.seal) else None
    except (ValueError, TypeError, RecursionError):
        return None
