"""Every source of the book is used and can be found."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from pybtex.database import parse_file

BOOK = Path(__file__).parents[2] / "book"
ENTRIES = parse_file(str(BOOK / "references.bib")).entries
# Only a copy of this article without an address was available, and its entry says so.
NOWHERE = {"A1"}


def named(found: object) -> Iterator[str]:
    """Return all values of `source` and `article` in a data file."""
    for key, value in found.items() if isinstance(found, dict) else ():
        if key in ("source", "article"):
            yield from [value] if isinstance(value, str) else value
        for each in value if isinstance(value, list) else [value]:
            yield from named(each)


def used() -> set[str]:
    cited = (
        key.strip()
        for page in BOOK.glob("*.md")
        for keys in re.findall(r"\{cite:\w+\}`([^`]+)`", page.read_text(encoding="utf-8"))
        for key in keys.split(",")
    )
    tables = (tomllib.loads(path.read_text("utf-8")) for path in (BOOK / "data").glob("*.toml"))
    return {*cited, *(name for table in tables for name in named(table))}


def test_every_source_is_used():
    assert sorted(ENTRIES.keys() - used()) == []


def test_every_source_has_an_address():
    lost = {name for name, it in ENTRIES.items() if not {"doi", "url"} & it.fields.keys()}
    assert lost == NOWHERE


def test_no_document_has_two_entries():
    addresses = [it.fields.get("doi") or it.fields.get("url") for it in ENTRIES.values()]
    assert sorted({one for one in addresses if one and addresses.count(one) > 1}) == []
