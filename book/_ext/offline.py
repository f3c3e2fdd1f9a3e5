"""A built page asks nothing of the network."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx


def drop_thebe(_app: Sphinx, _page: str, _template: str, context: Any, _doctree: Any) -> None:
    """Jupyter Book puts thebe's address on every page, used or not, and its script and style."""
    for kind in ("script_files", "css_files"):
        kept, seen = [], set()
        for file in context.get(kind, []):
            name = str(file).split("?")[0]
            body = str(getattr(file, "attributes", {}).get("body", ""))
            if "thebe" in f"{name}{body}".lower() or (name and name in seen):
                continue
            seen.add(name)
            kept.append(file)
        context[kind][:] = kept


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", drop_thebe, priority=950)
