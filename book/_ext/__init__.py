"""The Sphinx extension of the book. README.md lists the directives and roles."""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Import every module of this package, and call its `setup` function if it has one."""
    here = Path(__file__).parent
    paths = sorted(here.rglob("[a-z]*.py"))
    for path in paths:
        name = ".".join(path.relative_to(here).with_suffix("").parts)
        part = import_module(f".{name}", __name__)
        if hasattr(part, "setup"):
            part.setup(app)
    # Pages are read in one process, because no module merges what it stores in the environment, for
    # example the paths that `watch` records.
    # When the code of this package changes, Sphinx reads all pages again.
    version = hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
    return {"parallel_read_safe": False, "parallel_write_safe": True, "env_version": version}
