"""Show the number of a chapter, its reading time above its title, and short links to chapters.

Each section begins with the minutes that remain to the end of the chapter.
"""

from __future__ import annotations

import re
from math import ceil
from pathlib import PurePath
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from autograder import Course

from ..html.element import element, make
from ..html.theme import put_above_title
from .tasks import minutes_of, plural

NUMBERED = re.compile(r"(?:.*/)?(\d\d)_\w+")
ESSAY = "ten_minutes"
# Reading speed of a careful reader in words per minute, about the speed of reading aloud.
WORDS_PER_MINUTE = 150
# Minutes that a reader needs for elements of these CSS classes, in addition to their text.
VIEWING_MINUTES = {"predict": 1, "explorable": 3, "bars": 1, "table-scroll": 1, "cell": 1}
# CSS classes of parts whose words are not counted: rulings, tables, cards, hidden answers.
SKIPPED = (
    *("ruling", "ruling-fold", "table-scroll", "task-table", "origin-card", "predict-answer"),
    "minutes-left",
)


def add_chapter_number(app: Sphinx, page: str, _template: str, context: Any, doctree: Any) -> None:
    if doctree is None or not has_reading_time(page):
        return
    note = f"about {plural(total_minutes(doctree), 'minute')}"
    if unit := Course.find(app.srcdir).units.get(page):
        note += f" of reading and {minutes_of(unit)} of tasks"
    if match := NUMBERED.fullmatch(page):
        note = f"Chapter {match[1]}, {note}"
    put_above_title(context, f'<p class="chapter-number">{note[0].upper()}{note[1:]}</p>')


def has_reading_time(page: str) -> bool:
    return page == ESSAY or NUMBERED.fullmatch(page) is not None


def total_minutes(*parts: nodes.Node) -> int:
    return ceil(sum(count_words(part) / WORDS_PER_MINUTE + viewing_minutes(part) for part in parts))


def viewing_minutes(part: nodes.Node) -> int:
    marks = [mark for node in part.findall(nodes.Element) for mark in classes(node)]
    return sum(VIEWING_MINUTES.get(mark, 0) for mark in marks)


def classes(node: nodes.Element) -> list[str]:
    named: list[str] = node["html"].get("class", "").split() if isinstance(node, element) else []
    return named + list(node.get("classes", ()))


def count_words(node: nodes.Node) -> int:
    if isinstance(node, nodes.Text):
        return len(str(node).split())
    if isinstance(node, nodes.raw | nodes.literal_block | nodes.comment):
        return 0
    if isinstance(node, nodes.Element) and not set(SKIPPED).isdisjoint(classes(node)):
        return 0
    return sum(count_words(child) for child in node.children)


def add_minutes_left(_app: Sphinx, doctree: nodes.document, page: str) -> None:
    if not has_reading_time(page):
        return
    chapter = next((node for node in doctree.children if isinstance(node, nodes.section)), None)
    sections = [node for node in chapter or () if isinstance(node, nodes.section)]
    remaining = [total_minutes(*sections[at:]) for at in range(len(sections))]
    for section, left in zip(sections, remaining, strict=True):
        note = f"{left} minutes left" if left > 1 else "the last minute"
        section.insert(1, make("p", note, class_="minutes-left"))


def shorten_links(app: Sphinx, doctree: nodes.document, _page: str) -> None:
    """Replace a link text that is the title of a chapter with "chapter NN" or "Chapter NN".

    The title becomes the tooltip of the link.
    """
    for link in doctree.findall(nodes.reference):
        match = NUMBERED.fullmatch(PurePath(link.get("refuri", "")).stem)
        name = link.children[0] if link.children else None
        if match is None or not isinstance(name, nodes.inline) or "doc" not in name["classes"]:
            continue
        title = app.env.titles[PurePath(link["refuri"]).stem].astext()
        if name.astext() == title:  # the author wrote no other link text
            before = link.parent.astext().partition(title)[0].rstrip()
            word = "chapter" if before and before[-1] not in ".?!" else "Chapter"
            name.children = [nodes.Text(f"{word} {match[1]}")]
            link["reftitle"] = title


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", shorten_links)
    app.connect("html-page-context", add_chapter_number)
    app.connect("doctree-resolved", add_minutes_left)
