"""What judges: our own code, and the versions of what computes."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

_PACKAGES = ("autograder", "manylanes")
_LIBRARIES = ("jax", "jaxlib", "numpy", "ml_dtypes")


@cache
def own_code() -> str:
    """A digest of both packages' source and of the versions of what they compute with."""
    found = hashlib.sha256(repr([version(name) for name in _LIBRARIES]).encode())
    root = Path(__file__).resolve().parents[3]
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()
