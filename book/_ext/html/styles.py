"""Remove CSS rules that no page uses from the style sheets of the theme and extensions.

A rule is removed if each of its selectors contains a class or an id that is not a word of any page
or script. Comments are removed, too. The book's own style sheets do not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

COMMENT = re.compile(r"/\*.*?\*/", re.S)
RULE = re.compile(r"(?<=[{};])([^{};@]+)\{[^{}]*\}")
EMPTY = re.compile(r"@(?:media|supports)[^{};]*\{\s*\}")
# Brackets in a selector may contain alternatives or negations, so names inside them are ignored.
BRACKETS = re.compile(r"\[[^]]*\]|\([^()]*\)")
SELECTOR_SEPARATOR = re.compile(r",(?![^(]*\))")
NAME = re.compile(r"[.#]((?:[\w-]|\\.)+)")
COMPOSED = "bs-tooltip"  # Bootstrap's script composes names such as bs-tooltip-auto


def remove_unused_rules(sheet: str, words: set[str]) -> str:
    def is_used(selector: str) -> bool:
        names = NAME.findall(BRACKETS.sub("", BRACKETS.sub("", selector)))
        return all(n.startswith(COMPOSED) or n.replace("\\", "") in words for n in names)

    def rule(match: re.Match[str]) -> str:
        return match[0] if any(map(is_used, SELECTOR_SEPARATOR.split(match[1]))) else ""

    return EMPTY.sub("", RULE.sub(rule, COMMENT.sub("", sheet)))


def page_texts(html: Path) -> Iterator[str]:
    for path in (*html.glob("*.html"), *html.glob("_static/**/*.js")):
        if path.name != "fontawesome.js":  # contains all icon names, and no page loads the file
            yield path.read_text(encoding="utf-8")


def shrink_style_sheets(app: Sphinx, problem: Exception | None) -> None:
    html, own = Path(app.outdir), Path(app.srcdir)
    if problem or app.builder.format != "html":
        return
    words = {word for text in page_texts(html) for word in re.findall(r"[\w-]+", text)}
    for sheet in html.glob("_static/**/*.css"):
        if not (own / sheet.relative_to(html)).exists():
            sheet.write_text(
                remove_unused_rules(sheet.read_text(encoding="utf-8"), words), encoding="utf-8"
            )


def setup(app: Sphinx) -> None:
    app.connect("build-finished", shrink_style_sheets)
