"""Pages of the built book, and helpers that use them in a browser."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from books import ROOT
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request

from manylanes.records import Record

PAGES = [*sorted(path.stem for path in (ROOT / "book").glob("*.md")), "search", "genindex"]
# Fonts move the content of a page when they load, so the pointer must wait for them.
FONTS_READY = "document.fonts.ready.then(() => null)"
CHAPTER = "05_matmul_cost"
RECORDS = {path.name: Record.load(path) for path in (ROOT / "book/data/records").iterdir()}
# All explorables, and the page that shows each of them.
EXPLORABLES = sorted(path.stem for path in (ROOT / "book/_static/explorables").glob("*.js"))
PAGE_OF = {
    name: path.stem
    for path in (ROOT / "book").glob("*.md")
    for name in re.findall(r"^```\{explorable\} (\S+)", path.read_text(encoding="utf-8"), re.M)
}
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}


Opener = Callable[..., Page]

# Reasons why a browser cancels a request although the file exists.
CANCELLED = ("net::ERR_ABORTED", "csp")


def record_problems(page: Page, problems: list[str]) -> None:
    """Append the errors, warnings, failed requests and network requests of a page to a list."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            problems.append(message.text)

    def on_failure(request: Request) -> None:
        if request.failure not in CANCELLED:
            problems.append(f"failed: {request.url}")

    def on_request(request: Request) -> None:
        if not request.url.startswith(("file:", "data:")):
            problems.append(f"requested: {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("requestfailed", on_failure)
    page.on("request", on_request)


class PagesHandler(SimpleHTTPRequestHandler):
    """Serve a folder like GitHub Pages: below a name, with a page for missing files."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/many-lanes"))

    def send_error(self, code: int, *_: object) -> None:
        self.send_response(code)
        self.end_headers()
        self.wfile.write((Path(self.directory) / "404.html").read_bytes())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


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

    def all_text(self) -> str:
        inside = "host => [...host.shadowRoot.children].slice(1).map(e => e.innerText).join('\\n')"
        return self.host.evaluate(inside)  # type: ignore[no-any-return]

    def text(self, part: str) -> str:
        return self.find(f"#{part}").inner_text().replace("\u202f", " ")

    def texts(self, *parts: str) -> tuple[str, ...]:
        return tuple(self.text(part) for part in parts)

    def number(self, part: str) -> float:
        """Return the number that a text starts with."""
        return float(self.text(part).split()[0].replace(",", ""))

    def count(self, selector: str) -> int:
        return self.find(selector).count()

    def press(self, part: str, *keys: str) -> None:
        self.find(f"#{part}").focus()
        for key in keys:
            self.page.keyboard.press(key)

    def set(self, **places: int) -> None:
        """Move sliders to a place, counted from 0 at the left end. The right end is -1."""
        for slider, place in places.items():
            keys = ["End"] if place < 0 else ["Home", *["ArrowRight"] * place]
            self.press(slider.replace("_", "-"), *keys)

    def button(self, name: str) -> Locator:
        return self.host.get_by_role("button", name=name, exact=True)

    def wait_for_announcement(self) -> None:
        """Wait until the live region contains the last change."""
        self.page.wait_for_function(
            "host => host.shadowRoot.getElementById('live').textContent === host.shown.live",
            arg=self.host.element_handle(),
        )

    def expect_announcement(self, words: str) -> None:
        """Wait until the live region, which screen readers read, contains some words."""
        script = "([live, words]) => live.textContent.includes(words)"
        self.page.wait_for_function(script, arg=[self.find("#live").element_handle(), words])


# Replace an explorable with a new one, parsed from the source of its page.
RESET = """([name, source]) => {
  localStorage.clear();
  document.activeElement?.blur();
  scrollTo(0, 0);
  const parsed = new DOMParser().parseFromString(source, "text/html");
  document.querySelector(name).replaceWith(document.adoptNode(parsed.querySelector(name)));
}"""


@dataclass(frozen=True)
class Visit:
    """A page that several tests of one explorable use, one after the other."""

    page: Page
    name: str
    source: str
    problems: list[str]

    @classmethod
    def begin(cls, browser: Browser, file: Path, name: str) -> "Visit":
        page = browser.new_context(viewport=DESKTOP, offline=True).new_page()
        problems: list[str] = []
        record_problems(page, problems)
        page.goto(file.as_uri())
        page.evaluate(FONTS_READY)
        return cls(page, name, file.read_text(encoding="utf-8"), problems)

    def reset(self) -> None:
        self.page.set_viewport_size(DESKTOP)
        self.page.emulate_media(media="screen", color_scheme="light")
        self.page.mouse.move(0, 0)
        self.page.evaluate(RESET, [self.name, self.source])


def reload(page: Page, address: str | None = None) -> None:
    """Load a page, by default the current one, with everything that the current one has stored.

    A load may start a new browser process before a stored value has reached it.
    """
    storage = "JSON.stringify(Object.entries(localStorage).sort())"
    stored = page.evaluate(storage)
    if address:
        page.goto(address)
    else:
        page.reload()
    for _ in range(10):
        if page.evaluate(storage) == stored:
            return
        page.reload()
    raise AssertionError(f"{page.url} does not see what was stored: {stored}")


def seconds(text: str) -> float:
    number, unit = text.split()
    return float(number) * {"s": 1, "ms": 1e-3, "\N{MICRO SIGN}s": 1e-6, "ns": 1e-9}[unit]


def printed_number(page: Page, expression: str) -> float:
    """Return the number that a page shows for an expression."""
    card = page.locator("article .origin-card", has_text=expression).first
    text = card.locator("xpath=preceding-sibling::a").text_content() or ""
    return float(text.split()[0])


def guess(page: Page, value: str, low: str, high: str) -> None:
    box = page.locator("#predict-brackets")
    for name, text in (("guess", value), ("low", low), ("high", high)):
        box.locator(f"[name={name}]").fill(text)
    box.locator("[name=high]").press("Enter")
