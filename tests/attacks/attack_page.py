"""Find scripts and external requests in Markdown as nbgrader renders it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from autograder.nbgrader import markup

_TAGS = {"script", "iframe", "svg", "object", "embed", "form", "style", "link", "video"}
# A link needs a click, and an embedded image needs no request.
_ALLOWED = {"a": ("#", "http://", "https://"), "img": "data:image/"}
_COMMANDS = re.compile(
    r"\\(href|mmlToken|bbox|style|class|cssId|require|html\w*|data|unicode|def|let|newcommand)\b"
)


class _Page(HTMLParser):
    """Parse a page as a browser does: tags, attributes, and text with decoded entities."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.bad: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _TAGS:
            self.bad.append(tag)
        for name, value in attrs:
            address = (value or "").startswith(_ALLOWED.get(tag, "#"))
            outside = name in ("href", "src") and not address
            if name.startswith("on") or outside:
                self.bad.append(f"{tag} {name}")

    def handle_data(self, data: str) -> None:
        self.bad += _COMMANDS.findall(data)  # MathJax reads text after the browser has decoded it


def find_active_parts(markdown: str) -> list[str]:
    """Return the dangerous parts of the page that nbgrader makes of a Markdown text."""
    return active_parts(markup.page_html(markdown))


def active_parts(html: str) -> list[str]:
    """Return the tags, attributes and commands of a page that run or load anything."""
    page = _Page()
    page.feed(html)
    return page.bad
