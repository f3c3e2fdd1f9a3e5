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

_SCORE = re.compile(r"Score: (-?[\d.]+) / ([\d.]+)")


@dataclass(frozen=True)
class Said:
    """Points and the most that can be had; nothing where the page does not say."""

    whole: tuple[float, float] | None
    points: Mapping[str, tuple[float, float] | None]
    words: Mapping[str, str]  # by task, what its check says


def read_page(path: Path) -> Said:
    """Read it as a browser would."""
    page = BeautifulSoup(path.read_bytes(), "html.parser")
    points, words = {}, {}
    for mark in page.select("div.nbgrader_cell > a[name]"):
        cell = mark.find_parent("div", class_="cell")
        heading = mark.find_next_sibling("div", class_="panel-heading")
        name = str(mark["name"])
        if cell is not None and heading is not None and not name.startswith("comment-"):
            points[name] = _score(heading.text)
            shown = [pre.text for pre in cell.select("div.output pre")]
            words[name] = " ".join(" ".join(shown).split())
    title = page.select_one("div.panel-heading > h4")
    return Said(_score(title.text) if title else None, points, words)


def _score(text: str) -> tuple[float, float] | None:
    found = _SCORE.search(text)
    return (float(found[1]), float(found[2])) if found else None
