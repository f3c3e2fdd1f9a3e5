"""Where a ledger ended when this machine last wrote to it, noted beside the secret.

A chain shows what was changed inside it and not that its end is gone, or that the whole folder was
put back to an older state. Whoever can write to the class alone cannot reach this note.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from autograder.atomic import write_atomic
from autograder.wall import secret_path


@dataclass(frozen=True)
class Anchor:
    """The note for one ledger."""

    path: Path

    @classmethod
    def of(cls, secret: Path | None, ledger: str) -> "Anchor":
        """`ledger` is the name that the ledger gave itself in its first line."""
        return cls((secret or secret_path()).parent / "ledgers" / f"{ledger}.json")

    def read(self) -> tuple[int, str] | None:
        """(entries, seal of the last); None where this machine has not seen the ledger."""
        try:
            item = json.loads(self.path.read_text(encoding="utf-8"))
            return int(item["entries"]), str(item["seal"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, entries: int, seal: str) -> None:
        """Note how far the ledger has come."""
        text = json.dumps({"entries": entries, "seal": seal})
        write_atomic(self.path, text.encode(), mode=0o600)
