"""A small book of any pages; the real one, built once a run; a browser to open it in."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from books import (
    ALL_PAGES,
    BIBLIOGRAPHY,
    CLAIMS,
    HARDWARE,
    LITERATURE,
    MINI_COURSE,
    ROOT,
    ROWS,
    MiniBook,
    RealBook,
    sheet,
)
from browsing import DESKTOP, PAGE_OF, SETTLED, Component, Opener, Pages, listen
from playwright.sync_api import Browser, Page


def pytest_itemcollected(item: pytest.Item) -> None:
    """What opens the whole book is a long row: it is built for them, once."""
    if "book" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.proof)


@pytest.fixture
def draft(tmp_path: Path) -> MiniBook:
    """A small book with a record, facts, claims and a course, which nobody has built yet."""
    book = MiniBook(tmp_path)
    shutil.copytree(MINI_COURSE, tmp_path / "solutions")
    book.write("data/records/cpu/matmul.json", sheet(*ROWS))
    book.write("data/hardware.toml", HARDWARE)
    book.write("data/literature.toml", LITERATURE)
    book.write("data/claims.toml", CLAIMS)
    book.write("references.bib", BIBLIOGRAPHY)
    book.write("_static/explorables/matmul-cubes.js", "")
    scripts = shutil.ignore_patterns("*.md")
    shutil.copytree(ROOT / "book/_static/kit", book.folder / "book/_static/kit", ignore=scripts)
    book.write("hardware.md", "# Facts\n\n```{facts-table} hardware\n```\n")
    book.write("records.md", "# Records\n\n```{records}\n```\n")
    book.write("bibliography.md", "# Sources\n\n```{bibliography}\n:all:\n```\n")
    book.write("index.md", f"# Title\n{ALL_PAGES}")
    return book


@pytest.fixture
def mini(draft: MiniBook) -> Callable[..., MiniBook]:
    """`mini("text of the index page")` builds it."""

    def build(text: str, **pages: str) -> MiniBook:
        for name, words in {"index": text + "\n" + ALL_PAGES, **pages}.items():
            draft.write(f"{name}.md", f"# Title\n\n{words}\n")
        return draft.build()

    return build


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> RealBook:
    """The real book, with warnings as errors, built once a run: all workers open the same folder.

    A worker of pytest-xdist has a temporary folder of its own inside that of the run.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    real = RealBook(shared / "book")
    real.folder.mkdir(exist_ok=True)
    real.build_once(known=ROOT / "_build" / ".jupyter_cache")
    return real


@pytest.fixture
def open_page(browser: Browser, book: RealBook) -> Iterator[Opener]:
    """`open_page("index")`; at the end nothing may have failed, complained or left the disk."""
    wrong: list[str] = []
    contexts = []

    def opened(name: str, fragment: str = "", **options: object) -> Page:
        context = browser.new_context(**{"viewport": DESKTOP, "offline": True, **options})
        contexts.append(context)
        page = context.new_page()
        listen(page, wrong)
        page.goto((book.html / f"{name}.html").as_uri() + f"#{fragment}" * bool(fragment))
        if options.get("java_script_enabled", True):
            page.evaluate(SETTLED)
        return page

    with book.read():
        yield opened
        for context in contexts:
            context.close()
    assert wrong == []


@pytest.fixture
def site(book: RealBook) -> Iterator[str]:
    """The address of the real book on a server of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(book.html)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with book.read():
        yield f"http://127.0.0.1:{server.server_port}/many-lanes"
    server.shutdown()
    server.server_close()


@pytest.fixture
def explorable(open_page: Opener) -> Callable[..., Component]:
    """`explorable("brent-bound")` opens its page and scrolls to it."""

    def opened(name: str, **options: object) -> Component:
        page = open_page(PAGE_OF[name], **options)
        found = Component(page, name)
        found.host.scroll_into_view_if_needed()
        return found

    return opened
