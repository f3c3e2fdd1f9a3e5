"""Workarounds that rely on undocumented behaviour of Sphinx, docutils, myst-nb or the theme.

Other modules, except `icons.py`, should not rely on such behaviour. Three files call internal
functions nevertheless: `formula.py` (of docutils), `rebuild/execute.py` (of myst-nb) and
`pages/search.js` (of Sphinx).
"""

from __future__ import annotations

import json
import re
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
    """Insert HTML before the first `<h1>` of a rendered page, if the page has one.

    In a doctree, the title must be the first child of its section.
    """
    if "body" in context:
        context["body"] = context["body"].replace("<h1>", f"{html}\n<h1>", 1)


def replace_wrong_role(_app: Sphinx, _page: str, _tpl: str, context: Any, _tree: Any) -> None:
    """Replace the role doc-biblioentry of bibliography entries, which ARIA allows only on <li>."""
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def exclude_svg_titles(_app: Sphinx, _page: str, _tpl: str, context: Any, _tree: Any) -> None:
    """Exclude titles and descriptions of SVG from search highlighting, which fails on them."""
    if "body" in context:
        context["body"] = re.sub(r"<(title|desc)\b", r'<\1 class="nohighlight"', context["body"])


def is_inside(node: nodes.Node, *kinds: type[nodes.Node]) -> bool:
    """Return whether an ancestor of `node` has one of the given types."""
    while node.parent is not None:
        node = node.parent
        if isinstance(node, kinds):
            return True
    return False


def is_copied(node: nodes.Node) -> bool:
    """Return whether a node is in a title or in a table of contents.

    Sphinx copies titles, including ids, into tables of contents.
    """
    return is_inside(node, addnodes.compact_paragraph, nodes.title)


def replace_launch_button(
    context: dict[str, Any], tooltip: str, links: Iterable[tuple[str, str]]
) -> None:
    """Replace the launch button in `header_buttons`, the theme's list in the context of a page.

    A link is a pair of label and address. Without links, the button is removed.
    """
    buttons = context.get("header_buttons")
    if buttons is None:
        return
    buttons[:] = [button for button in buttons if button.get("label") != "launch-buttons"]
    opened = _links(tooltip, links, "fas fa-arrow-up-right-from-square")
    group = {"type": "group", "tooltip": tooltip, "icon": "fas fa-rocket", "buttons": opened}
    if opened:
        buttons.insert(0, {**group, "label": "launch-buttons"})


def add_downloads(context: dict[str, Any], tooltip: str, links: Iterable[tuple[str, str]]) -> None:
    """Add links to the menu of downloads of a page, if the page has this menu."""
    for group in context.get("header_buttons", []):
        if group.get("label") == "download-buttons":
            group["buttons"] += _links(tooltip, links, "fas fa-book")


def _links(tooltip: str, links: Iterable[tuple[str, str]], icon: str) -> list[dict[str, str]]:
    return [
        {
            "type": "link",
            "text": label,
            "url": address,
            "tooltip": f"{tooltip}: {label}",
            "icon": icon,
        }
        for label, address in links
    ]


def execution_cache(app: Sphinx) -> Path:
    """Return the configured execution cache, or the default of myst-nb, which is undocumented."""
    return Path(app.config.nb_execution_cache_path or app.outdir.parent / ".jupyter_cache")


def join_streams(outputs: list[Any]) -> list[Any]:
    """Return the outputs with each stream joined at the position of its first part.

    `coalesce_streams` of myst-nb would strip each part and add a line break after it.
    """
    joined: list[Any] = []
    streams: dict[str, Any] = {}
    for output in outputs:
        name = output.get("name")  # only streams have a name
        if name in streams:
            streams[name]["text"] += output["text"]
        else:
            joined.append(copy(output))
            if name:
                streams[name] = joined[-1]
    return coalesce_streams(joined)  # type: ignore[no-any-return]


# Maps parts of file names (or of inline scripts) to patterns. A file with such a name is loaded
# only by pages that match the pattern. Every page loads all other files, except those of thebe.
NEEDED_BY = {
    "clipboard": 'class="highlight',
    "copybutton": 'class="highlight',
    "toggle": "toggle|dropdown",
    "design-tabs": "sd-tab-set",
    "sphinx-design": "sd-",
    "mystnb": 'class="cell',
}


def remove_unneeded_files(
    _app: Sphinx, _page: str, _template: str, context: Any, _doctree: Any
) -> None:
    """Remove thebe, and each file of `NEEDED_BY` whose pattern the page does not match."""
    body = context.get("body", "")
    for kind in ("script_files", "css_files"):
        files = context.get(kind, [])
        files[:] = [
            file
            for file in files
            if is_needed(str(file.filename or file.attributes.get("body", "")), body)
        ]


def is_needed(script: str, body: str) -> bool:
    name = script.lower()
    words = next((words for part, words in NEEDED_BY.items() if part in name), "")
    return "thebe" not in name and re.search(words, body) is not None


def remove_thebe_scripts(_app: Any, doctree: nodes.document, _page: str) -> None:
    """Remove all raw nodes from the top level of a page, where sphinx-thebe adds two scripts."""
    doctree.children = [part for part in doctree.children if not isinstance(part, nodes.raw)]


def remove_global_scripts(_app: Sphinx, config: Any) -> None:
    """Empty the list of scripts for all pages, which Jupyter Book fills.

    `element.py` adds to each page the scripts that its elements need.
    """
    config.html_js_files = []


# Preload the fonts of the first lines, so that the text does not move when the fonts arrive.
# Browsers cannot preload fonts from file://.
FIRST_FONTS = ("lanes-serif-normal", "source-sans-3-latin-wght-normal")
ITALIC = "lanes-serif-italic"
PRELOAD_SCRIPT = """<script>
      const fontToAsk = { rel: "preload", as: "font", crossOrigin: "" };
      if (location.protocol !== "file:") for (const href of %s)
        document.head.append(Object.assign(document.createElement("link"), fontToAsk, { href }));
    </script>"""


def preload_fonts(_app: Sphinx, _page: str, _template: str, context: Any, _doctree: Any) -> None:
    names = [*FIRST_FONTS, *([ITALIC] if "<em" in context.get("body", "") else [])]
    fonts = [context["pathto"](f"_static/fonts/{name}.woff2", True) for name in names]
    context["metatags"] = (
        context.get("metatags", "") + "\n    " + PRELOAD_SCRIPT % json.dumps(fonts)
    )


def restore_index_entries(app: Sphinx) -> list[Any]:
    """Restore the search index entries of pages that are not rebuilt, which Sphinx drops.

    Return no pages, because a handler of `html-collect-pages` may add some.
    """
    if indexer := getattr(app.builder, "indexer", None):
        for page, entries in app.env.get_domain("index").entries.items():
            rows = [(words, place, main) for _, words, place, main, _ in entries]
            indexer._index_entries.setdefault(page, rows)
    return []


def setup(app: Sphinx) -> None:
    render.coalesce_streams = join_streams
    app.connect("config-inited", remove_global_scripts)
    app.connect("doctree-resolved", remove_thebe_scripts, priority=900)
    app.connect("html-collect-pages", restore_index_entries)
    app.connect("html-page-context", preload_fonts)
    app.connect("html-page-context", replace_wrong_role)
    app.connect("html-page-context", exclude_svg_titles)
    app.connect("html-page-context", remove_unneeded_files, priority=950)
