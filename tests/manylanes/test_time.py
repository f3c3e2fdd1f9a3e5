"""`time` with a simulated clock and device; no test reads a real clock."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manylanes import Roof, Timing, device, roofline, time
from manylanes._roof import EXPLANATIONS, MARGIN, explain_excess
from manylanes._sample import SHORTEST_S

ROOF = Roof(rate=1e9, bandwidth=1e8)


class Result:
    def __init__(self, device: "Device", ready_at: float) -> None:
        self.device, self.ready_at = device, ready_at

    def is_ready(self) -> bool:
        return self.device.now >= self.ready_at


class Device:
    """A device that needs `launch` seconds to accept a call and runs calls in sequence."""

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
    """The same device with a compile step, like a jitted function."""

    flops: float | None = None

    def lower(self, *args: Any) -> "Jitted":
        return self

    def compile(self, compiler_options: dict[str, int] | None = None) -> "Jitted":
        self.now += self.compile_s
        return self

    def cost_analysis(self) -> dict[str, float] | None:
        return None if self.flops is None else {"flops": self.flops}


def timed(device: Device, **options: Any) -> Timing:
    known = {"clock": device.clock, "wait": device.wait}
    return time(device, **{**known, **options})


def test_time_waits_for_the_device() -> None:
    device = Device([0.25], launch=0.001)
    timing = timed(device, repeats=3)
    assert timing.samples == pytest.approx((0.251,) * 3)
    assert device.waits == device.calls == 5


def test_compile_time_is_separate() -> None:
    device = Jitted([0.1], compile=2.0)
    timing = timed(device)
    assert timing.compile_s == pytest.approx(2.0)
    assert timing.high < 0.2


def test_spread_excludes_the_warm_up() -> None:
    timing = timed(Device([1, 1, 3, 1, 2], launch=0), warmup=2, repeats=3)
    assert (timing.median, timing.low, timing.high) == (2, 1, 3)


def test_carry_computes_the_next_arguments() -> None:
    seen = []

    def consume(x: int) -> int:
        seen.append(x)
        return x + 1

    clock = partial(next, count())
    time(consume, 0, repeats=3, clock=clock, wait=lambda r: r, carry=lambda a, r: (r,))
    assert seen == [0, 1, 2, 3, 4]


def test_missing_wait_is_detected() -> None:
    device = Device([1.0])
    timing = timed(device, work=10**9, roof=ROOF, wait=lambda result: result)
    assert timing.doubts[0] == "not awaited"
    assert "not awaited: the clock stopped before the device had finished" in str(timing)
    assert timing.median == pytest.approx(1e-6)


@pytest.mark.parametrize(
    ("flops", "options", "doubts"),
    [
        (None, {"work": 10**9}, "dead code removed, another algorithm, lower precision, busy roof"),
        (1e3, {"work": 10**9}, "dead code removed, another algorithm, lower precision, busy roof"),
        (1e9, {"work": 10**9}, "another algorithm, lower precision, busy roof"),
        (None, {"bytes_moved": 10**8}, "dead code removed, data in cache, busy roof"),
    ],
)
def test_evidence_rules_out_explanations(
    flops: float | None, options: dict[str, int], doubts: str
) -> None:
    """The result was awaited. The FLOPs that the compiler counts rule out dead code."""
    device = Jitted([0.1])
    device.flops = flops
    assert ", ".join(timed(device, roof=ROOF, **options).doubts) == doubts


def test_contradictory_evidence_is_ignored() -> None:
    reasons = explain_excess(0.1, 10**9, 0, ROOF, set(EXPLANATIONS))
    assert set(reasons) == set(EXPLANATIONS) - {"data in cache"}


@given(
    st.floats(1e-9, 1e3),
    st.integers(0, 10**15),
    st.integers(0, 10**15),
    st.sets(st.sampled_from(sorted(EXPLANATIONS))),
)
def test_doubts_if_and_only_if_above_the_roof(
    seconds: float, work: int, moved: int, ruled_out: set[str]
) -> None:
    above = work / seconds > MARGIN * ROOF.rate or moved / seconds > MARGIN * ROOF.bandwidth
    assert bool(explain_excess(seconds, work, moved, ROOF, ruled_out)) == above


def test_static_arguments_can_be_timed() -> None:
    power = jax.jit(lambda x, n: x**n, static_argnums=1)
    assert len(time(power, jnp.ones(4), 3, repeats=3).samples) == 3
    named = jax.jit(lambda tree, flip: tree["x"] if flip else tree["y"], static_argnames="flip")
    timing = time(named, {"x": jnp.ones(4), "y": 1.0}, True, repeats=3)
    assert timing.compile_s is not None
    assert timing.compile_s > 0


@pytest.mark.parametrize("field", ["kind", "name", "cores", "lanes"])
def test_roof_of_another_machine_is_rejected(field: str) -> None:
    here = device().as_dict()
    elsewhere = replace(ROOF, device={**here, field: "another"})
    message = f"a different machine: {field} is 'another' there and .* her"
    with pytest.raises(ValueError, match=message):
        time(jnp.sin, 1.0, work=1, roof=elsewhere, repeats=1)
    same_machine = replace(ROOF, device={**here, "clock_hz": 1})
    assert time(jnp.sin, 1.0, work=1, roof=same_machine, repeats=1).compared


@pytest.mark.parametrize(
    ("runs", "above"),
    [
        ([1.0, 1.0, 2.0, 2.0, 2.0], ""),
        ([1.0, 1.0, 0.1, 2.0, 2.0], "the fastest sample"),
        ([1.0, 1.0, 0.1, 0.1, 2.0], "the median"),
        ([1.0, 1.0, 0.1, 0.1, 0.1], "even the slowest sample"),
    ],
)
def test_fastest_median_and_slowest_are_compared(runs: list[float], above: str) -> None:
    timing = timed(Device(runs), repeats=3, work=10**9, roof=ROOF)
    assert timing.above_roof == above
    assert bool(timing.doubts) == bool(above)
    assert (f"Above the roof: {above}. One of these" in str(timing)) == bool(above)


def test_quiet_roof_rules_out_a_busy_roof() -> None:
    assert "busy roof" in explain_excess(0.1, 10**9, 0, ROOF)
    assert "busy roof" not in explain_excess(0.1, 10**9, 0, replace(ROOF, quiet=True))
    with pytest.raises(ValueError, match="Unknown explanations: bad roof"):
        explain_excess(0.1, 10**9, 0, ROOF, {"bad roof"})


def coarse(device: Device, grain: float) -> Callable[[], float]:
    """Return a clock with the resolution `grain`."""
    return lambda: math.floor(device.now / grain) * grain


@pytest.mark.parametrize("launch", [7e-6, 9e-3])
def test_calls_shorter_than_a_tick_share_a_sample(launch: float) -> None:
    device = Device([0.0], launch=launch)
    timing = timed(device, clock=coarse(device, 1 / 64), work=1, roof=ROOF)
    assert timing.median == pytest.approx(launch, rel=0.1)
    assert timing.low > 0
    assert timing.calls > 1
    assert f"samples of {timing.calls} calls)" in str(timing)


def test_only_short_calls_share_a_sample() -> None:
    assert timed(Device([1e-6], launch=0)).calls * 1e-6 >= SHORTEST_S
    assert timed(Device([1e-3], launch=0)).calls == 1


def test_stopped_or_backward_clock_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"did not advance during 1,048,576 calls\. Use a finer"):
        time(lambda: None, clock=lambda: 1.0, wait=lambda result: result, roof=ROOF, work=1)
    back = count(0, -1)
    with pytest.raises(ValueError, match=r"The clock went back by .* Use a monotonic clock"):
        time(lambda: None, clock=lambda: float(next(back)), wait=lambda result: result)


@pytest.mark.parametrize(
    ("runs", "least", "most"), [([0.01], 20, 20), ([0.01, 0.02] * 12 + [0.01], 21, 80)]
)
def test_sampling_stops_when_the_median_is_known(runs: list[float], least: int, most: int) -> None:
    timing = timed(Device(runs), budget_s=100)
    assert least <= len(timing.samples) <= most
    assert "is uncertain by" not in str(timing)


def test_sampling_stops_when_the_budget_is_spent() -> None:
    wild = Device([0.1 * (1 + i % 2) for i in range(10_000)])
    timing = timed(wild, budget_s=3)
    assert 15 <= len(timing.samples) <= 25
    assert "The median is uncertain by" in str(timing)
    assert len(timed(Device([1.0]), budget_s=0.5).samples) == 6
    endless = Device([1e-3 * (1 + i % 2) for i in range(10_000)])
    assert len(timed(endless, budget_s=1e9).samples) == 640


def test_dispatch_overhead_is_reported() -> None:
    roof = replace(ROOF, call_s=6e-4)
    message = str(timed(Device([1e-3], launch=0), work=1, roof=roof))
    assert "Most of it is dispatch overhead: an empty call takes 600 us." in message
    assert "Most of it" not in str(timed(Device([2e-3], launch=0), work=1, roof=roof))


@pytest.mark.parametrize("fn", [jax.jit(jnp.dot), jnp.dot, np.dot])
def test_jitted_unjitted_and_numpy_functions_can_be_timed(fn: Callable[..., Any]) -> None:
    timing = time(fn, np.ones((4, 4), np.float32), np.ones((4, 4), np.float32), repeats=5)
    assert len(timing.samples) == 5
    assert timing.low > 0
    assert (timing.compile_s is not None) == hasattr(fn, "lower")


DONATING = jax.jit(lambda x: x + 1, donate_argnums=0)


def test_donated_argument_without_carry_explains_carry() -> None:
    message = r"^The function donates an argument \(donate_argnums\)\. Pass `carry`"
    with pytest.raises(ValueError, match=message):
        time(DONATING, jnp.zeros(8), repeats=3)


def test_donated_argument_can_be_timed_with_carry() -> None:
    timing = time(DONATING, jnp.zeros(8), repeats=3, carry=lambda args, result: (result,))
    assert len(timing.samples) == 3


def test_rate_and_share_of_the_roof_are_printed() -> None:
    roof = Roof(rate=4e9, bandwidth=2e9)
    timing = Timing(0.1, (1e-3,) * 7, roof=roof, work=10**6, bytes=10**6, compared=True)
    assert (timing.rate, timing.bandwidth) == (1e9, 1e9)
    assert timing.shares == {"compute": 0.25, "memory": 0.5}
    message = "That is 1 GFLOP/s (25% of the roof) and 1 GB/s (50% of the roof)."
    assert message in str(timing)
    bare = Timing(0.1, (1e-3,), work=10**6)
    assert (bare.rate, bare.bandwidth, bare.shares) == (1e9, None, {})
    assert "That is 1 GFLOP/s.\n" in str(bare)
    assert "That is" not in str(Timing(0.1, (1e-3,)))


def test_roofline_share_is_the_fraction_reached() -> None:
    placed = roofline(lambda x: x @ x, "f32[100, 100]", on=Roof(rate=2e9, bandwidth=1e9))
    assert placed.share is None
    measured = placed.with_timing(Timing(0.1, (4e-3,)))
    assert measured.share == 0.25
    assert "That is 500 MFLOP/s" in str(measured)
