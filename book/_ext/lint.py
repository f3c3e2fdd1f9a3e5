"""Check the prose of a page: numbers and terms.

Measured numbers must be written through a role, thousands must be grouped by commas, and concepts
must be called by their standard terms.
"""

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
# Directives whose body is prose. The body of any other one is code, data or a figure.
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
QUOTED = re.compile(r"“[^”]*”")
# Excluded are shapes (2048 by 2048), names that begin with a capital letter, and years.
BY = r"(?:by|\N{MULTIPLICATION SIGN}) "
LONG = re.compile(
    rf"(?<![\w.,:/=-])(?<!by )(?<!\N{{MULTIPLICATION SIGN}} )\d{{4,}}(?![\w-]|[.,]\d| {BY})"
)
SPACED = re.compile(r"(?<![\w.,])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?![\w.,]\d|\d)")
NAME = re.compile(r"\b[A-Z]\w* $")
YEARS = range(1900, 2100)


TERMS = {  # colloquial word -> the standard term that readers can search for
    r"texts": "sequences",
    r"pictures?|photos?": "image, or figure for an illustration",
    r"slopes?": "gradient or derivative",
    r"(?:a|one|each|every|per|last|next|first) turn": "iteration or step",
    r"(?:\d+|more|fewer|many|all|these|two|three|four) turns": "iterations or steps",
    r"rounds? of (?:a|the|this) loop": "iteration or step",
    r"ticks?": "clock cycle",
    r"numbers of state": "hidden size",
    r"(?<!streaming )multiprocessors?": "SM (streaming multiprocessor)",
    r"fillers?": "padding",
    r"hand(?:ed|s|ing)? over": "dispatch, launch or pass",
    r"(?:graphics|gaming) cards?": "GPU",
}
HOMELY = {re.compile(rf"\b(?:{word})\b", re.IGNORECASE): term for word, term in TERMS.items()}


@dataclass(frozen=True)
class Problem:
    line: int
    text: str
    correction: str

    def __str__(self) -> str:
        return f"'{self.text}' {self.correction}"


def bare_numbers(text: str) -> Iterator[Problem]:
    for line, prose in stripped_lines(text):
        for match in BARE.finditer(prose):
            correction = f"has no source: write it with the role {ROLES}"
            yield Problem(line, match[0].strip(), correction)


def ungrouped_numbers(text: str) -> Iterator[Problem]:
    for line, words in unquoted_lines(text):
        for match in (*LONG.finditer(words), *SPACED.finditer(words)):
            value = int(re.sub(r"\s", "", match[0]))
            if value not in YEARS and not NAME.search(words[: match.start()]):
                yield Problem(line, match[0], f"needs commas between digits: write {value:,}")


def homely_terms(text: str) -> Iterator[Problem]:
    for line, words in unquoted_lines(text):
        for pattern, term in HOMELY.items():
            for match in pattern.finditer(words):
                yield Problem(line, match[0], f"is not the standard term: write {term}")


def unquoted_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the stripped lines, with quotations of others blanked."""
    for line, prose in stripped_lines(text):
        yield line, QUOTED.sub(lambda match: " " * len(match[0]), prose)


def stripped_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of prose with roles, code, mathematics and addresses blanked."""
    for line, prose in prose_lines(text):
        yield line, NOT_PROSE.sub(lambda match: " " * len(match[0]), prose)


def prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines outside front matter, code, mathematics, options and comments."""
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
        elif in_math or words.strip().startswith("$$"):
            in_math = in_math != (words.count("$$") == 1)
        elif in_head or words.startswith("%") or re.match(r"\s*:[\w-]+:", words):
            continue
        elif all(is_prose for _, is_prose in fences):
            yield line, words


def report_problems(app: Sphinx, page: str, source: list[str]) -> None:
    path = Path(app.env.doc2path(page))
    text = source[0]
    for problem in (*bare_numbers(text), *ungrouped_numbers(text), *homely_terms(text)):
        LOG.error("%s", problem, location=f"{path}:{problem.line}")


def setup(app: Sphinx) -> None:
    app.connect("source-read", report_problems)
