"""Metadata of a page for search engines and link previews."""

from __future__ import annotations

import re
from html import escape
from posixpath import join
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from autograder.notebook.release import github_pages

LETTERS = 200  # characters; search engines and social cards truncate there
CARD = "_static/page.jpg"  # also shown in the README


def served_at(config: Config) -> str:
    """Return `html_baseurl`, else the address on GitHub Pages, else an empty string."""
    address = str(config.html_theme_options.get("repository_url", ""))
    return config.html_baseurl or github_pages(address)


def description(doctree: nodes.document) -> str:
    """Return the beginning of the page's first paragraph without citations."""
    for paragraph in doctree.findall(nodes.paragraph):
        words = " ".join(
            text.astext() for text in paragraph.findall(nodes.Text) if not _cites(text)
        )
        words = re.sub(r"[\[(]\s*[\])]", "", words)
        words = re.sub(r" +([,.;:?!)])", r"\1", " ".join(words.split()))
        if words:
            return words if len(words) <= LETTERS else _cut(words)
    return ""


def _cites(text: nodes.Node) -> bool:
    while text.parent is not None and not isinstance(text, nodes.paragraph):
        text = text.parent
        if isinstance(text, nodes.reference) and "bibliography" in text.get("refuri", ""):
            return True
    return False


def _cut(words: str) -> str:
    ends = [found.end() for found in re.finditer(r"[.?!](?= )", words[:LETTERS])]
    return words[: ends[-1]] if ends else words[: words.rindex(" ", 0, LETTERS)] + " …"


def describe(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if doctree is None:
        return
    said = {"og:type": "article", "og:site_name": app.config.html_title or app.config.project}
    said["og:title"] = nodes.document.astext(app.env.titles[page])
    if words := description(doctree):
        said["og:description"] = words
    if context.get("pageurl"):
        said["og:url"] = context["pageurl"]
        said["og:image"] = join(app.config.html_baseurl, CARD)
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in said.items()]
    lines += ['<meta name="twitter:card" content="summary_large_image" />']
    lines += [f'<meta name="description" content="{escape(words)}" />'] if words else []
    context["metatags"] = "\n    ".join([context["metatags"], *lines])


def find_address(_app: Sphinx, config: Config) -> None:
    config.html_baseurl = served_at(config)


def setup(app: Sphinx) -> None:
    app.connect("config-inited", find_address)
    app.connect("html-page-context", describe)
