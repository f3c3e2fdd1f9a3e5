"""Check the prose of a page: numbers and terms.

In prose, a number with a unit must be written with a role, digits must be grouped by commas, and
the standard term replaces each colloquial word of `TERMS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

from .page import Page, Violation

LOG = logging.getLogger(__name__)

UNIT = (
    r"(?:[num\N{MICRO SIGN}\N{GREEK SMALL LETTER MU}]?s|milliseconds?|microseconds?|nanoseconds?"
    r"|seconds?|[kMGTP]?FLOP/s|[kMGTP]?i?B/s|%|per cent|times as (?:fast|slow|long))"
)
NUMBER = r"\d[\d,._]*"
NUMBER_WORDS = "two|three|four|five|ten|twenty|fifty|a hundred|hundreds of|a thousand|thousands of"
COMPARISON = "times (?:faster|slower|longer|shorter|quicker)"
BARE = re.compile(
    rf"(?<![\w.])(?:{NUMBER}[ \u00a0\u202f-]?(?:{UNIT}|{COMPARISON})"
    rf"|(?:{NUMBER_WORDS}) {COMPARISON})(?![\w/])"
)
NOT_PROSE = re.compile(
    r"\{[\w:-]+\}`+[^`]*`+"  # a role
    r"|(`+)(?:.(?!\1))*.?\1"  # code
    r"|\$[^$]*\$"  # mathematics
    r"|\]\([^)]*\)|<[^>]*>"  # addresses
)
ROLES = "measured (a record), fact (hardware.toml) or published (literature.toml)"
QUOTED = re.compile(r"“[^”]*”")
# The check for commas excludes shapes (2048 by 2048), names with a capital letter, and years.
BY = r"(?:by|\N{MULTIPLICATION SIGN}) "
UNGROUPED = re.compile(
    rf"(?<![\w.,:/=-])(?<!by )(?<!\N{{MULTIPLICATION SIGN}} )\d{{4,}}(?![\w-]|[.,]\d| {BY})"
)
SPACE_GROUPED = re.compile(r"(?<![\w.,])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?![\w.,]\d|\d)")
NAME = re.compile(r"\b[A-Z]\w* $")
YEARS = range(1900, 2100)


TERMS = {  # maps colloquial words to the standard terms that readers can search for
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
COLLOQUIAL = {re.compile(rf"\b(?:{word})\b", re.IGNORECASE): term for word, term in TERMS.items()}


def bare_numbers(page: Page) -> Iterator[Violation]:
    for line, prose in stripped_lines(page):
        for match in BARE.finditer(prose):
            yield violation(
                line, match[0].strip(), f"has no source: write it with the role {ROLES}"
            )


def ungrouped_numbers(page: Page) -> Iterator[Violation]:
    for line, words in unquoted_lines(page):
        for match in (*UNGROUPED.finditer(words), *SPACE_GROUPED.finditer(words)):
            value = int(re.sub(r"\s", "", match[0]))
            if value not in YEARS and not NAME.search(words[: match.start()]):
                yield violation(line, match[0], f"needs commas between digits: write {value:,}")


def colloquial_terms(page: Page) -> Iterator[Violation]:
    for line, words in unquoted_lines(page):
        for pattern, term in COLLOQUIAL.items():
            for match in pattern.finditer(words):
                yield violation(line, match[0], f"is not the standard term: write {term}")


def violation(line: int, text: str, remedy: str) -> Violation:
    return Violation(line, f"'{text}' {remedy}")


def unquoted_lines(page: Page) -> Iterator[tuple[int, str]]:
    """Yield the stripped lines, with spaces in place of text in curly quotation marks."""
    for line, prose in stripped_lines(page):
        yield line, QUOTED.sub(lambda match: " " * len(match[0]), prose)


def stripped_lines(page: Page) -> Iterator[tuple[int, str]]:
    """Yield line numbers and texts, with spaces for roles, code, formulas, links and HTML tags."""
    for line in page.prose:
        yield line.number, NOT_PROSE.sub(lambda match: " " * len(match[0]), line.text)


def report_violations(app: Sphinx, name: str, source: list[str]) -> None:
    path, read = Path(app.env.doc2path(name)), Page(source[0])
    for found in (*bare_numbers(read), *ungrouped_numbers(read), *colloquial_terms(read)):
        LOG.error("%s", found.message, location=f"{path}:{found.line}")


def setup(app: Sphinx) -> None:
    app.connect("source-read", report_violations)
