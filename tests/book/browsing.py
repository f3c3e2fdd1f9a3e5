"""Pages of the built book in a browser: which there are, and how one is used."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from books import ROOT
from playwright.sync_api import ConsoleMessage, Locator, Page, Request

from manylanes.records import Record

PAGES = [*sorted(path.stem for path in (ROOT / "book").glob("*.md")), "search", "genindex"]
# Fonts move what stands below them; a pointer must not aim before they are set.
SETTLED = "document.fonts.ready.then(() => null)"
CHAPTER = "05_matmul_cost"
RECORDS = {path.name: Record.load(path) for path in (ROOT / "book/data/records").iterdir()}
# Every explorable there is, and the page that shows it.
EXPLORABLES = sorted(path.stem for path in (ROOT / "book/_static/explorables").glob("*.js"))
PAGE_OF = {
    name: path.stem
    for path in (ROOT / "book").glob("*.md")
    for name in re.findall(r"^```\{explorable\} (\S+)", path.read_text(encoding="utf-8"), re.M)
}
# Every page with a drawing of `_static/figures/`.
DRAWN = sorted(
    path.stem
    for path in (ROOT / "book").glob("*.md")
    if "_static/figures/" in path.read_text(encoding="utf-8")
)
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}


Opener = Callable[..., Page]

# What a page that is left, or that runs no scripts, gives up: nothing was missing.
GIVEN_UP = ("net::ERR_ABORTED", "csp")


def listen(page: Page, wrong: list[str]) -> None:
    """From here on `wrong` gets what the page complains of, misses, or asks of the network."""

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            wrong.append(message.text)

    def failed(request: Request) -> None:
        if request.failure not in GIVEN_UP:
            wrong.append(f"failed: {request.url}")

    def asked(request: Request) -> None:
        if not request.url.startswith(("file:", "data:")):
            wrong.append(f"asked: {request.url}")

    page.on("console", said)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", failed)
    page.on("request", asked)


class Pages(SimpleHTTPRequestHandler):
    """As GitHub's Pages serve a repository: below its name, and one page for what is not there."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/many-lanes"))

    def send_error(self, code: int, *_: object) -> None:
        self.send_response(code)
        self.end_headers()
        self.wfile.write((Path(self.directory) / "404.html").read_bytes())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@dataclass(frozen=True)
class Component:
    """An explorable on its page."""

    page: Page
    name: str

    @property
    def host(self) -> Locator:
        return self.page.locator(self.name).first

    def find(self, selector: str) -> Locator:
        return self.host.locator(selector)

    def all_words(self) -> str:
        inside = "host => [...host.shadowRoot.children].slice(1).map(e => e.innerText).join('\\n')"
        return self.host.evaluate(inside)  # type: ignore[no-any-return]

    def text(self, part: str) -> str:
        return self.find(f"#{part}").inner_text().replace("\u202f", " ")

    def texts(self, *parts: str) -> tuple[str, ...]:
        return tuple(self.text(part) for part in parts)

    def press(self, part: str, *keys: str) -> None:
        self.find(f"#{part}").focus()
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str) -> Locator:
        return self.host.get_by_role("button", name=name, exact=True)

    def rest(self) -> None:
        """Until a listener has been told of the last change."""
        self.page.wait_for_function(
            "host => host.shadowRoot.getElementById('live').textContent === host.shown.live",
            arg=self.host.element_handle(),
        )

    def hears(self, words: str) -> None:
        """What a reader who does not see it is told, once a change has come to rest."""
        told = "([live, words]) => live.textContent.includes(words)"
        self.page.wait_for_function(told, arg=[self.find("#live").element_handle(), words])


def seconds(text: str) -> float:
    number, unit = text.split()
    return float(number) * {"s": 1, "ms": 1e-3, "\N{MICRO SIGN}s": 1e-6, "ns": 1e-9}[unit]


def guess(page: Page, value: str, low: str, high: str) -> None:
    box = page.locator("#predict-brackets")
    for name, text in (("guess", value), ("low", low), ("high", high)):
        box.locator(f"[name={name}]").fill(text)
    box.locator("[name=high]").press("Enter")
