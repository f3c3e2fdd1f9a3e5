"""Measurements of other labs: a page falls back on them, and an incomplete row stops the build."""

from collections.abc import Callable
from pathlib import Path

import books
import pytest
from _ext.numbers.others_file import OthersError, load_rows
from books import (
    NARROW,
    OTHERS_HEAD,
    ROW,
    Mini,
    MiniBook,
    directive,
    flat,
    measurement,
    results_file,
    write_others,
)

# A newer series with a rate for a similar case.
SECOND = """
[[series]]
machine = "T4"
kind = "gpu"
year = 2020
library = "cuBLAS 11"
file = "more.csv"
unit = "TFLOP/s"
rows = [
  { nearest = "gemm[n=2048]", differs = "7000 columns", at = "line 9", value = 4.5 },
]
"""
TWO_CASES = ROW.replace("},\n]", '},\n{ case = "gemm[n=1024]", at = "line 8", value = 0.25 },\n]')
TIME = "{measured}`gpu: gemm[n=2048].time`"
FIGURE = directive("explorable", "matmul-cubes", ":suites: gemm roof", "Still.")
GPU = {"kind": "gpu", "name": "G"}
GEMM = measurement("gemm", {"m": 2048, "k": 2048, "n": 2048, "dtype": "f32"})


@pytest.fixture
def others(draft: MiniBook, mini: Mini, monkeypatch: pytest.MonkeyPatch) -> Callable[..., MiniBook]:
    """Return a function that builds a small book without a GPU record, with rows of a lab."""
    monkeypatch.setitem(books.SETTINGS, "lanes_sheets", {"gpu": "h200"})
    draft.write("data/hardware.toml", books.HARDWARE + books.DATA_SHEET)

    def build(text: str, rows: str = ROW) -> MiniBook:
        write_others(draft.folder / "book/data/others/lab.toml", rows)
        return mini(text)

    return build


def published_texts(page: MiniBook) -> list[str]:
    soup = page.soup()
    for hidden in soup.select(".origin-card"):
        hidden.decompose()
    return [flat(tag) for tag in soup.select(".qualified")]


def test_published_measurement_replaces_a_bound_and_names_its_machine(others: Mini):
    page = others(TIME)
    assert published_texts(page) == ["others: 1.25 ms V100, 2019"]
    assert "on V100, 2019, cuBLAS 10.1" in page.cards()[0]
    assert "github.com/a/lab, results.csv, line 7" in page.cards()[0]


def test_own_record_replaces_a_published_measurement(draft: MiniBook, others: Mini):
    draft.write("data/records/gpu/matmul.json", results_file(GEMM))
    page = others(TIME)
    assert published_texts(page) == []
    # The card also shows the published measurement.
    assert "others: 1.25 ms, V100, 2019" in page.cards()[0]


def test_two_rows_of_a_case_are_both_shown_oldest_first(others: Mini):
    page = others(TIME + " {measured}`gpu: gemm[n=2048].rate`", SECOND + ROW)
    assert published_texts(page) == [
        "others: 1.25 ms V100, 2019",
        # 2 * 2048^3 operations in 1.25 ms: our count is valid for the same case
        "others: 13.7 TFLOP/s V100, 2019",
        # but not for a similar case
        "others, nearest: 4.50 TFLOP/s T4, 2020",
    ]


def test_figure_for_many_calls_is_shown_per_call_and_as_printed(others: Mini):
    rows = ROW.replace('case = "gemm[n=2048]"', 'name = "turn", what = "A turn", per = 50')
    page = others("{published}`lab.turn`", rows)
    assert page.soup().select_one("a.origin-number").text == f"25.0{NARROW}µs"
    assert "printed: 1.25 ms, for 50" in page.cards()[0]


def test_time_follows_from_a_rate_and_a_number_of_bytes(others: Mini):
    rows = SECOND.replace('"TFLOP/s"', '"GB/s"').replace(
        'nearest = "gemm[n=2048]", differs = "7000 columns"',
        'name = "launch", what = "A kernel", moves = 9000',
    )
    page = others("{published}`lab.launch`", rows)
    assert page.soup().select_one("a.origin-number").text == f"2.00{NARROW}µs"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('at = "line 7", ', "", "'at' is missing"),
        ("gemm[n=2048]", "gem[n=2048]", "did you mean 'gemm'"),
        ("case =", "nearest =", "'nearest' and 'differs' must be given together"),
        ('case = "gemm[n=2048]"', 'what = "x"', "needs 'name' and 'what'"),
        ('"gpu"', '"tpu"', "kind must be 'cpu' or 'gpu'"),
        ("at =", "on = 3, at =", "unknown field 'on'"),
    ],
)
def test_incomplete_row_is_rejected(tmp_path: Path, old: str, new: str, message: str):
    path = tmp_path / "lab.toml"
    path.write_text(OTHERS_HEAD + 'figures = "none"\n' + ROW.replace(old, new))
    with pytest.raises(OthersError, match=r"^data/others/lab\.toml, row 1") as error:
        load_rows(path)
    assert message in str(error.value)


def test_invalid_source_file_stops_the_build(others: Mini):
    page = others(TIME)
    page.write("data/others/lab.toml", OTHERS_HEAD.replace('licence = "MIT"\n', "") + ROW)
    assert "data/others/lab.toml: 'licence' is missing" in page.build().warnings
    page.write("data/others/lab.toml", OTHERS_HEAD + "[[series]\n")
    assert "data/others/lab.toml: invalid TOML" in page.build().warnings


def test_edited_figure_stops_the_build(others: Mini):
    page = others(TIME)
    text = (page.folder / "book/data/others/lab.toml").read_text()
    page.write("data/others/lab.toml", text.replace("1.25", "1.15"))
    warnings = page.build().warnings
    assert "data/others/lab.toml: the figures do not match their digest" in warnings
    assert "github.com/a/lab, 0123456789abcdef" in warnings


def test_bar_falls_back_on_a_published_figure(others: Mini):
    page = others(directive("measured-bars", "Bars", "bars:", '  a: "gpu: gemm[n=2048].time"'))
    assert "100.000%" in page.soup().select_one(".bar-others .bar-fill")["style"]


def test_explorable_draws_the_published_machine_with_most_cases(others: Mini):
    (record,) = [
        each for each in others(FIGURE, TWO_CASES).drawn_records() if each["id"] == "others"
    ]
    assert record["device"] == "V100, 2019, nearest cases"
    assert sorted(point["time"] for point in record["points"]) == [0.00025, 0.00125]


def test_explorable_omits_the_roofs_of_matrix_units(draft: MiniBook, mini: Mini):
    kinds = ("compute", "tf32", "bf16", "memory")
    roofs = [measurement("roof", {"kind": kind}, suite="roofs") for kind in kinds]
    draft.write("data/records/gpu/matmul.json", results_file(*roofs, GEMM, device=GPU))
    (gpu,) = [record for record in mini(FIGURE).drawn_records() if record["id"] == "gpu"]
    roofs = [point["kind"] for point in gpu["points"] if point["case"] == "roof"]
    assert roofs == ["compute", "memory"]
