"""Rules for chapters: each breach is found at its line."""

import io
import re
import subprocess

import pytest
from _ext.lint.chapter_rules import MOST_WORDS, RULES, Chapter, quotations
from _ext.lint.page import Page
from books import ROOT, MiniBook, build_html

from autograder.authoring.skeletons import fill_template

GENERATED = re.compile(r"<!-- (?:begin|the table): .*?<!-- end.*?-->", re.DOTALL)
PAGE = f"""\
# A title

An article says so {{cite:p}}`A1`. Is it so?

## Guess first

```{{predict}} one
:kind: number
How many?
+++
Because.
```

## What was measured

```{{measured-table}} A table
rows:
```

## Play with it

```{{explorable}} made-thing
Still.
```

## Why

```{{code-cell}} ipython3
print(1)
```

$$n
= n$$

{"word " * 1500}

## What holds

```{{ruling}} a1-first
```

## Now you

```{{task-table}}
```

## What was learned

- Something.

## Read on

- {{cite:t}}`A1`: more of it.
"""
CLAIMS = {"a1-first": {"words": "they say it is so"}}
GUESS = PAGE[PAGE.index("## Guess") : PAGE.index("## What was m")]
TABLE = "```{measured-table} A table\nrows:\n```\n"
PLAY = "```{explorable} made-thing\nStill.\n```\n"
CODE = "```{code-cell} ipython3\nprint(1)\n```\n"
RULING = "```{ruling} a1-first\n```\n"

# The old text, the new text, the line, and the message.
BREACHES = [
    ("Because.", "TODO: say why.", 11, "TODO: say why."),
    ("Is it so?", "It is so.", 1,
     "The introduction asks no question. Add one before the first section."),
    (" {cite:p}`A1`. Is", ". Is", 1,
     "The introduction cites no article. Add a citation before the first section, such as "
     "{cite:p}`A4`."),
    (GUESS, "", 1, "No prediction follows the question. Add a {predict} there."),
    (TABLE, "", 7,
     "No measurement follows the first {predict}. Add a {measured-table} or {measured-bars} "
     "there."),
    (CODE, "", 22, "No code cell follows the first {explorable}. Add a {code-cell} there."),
    ("```{task-table}\n```", "", 39,
     "No task table follows the first {ruling}. Add a {task-table} there."),
    (GUESS, f"{TABLE}{GUESS}", 5,
     "A {measured-table} or {measured-bars} comes before the first {predict}. Move it below the "
     "first {predict}."),
    (PLAY, PLAY * 2, 25, "The page has a second {explorable}. Keep one."),
    (RULING, RULING * 2, 41, "The page rules on a1-first twice. Delete one."),
    (RULING, f"{RULING}\n```{{ruling}} a1-other\n```\n", 42,
     'a1-other is not a claim of this chapter. Set `chapter = "02"` in claims.toml, or delete the '
     "ruling."),
    ("{ruling} a1-first", "{ruling} a1-other", 1,
     "The claim a1-first has no ruling. Add a {ruling}, or remove the claim."),
    ("## Play with it", "## Play", 20,
     "The title 'Play' would fit every chapter. Use a title that is specific to the section."),
    ("## Play with it", "## What was measured", 20,
     "The title 'What was measured' occurs twice. Rename one section."),
    ("{ruling} a1-first\n", "{ruling} a1-first\n:folded:\n", 1,
     "0 rulings are unfolded; expected 1 to 3. The option `:folded:` folds a ruling."),
    ("- Something.", "Something.", 1,
     "No summary follows the tasks. Add a section with a list of the main points."),
    ("- {cite:t}`A1`: more of it.", "- More of it.", 1,
     "The last section has no citation. Cite further reading there."),
    ("word " * 1500, "word " * 1400, 1,
     "The page has 1,437 words; expected 1,500 to 2,500. Add text."),
    ("word " * 1500, "word " * 2500, 1,
     "The page has 2,537 words; expected 1,500 to 2,500. Shorten it."),
]  # fmt: skip


def breaches(text: str) -> list[tuple[int, str]]:
    chapter = Chapter("02", Page(text), CLAIMS)
    return [(found.line, found.message) for rule in RULES for found in rule(chapter)]


def test_valid_chapter_breaks_no_rule():
    assert breaches(PAGE) == []


@pytest.mark.parametrize(("old", "new", "line", "message"), BREACHES)
def test_breach_is_found_at_its_line(old: str, new: str, line: int, message: str):
    assert old in PAGE
    assert (line, message) in breaches(PAGE.replace(old, new))


def test_long_and_short_quotations_are_found():
    chapter = Chapter("02", Page(PAGE), {"a1-first": {"words": "so it is"}})
    (found,) = quotations(chapter)
    assert found.message == "a1-first quotes 3 words of its article. Quote 4 to 25 words verbatim."


def test_page_can_begin_with_code():
    assert breaches(PAGE.replace(GUESS, f"## Two minutes first\n\n{CODE}\n{GUESS}")) == []


def test_new_chapter_lacks_only_what_its_author_writes():
    text = fill_template("chapter.md.txt", title="A chapter", component="made-thing")
    chapter = Chapter("07", Page(text), {})
    assert [rule.__name__ for rule in RULES if list(rule(chapter))] == ["todo", "claims", "words"]


def test_only_prose_is_counted():
    code = "```python\n" + "code = 1\n" * 2000 + "```\n"
    aside = "$$\nx + y\n$$\n\n% " + "aside " * 2000 + "\n"
    assert breaches(PAGE.replace("## Why\n", f"## Why\n\n{code}\n{aside}")) == []


def test_readmes_are_at_most_as_long_as_a_chapter():
    listed = subprocess.run(
        ["git", "ls-files", "*README.md"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    texts = {
        line: GENERATED.sub("", (ROOT / line).read_text(encoding="utf-8"))
        for line in listed.stdout.splitlines()
    }
    words = {name: Page(text).words for name, text in texts.items()}
    assert len(words) > 10
    assert {name: count for name, count in words.items() if count > MOST_WORDS} == {}


def test_breaches_are_build_errors(draft: MiniBook):
    draft.write("02_made.md", "# Title\n\nShort.\n")
    stream = io.StringIO()
    build_html(draft.folder, stream, lanes_chapter_rules=True)
    messages = stream.getvalue()
    assert "02_made.md:1: ERROR: The page has" in messages
    assert "02_made.md has no unit. Create solutions/02_made/, or rename the page." in messages
    assert "solutions/01_first has no chapter. Write 01_first.md" in messages
