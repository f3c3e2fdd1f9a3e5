"""Metadata of a page for search engines, link previews and catalogues of learning resources."""

from __future__ import annotations

import json
import re
from html import escape
from posixpath import join
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from autograder.notebook.release import github_pages

from .chapter import NUMBERED

MAX_DESCRIPTION = 200  # characters; search engines and link previews truncate longer descriptions
ELLIPSIS = " …"
PREVIEW_IMAGE = "_static/page.jpg"  # also shown in the README
LICENSE = "https://creativecommons.org/licenses/by/4.0/"  # license of the prose: LICENSE-prose
LEVEL = "Higher education"
OBJECTIVES = "In this chapter you will learn"


def base_url(config: Config) -> str:
    """Return the address of the site: `html_baseurl`, or the address on GitHub Pages, or ""."""
    address = str(config.html_theme_options.get("repository_url", ""))
    return config.html_baseurl or github_pages(address)


def description(doctree: nodes.document) -> str:
    """Return the start of the first paragraph that has words, without citations, or "".

    A paragraph of more than `MAX_DESCRIPTION` characters is cut after a sentence, or else after a
    word, or else within a word. Unless the cut is after a sentence, " …" is appended.
    """
    for paragraph in doctree.findall(nodes.paragraph):
        words = " ".join(
            text.astext() for text in paragraph.findall(nodes.Text) if not _is_citation(text)
        )
        words = re.sub(r"[\[(]\s*[\])]", "", words)
        words = re.sub(r" +([,.;:?!)])", r"\1", " ".join(words.split()))
        if words:
            return words if len(words) <= MAX_DESCRIPTION else truncate(words)
    return ""


def _is_citation(text: nodes.Node) -> bool:
    while text.parent is not None and not isinstance(text, nodes.paragraph):
        text = text.parent
        if isinstance(text, nodes.reference) and "bibliography" in text.get("refuri", ""):
            return True
    return False


def truncate(words: str) -> str:
    ends = [match.end() for match in re.finditer(r"[.?!](?= )", words[:MAX_DESCRIPTION])]
    if ends:
        return words[: ends[-1]]
    end = words.rfind(" ", 0, MAX_DESCRIPTION - len(ELLIPSIS) + 1)
    return words[: end if end > 0 else MAX_DESCRIPTION - len(ELLIPSIS)] + ELLIPSIS


def objectives(doctree: nodes.document) -> list[str]:
    """Return the items of the list of objectives without their final punctuation, or [].

    This is the first bullet list directly after a paragraph that starts with `OBJECTIVES`.
    """
    for paragraph in doctree.findall(nodes.paragraph):
        following = paragraph.next_node(descend=False, siblings=True)
        if paragraph.astext().startswith(OBJECTIVES) and isinstance(following, nodes.bullet_list):
            items = (" ".join(item.astext().split()) for item in following.children)
            return [item.rstrip(".,;") for item in items]
    return []


def learning_resource(app: Sphinx, page: str, url: str, doctree: nodes.document) -> dict[str, Any]:
    """Return a page's schema.org `LearningResource`, without empty properties."""
    book = {"@type": "Book", "name": app.config.html_title or app.config.project}
    if app.config.html_baseurl:
        book["url"] = app.config.html_baseurl
    is_chapter = NUMBERED.fullmatch(page) is not None
    stated = {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "name": nodes.document.astext(app.env.titles[page]),
        "description": description(doctree),
        "url": url,
        "learningResourceType": "textbook chapter" if is_chapter else "supplementary material",
        "educationalLevel": LEVEL,
        "inLanguage": app.config.language,
        "license": LICENSE,
        "isPartOf": book,
        "teaches": objectives(doctree),
    }
    return {name: value for name, value in stated.items() if value}


def add_metadata(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if doctree is None:
        return
    properties = {"og:type": "article", "og:site_name": app.config.html_title or app.config.project}
    properties["og:title"] = nodes.document.astext(app.env.titles[page])
    if words := description(doctree):
        properties["og:description"] = words
    if context.get("pageurl"):
        properties["og:url"] = context["pageurl"]
        properties["og:image"] = join(app.config.html_baseurl, PREVIEW_IMAGE)
    lines = [
        f'<meta property="{name}" content="{escape(text)}" />' for name, text in properties.items()
    ]
    lines += ['<meta name="twitter:card" content="summary_large_image" />']
    lines += [f'<meta name="description" content="{escape(words)}" />'] if words else []
    resource = learning_resource(app, page, context.get("pageurl") or "", doctree)
    # Escape "<", so that no text of the page can end the script element.
    data = json.dumps(resource, ensure_ascii=False).replace("<", "\\u003c")
    lines += [f'<script type="application/ld+json">{data}</script>']
    context["metatags"] = "\n    ".join([context["metatags"], *lines])


def set_base_url(_app: Sphinx, config: Config) -> None:
    config.html_baseurl = base_url(config)


def setup(app: Sphinx) -> None:
    app.connect("config-inited", set_base_url)
    app.connect("html-page-context", add_metadata)
