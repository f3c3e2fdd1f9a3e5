"""The digest by which files, programs and results are identified."""

import hashlib


def digest(data: str | bytes) -> str:
    """Return the SHA-256 digest in hexadecimal."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
