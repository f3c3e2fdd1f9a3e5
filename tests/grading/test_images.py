"""An image that is pasted into an answer is shown on every page and in every sheet."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from classroom import ESSAY, SECOND, Class, hand_in, notebook_bytes, run
from playwright.sync_api import Browser
from test_essays import sheet
from test_markup import PIXEL

from autograder.nbgrader.markup import page_html
from autograder.runner import parse_notebook

DRAWN = PIXEL.removeprefix("data:image/png;base64,")
SVG = base64.b64encode(b"<svg onload='alert(1)'/>").decode()
WHICH = "only PNG, JPEG, GIF and WebP of up to 20 MB are"


def cell(text: str, **attached: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text, "attachments": attached}


def read(*cells: dict[str, Any]) -> list[str]:
    parsed = parse_notebook(json.dumps({"cells": cells}).encode())
    return [one["source"] for one in parsed]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("![my drawing](attachment:a.png)", "a.png"),
        ('![](attachment:a.png "wide")\nand more', "a.png"),
        ("![x](attachment:image%20%281%29.png)![y](https://x.test)", "image (1).png"),
        ("![x](attachment:image%20(1).png)", "image (1).png"),
        ("![x](<attachment:image.png>)", "image.png"),
        ('<img src="attachment:a.png" width="200"/>', "a.png"),
    ],
)
@pytest.mark.parametrize("data", [DRAWN, [DRAWN[:20] + "\n", DRAWN[20:]]])
def test_attached_image_is_embedded_in_the_text(
    text: str, name: str, data: str | list[str]
) -> None:
    (source,) = read(cell(text, **{name: {"image/png": data}}))
    assert source.count(PIXEL) == 1
    assert "attachment:" not in source
    assert BeautifulSoup(page_html(source), "html.parser").img["src"] == PIXEL
    assert read(cell(source)) == [source], "reading the stored text again changes nothing"


@pytest.mark.parametrize(
    "attached",
    [
        {"image/svg+xml": SVG},
        {"text/html": SVG},
        {"image/png": "<script>alert(1)</script>"},
        {"image/png": 'x"onerror="alert(1)'},
        {"image/png": 3},
        "image/png",
        None,
    ],
)
def test_invalid_image_is_named_and_not_shown(attached: Any) -> None:
    (source,) = read(cell("See ![my plot](attachment:a.svg).", **{"a.svg": attached}))
    page = BeautifulSoup(page_html(source), "html.parser")
    assert page.img is None
    assert page.text.strip() == f"See [image my plot is not shown: {WHICH}]."


def test_external_image_in_html_is_reported_as_not_shown() -> None:
    page = BeautifulSoup(
        page_html("a <img src='https://x.test/p.png' alt='plot'> b"), "html.parser"
    )
    assert page.img is None
    assert page.text.strip() == f"a [image plot is not shown: {WHICH}] b"


def test_total_size_of_repeated_images_is_limited() -> None:
    large = base64.b64encode(bytes(3 << 20)).decode()
    text = "![x](attachment:a.png)\n" * 200
    (source,) = read(cell(text, **{"a.png": {"image/png": large}}))
    assert 4 << 20 < len(source) < 24 << 20
    assert "attachment:a.png" in source


def test_large_image_is_kept() -> None:
    """Colab embeds a photograph of a sheet of paper in this form."""
    large = base64.b64encode(bytes(2 << 20)).decode()
    text = f"![x](data:image/jpeg;base64,{large})\n\nThe words below it."
    assert read(cell(text)) == [text]
    page = BeautifulSoup(page_html(text), "html.parser")
    assert page.img["src"].endswith(large)
    assert "The words below it." in page.text


@pytest.mark.proof  # creates both pages of an essay
def test_essay_page_shows_the_attached_image(essays: Class) -> None:
    """JupyterLab stores the image as an attachment, and both commands embed it."""
    book = json.loads(notebook_bytes(essays.course, SECOND, {ESSAY: "See ![](attachment:a.png)"}))
    (box,) = [one for one in book["cells"] if one["id"] == ESSAY]
    box["attachments"] = {"a.png": {"image/png": DRAWN}}
    data = json.dumps(book).encode()
    for way, student in ((["autograder", "grade"], "dan"), (["nbgrader", "autograde"], "eve")):
        hand_in(essays.folder, student, data)
        place = ["--class", essays.folder] if way[0] == "autograder" else []
        cwd = essays.course.path.parent if place else essays.folder
        run(*way, SECOND, *place, cwd=cwd, code=0)
        made = json.loads(essays.made("autograded", student).read_text())
        assert PIXEL in "".join(next(c["source"] for c in made["cells"] if c["id"] == ESSAY))
    run("nbgrader", "generate_feedback", SECOND, cwd=essays.folder, code=0)
    for student in ("dan", "eve"):
        page = BeautifulSoup(essays.made("feedback", student).read_text(), "html.parser")
        assert [picture["src"] for picture in page.select("img")] == [PIXEL]


def test_images_of_a_sheet_are_separate_files(essays: Class, tmp_path: Path) -> None:
    text = f"See ![plot]({PIXEL}) and ![]({PIXEL})."
    hand_in(essays.folder, "dan", notebook_bytes(essays.course, SECOND, {ESSAY: text}))
    assert essays.command("grade", SECOND) == 0
    (row,) = [row for row in sheet(essays, tmp_path / "s.csv") if row["text"].startswith("See")]
    names = [f"{row['answer']}-{number}.png" for number in (1, 2)]
    assert row["text"] == f"See ![plot](s_pictures/{names[0]}) and ![](s_pictures/{names[1]})."
    drawn = base64.b64decode(DRAWN)
    assert [(tmp_path / "s_pictures" / name).read_bytes() for name in names] == [drawn, drawn]


def test_filter_shows_attachments_of_other_assignments() -> None:
    """nbgrader keeps attachments and passes the whole cell to the filter."""
    from jinja2 import Environment

    from autograder.nbgrader.markup import render_markdown

    environment = Environment(autoescape=False)
    environment.filters["markdown2html"] = render_markdown
    page = environment.from_string("{{ cell.source | markdown2html }}")
    one = cell("![x](attachment:a.png)", **{"a.png": {"image/png": DRAWN}})
    assert BeautifulSoup(page.render(cell=one), "html.parser").img["src"] == PIXEL
    assert "<p><em>x</em></p>" in page.render(cell={"source": "*x*"})


def test_page_fits_a_phone(essays: Class, browser: Browser) -> None:
    """Tables wrap their lines, and wide images shrink."""
    words = "| a | b |\n|---|---|\n| 1 | " + "many words stand here " * 9 + "|\n\n"
    wide = f'{words}<img src="{PIXEL}" width="2000">'
    hand_in(essays.folder, "dan", notebook_bytes(essays.course, SECOND, {ESSAY: wide}))
    assert essays.command("grade", SECOND) == 0
    with browser.new_page(viewport={"width": 390, "height": 800}) as page:
        page.goto(essays.made("feedback", "dan").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
