"""A built page asks nothing of the network, and loads each of its own files once."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx


def only_what_is_needed(
    _app: Sphinx, _page: str, _template: str, context: Any, _doctree: Any
) -> None:
    """Jupyter Book adds thebe (and its address) to every page, and MathJax a second time.

    MathJax loaded twice is an error in the console.
    """
    for kind in ("script_files", "css_files"):
        files = context.get(kind, [])
        kept, seen = [], set()
        for file in sorted(files, key=lambda file: "defer" not in file.attributes):
            name = str(file.filename or file.attributes.get("body", "")).split("?")[0]
            if "thebe" not in name.lower() and name not in seen:
                kept.append(file)
            seen.add(name)
        files[:] = [file for file in files if file in kept]


def only_what_a_page_asks_for(_app: Sphinx, config: Any) -> None:
    """Jupyter Book puts every script of `_static` on each page; `element.py` adds what it needs."""
    config.html_js_files = []


# From file:// a browser may not read the pages a search found; it shows their titles only.
SEARCH = 'if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;'


def setup(app: Sphinx) -> None:
    app.connect("config-inited", only_what_a_page_asks_for)
    app.connect("html-page-context", only_what_is_needed, priority=950)
    app.add_js_file(None, body=SEARCH, priority=700)
