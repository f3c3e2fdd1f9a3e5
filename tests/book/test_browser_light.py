"""What a first visitor fetches, on every page; a server packs. Times and shifts: `make bench`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from books import RealBook
from browsing import PAGES
from playwright.sync_api import Browser
from reach import one_of_each
from weight import served, visit

# Measured: a chapter up to 299, others less; a font or a library more than today is over it.
HEAVIEST_KB = 310


@pytest.fixture(scope="module")
def address(book: RealBook) -> Iterator[str]:
    with served(book.html) as there:
        yield there


@pytest.mark.parametrize("name", one_of_each(PAGES))
def test_a_first_visit_is_light(browser: Browser, address: str, name: str):
    seen = visit(browser, f"{address}/{name}.html")
    assert seen.kilobytes < HEAVIEST_KB, sorted(seen.sizes.items(), key=lambda file: -file[1])[:8]
    assert seen.icon_fonts == []
