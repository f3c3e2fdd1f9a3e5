"""An image that is pasted into an answer is shown on its page and in the sheet."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from classroom import ESSAY, SECOND, Class, hand_in, notebook_bytes
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
        ("![x](attachment:image%20(1).png)", "image (1).png"),
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
        {"image/png": "<script>alert(1)</script>"},
        {"image/png": 'x"onerror="alert(1)'},
        {"image/png": 3},
        None,
    ],
)
def test_invalid_image_is_named_and_not_shown(attached: Any) -> None:
    (source,) = read(cell("See ![my plot](attachment:a.svg).", **{"a.svg": attached}))
    page = BeautifulSoup(page_html(source), "html.parser")
    assert page.img is None
    assert page.text.strip() == f"See [image my plot is not shown: {WHICH}]."


def test_large_image_is_kept() -> None:
    """Colab embeds a photograph of a sheet of paper in this form."""
    large = base64.b64encode(bytes(2 << 20)).decode()
    text = f"![x](data:image/jpeg;base64,{large})\n\nThe words below it."
    assert read(cell(text)) == [text]
    page = BeautifulSoup(page_html(text), "html.parser")
    assert page.img["src"].endswith(large)
    assert "The words below it." in page.text


def test_total_size_of_repeated_images_is_limited() -> None:
    large = base64.b64encode(bytes(3 << 20)).decode()
    text = "![x](attachment:a.png)\n" * 200
    (source,) = read(cell(text, **{"a.png": {"image/png": large}}))
    assert 4 << 20 < len(source) < 24 << 20
    assert "attachment:a.png" in source


def test_images_of_a_sheet_are_separate_files(essays: Class, tmp_path: Path) -> None:
    text = f"See ![plot]({PIXEL}) and ![]({PIXEL})."
    hand_in(essays.folder, "dan", notebook_bytes(essays.course, SECOND, {ESSAY: text}))
    assert essays.command("grade", SECOND) == 0
    (row,) = [row for row in sheet(essays, tmp_path / "s.csv") if row["text"].startswith("See")]
    names = [f"{row['answer']}-{number}.png" for number in (1, 2)]
    assert row["text"] == f"See ![plot](s_pictures/{names[0]}) and ![](s_pictures/{names[1]})."
    drawn = base64.b64decode(DRAWN)
    assert [(tmp_path / "s_pictures" / name).read_bytes() for name in names] == [drawn, drawn]
