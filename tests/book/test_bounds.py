"""Without a measurement, a page shows a bound from operation counts and hardware limits."""

from collections.abc import Iterable

import books
import pytest
from books import DATA_SHEET, HARDWARE, NARROW, Mini, MiniBook, measurement, results_file

UNBOUNDED = "gpu: gemm[n=2048].time / gpu: gemm[n=1024].time"


def measured_text(expressions: Iterable[str]) -> str:
    return "\n\n".join(f"It is {{measured}}`{each}`." for each in expressions)


@pytest.fixture
def bounded(draft: MiniBook, mini: Mini, monkeypatch: pytest.MonkeyPatch) -> Mini:
    """Return `mini` for a book in which the facts of an H200 bound missing GPU measurements."""
    monkeypatch.setitem(books.SETTINGS, "lanes_sheets", {"gpu": "h200"})
    draft.write("data/hardware.toml", HARDWARE + DATA_SHEET)
    return mini


def shown_bounds(page: MiniBook) -> list[str]:
    return [
        "".join(map(str, each.find_all(string=True, recursive=False))) + each.a.text
        for each in page.soup().select(".qualified")
    ]


BOUNDED = {
    # 2 * 2048^3 operations at 50 TFLOP/s take 343.6 us, plus one launch
    "gpu: gemm[n=2048].time": f"at least 346{NARROW}µs",
    "gpu: gemm[n=2048].rate": f"at most 49.7{NARROW}TFLOP/s",
    # 268 MB at 4.8 TB/s take 55.9 us, plus one launch
    "gpu: matvec[n=8192].time": f"at least 57.9{NARROW}µs",
    "gpu: gemm[n=2048].time | ms": f"at least 0.346{NARROW}ms",
    "fact: h200.bandwidth / gpu: matvec[n=8192].bandwidth": "at least 1.04",
}


def test_bound_replaces_a_missing_measurement(bounded: Mini):
    page = bounded(measured_text(BOUNDED))
    assert dict(zip(BOUNDED, shown_bounds(page), strict=True)) == BOUNDED


# Each expression, and words that its origin card contains.
LAUNCHED = {
    # The dependent operations take milliseconds; the launches, one for each iteration, take longer.
    "gpu: accounts[count=1].time": "at least 65,536 kernels",
    "gpu: accounts[count=1].rate": "at least 65,536 kernels",
    # An iteration of the loop is a product, and the first product precedes the loop.
    "gpu: lstm[method=hoisted,batch=1,m=256,steps=128].time": "at least 129 kernels",
    "gpu: step[net=tiny,batch=1].time": "at least 5 kernels",
    # An awaited call takes longer than a launch in a queue.
    "gpu: overhead.time": "at least one kernel",
    "gpu: gemm[n=16].time": "at least one kernel",
}


def test_launch_bound_is_in_the_card_of_an_untimed_case(bounded: Mini):
    page = bounded(measured_text(LAUNCHED))
    assert shown_bounds(page) == ["not timed"] * len(LAUNCHED)
    for card, words in zip(page.cards(), LAUNCHED.values(), strict=True):
        assert "A sentence about launches" in card
        assert words in card


def test_ratio_with_a_launch_count_has_no_bound(bounded: Mini):
    page = bounded("{measured}`gpu: gemm[n=16].time / fact: h200.price`")
    assert page.soup().select_one(".qualified") is None


def test_record_replaces_a_bound(bounded: Mini):
    page = bounded("It is {measured}`gpu: gemm[n=2048].time`.")
    row = measurement("gemm", {"m": 2048, "k": 2048, "n": 2048, "dtype": "f32"})
    page.write("data/records/gpu/matmul.json", results_file(row))
    page.build()
    assert page.soup().select_one(".qualified") is None
    assert page.soup().select_one("a.origin-number").text == f"1.00{NARROW}ms"


@pytest.mark.parametrize(
    ("name", "large", "small"),
    [
        # 344 us from the data sheet, plus the awaited call of 50 us
        ("NVIDIA H200", "0.394", "0.0500"),
        # from its roofs: three matrices at 1 GB/s, plus a call of 50 us
        ("Another", "50.4", "0.0531"),
    ],
)
def test_missing_case_is_bounded_by_overhead_and_limits_of_its_device(
    draft: MiniBook, bounded: Mini, name: str, large: str, small: str
):
    roofs = [
        measurement("roof", {"kind": "compute"}, work=2 * 2048**3, rounds_s=[[1e-3]]),
        measurement("roof", {"kind": "memory"}, rounds_s=[[1e-3]]),
        measurement("overhead", {}, rounds_s=[[5e-5]]),
    ]
    device = {"kind": "gpu", "name": name, "caches": None}
    roofs = [row | {"suite": "roofs"} for row in roofs]
    draft.write("data/records/gpu/roofs.json", results_file(*roofs, device=device))
    cases = ("accounts[count=1]", "gemm[n=2048]", "gemm[n=16]")
    expressions = [f"gpu: {case}.time | ms" for case in cases]
    page = bounded(measured_text([*expressions, UNBOUNDED]))
    assert shown_bounds(page) == ["not timed", f"at least {large}{NARROW}ms", "not timed"]
    assert f"At least {small} ms" in page.cards()[2]
    (title,) = (absent["title"] for absent in page.soup().select(".absent"))
    assert title.startswith("The record 'gpu' does not contain gemm[n=2048].time yet.")


def test_quotient_of_two_lower_bounds_has_no_bound(bounded: Mini):
    page = bounded(measured_text([UNBOUNDED]))
    (absent,) = page.soup().select(".absent")
    assert absent.text == "not measured yet"
    assert absent["title"].startswith("There is no record 'gpu' yet.")
