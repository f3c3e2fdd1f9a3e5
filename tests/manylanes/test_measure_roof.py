"""`measure_roof` combines three timings; the book's records are found from any folder."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import manylanes
from manylanes import _measure_roof
from manylanes.records import Record, RecordError

BOOK = Path(__file__).parents[2] / "book" / "data" / "records"


def test_roof_is_work_and_bytes_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []

    def timed(program: Any, *args: Any, **options: Any) -> SimpleNamespace:
        calls.append((program, args, options))
        return SimpleNamespace(low=2.0, median=4.0)

    monkeypatch.setattr(_measure_roof, "time", timed)
    roof = manylanes.measure_roof(budget_s=0.5)
    product, stream, _ = (args for _, args, _ in calls)
    (m, k), n = product[0].shape, product[1].shape[1]
    assert roof.rate == m * k * n
    assert roof.bandwidth == 3 * stream[0].nbytes / 2
    assert roof.call_s == 4.0
    assert roof.device == manylanes.device().as_dict()
    assert [options["budget_s"] for _, _, options in calls] == [0.5] * 3
    # The stream's old result is an argument of the next call, which consumes it.
    program, args, options = calls[1]
    after = options["carry"](args, program(*args))
    assert after[0] is args[0]
    assert float(np.asarray(after[1][0])) == 0.5


def test_book_record_is_found_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    here, there = Record.from_book(), Record.load(BOOK / "cpu")
    assert here.query("gemm[n=2048].rate") == there.query("gemm[n=2048].rate")
    with pytest.raises(RecordError, match=r"no record 'cpuu'\. Its records: cpu,"):
        Record.from_book("cpuu")
