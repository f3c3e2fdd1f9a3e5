"""`time` on a clock that we turn and a device that we simulate; no test reads a real clock."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manylanes import Excuse, Record, Roof, Timing, time
from manylanes._doubt import MARGIN, question
from manylanes._time import seconds

ROOF = Roof(rate=1e9, bandwidth=1e8)


class Result:
    def __init__(self, device: "Device", ready_at: float) -> None:
        self.device, self.ready_at = device, ready_at

    def is_ready(self) -> bool:
        return self.device.now >= self.ready_at


class Device:
    """Takes `launch` seconds to accept a call and works on calls one after the other."""

    def __init__(self, runs: list[float], launch: float = 1e-6, compile: float = 0.5) -> None:
        self.now, self.free_at = 0.0, 0.0
        self.runs, self.launch, self.compile_s = runs, launch, compile
        self.calls = 0
        self.waits = 0

    def clock(self) -> float:
        return self.now

    def wait(self, result: Result) -> Result:
        self.waits += 1
        self.now = max(self.now, result.ready_at)
        return result

    def __call__(self, *args: Any) -> Result:
        self.now += self.launch
        work = self.runs[min(self.calls, len(self.runs) - 1)]
        self.calls += 1
        self.free_at = max(self.now, self.free_at) + work
        return Result(self, self.free_at)


class Jitted(Device):
    """The same device behind something that compiles, as a jitted function does."""

    flops: float | None = None

    def lower(self, *args: Any) -> "Jitted":
        return self

    def compile(self, compiler_options: dict[str, int] | None = None) -> "Jitted":
        self.now += self.compile_s
        return self

    def cost_analysis(self) -> dict[str, float] | None:
        return None if self.flops is None else {"flops": self.flops}


def timed(device: Device, **options: Any) -> Timing:
    return time(device, clock=device.clock, wait=options.pop("wait", device.wait), **options)


def test_it_waits_for_the_device() -> None:
    device = Device([0.25], launch=0.001)
    timing = timed(device, repeats=3)
    assert timing.samples == pytest.approx((0.251,) * 3)
    assert device.waits == device.calls == 5


def test_cold_calls_are_not_samples() -> None:
    device = Device([9.0, 7.0, 1.0])
    assert timed(device, warmup=2, repeats=4).high == pytest.approx(1.0, rel=1e-3)


def test_compiling_is_timed_apart() -> None:
    device = Jitted([0.1], compile=2.0)
    timing = timed(device)
    assert timing.compile_s == pytest.approx(2.0)
    assert timing.high < 0.2


def test_median_and_spread() -> None:
    timing = timed(Device([1, 1, 3, 1, 2], launch=0), warmup=2, repeats=3)
    assert (timing.median, timing.low, timing.high) == (2, 1, 3)


def test_what_a_call_consumes_is_carried_to_the_next() -> None:
    seen = []

    def consume(x: int) -> int:
        seen.append(x)
        return x + 1

    ticks = iter(range(100))
    time(
        consume, 0, repeats=3, clock=lambda: next(ticks), wait=lambda r: r, carry=lambda a, r: (r,)
    )
    assert seen == [0, 1, 2, 3, 4]


def test_below_the_roof_there_is_no_doubt() -> None:
    timing = timed(Device([1.0]), work=int(0.99e9), bytes=int(0.99e8), roof=ROOF)
    assert timing.doubts == ()
    assert timing.questioned


def test_a_clock_stopped_too_early_is_found_out() -> None:
    device = Device([1.0])
    timing = timed(device, work=10**9, roof=ROOF, wait=lambda result: result)
    assert Excuse.NOT_AWAITED in timing.doubts
    assert timing.median == pytest.approx(1e-6)


def test_awaited_and_still_above_leaves_the_other_excuses() -> None:
    timing = timed(Device([0.1]), work=10**9, roof=ROOF)
    assert timing.doubts == (
        Excuse.DEAD_CODE,
        Excuse.ALGORITHM,
        Excuse.PRECISION,
        Excuse.BUSY_ROOF,
    )


def test_the_compilers_count_clears_dead_code() -> None:
    device = Jitted([0.1])
    device.flops = 1e9
    timing = timed(device, work=10**9, roof=ROOF)
    assert timing.doubts == (Excuse.ALGORITHM, Excuse.PRECISION, Excuse.BUSY_ROOF)


def test_the_compilers_count_keeps_dead_code_where_work_is_missing() -> None:
    device = Jitted([0.1])
    device.flops = 1e3
    assert Excuse.DEAD_CODE in timed(device, work=10**9, roof=ROOF).doubts


def test_above_the_memory_roof_the_data_was_in_cache() -> None:
    timing = timed(Device([0.1]), bytes=10**8, roof=ROOF)
    assert timing.doubts == (Excuse.DEAD_CODE, Excuse.IN_CACHE, Excuse.BUSY_ROOF)


def test_all_six_excuses_can_be_named() -> None:
    assert set(question(1e-3, 10**9, 10**9, ROOF)) == set(Excuse)
    assert [str(excuse) for excuse in Excuse] == [
        "not awaited",
        "dead code removed",
        "data in cache",
        "another algorithm",
        "lower precision",
        "busy roof",
    ]


def test_evidence_against_every_excuse_is_itself_doubted() -> None:
    assert set(question(0.1, 10**9, 0, ROOF, set(Excuse))) == set(Excuse) - {Excuse.IN_CACHE}


@given(
    st.floats(1e-9, 1e3),
    st.integers(0, 10**15),
    st.integers(0, 10**15),
    st.sets(st.sampled_from(Excuse)),
)
def test_a_doubt_if_and_only_if_above_the_roof(
    taken: float, work: int, bytes: int, ruled_out: set[Excuse]
) -> None:
    above = work / taken > MARGIN * ROOF.rate or bytes / taken > MARGIN * ROOF.bandwidth
    assert bool(question(taken, work, bytes, ROOF, ruled_out)) == above


def test_what_a_person_reads() -> None:
    assert str(Timing(0.5, (0.002, 0.001, 0.004))) == (
        "2 ms (1 ms to 4 ms, 3 samples), compiled in 500 ms\n"
        "Not held against a roof: give work or bytes, and roof=Roof.of(record)."
    )
    doubted = str(Timing(0.0, (1e-6,), (Excuse.NOT_AWAITED,), questioned=True))
    assert doubted.splitlines()[1:] == [
        "Above the roof. One of these explains it:",
        "  not awaited: the clock stopped before the device had finished; wait for the result",
    ]
    assert [seconds(s) for s in (2.5, 2.5e-3, 2.5e-6, 2.5e-9)] == [
        "2.5 s", "2.5 ms", "2.5 us", "2.5 ns"
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", [{"repeats": 0}, {"warmup": 0}])
def test_no_sample_or_no_warm_up_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="repeats and warmup of at least 1"):
        timed(Device([1.0]), **wrong)


@pytest.mark.parametrize("fn", [jax.jit(jnp.dot), jnp.dot, np.dot])
def test_jitted_unjitted_and_numpy_functions_can_be_timed(fn: Callable[..., Any]) -> None:
    timing = time(fn, np.ones((4, 4), np.float32), np.ones((4, 4), np.float32), repeats=5)
    assert len(timing.samples) == 5
    assert timing.low > 0
    assert (timing.compile_s > 0) == hasattr(fn, "lower")


def test_a_donated_argument_can_be_timed() -> None:
    step = jax.jit(lambda x: x + 1, donate_argnums=0)
    timing = time(step, jnp.zeros(8), repeats=3, carry=lambda args, result: (result,))
    assert len(timing.samples) == 3


def test_the_roof_comes_from_a_record(record: Record) -> None:
    roof = Roof.of(record)
    compute, memory = record.found("roof[kind=compute].rate * roof[kind=memory].rate")
    assert roof.rate == compute.work / min(compute.samples_s)
    assert roof.bandwidth == memory.bytes / min(memory.samples_s)
