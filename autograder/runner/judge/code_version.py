"""Identify the version of the grader by its source and the versions of numerical libraries."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

_PACKAGES = ("autograder", "manylanes")
_LIBRARIES = ("jax", "jaxlib", "numpy", "ml_dtypes")


@cache
def code_digest() -> str:
    """Return a digest of both packages' Python files and the versions of numerical libraries."""
    digest = hashlib.sha256(repr([version(name) for name in _LIBRARIES]).encode())
    root = Path(__file__).resolve().parents[3]
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
