"""`make epub`: write the articles of the built book to an EPUB 3 file, without scripts.

Pages keep the text that is shown without scripts. Hover cards and animations are removed.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import course
from bs4 import BeautifulSoup, Tag
from pdf import HTML, page_names, parse_page, sidebar_items, take_target

EPUB = course.ROOT / "_build/many-lanes.epub"
REMOVED = (
    "script, button, input, .step-buttons, .headerlink, .origin-card, "
    ".predict-form, .pills, [data-empty]"
)
# SVG attributes whose names an HTML parser changes to lower case. XML needs the original case.
ORIGINAL_CASE = {
    name.lower(): name
    for name in ("viewBox", "refX", "refY", "markerUnits", "markerWidth", "markerHeight")
}
# Attributes that refer to removed elements, or that the EPUB schema does not allow.
REMOVED_ATTRIBUTES = {
    *("aria-describedby", "aria-controls", "for", "tabindex", "displaystyle", "scriptlevel")
}
NAMESPACES = {"svg": "http://www.w3.org/2000/svg", "math": "http://www.w3.org/1998/Math/MathML"}
TYPE = "application/xhtml+xml"
STYLE = """\
body { line-height: 1.5; }
code, a, th, td { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; font-size: .8em; border: 1px solid #888; padding: .5em; }
table { border-collapse: collapse; font-size: .85em; }
th, td { border-block-end: 1px solid #bbb; padding: .2em .5em; text-align: start; }
figure svg { max-inline-size: 100%; }
figcaption, caption { font-size: .85em; }
.admonition, .predict, .ruling, .explorable { border: 1px solid #888; padding: 0 .8em; }
.admonition-title, .box-name { font-weight: bold; }
"""
CONTAINER = """\
<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


def main() -> int:
    if code := course.main(["book"]):
        return code
    write(HTML, EPUB)
    print(f"  Read    {EPUB.relative_to(course.ROOT)}")
    return 0


def write(html: Path, epub: Path) -> None:
    first = parse_page(html, "index")
    title, items = first.title.string.rpartition(" — ")[2], sidebar_items(first)
    names = page_names(items)
    documents = {name: document(parse_page(html, name), name, names) for name in names}
    documents["contents"] = contents(title, items)
    with ZipFile(epub, "w", ZIP_DEFLATED) as file:
        file.writestr("mimetype", "application/epub+zip", ZIP_STORED)
        file.writestr("META-INF/container.xml", CONTAINER)
        file.writestr("style.css", STYLE)
        file.writestr("book.opf", package(first, title, documents))
        for name, words in documents.items():
            file.writestr(f"{name}.xhtml", words)


def document(page: BeautifulSoup, name: str, names: list[str]) -> str:
    """Return the article of a page as XHTML.

    Links to pages that the EPUB file does not contain become plain text. `page` is modified.
    """
    article = page.select_one("article.bd-article")
    for tag in article.select(REMOVED):
        tag.decompose()
    styles = "".join(style.extract().get_text() for style in article("style"))
    for tag in article.find_all(True):
        conform(tag)
        if place := take_target(tag, name, names):
            target, anchor = place
            tag["href"] = f"{target}.xhtml" + f"#{anchor}" * bool(anchor)
    return xhtml(article.h1.get_text(), article.decode_contents(), styles)


def conform(tag: Tag) -> None:
    """Change a tag in place: names and attributes that the EPUB schema does not allow."""
    if "-" in tag.name:  # the web component of an explorable, whose text is kept
        tag.name = "div"
    if tag.name == "p" and tag.parent.name == "summary":
        tag.name = "span"
    removed = REMOVED_ATTRIBUTES | ({"role"} if tag.get("role") in ("group", "region") else set())
    for key in removed & tag.attrs.keys():
        del tag[key]
    for key in ORIGINAL_CASE.keys() & tag.attrs.keys():
        tag.attrs[ORIGINAL_CASE[key]] = tag.attrs.pop(key)
    if tag.name in NAMESPACES:
        tag["xmlns"] = NAMESPACES[tag.name]


def contents(title: str, items: list[Tag]) -> str:
    """Return the table of contents as XHTML: the first page, then the parts of the sidebar."""
    parts: list[tuple[str, list[str]]] = [
        (escape(title), ['<li><a href="index.xhtml">Welcome</a></li>'])
    ]
    for item in items:
        words = escape(item.get_text(" ", strip=True))
        if item.name == "a":
            parts[-1][1].append(f'<li><a href="{Path(item["href"]).stem}.xhtml">{words}</a></li>')
        else:
            parts.append((words, []))
    lists = (f"<li><span>{part}</span><ol>{''.join(lines)}</ol></li>" for part, lines in parts)
    nav = f'<nav epub:type="toc"><h1>Contents</h1><ol>{"".join(lists)}</ol></nav>'
    return xhtml("Contents", nav, "")


def xhtml(title: str, body: str, styles: str) -> str:
    plain = re.sub(
        r"var\(--[\w-]+,\s*([^()]*)\)", r"\1", styles
    )  # few e-readers support CSS variables
    return f"""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"
  lang="en" xml:lang="en">
<head><title>{escape(title)}</title><link rel="stylesheet" href="style.css"/>
<style>{escape(plain)}</style></head>
<body>{body}</body></html>
"""


def package(first: BeautifulSoup, title: str, documents: dict[str, str]) -> str:
    address = first.select_one("link[rel=canonical]")["href"]
    description = first.select_one("meta[name=description]")["content"]
    items, spine = [], []
    for name, words in documents.items():
        has = [kind for kind in NAMESPACES if f"<{kind}" in words] + ["nav"] * (name == "contents")
        properties = f' properties="{" ".join(has).replace("math", "mathml")}"' if has else ""
        items.append(f'<item id="p-{name}" href="{name}.xhtml" media-type="{TYPE}"{properties}/>')
        spine.append(f'<itemref idref="p-{name}"/>')
    return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">{escape(address)}</dc:identifier><dc:title>{escape(title)}</dc:title>
<dc:language>en</dc:language><dc:description>{escape(description)}</dc:description>
<meta property="dcterms:modified">{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}</meta></metadata>
<manifest><item id="style" href="style.css" media-type="text/css"/>{"".join(items)}</manifest>
<spine>{spine[-1]}{"".join(spine[:-1])}</spine></package>
"""


if __name__ == "__main__":
    sys.exit(main())
