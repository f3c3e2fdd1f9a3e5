"""Rules for chapters: no TODO, a ruling on each claim, quotations, length, a chapter per unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from autograder import Course

from ..numbers.page_store import store_of
from .page import Page, Violation

LOG = logging.getLogger(__name__)
NUMBERED = re.compile(r"(\d\d)_\w+")
MIN_WORDS, MAX_WORDS = 1500, 2500
MIN_QUOTED, MAX_QUOTED = 4, 25  # words in a quotation from an article
Claims = dict[str, dict[str, Any]]  # those that `data/claims.toml` assigns to the chapter


def todo(page: Page, claims: Claims) -> Iterator[Violation]:
    """A chapter does not contain the word `TODO`."""
    for number, line in enumerate(page.text.splitlines(), 1):
        if "TODO" in line:
            yield Violation(number, line.strip())


def rulings(page: Page, claims: Claims) -> Iterator[Violation]:
    """A chapter contains one ruling on each claim assigned to it, and no other rulings."""
    ruled: dict[str, int] = {}
    for block in page.blocks("ruling"):
        if block.argument in ruled:
            yield Violation(block.line, f"The page rules on {block.argument} twice. Delete one.")
        ruled.setdefault(block.argument, block.line)
    for name in sorted(ruled.keys() - claims.keys()):
        remedy = "Correct its `chapter` in claims.toml, or delete the ruling."
        yield Violation(ruled[name], f"{name} is not a claim of this chapter. {remedy}")
    for name in sorted(claims.keys() - ruled.keys()):
        remedy = "Add a {ruling}, or remove the claim."
        yield Violation(1, f"The claim {name} has no ruling. {remedy}")


def quotations(page: Page, claims: Claims) -> Iterator[Violation]:
    """Each claim of a chapter quotes 4 to 25 words."""
    for name, claim in claims.items():
        count = len(str(claim.get("words", "")).split())
        if not MIN_QUOTED <= count <= MAX_QUOTED:
            remedy = f"Quote {MIN_QUOTED} to {MAX_QUOTED} words verbatim."
            yield Violation(1, f"{name} quotes {count} words of its article. {remedy}")


def words(page: Page, claims: Claims) -> Iterator[Violation]:
    """A chapter has 1,500 to 2,500 words of prose."""
    if not MIN_WORDS <= page.words <= MAX_WORDS:
        remedy = "Shorten it." if page.words > MAX_WORDS else "Add text."
        limits = f"expected {MIN_WORDS:,} to {MAX_WORDS:,}"
        yield Violation(1, f"The page has {page.words:,} words; {limits}. {remedy}")


RULES = (todo, rulings, quotations, words)


def check_chapter(app: Sphinx, name: str, source: list[str]) -> None:
    """Report each violation of a rule as a build error.

    Check only chapters, and only if the option `lanes_chapter_rules` is set.
    """
    match = NUMBERED.fullmatch(name)
    if match is None or not app.config.lanes_chapter_rules:
        return
    table = store_of(app.env).table("claims")
    claims = {name: claim for name, claim in table.items() if claim["chapter"] == match[1]}
    path = Path(app.env.doc2path(name))
    for rule in RULES:
        for violation in rule(Page(source[0]), claims):
            LOG.error("%s", violation.message, location=f"{path}:{violation.line}")


def check_contents(app: Sphinx, env: BuildEnvironment) -> None:
    """Report units without a chapter, and chapters outside of `_toc.yml`, which are not read."""
    chapters = {path.stem for path in Path(app.srcdir).glob("[0-9][0-9]_*.md")}
    if not chapters or not app.config.lanes_chapter_rules:  # no chapters, or the rules are off
        return
    for name in sorted(chapters - env.found_docs):
        LOG.error("%s.md is not in _toc.yml. Add `- file: %s`.", name, name)
    for name in sorted(Course.find(app.srcdir).units.keys() - chapters):
        LOG.error("solutions/%s has no chapter. Write %s.md, or rename the unit.", name, name)


def setup(app: Sphinx) -> None:
    app.add_config_value("lanes_chapter_rules", True, "env")
    app.connect("source-read", check_chapter)
    app.connect("env-updated", check_contents)
