"""The promises of a chapter: its parts in their order, its claims ruled on, its length."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring.chapter_page import Block, Page
from autograder.authoring.proof import Breach, Promise
from autograder.authoring.task_rules import left_to_do

ARTICLE = re.compile(r"\{cite:[pt]\}`A\d")
CLAIMS = Path("data") / "claims.toml"  # of the book
FEWEST_WORDS, MOST_WORDS = 1500, 2500
OPEN = 3  # trials that a reader meets unfolded
FEWEST_QUOTED, MOST_QUOTED = 4, 25  # words: enough to be fair, and no more than a quotation
EMPTY_TITLES = {"Predict", "Measure", "Play", "Explain", "Ruling", "Rulings", "Do"}
# A part, what it holds, and what an author writes to mend it.
PARTS = (
    ("predicts", ("predict",)),
    ("measures", ("measured-table", "measured-bars")),
    ("plays", ("explorable",)),
    ("explains", ("code-cell",)),
    ("rules", ("ruling",)),
    ("hands out the tasks", ("task-table",)),
)


@dataclass(frozen=True)
class Chapter:
    """The page of a unit."""

    path: Path

    @property
    def page(self) -> Page:
        """As it stands in the file now."""
        return Page.read(self.path)

    @property
    def book(self) -> Path:
        """The folder of all pages."""
        return self.path.parent

    @property
    def number(self) -> str:
        """`07` of `07_jit`."""
        return self.path.stem[:2]

    @property
    def charges(self) -> dict[str, dict[str, Any]]:
        """The claims of its chapter, by name."""
        known = tomllib.loads((self.book / CLAIMS).read_text(encoding="utf-8"))
        return {name: claim for name, claim in known.items() if claim["chapter"] == self.number}


def page_todo(it: Chapter) -> Iterator[Breach]:
    """The page contains no `TODO`."""
    yield from left_to_do(it.path)


def toc(it: Chapter) -> Iterator[Breach]:
    """The page is listed in `book/_toc.yml`."""
    path = it.book / "_toc.yml"
    if not re.search(rf"(?m)^\s*- file: {it.path.stem}$", path.read_text(encoding="utf-8")):
        yield Breach(f"{it.path.stem} is missing; add `- file: {it.path.stem}` to its part.", path)


def question(it: Chapter) -> Iterator[Breach]:
    """Before its first section, a page asks a question and cites an article that answers it."""
    opening = it.page.sections[0]
    if "?" not in opening:
        yield Breach("It opens without a question; ask it before the first section.")
    if not ARTICLE.search(opening):
        mend = "cite it before the first section, such as {cite:p}`A4`."
        yield Breach(f"It opens without what an article says; {mend}")


def parts(it: Chapter) -> Iterator[Breach]:
    """A page has, in order: prediction, measurement, explorable, code cell, ruling, task table."""
    page, after, before = it.page, 0, "the question"
    for does, names in PARTS:
        blocks = page.blocks(*names)
        # Code may stand earlier too: what counts is that the explanation has some.
        block = next((block for block in blocks if block.line > after), None)
        what = " or ".join(f"{{{name}}}" for name in names)
        if block is None:
            found = f"; the one of line {blocks[0].line} stands too early" if blocks else ""
            yield Breach(f"Nothing {does} after {before}{found}; put a {what} there.")
            continue
        if block is not blocks[0] and names != ("code-cell",):
            mend = f"move it below {before}."
            yield Breach(f"A {what} stands before {before}; {mend}", line=blocks[0].line)
        after, before = block.line, f"the first {{{block.name}}}"


def explorable(it: Chapter) -> Iterator[Breach]:
    """A page has one explorable, and its script exists in `book/_static/explorables/`."""
    blocks = it.page.blocks("explorable")
    for block in blocks[1:]:
        yield Breach("It has a second {explorable}; keep one.", line=block.line)
    for block in blocks[:1]:
        script = it.book / "_static" / "explorables" / f"{block.argument}.js"
        if not script.is_file():
            mend = "write it, or name one that is there."
            yield Breach(f"The script {script.name} is missing; {mend}", line=block.line)


def claims(it: Chapter) -> Iterator[Breach]:
    """A page rules on exactly the claims that `book/data/claims.toml` assigns to its chapter."""
    path, number, due = it.book / CLAIMS, it.number, it.charges.keys()
    ruled: dict[str, Block] = {}
    for block in it.page.blocks("ruling"):
        if block.argument in ruled:
            yield Breach(f"It rules on {block.argument} twice; drop one.", line=block.line)
        ruled.setdefault(block.argument, block)
    for name in sorted(due - ruled.keys()):
        yield Breach(f"Its claim {name} is not ruled on; add a {{ruling}}, or drop the claim.")
    for name in sorted(ruled.keys() - due):
        mend = f'give the claim `chapter = "{number}"` in {path.name}, or drop the ruling.'
        yield Breach(f"{name} is no claim of chapter {number}; {mend}", line=ruled[name].line)


def trials(it: Chapter) -> Iterator[Breach]:
    """One to three rulings are open, the others folded. Each quotes 4 to 25 words."""
    lines = it.page.text.splitlines()
    blocks = it.page.blocks("ruling")
    # The option stands on the line below the name.
    shown = [block for block in blocks if lines[block.line].strip() != ":folded:"]
    if blocks and not 1 <= len(shown) <= OPEN:
        mend = "`:folded:` in a ruling folds it."
        yield Breach(f"{len(shown)} trials stand open, not one to {OPEN}; {mend}")
    for name, claim in it.charges.items():
        count = len(str(claim.get("words", "")).split())
        if not FEWEST_QUOTED <= count <= MOST_QUOTED:
            mend = f"quote a clause of {FEWEST_QUOTED} to {MOST_QUOTED}, as it stands there."
            yield Breach(f"{name} quotes {count} words of its article; {mend}", it.book / CLAIMS)


def titles(it: Chapter) -> Iterator[Breach]:
    """A section title is specific to its section and occurs once."""
    seen: set[str] = set()
    for number, line in enumerate(it.page.text.splitlines(), 1):
        title = line.removeprefix("#").lstrip("#").strip() if line.startswith("##") else ""
        if title in EMPTY_TITLES:
            mend = "say what the section says."
            yield Breach(f"{title!r} could stand in every chapter; {mend}", line=number)
        if title and title in seen:
            yield Breach(f"The title {title!r} stands twice; rename one.", line=number)
        seen.add(title)


def ending(it: Chapter) -> Iterator[Breach]:
    """The tasks are followed by a summary (a list) and by further reading with citations."""
    page = it.page
    after = page.sections[page.tasks_section + 1 :]
    if not any(re.search(r"(?m)^- ", section) for section in after[:-1]):
        yield Breach("No summary follows the tasks; add a section with a list of what was learned.")
    if not after or "{cite:" not in after[-1]:
        mend = "end with a section that cites what to read next."
        yield Breach(f"The last section cites nothing; {mend}")


def words(it: Chapter) -> Iterator[Breach]:
    """A page has 1,500 to 2,500 words of prose."""
    count = it.page.words
    if not FEWEST_WORDS <= count <= MOST_WORDS:
        mend = "cut" if count > MOST_WORDS else "say more"
        yield Breach(f"It has {count:,} words, not {FEWEST_WORDS:,} to {MOST_WORDS:,}; {mend}.")


PROMISES: tuple[Promise[Chapter], ...] = (
    page_todo, toc, question, parts, titles, explorable, claims, trials, ending, words,
)  # fmt: skip
