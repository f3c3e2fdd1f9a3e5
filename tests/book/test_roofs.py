"""The build of a page fails if it uses a measured roof that contradicts its own record."""

from collections.abc import Callable
from typing import Any

import books
import pytest
from _ext.numbers.roofs import find_faults
from books import (
    DATA_SHEET,
    HARDWARE,
    NARROW,
    MiniBook,
    directive,
    measurement,
    results_file,
)

from manylanes.records import Record

FLOP = 2 * 2048**3


def roof(kind: str, time: float = 1e-3) -> dict[str, Any]:
    return measurement("roof", {"kind": kind}, suite="roofs", work=FLOP, rounds_s=[[time]])


def call(time: float = 1e-5) -> dict[str, Any]:
    return measurement("overhead", {}, suite="roofs", work=1, rounds_s=[[time]])


def product(time: float, dtype: str = "f32") -> dict[str, Any]:
    sides = {"m": 2048, "k": 2048, "n": 2048, "dtype": dtype}
    return measurement("gemm", sides, work=FLOP, rounds_s=[[time]])


def write_record(book: MiniBook, *rows: dict[str, Any], suite: str = "matmul") -> None:
    device = {"kind": "gpu", "name": "NVIDIA H200", "caches": None}
    book.write(f"data/records/gpu/{suite}.json", results_file(*rows, device=device))


USES = {
    "a role": "{measured}`gpu: roof[kind=compute].rate`",
    "a quotient": "{measured}`gpu: gemm[n=2048].rate / roof[kind=compute].rate | %`",
    "a table": directive("measured-table", "T", "rows:", "  n: [1]", "columns:", "  n: '{n}'")
    .replace("'{n}'\n", "'{n}'\n  r: 'gpu: roof[kind=compute].rate'\n"),
    "the map": directive("walls", "index:", '  "product": "gpu: gemm[n=2048]"'),
}  # fmt: skip


def test_roof_below_a_case_of_its_record_stops_the_build(
    draft: MiniBook, assert_rejected: Callable[..., None]
):
    write_record(draft, roof("compute"), roof("memory"), call(), product(0.8e-3))
    message = f"of the same record reaches 21.5{NARROW}TFLOP/s, above its 17.2{NARROW}TFLOP/s"
    rows = [(use, message) for use in USES.values()]
    assert_rejected([*rows, (USES["a role"], "gpu: roof[kind=compute] is not a roof: gemm")])


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([call(), product(1.2e-3)], id="slower than the roof"),
        pytest.param([call(), product(0.8e-3, dtype="bf16")], id="faster in a different format"),
        pytest.param([call(0.9e-4), product(1.2e-3)], id="dispatch below a tenth of the roof"),
    ],
)
def test_roof_above_its_record_has_no_fault(draft: MiniBook, rows: list[dict[str, Any]]):
    write_record(draft, roof("compute"), roof("memory"), *rows)
    assert find_faults(Record.load(draft.folder / "book/data/records/gpu")) == {}


@pytest.mark.parametrize("times", [(0.5e-3, 0.8e-3), (0.8e-3, 0.5e-3)])
def test_reason_is_the_worst_fault_of_all_suites(draft: MiniBook, times: tuple[float, float]):
    for suite, case, time in zip(("matmul", "shapes"), ("gemm", "shapes"), times, strict=True):
        row = product(time) | {"suite": suite, "case": case}
        write_record(draft, roof("compute"), roof("memory"), call(), row, suite=suite)
    (reason,) = find_faults(Record.load(draft.folder / "book/data/records/gpu")).values()
    assert f"reaches 34.4{NARROW}TFLOP/s" in reason


def test_roof_dominated_by_dispatch_overhead_stops_the_build(
    draft: MiniBook, errors: Callable[..., str]
):
    write_record(draft, roof("compute"), roof("memory"), call(2e-4), product(1.2e-3))
    message = "is not a roof: dispatch overhead is 20% of its time"
    assert message in errors(USES["a role"])
    assert "not a roof: dispatch overhead" in draft.soup("records").text


def test_explorable_draws_the_data_sheet_instead_of_an_invalid_roof(
    draft: MiniBook, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(books.SETTINGS, "lanes_sheets", {"gpu": "h200"})
    draft.write("data/hardware.toml", HARDWARE + DATA_SHEET)
    write_record(draft, roof("compute"), roof("memory"), call(), product(0.8e-3))
    draft.write_pages("```{explorable} matmul-cubes\n:suites: gemm roof\nStill.\n```\n")
    records = draft.build().drawn_records()
    (gpu,) = [record for record in records if record["id"] == "gpu"]
    roofs = {p["kind"]: p for p in gpu["points"] if p["case"] == "roof"}
    assert roofs["compute"]["work"] / roofs["compute"]["time"] == 50e12
    assert roofs["memory"]["bytes"] / roofs["memory"]["time"] == 4.8e12
    assert gpu["device"] == "NVIDIA H200, roofs from the data sheet"
