"""Measure the first visit to each page of the built book.

The printed columns are kilobytes (compressed with gzip), requests, layout shift, and the time of
the largest contentful paint on a slow processor.
"""

import gzip
import mimetypes
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from chromium import CHROMIUM, FLAGS, INSTALL
from playwright.sync_api import Browser, sync_playwright

COMPRESSED_TYPES = ("text/", "application/javascript", "application/json", "image/svg+xml")
ICONS = re.compile(r"fontawesome|fa-(?:solid|brands|regular)-")
SLOWER = 4  # factor by which the emulated processor is slower than the processor of this machine
WATCH = """window.seen = { shift: 0, paint: 0 };
const watch = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see))
  .observe({ type, buffered: true });
watch("layout-shift", (entry) => { seen.shift += entry.hadRecentInput ? 0 : entry.value; });
watch("largest-contentful-paint", (entry) => { seen.paint = entry.startTime / 1000; });"""


@dataclass(frozen=True)
class Visit:
    sizes: dict[str, int]  # transferred bytes of each file, by its URL
    shift: float
    paint_s: float

    @property
    def kilobytes(self) -> float:
        return sum(self.sizes.values()) / 1000

    @property
    def icon_fonts(self) -> list[str]:
        """Return the URLs of the theme's icon fonts that were loaded; no page needs them."""
        return [file for file in self.sizes if ICONS.search(file)]


class CompressingHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: object, folder: Path) -> None:
        self.folder = folder
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        file = self.folder / self.path.partition("?")[0].lstrip("/")
        if not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        kind, body = mimetypes.guess_type(file)[0] or "application/octet-stream", file.read_bytes()
        self.send_response(HTTPStatus.OK)
        if kind.startswith(COMPRESSED_TYPES):
            body = gzip.compress(body, 6)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


@contextmanager
def serve(html: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(CompressingHandler, folder=html))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def visit(browser: Browser, address: str, slower: int = 1) -> Visit:
    """Open a page with an empty cache, and measure its files, layout shift and paint time.

    `slower` is the factor by which the browser slows down the processor.
    """
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        session = context.new_cdp_session(page)
        urls: dict[str, str] = {}
        sizes: dict[str, int] = {}

        def record_url(event: dict[str, Any]) -> None:
            urls[event["requestId"]] = event["request"]["url"]

        def record_size(event: dict[str, Any]) -> None:
            if (url := urls[event["requestId"]]).startswith("http"):
                sizes[url] = event["encodedDataLength"]

        session.on("Network.requestWillBeSent", record_url)
        session.on("Network.loadingFinished", record_size)
        session.send("Network.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.goto(address, wait_until="networkidle")
        page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        transfers = page.evaluate("seen")
    return Visit(sizes, transfers["shift"], transfers["paint"])


def print_weights(html: Path) -> None:
    if CHROMIUM is None:
        raise SystemExit(f"make bench: {INSTALL}")
    with sync_playwright() as playwright, serve(html) as address:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        print(f"{'page':24}{'kB':>6}{'requests':>10}{'shift':>8}{'paint':>9}")
        for page in sorted(html.glob("*.html")):
            sizes = visit(browser, f"{address}/{page.name}", SLOWER)
            print(
                f"{page.stem:24}{sizes.kilobytes:6.0f}{len(sizes.sizes):10}"
                f"{sizes.shift:8.3f}{sizes.paint_s:7.2f} s"
            )
