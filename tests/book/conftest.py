"""Fixtures: a small book of any pages, the real book built once per run, and pages in a browser."""

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
    results_file,
)
from browsing import (
    DESKTOP,
    FONTS_READY,
    PAGE_OF,
    Component,
    Opener,
    PagesHandler,
    Visit,
    record_problems,
)
from playwright.sync_api import Browser, Page


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests of the whole book as long, because it has to be built for them."""
    if "book" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.proof)


@pytest.fixture
def draft(tmp_path: Path) -> MiniBook:
    """Return an unbuilt small book with a record, facts, claims and a course."""
    book = MiniBook(tmp_path)
    shutil.copytree(MINI_COURSE, tmp_path / "solutions")
    book.write("data/records/cpu/matmul.json", results_file(*ROWS))
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
    """Return a function that builds a small book from the text of its index page."""

    def build(text: str, **pages: str) -> MiniBook:
        for name, words in {"index": text + "\n" + ALL_PAGES, **pages}.items():
            draft.write(f"{name}.md", f"# Title\n\n{words}\n")
        return draft.build()

    return build


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> RealBook:
    """Build the real book once per run, with warnings as errors, for all workers.

    Each worker of pytest-xdist has its own temporary folder inside that of the run.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    real = RealBook(shared / "book")
    real.folder.mkdir(exist_ok=True)
    real.build_once(cache=ROOT / "_build" / ".jupyter_cache")
    return real


@pytest.fixture
def open_page(browser: Browser, book: RealBook) -> Iterator[Opener]:
    """Return a function that opens a page. Fail if a page logs an error or misses a file."""
    problems: list[str] = []
    contexts = []

    def open_by_name(name: str, fragment: str = "", **options: object) -> Page:
        context = browser.new_context(**{"viewport": DESKTOP, "offline": True, **options})
        contexts.append(context)
        page = context.new_page()
        record_problems(page, problems)
        page.goto((book.html / f"{name}.html").as_uri() + f"#{fragment}" * bool(fragment))
        if options.get("java_script_enabled", True):
            page.evaluate(FONTS_READY)
        return page

    with book.lock_for_reading():
        yield open_by_name
        for context in contexts:
            context.close()
    assert problems == []


@pytest.fixture
def site(book: RealBook) -> Iterator[str]:
    """Serve the real book on this machine and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(PagesHandler, directory=str(book.html)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with book.lock_for_reading():
        yield f"http://127.0.0.1:{server.server_port}/many-lanes"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def visits() -> Iterator[dict[str, Visit]]:
    """Return a dict with the page of the explorable that the last test of this module used."""
    opened: dict[str, Visit] = {}
    yield opened
    for visit in opened.values():
        visit.page.context.close()


@pytest.fixture
def explorable(
    browser: Browser, book: RealBook, open_page: Opener, visits: dict[str, Visit]
) -> Iterator[Callable[..., Component]]:
    """Return a function that scrolls to an explorable.

    A page with options is opened for one test. Without options, consecutive tests of an explorable
    use one page, and each test begins with a new element.
    """

    def open_by_name(name: str, **options: object) -> Component:
        page = open_page(PAGE_OF[name], **options) if options else reused_page(name)
        component = Component(page, name)
        component.host.scroll_into_view_if_needed()
        return component

    def reused_page(name: str) -> Page:
        if name not in visits:
            for visit in visits.values():
                visit.page.context.close()
            visits.clear()
            visits[name] = Visit.begin(browser, book.html / f"{PAGE_OF[name]}.html", name)
        else:
            visits[name].reset()
        return visits[name].page

    yield open_by_name
    assert [problem for visit in visits.values() for problem in visit.problems] == []


@pytest.fixture
def figure(explorable: Callable[..., Component], request: pytest.FixtureRequest) -> Component:
    """Open the explorable that the file of the test names."""
    return explorable(request.module.EXPLORABLE)
