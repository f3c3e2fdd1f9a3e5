"""Rules for chapters: violations are found at their lines and stop the build."""

import io

import pytest
from _ext.lint.chapter_rules import RULES, quotations
from _ext.lint.page import Page
from books import MiniBook, build_html

from autograder.authoring.skeletons import fill_template

PAGE = f"""\
# A title

{"word " * 1500}

```{{ruling}} a1-first
```
"""
CLAIMS = {"a1-first": {"words": "they say it is so"}}

# The old text, the new text, the line, and the message.
VIOLATIONS = [
    ("# A title", "# TODO: a title", 1, "# TODO: a title"),
    ("{ruling} a1-first", "{ruling} a1-other", 5,
     "a1-other is not a claim of this chapter. Correct its `chapter` in claims.toml, or delete the "
     "ruling."),
    ("{ruling} a1-first", "{ruling} a1-other", 1,
     "The claim a1-first has no ruling. Add a {ruling}, or remove the claim."),
    ("{ruling} a1-first\n```", "{ruling} a1-first\n```\n```{ruling} a1-first\n```", 7,
     "The page rules on a1-first twice. Delete one."),
    ("word " * 1500, "word " * 1400, 1,
     "The page has 1,402 words; expected 1,500 to 2,500. Add text."),
]  # fmt: skip


def violations(text: str) -> list[tuple[int, str]]:
    return [(found.line, found.message) for rule in RULES for found in rule(Page(text), CLAIMS)]


def test_valid_chapter_breaks_no_rule():
    assert violations(PAGE) == []


@pytest.mark.parametrize(("old", "new", "line", "message"), VIOLATIONS)
def test_violation_is_found_at_its_line(old: str, new: str, line: int, message: str):
    assert old in PAGE
    assert (line, message) in violations(PAGE.replace(old, new))


def test_short_quotation_is_found():
    (found,) = quotations(Page(PAGE), {"a1-first": {"words": "so it is"}})
    assert found.message == "a1-first quotes 3 words of its article. Quote 4 to 25 words verbatim."


def test_new_chapter_lacks_only_what_its_author_writes():
    text = fill_template("chapter.md.txt", title="A chapter", component="made-thing")
    broken = [rule.__name__ for rule in RULES if list(rule(Page(text), {}))]
    assert broken == ["todo", "rulings", "words"]


def test_violations_are_build_errors(draft: MiniBook):
    draft.write("02_made.md", "# Title\n\nShort.\n")
    stream = io.StringIO()
    build_html(draft.folder, stream, lanes_chapter_rules=True)
    messages = stream.getvalue()
    assert "02_made.md:1: ERROR: The page has" in messages
    assert "solutions/01_first has no chapter. Write 01_first.md" in messages
