"""The interactive figure of the memory hierarchy, compared with the record."""

import pytest
from browsing import RECORDS, Component, seconds

from manylanes.records import Measurement

EXPLORABLE = "memory-cliffs"
RECORD = RECORDS["cpu"]
CACHES = {"L1": "L1d", "L2": "L2", "L3": "L3"}
SIZES = [2**power for power in range(4, 18)]  # KiB


def measured(case: str, **params: int | str) -> list[Measurement]:
    return [
        row
        for row in RECORD.measurements
        if row.case == case and params.items() <= row.params.items()
    ]


def step(kib: int, order: str) -> float:
    (row,) = measured("pointer_chasing", kib=kib, order=order)
    return row.quantity("time").median / row.params["steps"]


def test_each_working_set_shows_its_measurements(figure: Component):
    for place, kib, text in ((0, 16, "16 KiB"), (1, 32, "32 KiB"), (-1, 131072, "128 MiB")):
        figure.set(kib=place)
        assert figure.text("kib-value") == text
        for order in ("shuffled", "sorted"):
            assert seconds(figure.text(order)) == pytest.approx(step(kib, order), rel=0.01)
    (row,) = measured("stream", kib=131072)
    rate = row.bytes / row.quantity("time").median / 1e9
    assert figure.number("stream") == pytest.approx(rate, rel=0.01)
    figure.expect_announcement("128\u202fMiB")


def test_fitting_cache_follows_from_the_record(figure: Component):
    caches = RECORD.device["caches"]
    figure.set(kib=0)
    for kib in SIZES:
        fitting = [name for name, key in CACHES.items() if kib * 1024 <= caches.get(key, 0)]
        assert figure.text("fits") == (f"in {fitting[0]}" if fitting else "only in memory")
        figure.press("kib", "ArrowRight")
