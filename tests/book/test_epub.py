"""`make epub`: XHTML for e-readers, from a small book and from the whole book."""

from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import epub
import pytest
from books import MiniBook, RealBook

XHTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
SECOND = "[back](index.md)\n\n## Part\n"
INDEX = (
    "{doc}`second`, [there](second.md#part), {doc}`records`, {measured}`cpu: gemm[n=8].time`,"
    " [](https://a.test/)\n\n```{explorable} matmul-cubes\nIts words.\n```\n"
)
FIGURE = """
<figure><style>.b rect { fill: var(--lanes-a, #cfe0f5); } .a > b { top: 0 }</style>
<div class="step-buttons"><label><input type="radio" checked>one</label></div>
<svg viewBox="0 0 9 9" role="img"><defs><marker refX="7"/></defs><rect width="3"/></svg>
<math display="block"><mfrac displaystyle="true"><mn>1</mn><mn>2</mn></mfrac></math>
</figure>
"""


def write_and_parse(html: Path, path: Path) -> dict[str, ElementTree.Element]:
    """Write the file, and parse every document in it as XML."""
    epub.write(html, path)
    with ZipFile(path) as file:
        first = file.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
        names = [name for name in file.namelist() if name.endswith((".xhtml", ".opf", ".xml"))]
        return {name: ElementTree.fromstring(file.read(name)) for name in names}


def broken_links(documents: dict[str, ElementTree.Element]) -> list[str]:
    """Return the links whose document or anchor is not in the file."""
    ids = {name: {tag.get("id") for tag in root.iter()} for name, root in documents.items()}
    wrong = []
    for name, root in documents.items():
        for link in root.iter(f"{XHTML}a"):
            href = urlsplit(link.get("href", name))
            inside = href.fragment in {"", *ids.get(href.path, ())}
            if not href.scheme and not (href.path in ids and inside):
                wrong.append(f"{name}: {href.geturl()}")
    return wrong


@pytest.fixture
def documents(draft: MiniBook, tmp_path: Path) -> dict[str, ElementTree.Element]:
    draft.write_pages(INDEX, second=SECOND + FIGURE)
    return write_and_parse(draft.build().folder / "_build/html", tmp_path / "book.epub")


def test_documents_are_xml_without_scripts(documents: dict[str, ElementTree.Element]):
    assert broken_links(documents) == []
    index, second = documents["index.xhtml"], documents["second.xhtml"]
    links = [link.get("href") for link in index.iter(f"{XHTML}a")]
    assert {"second.xhtml", "second.xhtml#part", "https://a.test/", None} <= set(links)
    gone = {f"{XHTML}{name}" for name in ("script", "input", "button", "matmul-cubes")}
    assert gone.isdisjoint(tag.tag for root in documents.values() for tag in root.iter())
    assert "Its words." in "".join(index.itertext())
    assert "Measured:" not in "".join(index.itertext()), "origin cards are omitted"
    (fraction,) = second.iter("{http://www.w3.org/1998/Math/MathML}mfrac")
    assert fraction.attrib == {}
    (figure,) = second.iter(f"{SVG}svg")
    assert figure.get("viewBox") == "0 0 9 9"
    assert figure.find(f".//{SVG}marker").attrib == {"refX": "7"}
    (style,) = second.iter(f"{XHTML}style")
    assert style.text == ".b rect { fill: #cfe0f5; } .a > b { top: 0 }"


def test_whole_book_is_xml_without_broken_links(book: RealBook, tmp_path: Path):
    documents = write_and_parse(book.html, tmp_path / "book.epub")
    assert len(documents) > len(list(book.html.glob("[0-2]*.html")))
    assert broken_links(documents) == []
