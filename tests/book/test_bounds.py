"""Without a measurement, a page shows a bound until there is a record."""

import books
import pytest
from books import DATA_SHEET, HARDWARE, NARROW, Mini, MiniBook, flat, measurement, results_file


def test_record_replaces_a_bound(
    draft: MiniBook, mini: Mini, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(books.SETTINGS, "lanes_sheets", {"gpu": "h200"})
    draft.write("data/hardware.toml", HARDWARE + DATA_SHEET)
    large, small = (f"{{measured}}`gpu: gemm[n={n}].time`" for n in (2048, 16))
    page = mini(f"It is {large}.\n\nIt is {small}.")
    bound, untimed = page.soup().select(".qualified")
    assert flat(bound).startswith("at least 346 µs")
    assert [link.text for link in page.soup().select(".qualified .origin-bound a")] == [
        f"346{NARROW}µs",
        "not timed",
    ]
    assert flat(untimed).startswith("not timed")
    rows = [measurement("gemm", {"m": n, "k": n, "n": n, "dtype": "f32"}) for n in (2048, 16)]
    page.write("data/records/gpu/matmul.json", results_file(*rows))
    page.build()
    assert page.soup().select_one("a.origin-number").text == f"1.00{NARROW}ms"
    assert page.soup().select(".qualified") == []
    assert [it["data-own"] for it in page.soup().select("[data-own]")] == [
        "gemm[n=2048].time",
        "gemm[n=16].time",
    ]
