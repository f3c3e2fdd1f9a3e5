"""Each claim of the book is complete, and every source is used and, except A1, has an address."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from pybtex.database import parse_file

BOOK = Path(__file__).parents[2] / "book"
CLAIMS = tomllib.loads((BOOK / "data/claims.toml").read_text(encoding="utf-8"))
ENTRIES = parse_file(str(BOOK / "references.bib")).entries
# Only a copy of this article without an address was available, and its entry says so.
WITHOUT_ADDRESS = {"A1"}


def test_each_claim_has_wording_rule_and_chapter() -> None:
    fields = {"article", "words", "claim", "chapter", "correct", "source"}
    rules = ({"machine", "metric", "fixed", "rules"}, {"ruling"})
    incomplete = [
        name
        for name, claim in CLAIMS.items()
        if claim.keys() - {"changed"} not in [fields | rule for rule in rules]
    ]
    assert incomplete == []


def source_names(data: object) -> Iterator[str]:
    """Yield all values of `source` and `article` in a data file."""
    for key, value in data.items() if isinstance(data, dict) else ():
        if key in ("source", "article"):
            yield from [value] if isinstance(value, str) else value
        for each in value if isinstance(value, list) else [value]:
            yield from source_names(each)


def cited_sources() -> set[str]:
    cited = (
        key.strip()
        for page in BOOK.glob("*.md")
        for keys in re.findall(r"\{cite:\w+\}`([^`]+)`", page.read_text(encoding="utf-8"))
        for key in keys.split(",")
    )
    tables = (tomllib.loads(path.read_text("utf-8")) for path in (BOOK / "data").glob("*.toml"))
    return {*cited, *(name for table in tables for name in source_names(table))}


def test_every_source_is_used() -> None:
    assert sorted(ENTRIES.keys() - cited_sources()) == []


def test_every_source_has_an_address() -> None:
    without_address = {
        name for name, it in ENTRIES.items() if not {"doi", "url"} & it.fields.keys()
    }
    assert without_address == WITHOUT_ADDRESS
