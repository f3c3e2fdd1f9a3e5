"""A GPU record in two runs, from the command to a page, with a simulated GPU device."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import books
import pytest
from books import DATA_SHEET, HARDWARE, NARROW, Mini, MiniBook

import manylanes
from manylanes import __main__
from manylanes._device import device as real_device
from manylanes._measure import Series, host, run, series
from manylanes._measure.suites import Suites, book_suites
from manylanes._measure.workload import Workload
from manylanes.records import Case, Record, f32

# Suites whose first case is short even on a CPU, in the order in which a GPU measures them.
CHOSEN = ("roofs", "dispatch", "formats", "matmul")
ROOFS = (
    Case("roof", {"kind": "compute"}, lambda a, b: a @ b, (f32(64, 64),) * 2, 2 * 64**3, 3 * 64**2),
    Case("roof", {"kind": "memory"}, lambda x, y: x - y, (f32(64),) * 2, 64, 768, "last input"),
    Case("overhead", {}, lambda x: x + x, (f32(),), 1, 8, "nothing"),
)


class Few(Suites):
    """Some suites of the book with one case each, and short roofs."""

    def __getitem__(self, name: str) -> tuple[Case, ...]:
        return ROOFS if name == "roofs" else super().__getitem__(name)[:1]

    def __iter__(self) -> Any:
        return reversed(CHOSEN)


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    here = replace(real_device(), kind="gpu", name="A GPU", caches={"L2": 2**20})
    monkeypatch.setattr(manylanes, "device", lambda: here)
    for module in (run, series):
        monkeypatch.setattr(module, "read_device", lambda _: here)

    def run_on_cpu(words: list[str]) -> int:
        """Measure in this process, in place of a second one in which JAX finds only the CPU."""
        with monkeypatch.context() as patch:
            patch.setattr(manylanes, "device", real_device)
            for module in (run, series):
                patch.setattr(module, "read_device", lambda _: real_device())
            return __main__.main(words)

    monkeypatch.setattr(host, "run_on_cpu", run_on_cpu)
    monkeypatch.setattr(__main__, "book_suites", lambda: Few([books.ROOT / "book/suites"]))
    # With a real clock, such short roofs would differ between suites.
    monkeypatch.setattr(__main__, "Series", partial(Series, clock=make_clock()))


def make_clock() -> Callable[[], float]:
    ticks = count()
    return lambda: next(ticks) * 1e-3


def measure(folder: Path) -> int:
    return __main__.main(["measure", "--out", str(folder), "--minutes", "8", "--quick"])


def test_interrupted_gpu_record_is_shown_and_completed(
    gpu: None,
    draft: MiniBook,
    mini: Mini,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(books.SETTINGS, "lanes_sheets", {"gpu": "h200"})
    draft.write("data/hardware.toml", HARDWARE + DATA_SHEET)
    folder = draft.folder / "book/data/records/gpu"
    folder.parent.mkdir(parents=True, exist_ok=True)
    labels = {name: book_suites()[name][0].label for name in CHOSEN[1:]}

    visited, original = [], Workload.sample

    def stop_at_the_last_suite(workload: Workload, *given: Any) -> Any:
        visited.append(workload.case.label)
        if workload.case.label == labels["matmul"]:
            raise KeyboardInterrupt
        return original(workload, *given)

    with monkeypatch.context() as patch:
        patch.setattr(Workload, "sample", stop_at_the_last_suite)
        assert measure(folder) == 130
    assert [label for label in visited if label in labels.values()] == list(labels.values())
    assert "Run the same command to continue." in capsys.readouterr().err
    partial = Record.load(folder)
    assert [each.suite for each in partial.results] == ["roofs", "dispatch", "formats"]
    assert partial.find(f"{labels['dispatch']}.time")[0].in_flight_calls >= 2

    values = [f"gpu: {labels['dispatch']}.in_flight", f"gpu: {labels['matmul']}.time"]
    page = mini("\n\n".join(f"It is {{measured}}`{value} | ms`." for value in values))
    first, second = page.soup().select(".origin-number")
    assert first.text.endswith(f"{NARROW}ms")
    assert second.text == "not timed"

    assert measure(folder) == 0
    assert "Continuing with 1 of 4 suites; the others are done." in capsys.readouterr().err
    assert not list(folder.glob("*.partial"))
    beside = Record.load(folder.with_name("gpu-host"))
    assert beside.device["kind"] == "cpu"
    # The CPU does not measure `matmul`: it is not in the list of suites that pages compare.
    assert [each.suite for each in beside.results] == ["roofs", "dispatch", "formats"]
    assert page.build().warnings == ""
    assert page.soup().select(".qualified") == []
