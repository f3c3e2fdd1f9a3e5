"""A picture that was pasted into an answer is part of it, on every way to whoever reads it."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from classroom import ESSAY, SECOND, Class, hand_in, notebook_bytes, run
from playwright.sync_api import Browser
from test_markup import PIXEL
from test_read import sheet

from autograder.nbgrader.markup import page_html
from autograder.runner import parse_notebook

DRAWN = PIXEL.removeprefix("data:image/png;base64,")
SVG = base64.b64encode(b"<svg onload='alert(1)'/>").decode()
WHICH = "only PNG, JPEG, GIF and WebP are, of 20 MB"


def cell(text: str, **attached: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text, "attachments": attached}


def read(*cells: dict[str, Any]) -> list[str]:
    found = parse_notebook(json.dumps({"cells": cells}).encode())
    return [one["source"] for one in found]


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
def test_a_pasted_picture_stands_in_the_text(text: str, name: str, data: str | list[str]) -> None:
    (source,) = read(cell(text, **{name: {"image/png": data}}))
    assert source.count(PIXEL) == 1
    assert "attachment:" not in source
    assert BeautifulSoup(page_html(source), "html.parser").img["src"] == PIXEL
    assert read(cell(source)) == [source], "what is stored is read once more"


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
def test_what_is_no_picture_is_named_and_not_shown(attached: Any) -> None:
    (source,) = read(cell("See ![my plot](attachment:a.svg).", **{"a.svg": attached}))
    page = BeautifulSoup(page_html(source), "html.parser")
    assert page.img is None
    assert page.text.strip() == f"See [picture my plot is not shown: {WHICH}]."


def test_a_picture_from_elsewhere_in_html_is_said_to_be_missing() -> None:
    page = BeautifulSoup(
        page_html("a <img src='https://x.test/p.png' alt='plot'> b"), "html.parser"
    )
    assert page.img is None
    assert page.text.strip() == f"a [picture plot is not shown: {WHICH}] b"


def test_a_picture_that_is_shown_over_and_over_ends() -> None:
    large = base64.b64encode(bytes(3 << 20)).decode()
    text = "![x](attachment:a.png)\n" * 200
    (source,) = read(cell(text, **{"a.png": {"image/png": large}}))
    assert 4 << 20 < len(source) < 24 << 20
    assert "attachment:a.png" in source


def test_a_large_picture_is_not_cut() -> None:
    """As Colab pastes it: a photograph of a sheet of paper."""
    large = base64.b64encode(bytes(2 << 20)).decode()
    text = f"![x](data:image/jpeg;base64,{large})\n\nThe words below it."
    assert read(cell(text)) == [text]
    page = BeautifulSoup(page_html(text), "html.parser")
    assert page.img["src"].endswith(large)
    assert "The words below it." in page.text


@pytest.mark.proof  # both pages of an essay
def test_both_who_read_an_essay_see_its_picture(essays: Class) -> None:
    """Handed in as JupyterLab saves it; on the page, and in a sheet as a file of its own."""
    book = json.loads(notebook_bytes(essays.course, SECOND, {ESSAY: "See ![](attachment:a.png)"}))
    (box,) = [one for one in book["cells"] if one["id"] == ESSAY]
    box["attachments"] = {"a.png": {"image/png": DRAWN}}
    data = json.dumps(book).encode()
    for way, student in ((["autograder", "grade"], "dan"), (["nbgrader", "autograde"], "eve")):
        hand_in(essays.folder, student, data)
        place = ["--class", essays.folder] if way[0] == "autograder" else []
        cwd = essays.course.path.parent if place else essays.folder
        said = run(*way, SECOND, *place, cwd=cwd)
        assert said.returncode == 0, said.stderr
        made = json.loads(essays.made("autograded", student).read_text())
        assert PIXEL in "".join(next(c["source"] for c in made["cells"] if c["id"] == ESSAY))
    said = run("nbgrader", "generate_feedback", SECOND, cwd=essays.folder)
    assert said.returncode == 0, said.stderr
    for student in ("dan", "eve"):
        page = BeautifulSoup(essays.made("feedback", student).read_text(), "html.parser")
        assert [picture["src"] for picture in page.select("img")] == [PIXEL]


def test_a_sheet_has_its_pictures_beside_it(essays: Class, tmp_path: Path) -> None:
    text = f"See ![plot]({PIXEL}) and ![]({PIXEL})."
    hand_in(essays.folder, "dan", notebook_bytes(essays.course, SECOND, {ESSAY: text}))
    assert essays.command("grade", SECOND) == 0
    (row,) = [row for row in sheet(essays, tmp_path / "s.csv") if row["text"].startswith("See")]
    names = [f"{row['answer']}-{number}.png" for number in (1, 2)]
    assert row["text"] == f"See ![plot](s_pictures/{names[0]}) and ![](s_pictures/{names[1]})."
    drawn = base64.b64decode(DRAWN)
    assert [(tmp_path / "s_pictures" / name).read_bytes() for name in names] == [drawn, drawn]


def test_an_assignment_of_ones_own_shows_its_pictures() -> None:
    """nbgrader's steps keep attachments, and its pages hand the cell to the filter."""
    from jinja2 import Environment

    from autograder.nbgrader.markup import render_markdown

    environment = Environment(autoescape=False)
    environment.filters["markdown2html"] = render_markdown
    page = environment.from_string("{{ cell.source | markdown2html }}")
    one = cell("![x](attachment:a.png)", **{"a.png": {"image/png": DRAWN}})
    assert BeautifulSoup(page.render(cell=one), "html.parser").img["src"] == PIXEL
    assert "<p><em>x</em></p>" in page.render(cell={"source": "*x*"})


def test_a_page_fits_a_phone(essays: Class, browser: Browser) -> None:
    """A table of the notebook's own breaks its lines, and a wide picture shrinks."""
    words = "| a | b |\n|---|---|\n| 1 | " + "many words stand here " * 9 + "|\n\n"
    wide = f'{words}<img src="{PIXEL}" width="2000">'
    hand_in(essays.folder, "dan", notebook_bytes(essays.course, SECOND, {ESSAY: wide}))
    assert essays.command("grade", SECOND) == 0
    with browser.new_page(viewport={"width": 390, "height": 800}) as page:
        page.goto(essays.made("feedback", "dan").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
