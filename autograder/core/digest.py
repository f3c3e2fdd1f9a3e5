"""The digest by which a file or a text is known again."""

import hashlib


def digest(data: str | bytes) -> str:
    """In hexadecimal, as results and the ledger keep it."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
