"""One honest timing: compiled first, warmed up, awaited, repeated, questioned."""

from __future__ import annotations

import statistics
import time as _clocks
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from manylanes._doubt import Excuse, Roof, question

Clock = Callable[[], float]
Wait = Callable[[Any], Any]
# The next call's arguments, from this call's arguments and its result.
Carry = Callable[[tuple[Any, ...], Any], tuple[Any, ...]]


def _same(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    return args


@dataclass(frozen=True)
class Timing:
    """Seconds. `low` and `high` are the fastest and the slowest sample."""

    compile_s: float
    samples: tuple[float, ...]
    doubts: tuple[Excuse, ...] = ()
    questioned: bool = False

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    @property
    def low(self) -> float:
        return min(self.samples)

    @property
    def high(self) -> float:
        return max(self.samples)

    def __str__(self) -> str:
        lines = [
            f"{seconds(self.median)} ({seconds(self.low)} to {seconds(self.high)}, "
            f"{len(self.samples)} samples), compiled in {seconds(self.compile_s)}"
        ]
        if self.doubts:
            lines.append("Above the roof. One of these explains it:")
            lines += [f"  {doubt}: {doubt.meaning}" for doubt in self.doubts]
        elif not self.questioned:
            lines.append("Not held against a roof: give work or bytes, and roof=Roof.of(record).")
        return "\n".join(lines)


@dataclass(frozen=True)
class Program:
    """What gets called, what its compilation took, and what the compiler says it computes."""

    call: Callable[..., Any]
    compile_s: float
    compiled_work: float | None

    @classmethod
    def of(
        cls,
        fn: Callable[..., Any],
        args: tuple[Any, ...],
        clock: Clock,
        options: Mapping[str, int] | None = None,
    ) -> Program:
        """A jitted function is compiled ahead, so that no sample holds a compilation."""
        if not hasattr(fn, "lower"):
            return cls(fn, 0.0, None)
        start = clock()
        compiled = fn.lower(*args).compile(compiler_options=dict(options) if options else None)
        elapsed = clock() - start
        told = compiled.cost_analysis() or {}
        return cls(compiled, elapsed, told.get("flops"))


def take(
    call: Callable[..., Any],
    args: tuple[Any, ...],
    count: int,
    *,
    carry: Carry = _same,
    clock: Clock = _clocks.perf_counter,
    wait: Wait = jax.block_until_ready,
) -> tuple[list[float], tuple[Any, ...], Any]:
    """`count` samples, the arguments for the next call, and the last result."""
    samples = []
    result = None
    for _ in range(count):
        start = clock()
        result = wait(call(*args))
        samples.append(clock() - start)
        args = carry(args, result)
    return samples, args, result


def time(
    fn: Callable[..., Any],
    *args: Any,
    repeats: int = 20,
    warmup: int = 2,
    work: int = 0,
    bytes: int = 0,
    roof: Roof | None = None,
    carry: Carry = _same,
    clock: Clock = _clocks.perf_counter,
    wait: Wait = jax.block_until_ready,
) -> Timing:
    """Time `fn(*args)`; with `work` or `bytes` and a `roof`, question what lies above it.

    `carry` feeds a function that consumes a donated argument: it makes the next arguments from
    the last ones and the result.
    """
    if repeats < 1 or warmup < 1:
        # Without one warm call the first sample would pay for pages, threads and clocks.
        raise ValueError("time needs repeats and warmup of at least 1.")
    program = Program.of(fn, args, clock)
    _, args, result = take(program.call, args, warmup, carry=carry, clock=clock, wait=wait)
    ruled_out = evidence(program, result, work)
    samples, _, _ = take(program.call, args, repeats, carry=carry, clock=clock, wait=wait)
    if roof is None or not (work or bytes):
        return Timing(program.compile_s, tuple(samples))
    median = statistics.median(samples)
    doubts = question(median, work, bytes, roof, ruled_out)
    return Timing(program.compile_s, tuple(samples), doubts, questioned=True)


def evidence(program: Program, result: Any, work: int) -> set[Excuse]:
    """Excuses that cannot be the reason. What cannot be seen is not ruled out."""
    ruled_out = set()
    leaves = jax.tree_util.tree_leaves(result)
    if leaves and all(_is_finished(leaf) for leaf in leaves):
        ruled_out.add(Excuse.NOT_AWAITED)
    # The compiler counts a loop's body once, so its count may be low, but never too high.
    if program.compiled_work is not None and 0 < work <= 1.01 * program.compiled_work:
        ruled_out.add(Excuse.DEAD_CODE)
    return ruled_out


def _is_finished(leaf: Any) -> bool:
    if isinstance(leaf, np.ndarray | np.generic | int | float):
        return True
    return hasattr(leaf, "is_ready") and bool(leaf.is_ready())


def seconds(value: float) -> str:
    """For people: 12.3 ms."""
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"
