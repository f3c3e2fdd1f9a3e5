"""The size of a first visit, from a server that compresses. `make bench` measures its time."""

from collections.abc import Iterator

import pytest
from books import RealBook
from browsing import PAGES
from playwright.sync_api import Browser
from reach import one_of_each
from weight import serve, visit

# The largest chapter has 299 kB. One more font or library would exceed the limit.
HEAVIEST_KB = 310


@pytest.fixture(scope="module")
def address(book: RealBook) -> Iterator[str]:
    with serve(book.html) as address:
        yield address


@pytest.mark.parametrize("name", one_of_each(PAGES))
def test_first_visit_is_small(browser: Browser, address: str, name: str):
    load = visit(browser, f"{address}/{name}.html")
    assert load.kilobytes < HEAVIEST_KB, sorted(load.sizes.items(), key=lambda file: -file[1])[:8]
    assert load.icon_fonts == []
