"""A measured number stands in a record, never in prose: the check that finds bare ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

LOG = logging.getLogger(__name__)

UNIT = (
    r"(?:[num\N{MICRO SIGN}\N{GREEK SMALL LETTER MU}]?s|milliseconds?|microseconds?|nanoseconds?"
    r"|seconds?|[kMGTP]?FLOP/s|[kMGTP]?i?B/s|%|per cent|times as (?:fast|slow|long))"
)
NUMBER = r"\d[\d,._]*"
IN_WORDS = "two|three|four|five|ten|twenty|fifty|a hundred|hundreds of|a thousand|thousands of"
FASTER = "times (?:faster|slower|longer|shorter|quicker)"
BARE = re.compile(
    rf"(?<![\w.])(?:{NUMBER}[ \u00a0\u202f-]?(?:{UNIT}|{FASTER})|(?:{IN_WORDS}) {FASTER})(?![\w/])"
)
FENCE = re.compile(r"^\s*(?P<fence>`{3,}|:{3,}|~{3,})\s*(?P<info>.*)$")
# In these the body is prose; in all others it is code, data or a figure.
PROSE = re.compile(
    r"\{(?:predict|note|tip|warning|important|admonition|margin|sidebar|dropdown|"
    r"seealso|explorable|glossary|card|grid|tab-[a-z-]+|epigraph|figure|list-table)\}"
)
NOT_PROSE = re.compile(
    r"\{[\w:-]+\}`+[^`]*`+"  # a role
    r"|(`+)(?:.(?!\1))*.?\1"  # code
    r"|\$[^$]*\$"  # mathematics
    r"|\]\([^)]*\)|<[^>]*>"  # addresses
)
ROLES = "measured (a record), fact (hardware.toml) or published (literature.toml)"


@dataclass(frozen=True)
class BareNumber:
    line: int
    text: str

    def __str__(self) -> str:
        return f"'{self.text}' is a bare number: say where it comes from with the role {ROLES}"


def bare_numbers(text: str) -> Iterator[BareNumber]:
    for line, prose in prose_lines(text):
        stripped = NOT_PROSE.sub(lambda match: " " * len(match[0]), prose)
        for match in BARE.finditer(stripped):
            yield BareNumber(line, match[0].strip())


def prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines outside front matter, code, mathematics, options and comments."""
    fences: list[tuple[str, bool]] = []
    in_math = in_head = False
    for line, words in enumerate(text.splitlines(), 1):
        if words.strip() == "---" and (line == 1 or in_head):
            in_head = line == 1
        elif (fence := FENCE.match(words)) and not in_math:
            marks, info = fence["fence"], fence["info"]
            if fences and not info and marks.startswith(fences[-1][0]):
                fences.pop()
            elif not fences or fences[-1][1]:
                fences.append((marks, bool(PROSE.match(info))))
        elif words.strip().startswith("$$"):
            in_math = in_math != (words.count("$$") == 1)
        elif in_head or in_math or words.startswith("%") or re.match(r"\s*:[\w-]+:", words):
            continue
        elif all(is_prose for _, is_prose in fences):
            yield line, words


def refuse_bare_numbers(app: Sphinx, page: str, source: list[str]) -> None:
    path = Path(app.env.doc2path(page))
    for found in bare_numbers(source[0]):
        LOG.error("%s", found, location=f"{path}:{found.line}")


def setup(app: Sphinx) -> None:
    app.connect("source-read", refuse_bare_numbers)
