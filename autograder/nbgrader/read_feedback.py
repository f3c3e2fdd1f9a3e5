"""What a feedback page says: the scores in its headings and the words below its checks.

nbgrader's template says so in classes and names of its own, which are documented nowhere.

Nothing of a student's can be taken for them: text in a page has no names, and classes of its own
only where they colour code (`markup.py`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bs4 import BeautifulSoup

_COMMENT = "comment-"
_SCORE = re.compile(r"Score: (-?[\d.]+) / ([\d.]+)")


@dataclass(frozen=True)
class Said:
    """Points and the most that can be had; nothing where the page does not say."""

    whole: tuple[float, float] | None
    points: Mapping[str, tuple[float, float] | None]
    words: Mapping[str, str]  # by task, what its check says
    comments: Mapping[str, str]  # by answer, what a person wrote below it


def read_page(path: Path) -> Said:
    """Read it as a browser would."""
    page = BeautifulSoup(path.read_bytes(), "html.parser")
    points, words, comments = {}, {}, {}
    for mark in page.select("div.nbgrader_cell > a[name]"):
        cell = mark.find_parent("div", class_="cell")
        heading = mark.find_next_sibling("div", class_="panel-heading")
        name = str(mark["name"])
        if cell is not None and heading is not None and not name.startswith(_COMMENT):
            points[name] = _score(heading.text)
            shown = [pre.text for pre in cell.select("div.output pre")]
            words[name] = " ".join(" ".join(shown).split())
        footer = mark.find_next_sibling("div", class_="panel-footer")
        if footer is not None and name.startswith(_COMMENT):
            text = " ".join(footer.text.split())
            comments[name.removeprefix(_COMMENT)] = text.removeprefix("Comments:").strip()
    title = page.select_one("div.panel-heading > h1")
    return Said(_score(title.text) if title else None, points, words, comments)


def read_words(html: str) -> str:
    """The text of a piece of a page."""
    return " ".join(BeautifulSoup(html, "html.parser").text.split())


def _score(text: str) -> tuple[float, float] | None:
    found = _SCORE.search(text)
    return (float(found[1]), float(found[2])) if found else None
