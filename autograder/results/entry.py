"""One line of the ledger: its content and a seal, a MAC that only the course secret can produce."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

BEGUN, RESULT_LINE, WRITTEN = "begun", "result", "written"


@dataclass(frozen=True)
class Entry:
    """One line of the ledger."""

    kind: str  # BEGUN, RESULT_LINE or WRITTEN
    body: Mapping[str, Any]
    seal: str


def ledger_key(secret: bytes) -> bytes:
    """Return the key for seals. It does not reveal the secret."""
    return hmac.new(secret, b"many-lanes ledger", hashlib.sha256).digest()


def key_name(key: bytes) -> str:
    """Return a name that identifies a key without revealing it."""
    return hashlib.sha256(b"name of " + key).hexdigest()[:16]


def seal_entry(key: bytes, ledger: str, kind: str, body: Mapping[str, Any]) -> Entry:
    """Return a new entry for the named ledger. Its seal is invalid in any other ledger."""
    text = json.dumps([ledger, kind, body], sort_keys=True)
    return Entry(kind, body, hmac.new(key, text.encode(), hashlib.sha256).hexdigest())


def to_line(entry: Entry) -> bytes:
    return json.dumps(asdict(entry)).encode() + b"\n"


def from_line(key: bytes, ledger: str, line: bytes) -> Entry | None:
    """Return the entry, or None if its seal is invalid."""
    try:
        entry = Entry(**json.loads(line))
        name = entry.body["ledger"] if entry.kind == BEGUN else ledger
        expected = seal_entry(key, name, entry.kind, entry.body).seal
        return entry if hmac.compare_digest(expected, entry.seal) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
