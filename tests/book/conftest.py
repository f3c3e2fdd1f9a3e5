"""Fixtures: a small book of any pages, the real book built once per run, and pages in a browser."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from books import FILES, MINI_COURSE, ROOT, Mini, MiniBook, RealBook
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
    documents = shutil.ignore_patterns("*.md")
    shutil.copytree(ROOT / "book/_static/kit", book.folder / "book/_static/kit", ignore=documents)
    for name, text in FILES.items():
        book.write(name, text)
    return book


@pytest.fixture
def mini(draft: MiniBook) -> Mini:
    """Return a function that builds a small book and asserts that the build has no warnings."""

    def build(text: str, **pages: str) -> MiniBook:
        draft.write_pages(text, **pages)
        assert draft.build().warnings == ""
        return draft

    return build


@pytest.fixture
def errors(draft: MiniBook) -> Callable[..., str]:
    """Return a function that builds a small book and returns the warnings."""

    def build(text: str, **pages: str) -> str:
        draft.write_pages(text, **pages)
        return draft.build().warnings

    return build


@pytest.fixture
def assert_rejected(errors: Callable[..., str]) -> Callable[[Iterable[tuple[str, str]]], None]:
    """Return a function that builds a page of each text, whose line 5 must report a message."""

    def check(rows: Iterable[tuple[str, str]]) -> None:
        texts, messages = zip(*rows, strict=True)
        pages = {f"page{number}": f"a\n\n{text}" for number, text in enumerate(texts)}
        reports = re.split(r"/book/(?=\w+\.md:)", errors("Words.", **pages))
        for page, message in zip(pages, messages, strict=True):
            matches = [report for report in reports if report.startswith(f"{page}.md:5: ERROR")]
            assert any(message in report for report in matches), (message, matches)

    return check


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
    """Return a function that opens a page, and fail later if a page logged a problem."""
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

    If options are given, the page is opened for one test. Otherwise, consecutive tests of an
    explorable use one page, and each test begins with a new copy of the explorable.
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
