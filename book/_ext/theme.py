"""What hangs on things that Sphinx, docutils, myst-nb and the theme do without documenting them.

Each has its reason beside it. Where a new version changes one, it is mended here and nowhere else.
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
    """A title takes text alone: what stands above it is put into the finished page."""
    if "body" in context:
        context["body"] = context["body"].replace("<h1>", f"{html}\n<h1>", 1)


def without_wrong_role(_app: Sphinx, _page: str, _tpl: str, context: Any, _tree: Any) -> None:
    """docutils gives each source of its list a role that ARIA allows on <li> only."""
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def unmarked_drawings(_app: Sphinx, _page: str, _tpl: str, context: Any, _tree: Any) -> None:
    """Sphinx marks the words of a search, and stops at a drawing's title: it has no box to mark."""
    if "body" in context:
        context["body"] = re.sub(r"<(title|desc)\b", r'<\1 class="nohighlight"', context["body"])


def stands_in(node: nodes.Node, *kinds: type[nodes.Node]) -> bool:
    """Whether one of these is around it."""
    while node.parent is not None:
        node = node.parent
        if isinstance(node, kinds):
            return True
    return False


def is_copied(node: nodes.Node) -> bool:
    """Whether it stands in a table of contents, which Sphinx makes of copies: ids and all."""
    return stands_in(node, addnodes.compact_paragraph, nodes.title)


def replace_launch_button(
    context: dict[str, Any], tooltip: str, links: Iterable[tuple[str, str]]
) -> None:
    """The theme keeps its buttons in the page's context, each a dictionary of its own words."""
    buttons = context.get("header_buttons")
    if buttons is None:
        return
    buttons[:] = [button for button in buttons if button.get("label") != "launch-buttons"]
    opened = _links(tooltip, links, "fas fa-arrow-up-right-from-square")
    group = {"type": "group", "tooltip": tooltip, "icon": "fas fa-rocket", "buttons": opened}
    if opened:
        buttons.insert(0, {**group, "label": "launch-buttons"})


def add_downloads(context: dict[str, Any], tooltip: str, links: Iterable[tuple[str, str]]) -> None:
    """Below those of the page."""
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


# Which words of a page its scripts and sheets of styles work on; what is not here is on every page.
WORK_ON = {
    "clipboard": 'class="highlight',
    "copybutton": 'class="highlight',
    "toggle": "toggle|dropdown",
    "design-tabs": "sd-tab-set",
    "sphinx-design": "sd-",
    "mystnb": 'class="cell',
}


def only_what_is_needed(
    _app: Sphinx, _page: str, _template: str, context: Any, _doctree: Any
) -> None:
    """Jupyter Book adds thebe (and its address) to every page, and extensions all they have."""
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
    words = next((words for part, words in WORK_ON.items() if part in name), "")
    return "thebe" not in name and re.search(words, body) is not None


def without_thebe(_app: Any, doctree: nodes.document, _page: str) -> None:
    """Jupyter Book's thebe ends each page with two scripts, for cells that are run there."""
    doctree.children = [part for part in doctree.children if not isinstance(part, nodes.raw)]


def only_what_a_page_asks_for(_app: Sphinx, config: Any) -> None:
    """Jupyter Book puts every script of `_static` on each page; `element.py` adds what it needs."""
    config.html_js_files = []


# What the first lines are set in is asked for before the style sheets name it; else the lines move
# when it comes. From file:// a browser may not ask so, and need not.
FIRST_FONTS = ("lanes-serif-normal", "source-sans-3-latin-wght-normal")
ITALIC = "lanes-serif-italic"
ASK = """<script>
      const fontToAsk = { rel: "preload", as: "font", crossOrigin: "" };
      if (location.protocol !== "file:") for (const href of %s)
        document.head.append(Object.assign(document.createElement("link"), fontToAsk, { href }));
    </script>"""


def ask_for_fonts(_app: Sphinx, _page: str, _template: str, context: Any, _doctree: Any) -> None:
    names = [*FIRST_FONTS, *([ITALIC] if "<em" in context.get("body", "") else [])]
    fonts = [context["pathto"](f"_static/fonts/{name}.woff2", True) for name in names]
    context["metatags"] = context.get("metatags", "") + "\n    " + ASK % json.dumps(fonts)


ICON = re.compile(r'<(i|span)\s([^>]*class="([^"]*\bfa-[^"]*)"[^>]*)>\s*</\1>')
STYLES = {"fa-solid": "fas", "fas": "fas", "fa-regular": "far", "fa-brands": "fab", "fab": "fab"}
# Which letter of a font an icon is, and where a style asks for one that no page has.
# A rule begins where one ends: tried from each of its letters, one sheet takes half a second.
LETTERS = (
    r'(?<=[{}])(?:(?:\.fa-[\w-]+:before,?)+\{content:"[^"]*"\}'
    r"|[^{}]+\{(?:[^{}]*;)?(?:content|font):var\(--(?:fa-font|pst-icon)-[^{}]*\})"
)
# The script that draws icons in the browser, and those that only a search while one types needs.
UNUSED = re.compile(r'\s*<script[^>]*src="[^"]*/fontawesome\.js[^"]*"[^>]*></script>')
SEARCHES = re.compile(
    r'\s*<script src="[^"]*(?:searchtools|language_data|searchindex)\.js[^"]*"></script>'
)
VIEWPORT = '<meta name="viewport"'  # Sphinx, docutils and the theme each write one


@cache
def icons(script: Path) -> dict[tuple[str, str], tuple[str, str, str]]:
    """Width, height and path of each icon of the theme, by style and name."""
    found, text = {}, script.read_text(encoding="utf-8")
    for style in ("fab", "far", "fas"):
        drawn = text.partition(f'("{style}",p)')[0].rpartition("var p={")[2]
        for icon in re.finditer(r'"?([\w-]+)"?:\[(\d+),(\d+),\[[^]]*\],"\w+","([^"]+)"', drawn):
            found[style, icon[1]] = (icon[2], icon[3], icon[4])
    return found


def drawn_icons(html: str, known: dict[tuple[str, str], tuple[str, str, str]]) -> str:
    """Icons as they stand on the page: no script to draw them, no font to draw them with."""

    def drawing(found: re.Match[str]) -> str:
        classes = found[3].split()
        style = next((STYLES[name] for name in classes if name in STYLES), "fas")
        name = next((n[3:] for n in classes if (style, n[3:]) in known), "")
        if not name:
            raise ThemeError(
                f"no icon for {found[3]!r} in the theme's fontawesome.js. Take a name that it has, "
                "or mend `icons` in book/_ext/theme.py if the theme writes them otherwise now"
            )
        width, height, path = known[style, name]
        own = found[2].replace(found[3], " ".join(n for n in classes if n not in STYLES))
        return (
            f'<svg {own} aria-hidden="true" viewBox="0 0 {width} {height}"><path d="{path}"/></svg>'
        )

    return ICON.sub(drawing, html)


def draw_icons(app: Sphinx) -> None:
    """The theme writes them into templates, which no event shows: so the finished page is read."""
    templates = getattr(app.builder, "templates", None)
    if templates is None or app.builder.format != "html":
        return
    plain = templates.render
    places = (
        Path(folder) / "static/scripts/fontawesome.js"
        for folder in app.builder.theme.get_theme_dirs()
    )
    (known,) = (icons(script) for script in places if script.is_file())

    def render(template: str, context: dict[str, Any]) -> str:
        html = UNUSED.sub("", drawn_icons(plain(template, context), known))
        before, viewport, after = html.partition(VIEWPORT)
        html = before + viewport + re.sub(VIEWPORT + "[^>]*>", "", after)
        return html if context.get("pagename") == "search" else SEARCHES.sub("", html)

    templates.render = render


def leave_icons_out(app: Sphinx, _problem: Exception | None) -> None:
    """A third of the theme's style sheet is about letters; one that stays fetches a font for it."""
    static = Path(app.outdir) / "_static"
    sheet = static / "styles/pydata-sphinx-theme.css"
    if sheet.is_file():
        whole = sheet.read_text(encoding="utf-8")
        sheet.write_text(re.sub(LETTERS, "", whole), encoding="utf-8")


def keep_entries(app: Sphinx) -> list[Any]:
    """Of pages that a build leaves as they are Sphinx's search forgets the entries of the index."""
    if indexer := getattr(app.builder, "indexer", None):
        for page, entries in app.env.get_domain("index").entries.items():
            kept = [(words, place, main) for _, words, place, main, _ in entries]
            indexer._index_entries.setdefault(page, kept)
    return []


def setup(app: Sphinx) -> None:
    render.coalesce_streams = whole_streams
    app.connect("config-inited", only_what_a_page_asks_for)
    app.connect("builder-inited", draw_icons)
    app.connect("doctree-resolved", without_thebe, priority=900)
    app.connect("html-collect-pages", keep_entries)
    app.connect("build-finished", leave_icons_out)
    app.connect("html-page-context", ask_for_fonts)
    app.connect("html-page-context", without_wrong_role)
    app.connect("html-page-context", unmarked_drawings)
    app.connect("html-page-context", only_what_is_needed, priority=950)
