"""The Sphinx extension of the book. README.md lists the directives and roles."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Register every module of this package that has a `setup` function."""
    here = Path(__file__).parent
    for path in sorted(here.rglob("[a-z]*.py")):
        name = ".".join(path.relative_to(here).with_suffix("").parts)
        part = import_module(f".{name}", __name__)
        if hasattr(part, "setup"):
            part.setup(app)
    # Pages are read in one process, because Sphinx would not merge the paths that `watch` records.
    # Increase `env_version` when a module is moved whose classes occur in stored pages.
    return {"parallel_read_safe": False, "parallel_write_safe": True, "env_version": 2}
