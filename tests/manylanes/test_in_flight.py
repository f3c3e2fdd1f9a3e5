"""Calls in flight: many calls with one wait. A fake GPU replaces the device."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
import pytest
from miniature_suite import miniature

from manylanes._device.device import Device
from manylanes._measure import run
from manylanes._measure.case import Case, f32
from manylanes._measure.workload import IN_FLIGHT_S, LONG_CALL_S, Inputs, Workload
from manylanes._roof import Roof
from manylanes._sample import Program
from manylanes.records import Record, RecordError, SuiteResults

CASE = Case("f", {}, lambda x: x + 1, (f32(8),), work=8, bytes=64)
GPU = Device("gpu", "A GPU", caches={"L2": 2**20})


class Queue:
    """A device that computes each call in `call_s`; starting a call and waiting take time too."""

    def __init__(self, call_s: float, dispatch_s: float = 1e-6, wait_s: float = 5e-5) -> None:
        self.call_s, self.dispatch_s, self.wait_s = call_s, dispatch_s, wait_s
        self.now = self.done = 0.0
        self.waits = 0

    def call(self, *_: Any) -> float:
        self.now += self.dispatch_s
        self.done = max(self.done, self.now) + self.call_s
        return self.done

    def wait(self, result: Any) -> Any:
        self.waits += 1
        self.now = max(self.now, self.done) + self.wait_s
        return result

    def clock(self) -> float:
        return self.now


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Queue, Workload]]:
    def prepare_queue(call_s: float, case: Case = CASE) -> tuple[Queue, Workload]:
        queue = Queue(call_s)
        workload = Workload.prepare(case, Inputs(), queue.clock)
        workload.program = Program(queue.call, 0.0, None)
        monkeypatch.setattr(jax, "block_until_ready", queue.wait)
        return queue, workload

    return prepare_queue


@pytest.mark.parametrize("call_s", [1e-5, 1e-3])
def test_calls_in_flight_share_one_wait(
    queued: Callable[..., tuple[Queue, Workload]], call_s: float
) -> None:
    queue, workload = queued(call_s)
    samples = workload.sample_in_flight(3, call_s + queue.wait_s, queue.clock)
    assert queue.waits == 1 + 3, "one trial, then three samples"
    assert samples == pytest.approx([call_s] * 3, rel=0.01)
    # The trial, which has fewer calls, contains a larger part of the wait.
    assert workload.in_flight_calls * call_s == pytest.approx(IN_FLIGHT_S, rel=0.05)


@pytest.mark.parametrize(("awaited", "seconds"), [(True, 1e-6 + 1e-3 + 5e-5), (False, 1e-6)])
def test_sample_contains_the_wait_only_if_the_call_is_awaited(
    queued: Callable[..., tuple[Queue, Workload]], awaited: bool, seconds: float
) -> None:
    queue, workload = queued(1e-3, replace(CASE, donated="nothing", awaited=awaited))
    samples, _ = workload.sample(3, queue.clock)
    assert samples == pytest.approx([seconds] * 3)


def test_unawaited_calls_in_flight_do_not_wait(
    queued: Callable[..., tuple[Queue, Workload]],
) -> None:
    queue, workload = queued(1e-4, replace(CASE, donated="nothing", awaited=False))
    workload.sample_in_flight(1, 1e-4, queue.clock)
    assert queue.waits == 2


@pytest.mark.parametrize(
    ("changes", "call_s"),
    [
        ({"transfer": "to device"}, 1e-4),
        ({"uncompiled": lambda x: x, "donated": "nothing"}, 1e-4),
        ({}, LONG_CALL_S),
    ],
)
def test_cases_without_calls_in_flight(
    queued: Callable[..., tuple[Queue, Workload]], changes: dict[str, Any], call_s: float
) -> None:
    queue, workload = queued(call_s, replace(CASE, **changes))
    assert workload.sample_in_flight(3, call_s, queue.clock) == []
    assert workload.in_flight_calls == 0


def test_gpu_results_contain_both_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "read_device", lambda _: GPU)
    miniature(tmp_path).measure()
    results = SuiteResults.load(tmp_path / "tiny.json")
    for row in results.measurements:
        assert row.in_flight_calls >= 2
        assert [len(samples) for samples in row.in_flight_rounds_s] == [2, 2, 2]
    record = Record.join(tmp_path, [results])
    roof, dot = record.find("roof[kind=compute].rate / dot[n=8].in_flight")
    in_flight, awaited = roof.quantity("in_flight").median, roof.quantity("time").median
    assert in_flight < awaited
    assert roof.quantity("rate").median == roof.work / in_flight
    assert Roof.from_record(record).rate == roof.work / roof.fastest_s
    assert dot.quantity("rate").median == dot.work / dot.quantity("time").median


def test_cpu_results_contain_only_awaited_times(record: Record) -> None:
    assert not any(row.in_flight_rounds_s for row in record.measurements)
    with pytest.raises(RecordError, match=r"has no \.in_flight; it has \.time, "):
        record.query("dot[n=8].in_flight")
