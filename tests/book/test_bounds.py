"""Where nothing was measured: a bound from count and limits, or somebody else's measurement."""

from __future__ import annotations

from collections.abc import Callable

import books
import pytest
from books import HARDWARE, MiniBook, measurement, sheet

Mini = Callable[..., MiniBook]
NARROW = "\N{NARROW NO-BREAK SPACE}"
SHEET = """
[machines]
h200 = "NVIDIA H200, SXM module, 2024"

[h200.f32_tflops]
value = 50
unit = "TFLOP/s"
source = "maker"

[h200.l2_cache]
value = 1
unit = "MB"
source = "maker"

[h200.launch]
value = 2
unit = "µs"
source = "A sentence about launches"
"""


@pytest.fixture
def bounded(mini: Mini, monkeypatch: pytest.MonkeyPatch) -> Mini:
    """A small book whose absent GPU is an `h200`; its cases are those of the suites."""
    monkeypatch.setitem(books.SETTINGS, "lanes_sheets", {"gpu": "h200"})
    mini("x").write("data/hardware.toml", HARDWARE + SHEET)
    return mini


def shown(page: MiniBook) -> str:
    return (
        page.soup().select_one(".instead").contents[0] + page.soup().select_one(".instead a").text
    )


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        # 2 * 2048^3 at 50 TFLOP/s are 343.6 us, and one launch before
        ("gpu: gemm[n=2048].time", f"at least 346{NARROW}µs"),
        ("gpu: gemm[n=2048].rate", f"at most 49.7{NARROW}TFLOP/s"),
        # 268 MB at 4.8 TB/s are 55.9 us
        ("gpu: matvec[n=8192].time", f"at least 57.9{NARROW}µs"),
        ("gpu: gemm[n=2048].time | ms", f"at least 0.346{NARROW}ms"),
        ("fact: h200.bandwidth / gpu: matvec[n=8192].bandwidth", "at least 1.04"),
    ],
)
def test_a_number_that_is_not_measured_is_bounded(bounded: Mini, expression: str, said: str):
    page = bounded(f"It is {{measured}}`{expression}`.")
    assert page.warnings == ""
    assert shown(page) == said


def test_the_card_of_a_bound_says_what_was_counted_and_who_states_the_limits(bounded: Mini):
    page = bounded("It is {measured}`gpu: gemm[n=2048].time`.")
    card = " ".join(page.soup().select_one(".origin-card").text.split())
    assert "17.2 GFLOP and 50.3 MB as counted" in card.replace(NARROW, " ")
    assert "Maker et al., A GPU (2024); A sentence about launches" in card
    assert "A record 'gpu' replaces it" in card
    assert page.soup().select_one(".instead a")["href"].endswith("#hardware-h200-f32-tflops")


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        # a floor of the chain would say milliseconds, and each of the turns is launched anew
        ("gpu: accounts[count=1].time", "at least 65,536 launches"),
        ("gpu: accounts[count=1].rate", "at least 65,536 launches"),
        # a step of the loop is a product, and the first one stands before it
        ("gpu: lstm[way=outside,batch=1,m=256,steps=128].time", "at least 129 launches"),
        ("gpu: step[net=tiny,batch=1].time", "at least 5 launches"),
        # a call that is awaited is more than a launch in a queue
        ("gpu: overhead.time", "at least one launch"),
        ("gpu: gemm[n=16].time", "at least one launch"),
    ],
)
def test_where_launches_outweigh_the_rest_they_are_counted_and_no_time_is_said(
    bounded: Mini, expression: str, said: str
):
    page = bounded(f"It is {{measured}}`{expression}`.")
    assert page.warnings == ""
    assert shown(page) == said
    card = " ".join(page.soup().select_one(".origin-card").text.split())
    assert "A sentence about launches" in card


def test_a_ratio_with_a_number_of_launches_says_nothing(bounded: Mini):
    page = bounded("{measured}`gpu: gemm[n=16].time / fact: h200.price`")
    assert page.soup().select_one(".instead") is None


def test_a_record_replaces_a_bound(bounded: Mini):
    page = bounded("It is {measured}`gpu: gemm[n=2048].time`.")
    row = measurement("gemm", {"m": 2048, "k": 2048, "n": 2048, "dtype": "f32"})
    page.write("data/records/gpu/matmul.json", sheet(row))
    page.build()
    assert page.soup().select_one(".instead") is None
    assert page.soup().select_one("a.origin-number").text == f"1.00{NARROW}ms"


@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        # 344 us by the sheet, and the awaited call of 1 ms before
        ("NVIDIA H200", "gemm[n=2048]", f"at least 1.34{NARROW}ms"),
        # a launch, waited for: no more and no less than the call
        ("NVIDIA H200", "gemm[n=16]", f"at least 1.00{NARROW}ms"),
        ("NVIDIA H200", "accounts[count=1]", "at least 65,536 launches"),
        ("Another", "accounts[count=1]", "at least 65,536 launches"),
        # by its roofs: three matrices at 1 GB/s, after a call of 1 ms
        ("Another", "gemm[n=2048]", f"at least 51.3{NARROW}ms"),
    ],
)
def test_what_a_record_lacks_is_bounded_by_its_own_call_and_sheet_and_no_other(
    bounded: Mini, name: str, asked: str, said: str
):
    page = bounded(f"It is {{measured}}`gpu: {asked}.time`.")
    roofs = [
        measurement(
            "roof", {"kind": "compute"}, suite="roofs", work=2 * 2048**3, rounds_s=[[1e-3]]
        ),
        measurement("roof", {"kind": "memory"}, suite="roofs", rounds_s=[[1e-3]]),
        measurement("overhead", {}, suite="roofs", rounds_s=[[1e-3]]),
    ]
    device = {"kind": "gpu", "name": name, "caches": None}
    page.write("data/records/gpu/roofs.json", sheet(*roofs, device=device))
    page.build()
    assert page.warnings == ""
    assert shown(page) == said


def test_two_bounds_that_pull_apart_say_nothing(bounded: Mini):
    page = bounded("{measured}`gpu: gemm[n=2048].time / gpu: gemm[n=1024].time`")
    assert page.warnings == ""
    assert page.soup().select_one(".absent").text == "not measured yet"


def test_a_case_that_no_suite_has_is_an_error_also_where_there_is_no_record(bounded: Mini):
    page = bounded("{measured}`gpu: gem[n=2048].time`")
    assert "did you mean 'gemm'" in page.warnings


def test_a_published_number_is_a_term_like_a_fact(bounded: Mini):
    page = bounded("{measured}`published: maker.gain / fact: h200.price`")
    assert page.warnings == ""
    assert "Maker et al., A GPU (2024)" in page.soup().select_one(".origin-card").text


def test_what_is_compiled_once_has_no_median(mini: Mini):
    page = mini("{measured}`cpu: gemm[n=8].compile`")
    card = " ".join(page.soup().select_one(".origin-card").text.split())
    assert "compiled once: 250" in card.replace(NARROW, " ")
    assert "median" not in card


def test_no_brace_of_a_bibliography_is_shown(bounded: Mini):
    page = bounded("x")
    page.write(
        "references.bib", "@misc{maker, author = {{The {Maker} authors}}, title = {A \\& B}}"
    )
    page.write("index.md", "# T\n\n{fact}`h200.launch` {fact}`h200.f32_tflops`\n")
    page.write("data/claims.toml", "")
    assert "The Maker authors, A & B" in page.build().soup().text
