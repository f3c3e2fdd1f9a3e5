"""Rules for chapters: violations are found at their lines and stop the build."""

import io

import pytest
from _ext.lint.chapter_rules import RULES, Chapter, quotations
from _ext.lint.page import Page
from books import MiniBook, build_html

from autograder.authoring.skeletons import fill_template

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
RULING = "```{ruling} a1-first\n```\n"

# The old text, the new text, the line, and the message.
VIOLATIONS = [
    ("Because.", "TODO: say why.", 11, "TODO: say why."),
    ("Is it so?", "It is so.", 1,
     "The introduction asks no question. Add one before the first section."),
    (GUESS, "", 1, "No prediction follows the question. Add a {predict} there."),
    (GUESS, f"{TABLE}{GUESS}", 5,
     "A {measured-table} or {measured-bars} comes before the first {predict}. Move it below the "
     "first {predict}."),
    (RULING, f"{RULING}\n```{{ruling}} a1-other\n```\n", 42,
     'a1-other is not a claim of this chapter. Set `chapter = "02"` in claims.toml, or delete the '
     "ruling."),
    ("{ruling} a1-first", "{ruling} a1-other", 1,
     "The claim a1-first has no ruling. Add a {ruling}, or remove the claim."),
    ("- Something.", "Something.", 1,
     "No summary follows the tasks. Add a section with a list of the main points."),
    ("- {cite:t}`A1`: more of it.", "More of it.", 1,
     "The last section has no citation. Cite further reading there."),
    ("word " * 1500, "word " * 1400, 1,
     "The page has 1,437 words; expected 1,500 to 2,500. Add text."),
]  # fmt: skip


def violations(text: str) -> list[tuple[int, str]]:
    chapter = Chapter("02", Page(text), CLAIMS)
    return [(found.line, found.message) for rule in RULES for found in rule(chapter)]


def test_valid_chapter_breaks_no_rule():
    assert violations(PAGE) == []


@pytest.mark.parametrize(("old", "new", "line", "message"), VIOLATIONS)
def test_violation_is_found_at_its_line(old: str, new: str, line: int, message: str):
    assert old in PAGE
    assert (line, message) in violations(PAGE.replace(old, new))


def test_short_quotation_is_found():
    chapter = Chapter("02", Page(PAGE), {"a1-first": {"words": "so it is"}})
    (found,) = quotations(chapter)
    assert found.message == "a1-first quotes 3 words of its article. Quote 4 to 25 words verbatim."


def test_new_chapter_lacks_only_what_its_author_writes():
    text = fill_template("chapter.md.txt", title="A chapter", component="made-thing")
    chapter = Chapter("07", Page(text), {})
    assert [rule.__name__ for rule in RULES if list(rule(chapter))] == ["todo", "claims", "words"]


def test_violations_are_build_errors(draft: MiniBook):
    draft.write("02_made.md", "# Title\n\nShort.\n")
    stream = io.StringIO()
    build_html(draft.folder, stream, lanes_chapter_rules=True)
    messages = stream.getvalue()
    assert "02_made.md:1: ERROR: The page has" in messages
    assert "02_made.md has no unit. Create solutions/02_made/, or rename the page." in messages
    assert "solutions/01_first has no chapter. Write 01_first.md" in messages
