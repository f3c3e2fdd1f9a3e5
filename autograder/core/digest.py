"""The digest that identifies files and texts."""

import hashlib


def digest(data: str | bytes) -> str:
    """Return the digest in hexadecimal, as in results and in the ledger."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
