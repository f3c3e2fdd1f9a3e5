"""Draw the theme's icons as inline SVG at build time, and remove the icon script and font.

Like `theme.py`, this module relies on undocumented behaviour of Sphinx and the theme. Its wrapper
of the template renderer also removes repeated viewport tags and the scripts of the search.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ThemeError

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


def inline_icons(html: str, drawings: dict[tuple[str, str], tuple[str, str, str]]) -> str:
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
                "or update `icons` in book/_ext/html/icons.py if its format has changed"
            )
        width, height, path = drawings[style, name]
        own = match[2].replace(match[3], " ".join(n for n in classes if n not in STYLES))
        return (
            f'<svg {own} aria-hidden="true" viewBox="0 0 {width} {height}"><path d="{path}"/></svg>'
        )

    return ICON.sub(drawing, html)


def wrap_renderer(app: Sphinx) -> None:
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
        html = ICON_SCRIPT.sub("", inline_icons(plain(template, context), drawings))
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


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", wrap_renderer)
    # Run after `styles.py` has removed comments, which would hide the start of a rule.
    app.connect("build-finished", remove_icon_rules, priority=600)
