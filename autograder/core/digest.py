"""The SHA-256 digest that identifies files, programs and results."""

import hashlib


def digest(data: str | bytes) -> str:
    """Return the SHA-256 digest of bytes, or of a string in UTF-8, in hexadecimal."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
