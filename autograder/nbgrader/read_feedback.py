"""Read scores and messages from a feedback page.

The structure of nbgrader's HTML is undocumented; only this module depends on it. A student's text
cannot imitate nbgrader's elements, because `markup` removes the attribute `name` and all classes
except those of syntax highlighting.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bs4 import BeautifulSoup

_COMMENT = "comment-"
_SCORE = re.compile(r"Score: (-?[\d.]+) / ([\d.]+)")


@dataclass(frozen=True)
class FeedbackPage:
    """Scores and texts on a feedback page. A score is (points, maximum), or None if missing."""

    whole: tuple[float, float] | None
    points: Mapping[str, tuple[float, float] | None]
    words: Mapping[str, str]  # message of the task's check, by task
    comments: Mapping[str, str]  # grader's comment, by answer cell


def read_page(path: Path) -> FeedbackPage:
    """Read scores, messages and comments from the HTML of a feedback page.

    Each message is joined into one line.
    """
    page = BeautifulSoup(path.read_bytes(), "html.parser")
    points, words, comments = {}, {}, {}
    for mark in page.select("div.nbgrader_cell > a[name]"):
        cell = mark.find_parent("div", class_="cell")
        heading = mark.find_next_sibling("div", class_="panel-heading")
        name = str(mark["name"])
        if cell is not None and heading is not None and not name.startswith(_COMMENT):
            points[name] = _score(heading.text)
            outputs = [pre.text for pre in cell.select("div.output pre")]
            words[name] = " ".join(" ".join(outputs).split())
        footer = mark.find_next_sibling("div", class_="panel-footer")
        if footer is not None and name.startswith(_COMMENT):
            text = " ".join(footer.text.split())
            comments[name.removeprefix(_COMMENT)] = text.removeprefix("Comments:").strip()
    title = page.select_one("div.panel-heading > h1")
    return FeedbackPage(_score(title.text) if title else None, points, words, comments)


def html_text(html: str) -> str:
    """Return the text of an HTML fragment, with single spaces between words."""
    return " ".join(BeautifulSoup(html, "html.parser").text.split())


def _score(text: str) -> tuple[float, float] | None:
    match = _SCORE.search(text)
    return (float(match[1]), float(match[2])) if match else None
