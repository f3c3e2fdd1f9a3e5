"""`make pdf`: build the book, merge its pages into one document and print it with a browser.

The page of the records is left out.

Several pages may contain the same ids, so each id gets the name of its page as a prefix.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import course
from bs4 import BeautifulSoup, Tag
from chromium import CHROMIUM, FLAGS, INSTALL

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HTML = course.ROOT / "_build/html"
PDF = course.ROOT / "_build/many-lanes.pdf"
OMITTED_PAGE = "records.html"  # a page that would print as 70 pages of table rows
ID_ATTRIBUTES = ("id", "for", "name", "aria-labelledby", "aria-describedby", "aria-controls")
WIDTH = 665  # CSS pixels: A4 within the margins of print.css; explorables draw at this width
SHEETS = "article + article { break-before: page; } .contents p { margin: 0; line-height: 1.3; }"
# If a single table is wider than the paper, the browser prints the whole book in a smaller size.
FIND_WIDE_ARTICLES = (
    "all => all.filter(e => e.scrollWidth > innerWidth).map(e => `wider than paper: ${e.id}`)"
)
NUMBER = '<p style="width: 100%; font-size: 8pt; text-align: center" class="pageNumber"></p>'
PAGE_NUMBERS = {
    "display_header_footer": True,
    "header_template": "<p></p>",
    "footer_template": NUMBER,
}
FONTS_READY = (
    "Promise.all([document.fonts.ready, window.MathJax?.startup?.promise]).then(() => null)"
)


def main() -> int:
    if CHROMIUM is None:
        print(f"make pdf: {INSTALL}, then make pdf", file=sys.stderr)
        return 2
    if code := course.main(["book"]):
        return code
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        problems = write(browser, HTML, PDF)
        browser.close()
    if problems:
        print("make pdf: the merged document has problems:", *problems, sep="\n  ", file=sys.stderr)
        return 1
    print(f"  Read    {PDF.relative_to(course.ROOT)}")
    return 0


def write(browser: Browser, html: Path, pdf: Path) -> list[str]:
    """Print the book to `pdf`, and return problems: script errors, missing files, wide articles.

    The merged document is a temporary file in the folder `html`.
    """
    problems: list[str] = []
    page = browser.new_page(viewport={"width": WIDTH, "height": 1000}, offline=True)
    page.set_default_timeout(0)  # no limit: the browser loads the whole book as one page
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("requestfailed", lambda request: problems.append(f"not found: {request.url}"))
    page.emulate_media(media="print", color_scheme="light")
    with NamedTemporaryFile("w", dir=html, suffix=".html", encoding="utf-8") as file:
        file.write(merge_pages(html))
        file.flush()
        page.goto(Path(file.name).as_uri())
        page.evaluate(FONTS_READY)
        problems += page.locator("article").evaluate_all(FIND_WIDE_ARTICLES)
        page.pdf(path=pdf, format="A4", outline=True, tagged=True, **PAGE_NUMBERS)
    page.close()
    return problems


def merge_pages(html: Path) -> str:
    """Return one HTML document: a table of contents, then the articles in the sidebar's order."""
    first = parse_page(html, "index")
    sidebar = first.select("nav.bd-links :is(.caption, a.internal)")
    items = [item for item in sidebar if item.get("href") != OMITTED_PAGE]
    names = ["index", *(Path(item["href"]).stem for item in items if item.name == "a")]
    title = first.title.string.rpartition(" — ")[2]
    lines = f"<h1>{title}</h1>" + "".join(f"<p>{item}</p>" for item in items)
    contents = f'<article class="bd-article contents">{lines}</article>'
    pages = {"contents": BeautifulSoup(contents, "html.parser")}
    pages |= {name: parse_page(html, name) for name in names}
    articles = {name: page.select_one("article.bd-article") for name, page in pages.items()}
    ids = {name: {tag["id"] for tag in part.select("[id]")} for name, part in articles.items()}
    scripts: dict[str, None] = {}  # each script once, in the order of dependencies
    for name, article in articles.items():
        script = pages[name]("script")  # scripts of the theme have no `defer="defer"`
        needed = [s for s in script if s.get("defer") == "defer" or "window.MathJax" in s.text]
        scripts |= dict.fromkeys(map(str, needed))
        prefix_ids(article, name, ids)
        article["id"] = name
    styles = "".join(map(str, first.select("head link[rel=stylesheet]")))
    body = "".join(map(str, articles.values()))
    return f"""<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8">
<title>{title}</title>{styles}<style>{SHEETS}</style>{"".join(scripts)}</head>
<body><div class="bd-main"><div class="bd-content"><div class="bd-article-container">{body}
</div></div></div></body></html>"""


def parse_page(html: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((html / f"{name}.html").read_text(encoding="utf-8"), "html.parser")


def prefix_ids(article: Tag, name: str, ids: dict[str, set[str]]) -> None:
    """Prefix the ids in an article with the name of its page, and adapt links and references.

    `ids` contains the ids of each page without prefixes. A link to an unknown id becomes a link to
    the page. A link to a page that is not printed becomes plain text.
    """
    for tag in article.find_all(True):
        for key, value in tag.attrs.items():
            if key in ID_ATTRIBUTES:
                words = value if isinstance(value, list) else value.split()
                tag[key] = " ".join(f"{name}--{word}" for word in words)
            elif isinstance(value, str) and "url(#" in value:
                tag[key] = value.replace("url(#", f"url(#{name}--")
        if "href" not in tag.attrs or urlsplit(tag["href"]).scheme:
            continue
        path, _, anchor = unquote(tag.attrs.pop("href")).partition("#")
        if (page := Path(path).stem or name) in ids:
            tag["href"] = f"#{page}--{anchor}" if anchor in ids[page] else f"#{page}"


if __name__ == "__main__":
    sys.exit(main())
