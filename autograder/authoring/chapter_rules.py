"""Rules for chapters: their parts and the order of the parts, their rulings, and their length."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring.chapter_page import Block, Page
from autograder.authoring.proof import Breach, Promise
from autograder.authoring.task_rules import find_todos

ARTICLE = re.compile(r"\{cite:[pt]\}`A\d")
CLAIMS = Path("data") / "claims.toml"  # relative to the book
FEWEST_WORDS, MOST_WORDS = 1500, 2500
OPEN = 3  # rulings that may be shown without `:folded:`
FEWEST_QUOTED, MOST_QUOTED = 4, 25  # words of an article; a longer text is more than a quotation
GENERIC_TITLES = {"Predict", "Measure", "Play", "Explain", "Ruling", "Rulings", "Do"}
# The name of each part, and the directives that it may contain.
PARTS = (
    ("prediction", ("predict",)),
    ("measurement", ("measured-table", "measured-bars")),
    ("explorable", ("explorable",)),
    ("code cell", ("code-cell",)),
    ("ruling", ("ruling",)),
    ("task table", ("task-table",)),
)


@dataclass(frozen=True)
class Chapter:
    """The page of a unit."""

    path: Path

    @property
    def page(self) -> Page:
        """Read the page from its file."""
        return Page.read(self.path)

    @property
    def book(self) -> Path:
        """Return the folder of all pages."""
        return self.path.parent

    @property
    def number(self) -> str:
        """Return the number of the chapter, such as `07` for `07_jit`."""
        return self.path.stem[:2]

    @property
    def claims(self) -> dict[str, dict[str, Any]]:
        """Return the claims that are assigned to this chapter, by name."""
        table = tomllib.loads((self.book / CLAIMS).read_text(encoding="utf-8"))
        return {name: claim for name, claim in table.items() if claim["chapter"] == self.number}


def page_todo(chapter: Chapter) -> Iterator[Breach]:
    """The page contains no `TODO`."""
    yield from find_todos(chapter.path)


def toc(chapter: Chapter) -> Iterator[Breach]:
    """The page is listed in `book/_toc.yml`."""
    path = chapter.book / "_toc.yml"
    if not re.search(rf"(?m)^\s*- file: {chapter.path.stem}$", path.read_text(encoding="utf-8")):
        yield Breach(
            f"{chapter.path.stem} is not listed. Add `- file: {chapter.path.stem}` to its part.",
            path,
        )


def question(chapter: Chapter) -> Iterator[Breach]:
    """Before its first section, a page asks a question and cites an article that answers it."""
    opening = chapter.page.sections[0]
    if "?" not in opening:
        yield Breach("The introduction asks no question. Add one before the first section.")
    if not ARTICLE.search(opening):
        remedy = "Add a citation before the first section, such as {cite:p}`A4`."
        yield Breach(f"The introduction cites no article. {remedy}")


def parts(chapter: Chapter) -> Iterator[Breach]:
    """A page has, in order: prediction, measurement, explorable, code cell, ruling, task table."""
    page, after, before = chapter.page, 0, "the question"
    for noun, names in PARTS:
        blocks = page.blocks(*names)
        # Code cells may also occur earlier; the explanation needs at least one.
        block = next((block for block in blocks if block.line > after), None)
        what = " or ".join(f"{{{name}}}" for name in names)
        if block is None:
            note = f"; the one in line {blocks[0].line} comes too early" if blocks else ""
            yield Breach(f"No {noun} follows {before}{note}. Add a {what} there.")
            continue
        if block is not blocks[0] and names != ("code-cell",):
            remedy = f"Move it below {before}."
            yield Breach(f"A {what} comes before {before}. {remedy}", line=blocks[0].line)
        after, before = block.line, f"the first {{{block.name}}}"


def explorable(chapter: Chapter) -> Iterator[Breach]:
    """A page has one explorable, and its script exists in `book/_static/explorables/`."""
    blocks = chapter.page.blocks("explorable")
    for block in blocks[1:]:
        yield Breach("The page has a second {explorable}. Keep one.", line=block.line)
    for block in blocks[:1]:
        script = chapter.book / "_static" / "explorables" / f"{block.argument}.js"
        if not script.is_file():
            remedy = "Write it, or name an existing script."
            yield Breach(f"The script {script.name} does not exist. {remedy}", line=block.line)


def claims(chapter: Chapter) -> Iterator[Breach]:
    """A page rules on exactly the claims that `book/data/claims.toml` assigns to its chapter."""
    path, number, due = chapter.book / CLAIMS, chapter.number, chapter.claims.keys()
    ruled: dict[str, Block] = {}
    for block in chapter.page.blocks("ruling"):
        if block.argument in ruled:
            yield Breach(f"The page rules on {block.argument} twice. Delete one.", line=block.line)
        ruled.setdefault(block.argument, block)
    for name in sorted(due - ruled.keys()):
        yield Breach(f"The claim {name} has no ruling. Add a {{ruling}}, or remove the claim.")
    for name in sorted(ruled.keys() - due):
        remedy = f'Set `chapter = "{number}"` for it in {path.name}, or delete the ruling.'
        yield Breach(f"{name} is not a claim of chapter {number}. {remedy}", line=ruled[name].line)


def trials(chapter: Chapter) -> Iterator[Breach]:
    """One to three rulings are open, the others folded. Each quotes 4 to 25 words."""
    lines = chapter.page.text.splitlines()
    blocks = chapter.page.blocks("ruling")
    # The option is on the line below the directive. `line` counts from 1, so this is that line.
    unfolded = [block for block in blocks if lines[block.line].strip() != ":folded:"]
    if blocks and not 1 <= len(unfolded) <= OPEN:
        remedy = "The option `:folded:` folds a ruling."
        yield Breach(f"{len(unfolded)} rulings are unfolded; expected 1 to {OPEN}. {remedy}")
    for name, claim in chapter.claims.items():
        count = len(str(claim.get("words", "")).split())
        if not FEWEST_QUOTED <= count <= MOST_QUOTED:
            remedy = f"Quote {FEWEST_QUOTED} to {MOST_QUOTED} words verbatim."
            yield Breach(
                f"{name} quotes {count} words of its article. {remedy}", chapter.book / CLAIMS
            )


def titles(chapter: Chapter) -> Iterator[Breach]:
    """A section title is specific to its section and occurs once."""
    earlier: set[str] = set()
    for number, line in enumerate(chapter.page.text.splitlines(), 1):
        title = line.removeprefix("#").lstrip("#").strip() if line.startswith("##") else ""
        if title in GENERIC_TITLES:
            remedy = "Use a title that is specific to the section."
            yield Breach(f"The title {title!r} would fit every chapter. {remedy}", line=number)
        if title and title in earlier:
            yield Breach(f"The title {title!r} occurs twice. Rename one section.", line=number)
        earlier.add(title)


def ending(chapter: Chapter) -> Iterator[Breach]:
    """The tasks are followed by a summary (a list) and by further reading with citations."""
    page = chapter.page
    after = page.sections[page.tasks_section + 1 :]
    if not any(re.search(r"(?m)^- ", section) for section in after[:-1]):
        remedy = "Add a section with a list of the main points."
        yield Breach(f"No summary follows the tasks. {remedy}")
    if not after or "{cite:" not in after[-1]:
        remedy = "Cite further reading there."
        yield Breach(f"The last section has no citation. {remedy}")


def words(chapter: Chapter) -> Iterator[Breach]:
    """A page has 1,500 to 2,500 words of prose."""
    count = chapter.page.words
    if not FEWEST_WORDS <= count <= MOST_WORDS:
        remedy = "Shorten it." if count > MOST_WORDS else "Add text."
        yield Breach(
            f"The page has {count:,} words; expected {FEWEST_WORDS:,} to {MOST_WORDS:,}. {remedy}"
        )


PROMISES: tuple[Promise[Chapter], ...] = (
    page_todo, toc, question, parts, titles, explorable, claims, trials, ending, words,
)  # fmt: skip
