"""One line of the ledger: what it says, and a seal that only the secret makes."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

BEGUN, RESULT_LINE, WRITTEN = "begun", "result", "written"


@dataclass(frozen=True)
class Entry:
    """What stands in a line."""

    kind: str  # BEGUN, RESULT_LINE or WRITTEN
    body: Mapping[str, Any]
    seal: str


def ledger_key(secret: bytes) -> bytes:
    """What lines are sealed with; the secret itself cannot be had from it."""
    return hmac.new(secret, b"many-lanes ledger", hashlib.sha256).digest()


def key_name(key: bytes) -> str:
    """Tells one key from another, and nothing else about it."""
    return hashlib.sha256(b"name of " + key).hexdigest()[:16]


def sealed(key: bytes, ledger: str, kind: str, body: Mapping[str, Any]) -> Entry:
    """A new line of the ledger of that name: in another class its seal is not good."""
    text = json.dumps([ledger, kind, body], sort_keys=True)
    return Entry(kind, body, hmac.new(key, text.encode(), hashlib.sha256).hexdigest())


def to_line(entry: Entry) -> bytes:
    """As it stands in the file."""
    return json.dumps(asdict(entry)).encode() + b"\n"


def from_line(key: bytes, ledger: str, line: bytes) -> Entry | None:
    """The entry, or None where the seal is not ours."""
    try:
        entry = Entry(**json.loads(line))
        name = entry.body["ledger"] if entry.kind == BEGUN else ledger
        good = sealed(key, name, entry.kind, entry.body).seal
        return entry if hmac.compare_digest(good, entry.seal) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
