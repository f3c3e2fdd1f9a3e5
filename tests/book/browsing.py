"""Pages of the built book in a browser: which there are, and how one is used."""

from __future__ import annotations

from collections.abc import Callable

from books import ROOT
from playwright.sync_api import Page

PAGES = [*sorted(path.stem for path in (ROOT / "book").glob("*.md")), "search", "genindex"]
# Mathematics and fonts move what stands below them; a pointer must not aim before they are set.
SETTLED = "Promise.all([document.fonts.ready, window.MathJax?.startup?.promise]).then(() => null)"
CHAPTER = "05_matmul_cost"
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}


Opener = Callable[..., Page]


def guess(page: Page, value: str, low: str, high: str) -> None:
    box = page.locator("#predict-brackets")
    for name, text in (("guess", value), ("low", low), ("high", high)):
        box.locator(f"[name={name}]").fill(text)
    box.locator("[name=high]").press("Enter")
