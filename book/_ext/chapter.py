"""Show the number of a chapter and its reading time above the title.

The remaining minutes are shown above each section.
"""

from __future__ import annotations

import re
from math import ceil
from pathlib import PurePath
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from autograder import Course

from .element import element, make
from .tasks import minutes_of, plural
from .theme import put_above_title

NUMBERED = re.compile(r"(?:.*/)?(\d\d)_\w+")
ESSAY = "ten_minutes"
# Words per minute of a careful reader, about the same as reading aloud.
PACE = 150
# Minutes for a prediction, an interactive figure, a bar chart, a table or a code cell.
LOOKS = {"predict": 1, "explorable": 3, "bars": 1, "table-scroll": 1, "cell": 1}
# Collapsed parts, reference tables and figures are not read from beginning to end.
SKIPPED = (
    *("ruling", "ruling-fold", "table-scroll", "task-table", "origin-card", "predict-answer"),
    "minutes-left",
)


def number_above_title(app: Sphinx, page: str, _template: str, context: Any, doctree: Any) -> None:
    if doctree is None or not is_read_through(page):
        return
    note = f"about {plural(minutes(doctree), 'minute')}"
    if unit := Course.find(app.srcdir).units.get(page):
        note += f" of reading and {minutes_of(unit)} of tasks"
    if match := NUMBERED.fullmatch(page):
        note = f"Chapter {match[1]}, {note}"
    put_above_title(context, f'<p class="chapter-number">{note[0].upper()}{note[1:]}</p>')


def is_read_through(page: str) -> bool:
    return page == ESSAY or NUMBERED.fullmatch(page) is not None


def minutes(*parts: nodes.Node) -> int:
    return ceil(sum(words(part) / PACE + looks(part) for part in parts))


def looks(part: nodes.Node) -> int:
    marks = [mark for node in part.findall(nodes.Element) for mark in classes(node)]
    return sum(LOOKS.get(mark, 0) for mark in marks)


def classes(node: nodes.Element) -> list[str]:
    named: list[str] = node["html"].get("class", "").split() if isinstance(node, element) else []
    return named + list(node.get("classes", ()))


def words(node: nodes.Node) -> int:
    if isinstance(node, nodes.Text):
        return len(str(node).split())
    if isinstance(node, nodes.raw | nodes.literal_block | nodes.comment):
        return 0
    if isinstance(node, nodes.Element) and not set(SKIPPED).isdisjoint(classes(node)):
        return 0
    return sum(words(child) for child in node.children)


def say_what_is_left(_app: Sphinx, doctree: nodes.document, page: str) -> None:
    if not is_read_through(page):
        return
    chapter = next((node for node in doctree.children if isinstance(node, nodes.section)), None)
    sections = [node for node in chapter or () if isinstance(node, nodes.section)]
    rests = [minutes(*sections[at:]) for at in range(len(sections))]
    for section, rest in zip(sections, rests, strict=True):
        note = f"{rest} minutes left" if rest > 1 else "the last minute"
        section.insert(1, make("p", note, class_="minutes-left"))


def shorten_links(app: Sphinx, doctree: nodes.document, _page: str) -> None:
    """Replace a chapter title in a link with "chapter NN", which reads better in a sentence."""
    for link in doctree.findall(nodes.reference):
        match = NUMBERED.fullmatch(PurePath(link.get("refuri", "")).stem)
        name = link.children[0] if link.children else None
        if match is None or not isinstance(name, nodes.inline) or "doc" not in name["classes"]:
            continue
        title = app.env.titles[PurePath(link["refuri"]).stem].astext()
        if name.astext() == title:  # the author gave no other text
            before = link.parent.astext().partition(title)[0].rstrip()
            word = "chapter" if before and before[-1] not in ".?!" else "Chapter"
            name.children = [nodes.Text(f"{word} {match[1]}")]
            link["reftitle"] = title


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", shorten_links)
    app.connect("html-page-context", number_above_title)
    app.connect("doctree-resolved", say_what_is_left)
