"""Whether markdown, as nbgrader puts it on a page, could run or fetch anything there."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from autograder.nbgrader import markup

_TAGS = {"script", "iframe", "svg", "object", "embed", "form", "style", "link", "video"}
# A click is a reader's own, and a picture that a page holds is asked of nobody.
_SHOWN = {"a": ("#", "http://", "https://"), "img": "data:image/"}
_ACTS = re.compile(
    r"\\(href|mmlToken|bbox|style|class|cssId|require|html\w*|data|unicode|def|let|newcommand)\b"
)


class _Page(HTMLParser):
    """Looks at a page as a browser does: tags, attributes, and text with its entities decoded."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.bad: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _TAGS:
            self.bad.append(tag)
        for name, value in attrs:
            address = (value or "").startswith(_SHOWN.get(tag, "#"))
            outside = name in ("href", "src") and not address
            if name.startswith("on") or outside:
                self.bad.append(f"{tag} {name}")

    def handle_data(self, data: str) -> None:
        self.bad += _ACTS.findall(data)  # MathJax reads text, after the browser has decoded it


def dangerous(markdown: str) -> list[str]:
    """What the page of a grader would do with it."""
    return acts(markup.page_html(markdown))


def acts(html: str) -> list[str]:
    """What a page runs or fetches, its own scripts among it."""
    page = _Page()
    page.feed(html)
    return page.bad
