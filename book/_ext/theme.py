"""What hangs on things that Sphinx, docutils, myst-nb and the theme do without documenting them.

Each has its reason beside it. Where a new version changes one, it is mended here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.core import render
from myst_nb.core.utils import coalesce_streams
from sphinx import addnodes
from sphinx.application import Sphinx


def put_above_title(context: dict[str, Any], html: str) -> None:
    """A title takes text alone: what stands above it is put into the finished page."""
    if "body" in context:
        context["body"] = context["body"].replace("<h1>", f"{html}\n<h1>", 1)


def without_wrong_role(_app: Sphinx, _page: str, _tpl: str, context: Any, _tree: Any) -> None:
    """docutils gives each source of its list a role that ARIA allows on <li> only."""
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def is_copied(node: nodes.Node) -> bool:
    """Whether it stands in a table of contents, which Sphinx makes of copies: ids and all."""
    while node.parent is not None:
        node = node.parent
        if isinstance(node, addnodes.compact_paragraph | nodes.title):
            return True
    return False


def replace_launch_button(
    context: dict[str, Any], tooltip: str, links: Iterable[tuple[str, str]]
) -> None:
    """The theme keeps its buttons in the page's context, each a dictionary of its own words."""
    buttons = context.get("header_buttons")
    if buttons is None:
        return
    buttons[:] = [button for button in buttons if button.get("label") != "launch-buttons"]
    opened = [
        {
            "type": "link",
            "text": label,
            "url": address,
            "tooltip": f"{tooltip}: {label}",
            "icon": "fas fa-arrow-up-right-from-square",
        }
        for label, address in links
    ]
    group = {"type": "group", "tooltip": tooltip, "icon": "fas fa-rocket", "buttons": opened}
    if opened:
        buttons.insert(0, {**group, "label": "launch-buttons"})


def execution_cache(app: Sphinx) -> Path:
    """Where myst-nb keeps what cells gave; the folder's name stands in its source alone."""
    return Path(app.config.nb_execution_cache_path or app.outdir.parent / ".jupyter_cache")


def whole_streams(outputs: list[Any]) -> list[Any]:
    """myst-nb ends each piece of what a cell printed with a line, also where a pipe cut one."""
    joined: list[Any] = []
    streams: dict[str, Any] = {}
    for output in outputs:
        name = output.get("name")  # a stream has one, nothing else has
        if name in streams:
            streams[name]["text"] += output["text"]
        else:
            joined.append(copy(output))
            if name:
                streams[name] = joined[-1]
    return coalesce_streams(joined)  # type: ignore[no-any-return]


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
    render.coalesce_streams = whole_streams
    app.connect("config-inited", only_what_a_page_asks_for)
    app.connect("html-page-context", without_wrong_role)
    app.connect("html-page-context", only_what_is_needed, priority=950)
    app.add_js_file(None, body=SEARCH, priority=700)
