"""An expression may join several records, numbers of a device and hardware facts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from books import CLAIMS, ROWS, MiniBook, sheet

Mini = Callable[..., MiniBook]
NARROW = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("cpu: device.cores", "2"),
        ("cpu: device.clock_hz", f"2.5{NARROW}GHz"),
        ("cpu: gemm[n=8].rate / device.clock_hz | kFLOP", f"0.000800{NARROW}kFLOP"),
        ("cpu: gemm[n=8].rate / device.cores", f"1.00{NARROW}GFLOP/s"),
        ("fact: h200.bandwidth / cpu: gemm[n=8].bandwidth", "4,800"),
        ("cpu: gemm[n=8].bandwidth / fact: h200.bandwidth | %", f"0.0208{NARROW}%"),
        ("fact: h200.bandwidth | GB/s", f"4,800{NARROW}GB/s"),
    ],
)
def test_terms_of_several_sources_make_one_number(mini: Mini, expression: str, shown: str):
    page = mini(f"It is {{measured}}`{expression}`.")
    assert page.warnings == ""
    assert page.soup().select_one("a.origin-number").text == shown


def test_two_records_are_compared_once_both_are_taken(mini: Mini):
    page = mini("{measured}`cpu: gemm[n=8].rate / gpu: gemm[n=16].rate`")
    assert "not measured yet" in page.soup().text
    page.write("data/records/gpu/matmul.json", sheet(*ROWS))
    page.build()
    assert page.warnings == ""
    assert page.soup().select_one("a.origin-number").text == "3.0"


def test_every_source_stands_on_the_card(mini: Mini):
    page = mini("{measured}`cpu: gemm[n=8].bandwidth / device.cores / fact: h200.bandwidth`")
    card = " ".join(page.soup().select_one(".origin-card").text.split())
    assert "Test Processor" in card
    assert "3 samples" in card
    assert "h200.bandwidth: Maker et al., A GPU (2024)." in card
    page = mini("{measured}`fact: h200.bandwidth`")
    link = page.soup().select_one("a.origin-number")
    assert "Stated:" in page.soup().select_one(".origin-card").text
    place, anchor = link["href"].split("#")
    assert page.soup(place.removesuffix(".html")).find(id=anchor) is not None


def test_a_number_of_the_device_leads_to_its_record(mini: Mini):
    page = mini("{measured}`cpu: device.cores`")
    place, anchor = page.soup().select_one("a.origin-number")["href"].split("#")
    assert page.soup(place.removesuffix(".html")).find(id=anchor) is not None


def test_a_claim_may_be_held_against_a_fact(mini: Mini):
    book = mini("x")
    claim = CLAIMS.replace('metric = "gpu: gemm[n=8].rate"', 'metric = "fact: h200.bandwidth"')
    book.write("data/claims.toml", claim)
    book.write("index.md", "# T\n\n```{ruling} unmeasured\n```\n")
    ruling = book.build().soup().select_one(".ruling")
    assert ruling.select_one(".stamp").text == "upheld"
    assert "Stated" in ruling.text
    assert "Measured" not in ruling.text
    assert "fact: h200.bandwidth" in ruling.text


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("cpu: device.cors", "no number of the device 'cors' in record cpu. Close to it: cores"),
        ("fact: h200.bandwith", "no entry 'h200.bandwith' in data/hardware.toml"),
        ("cpu: gemm[n=8].rate / fakt: h200.bandwidth", "no record 'fakt'"),
        ("gemm[n=8].rate / cpu: device.cores", "is not a record expression"),
        ("cpu: / device.cores", "is not a record expression"),
        ("cpu: gemm[n=8].rate |", "is not a record expression"),
    ],
)
def test_a_term_that_is_none_is_an_error_with_page_and_line(mini: Mini, expression: str, said: str):
    page = mini(f"a\n\nIt is {{measured}}`{expression}`.")
    assert "index.md:5: ERROR" in page.warnings
    assert said in page.warnings
