"""The book's frame, as a Sphinx extension. README.md says what a page may write."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Every file here that has a `setup` is a part of the frame."""
    for path in sorted(Path(__file__).parent.glob("[a-z]*.py")):
        part = import_module(f".{path.stem}", __name__)
        if hasattr(part, "setup"):
            part.setup(app)
    # What a page watches is not merged between processes; a build in one process takes seconds.
    return {"parallel_read_safe": False, "parallel_write_safe": True}
