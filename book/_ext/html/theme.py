"""Workarounds that rely on undocumented behaviour of Sphinx, docutils, myst-nb or the theme.

Other modules should not rely on such behaviour. Three files call internal functions nevertheless:
`formula.py` (of docutils), `rebuild/execute.py` (of myst-nb) and `pages/search.js` (of Sphinx).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.core import render
from myst_nb.core.utils import coalesce_streams
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ThemeError


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


def without_thebe(_app: Any, doctree: nodes.document, _page: str) -> None:
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


ICON = re.compile(r'<(i|span)\s([^>]*class="([^"]*\bfa-[^"]*)"[^>]*)>\s*</\1>')
STYLES = {"fa-solid": "fas", "fas": "fas", "fa-regular": "far", "fa-brands": "fab", "fab": "fab"}
# CSS rules that define or use a glyph of the icon font. The pattern matches only at the start of a
# rule, to avoid slow backtracking.
ICON_RULES = (
    r'(?<=[{}])(?:(?:\.fa-[\w-]+:before,?)+\{content:"[^"]*"\}'
    r"|[^{}]+\{(?:[^{}]*;)?(?:content|font):var\(--(?:fa-font|pst-icon)-[^{}]*\})"
)
# Two patterns: the script that draws icons in the browser, and the scripts for search as you type.
ICON_SCRIPT = re.compile(r'\s*<script[^>]*src="[^"]*/fontawesome\.js[^"]*"[^>]*></script>')
SEARCH_SCRIPTS = re.compile(
    r'\s*<script src="[^"]*(?:searchtools|language_data|searchindex)\.js[^"]*"></script>'
)
VIEWPORT = '<meta name="viewport"'  # Sphinx, docutils and the theme each add this tag


@cache
def icons(script: Path) -> dict[tuple[str, str], tuple[str, str, str]]:
    """Return the width, height and SVG path of each icon of the theme, by style and name."""
    drawings, text = {}, script.read_text(encoding="utf-8")
    for style in ("fab", "far", "fas"):
        drawn = text.partition(f'("{style}",p)')[0].rpartition("var p={")[2]
        for icon in re.finditer(r'"?([\w-]+)"?:\[(\d+),(\d+),\[[^]]*\],"\w+","([^"]+)"', drawn):
            drawings[style, icon[1]] = (icon[2], icon[3], icon[4])
    return drawings


def drawn_icons(html: str, drawings: dict[tuple[str, str], tuple[str, str, str]]) -> str:
    """Replace icons in HTML with inline SVG, so that pages need no icon script or icon font.

    Raise ThemeError if the theme has no drawing of an icon.
    """

    def drawing(match: re.Match[str]) -> str:
        classes = match[3].split()
        style = next((STYLES[name] for name in classes if name in STYLES), "fas")
        name = next((n[3:] for n in classes if (style, n[3:]) in drawings), "")
        if not name:
            raise ThemeError(
                f"no icon for {match[3]!r} in the theme's fontawesome.js. Use a name from it, "
                "or update `icons` in book/_ext/html/theme.py if its format has changed"
            )
        width, height, path = drawings[style, name]
        own = match[2].replace(match[3], " ".join(n for n in classes if n not in STYLES))
        return (
            f'<svg {own} aria-hidden="true" viewBox="0 0 {width} {height}"><path d="{path}"/></svg>'
        )

    return ICON.sub(drawing, html)


def draw_icons(app: Sphinx) -> None:
    """Wrap the template renderer to draw icons; no Sphinx event exposes icons in templates.

    The wrapper also removes the icon script, repeated viewport tags, and the scripts of the search
    from all pages but the search page.
    """
    templates = getattr(app.builder, "templates", None)
    if templates is None or app.builder.format != "html":
        return
    plain = templates.render
    places = (
        Path(folder) / "static/scripts/fontawesome.js"
        for folder in app.builder.theme.get_theme_dirs()
    )
    (drawings,) = (icons(script) for script in places if script.is_file())

    def render(template: str, context: dict[str, Any]) -> str:
        html = ICON_SCRIPT.sub("", drawn_icons(plain(template, context), drawings))
        before, viewport, after = html.partition(VIEWPORT)
        html = before + viewport + re.sub(VIEWPORT + "[^>]*>", "", after)
        return html if context.get("pagename") == "search" else SEARCH_SCRIPTS.sub("", html)

    templates.render = render


def remove_icon_rules(app: Sphinx, _problem: Exception | None) -> None:
    """Remove the rules of `ICON_RULES` from the theme's style sheet.

    A single rule that uses the icon font would make browsers load the font.
    """
    static = Path(app.outdir) / "_static"
    sheet = static / "styles/pydata-sphinx-theme.css"
    if sheet.is_file():
        whole = sheet.read_text(encoding="utf-8")
        sheet.write_text(re.sub(ICON_RULES, "", whole), encoding="utf-8")


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
    app.connect("builder-inited", draw_icons)
    app.connect("doctree-resolved", without_thebe, priority=900)
    app.connect("html-collect-pages", restore_index_entries)
    app.connect("build-finished", remove_icon_rules)
    app.connect("html-page-context", preload_fonts)
    app.connect("html-page-context", replace_wrong_role)
    app.connect("html-page-context", exclude_svg_titles)
    app.connect("html-page-context", remove_unneeded_files, priority=950)
