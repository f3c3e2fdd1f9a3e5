"""Rules for chapters: the parts and their order, the rulings, and the length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from autograder import Course

from ..numbers import data
from .page import Block, Page, Violation

LOG = logging.getLogger(__name__)
NUMBERED = re.compile(r"(\d\d)_\w+")
ARTICLE = re.compile(r"\{cite:[pt]\}`A\d")
MIN_WORDS, MAX_WORDS = 1500, 2500
MAX_UNFOLDED = 3  # limit for rulings without `:folded:` on a page
MIN_QUOTED, MAX_QUOTED = 4, 25  # words in a quotation from an article
GENERIC_TITLES = {"Predict", "Measure", "Play", "Explain", "Ruling", "Rulings", "Do"}
# The name of each part of a chapter, and the directives that mark the part.
PARTS = (
    ("prediction", ("predict",)),
    ("measurement", ("measured-table", "measured-bars")),
    ("explorable", ("explorable",)),
    ("code cell", ("code-cell",)),
    ("ruling", ("ruling",)),
    ("task table", ("task-table",)),
)
# Chapter 21 has no rulings and no explorable. It combines five other chapters, and its readers
# measure their own network.
WITHOUT_PARTS = {"21"}


@dataclass(frozen=True)
class Chapter:
    """The page of a chapter, and the claims that `data/claims.toml` assigns to the chapter."""

    number: str
    page: Page
    claims: dict[str, dict[str, Any]]


def todo(chapter: Chapter) -> Iterator[Violation]:
    """A chapter does not contain the word `TODO`."""
    for number, line in enumerate(chapter.page.text.splitlines(), 1):
        if "TODO" in line:
            yield Violation(number, line.strip())


def question(chapter: Chapter) -> Iterator[Violation]:
    """The introduction of a chapter contains a question and cites an article (A1, A2, …)."""
    opening = chapter.page.sections[0]
    if "?" not in opening:
        yield Violation(1, "The introduction asks no question. Add one before the first section.")
    if not ARTICLE.search(opening):
        remedy = "Add a citation before the first section, such as {cite:p}`A4`."
        yield Violation(1, f"The introduction cites no article. {remedy}")


def parts(chapter: Chapter) -> Iterator[Violation]:
    """A chapter that is not in `WITHOUT_PARTS` has these parts, in this order: prediction,
    measurement, explorable, code cell, ruling and task table.
    """
    if chapter.number in WITHOUT_PARTS:
        return
    after, before = 1, "the question"
    for noun, names in PARTS:
        blocks = chapter.page.blocks(*names)
        # Code cells may also occur earlier, but at least one must follow the explorable.
        block = next((block for block in blocks if block.line > after), None)
        what = " or ".join(f"{{{name}}}" for name in names)
        if block is None:
            note = f"; the one in line {blocks[0].line} comes too early" if blocks else ""
            yield Violation(after, f"No {noun} follows {before}{note}. Add a {what} there.")
            continue
        if block is not blocks[0] and names != ("code-cell",):
            remedy = f"Move it below {before}."
            yield Violation(blocks[0].line, f"A {what} comes before {before}. {remedy}")
        after, before = block.line, f"the first {{{block.name}}}"


def titles(chapter: Chapter) -> Iterator[Violation]:
    """The section titles of a chapter differ, and none is one of `GENERIC_TITLES`."""
    earlier: set[str] = set()
    for number, line in enumerate(chapter.page.text.splitlines(), 1):
        title = line.lstrip("#").strip() if line.startswith("##") else ""
        if title in GENERIC_TITLES:
            remedy = "Use a title that is specific to the section."
            yield Violation(number, f"The title {title!r} would fit every chapter. {remedy}")
        if title and title in earlier:
            yield Violation(number, f"The title {title!r} occurs twice. Rename one section.")
        earlier.add(title)


def explorable(chapter: Chapter) -> Iterator[Violation]:
    """A chapter has at most one explorable."""
    for block in chapter.page.blocks("explorable")[1:]:
        yield Violation(block.line, "The page has a second {explorable}. Keep one.")


def claims(chapter: Chapter) -> Iterator[Violation]:
    """A chapter contains one ruling on each claim assigned to it, and no other rulings."""
    first: dict[str, Block] = {}
    for block in chapter.page.blocks("ruling"):
        name = block.argument
        if name in first:
            yield Violation(block.line, f"The page rules on {name} twice. Delete one.")
        elif name not in chapter.claims:
            remedy = f'Set `chapter = "{chapter.number}"` in claims.toml, or delete the ruling.'
            yield Violation(block.line, f"{name} is not a claim of this chapter. {remedy}")
        first.setdefault(name, block)
    for name in sorted(chapter.claims.keys() - first.keys()):
        yield Violation(
            1, f"The claim {name} has no ruling. Add a {{ruling}}, or remove the claim."
        )


def quotations(chapter: Chapter) -> Iterator[Violation]:
    """If a chapter has rulings, one to three are unfolded. Each claim quotes 4 to 25 words."""
    lines = chapter.page.text.splitlines()
    blocks = chapter.page.blocks("ruling")
    # The option is on the line below the directive. `block.line` counts from 1, so the option is in
    # `lines[block.line]`.
    unfolded = [block for block in blocks if lines[block.line].strip() != ":folded:"]
    if blocks and not 1 <= len(unfolded) <= MAX_UNFOLDED:
        remedy = "The option `:folded:` folds a ruling."
        yield Violation(
            1, f"{len(unfolded)} rulings are unfolded; expected 1 to {MAX_UNFOLDED}. {remedy}"
        )
    for name, claim in chapter.claims.items():
        count = len(str(claim.get("words", "")).split())
        if not MIN_QUOTED <= count <= MAX_QUOTED:
            remedy = f"Quote {MIN_QUOTED} to {MAX_QUOTED} words verbatim."
            yield Violation(1, f"{name} quotes {count} words of its article. {remedy}")


def ending(chapter: Chapter) -> Iterator[Violation]:
    """After the tasks, a chapter has a summary (a list) and, last, a section with a citation."""
    page = chapter.page
    after = page.sections[page.tasks_section + 1 :]
    if not any(re.search(r"(?m)^- ", section) for section in after[:-1]):
        remedy = "Add a section with a list of the main points."
        yield Violation(1, f"No summary follows the tasks. {remedy}")
    if not after or "{cite:" not in after[-1]:
        yield Violation(1, "The last section has no citation. Cite further reading there.")


def words(chapter: Chapter) -> Iterator[Violation]:
    """A chapter has 1,500 to 2,500 words of prose."""
    count = chapter.page.words
    if not MIN_WORDS <= count <= MAX_WORDS:
        remedy = "Shorten it." if count > MAX_WORDS else "Add text."
        limits = f"expected {MIN_WORDS:,} to {MAX_WORDS:,}"
        yield Violation(1, f"The page has {count:,} words; {limits}. {remedy}")


RULES = (todo, question, parts, titles, explorable, claims, quotations, ending, words)


def check_chapter(app: Sphinx, name: str, source: list[str]) -> None:
    """Report each violation of a rule as a build error.

    Check only chapters, and only if the option `lanes_chapter_rules` is set.
    """
    match = NUMBERED.fullmatch(name)
    if match is None or not app.config.lanes_chapter_rules:
        return
    number = match[1]
    table = data.load_table(app.env, "claims")
    own = {name: claim for name, claim in table.items() if claim["chapter"] == number}
    chapter = Chapter(number, Page(source[0]), own)
    path = Path(app.env.doc2path(name))
    for rule in RULES:
        for violation in rule(chapter):
            LOG.error("%s", violation.message, location=f"{path}:{violation.line}")


def check_contents(app: Sphinx, env: BuildEnvironment) -> None:
    """Report chapters without a unit, units without a chapter, and chapters outside of `_toc.yml`.

    Sphinx does not read pages that `_toc.yml` does not list.
    """
    chapters = {path.stem for path in Path(app.srcdir).glob("[0-9][0-9]_*.md")}
    if not chapters or not app.config.lanes_chapter_rules:  # no chapters, or the rules are off
        return
    units = Course.find(app.srcdir).units.keys()
    for name in sorted(chapters - env.found_docs):
        LOG.error("%s.md is not in _toc.yml. Add `- file: %s`.", name, name)
    for name in sorted(chapters - units):
        LOG.error("%s.md has no unit. Create solutions/%s/, or rename the page.", name, name)
    for name in sorted(units - chapters):
        LOG.error("solutions/%s has no chapter. Write %s.md, or rename the unit.", name, name)


def setup(app: Sphinx) -> None:
    app.add_config_value("lanes_chapter_rules", True, "env")
    app.connect("source-read", check_chapter)
    app.connect("env-updated", check_contents)
