"""Take samples: time calls and the wait for each result, long enough for a precise mean."""

from __future__ import annotations

import statistics
import time as _clocks
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

import jax
import numpy as np

from manylanes._record.quantity import format_seconds, median_interval

Clock = Callable[[], float]
Wait = Callable[[Any], Any]
# A function that computes the next call's arguments from a call's arguments and its result.
Carry = Callable[[tuple[Any, ...], Any], tuple[Any, ...]]

# Target for the minimum duration of a sample. Reading the clock and waking a thread would take a
# noticeable part of a shorter sample. Several short calls, at most MAX_CALLS, share a sample.
SHORTEST_S = 1e-4
MAX_CALLS = 2**20
# Minimum duration of a sample in clock ticks, for a clock that does not advance during a call.
TICKS = 20
# Sampling stops when the interval of the median is at most this fraction of the median.
TARGET_UNCERTAINTY = 0.05
MIN_SAMPLES, MAX_SAMPLES = 20, 640


def same_args(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    """Return the arguments of a call as the arguments of the next call."""
    return args


@dataclass(frozen=True)
class Program:
    """A callable, its compile time, and the FLOPs that the compiler reports; None: unknown."""

    call: Callable[..., Any]
    compile_s: float | None
    compiled_work: float | None

    @classmethod
    def compile(
        cls,
        fn: Callable[..., Any],
        args: tuple[Any, ...],
        clock: Clock,
        options: Mapping[str, int] | None = None,
        keywords: Mapping[str, Any] | None = None,
    ) -> Program:
        """Compile a jitted function ahead of time, so that no sample includes compilation.

        A function without the method `lower` is not compiled, and its compile time is None.
        """
        keywords = dict(keywords or {})
        if not hasattr(fn, "lower"):
            return cls(partial(fn, **keywords) if keywords else fn, None, None)
        start = clock()
        compiled = fn.lower(*args, **keywords).compile(
            compiler_options=dict(options) if options else None
        )
        elapsed = clock() - start
        analysis = compiled.cost_analysis() or {}
        # A compiled program takes no static arguments. If there are static arguments, call the
        # function, which compiles once more in the first warm-up call.
        in_tree = getattr(compiled, "in_tree", None)
        counts = [len(args), len(keywords)]
        takes_all = in_tree is None or [len(t.children()) for t in in_tree.children()] == counts
        call = compiled if takes_all else fn
        call = partial(call, **keywords) if keywords else call
        return cls(call, elapsed, analysis.get("flops"))


def take_samples(
    call: Callable[..., Any],
    args: tuple[Any, ...],
    count: int,
    *,
    calls: int = 1,
    carry: Carry = same_args,
    clock: Clock = _clocks.perf_counter,
    wait: Wait = jax.block_until_ready,
) -> tuple[list[float], tuple[Any, ...], Any]:
    """Return `count` samples, the arguments of the next call, and the last result.

    A sample is the mean time of `calls` calls, each awaited before the next. The clock also runs
    while `carry` computes the arguments between these calls, but not after the last call.
    """
    samples = []
    result = None
    for _ in range(count):
        start = clock()
        for _more in range(calls - 1):
            args = carry(args, wait(call(*args)))
        result = wait(call(*args))
        samples.append((clock() - start) / calls)
        args = carry(args, result)
    return samples, args, result


@dataclass
class Sampler:
    """Takes samples of `calls` calls each, and keeps the arguments of the next call."""

    call: Callable[..., Any]
    args: tuple[Any, ...]
    carry: Carry
    clock: Clock
    wait: Wait
    calls: int = 1

    def take(self, count: int) -> tuple[list[float], Any]:
        """Return `count` samples and the last result.

        Raise ValueError if the clock goes back, or if a call donates its arguments without `carry`.
        """
        try:
            samples, self.args, result = take_samples(
                self.call, self.args, count,
                calls=self.calls, carry=self.carry, clock=self.clock, wait=self.wait,
            )  # fmt: skip
        except (RuntimeError, ValueError) as error:
            arrays = (leaf for leaf in jax.tree.leaves(self.args) if isinstance(leaf, jax.Array))
            donated = any(array.is_deleted() for array in arrays)
            if self.carry is not same_args or not donated:
                raise
            raise ValueError(
                "The function donates an argument (donate_argnums). Pass `carry`, which computes "
                "the arguments of the next call, for example "
                "carry=lambda args, result: (result, *args[1:])."
            ) from error
        if min(samples) < 0:
            raise ValueError(
                f"The clock went back by {format_seconds(-min(samples) * self.calls)} during a "
                "call. Use a monotonic clock, such as perf_counter."
            )
        return samples, result

    def warm_up(self, count: int) -> Any:
        """Make `count` calls, then choose the number of calls per sample; return the last result.

        The choice takes further calls if a call is shorter than SHORTEST_S. Raise ValueError if the
        clock does not advance during MAX_CALLS calls.
        """
        samples, result = self.take(count)
        shortest, one = SHORTEST_S, min(samples)
        while one * self.calls < shortest and self.calls < MAX_CALLS:
            if one == 0:
                self.calls *= 2
            else:
                self.calls = min(max(2 * self.calls, ceil(shortest / one)), MAX_CALLS)
            was_zero = one == 0
            (one,), result = self.take(1)
            if was_zero and one > 0:
                shortest = max(shortest, TICKS * one * self.calls)
        if one == 0:
            raise ValueError(
                f"The clock did not advance during {self.calls:,} calls. Use a finer clock."
            )
        return result

    def samples(self, repeats: int | None, budget_s: float) -> tuple[float, ...]:
        """Return `repeats` samples, or a suitable number of samples if `repeats` is None.

        Sampling then stops when the median is known to TARGET_UNCERTAINTY, when at least six
        samples add up to `budget_s` seconds, or after MAX_SAMPLES samples.
        """
        if repeats is not None:
            return tuple(self.take(repeats)[0])
        samples: list[float] = []
        next_check = MIN_SAMPLES
        while len(samples) < MAX_SAMPLES:
            samples += self.take(1)[0]
            ends = median_interval(samples) if len(samples) == next_check else None
            if ends and ends[1] - ends[0] <= TARGET_UNCERTAINTY * statistics.median(samples):
                break
            if len(samples) == next_check:
                next_check *= 2
            # Fewer than six samples have no confidence interval.
            if len(samples) >= 6 and sum(samples) * self.calls >= budget_s:
                break
        return tuple(samples)


def rule_out(program: Program, result: Any, work: int) -> set[str]:
    """Return the explanations of an excess that the result or the compiler rules out.

    A result that is ready rules out a missing wait. The compiler's count of FLOPs rules out removed
    dead code.
    """
    ruled_out = set[str]()
    leaves = jax.tree_util.tree_leaves(result)
    if leaves and all(
        isinstance(leaf, np.ndarray | np.generic | int | float)
        or (hasattr(leaf, "is_ready") and leaf.is_ready())
        for leaf in leaves
    ):
        ruled_out.add("not awaited")
    # The compiler counts the body of a loop only once. `compiled_work` may therefore be too low;
    # dead code is then not ruled out.
    if program.compiled_work is not None and 0 < work <= 1.01 * program.compiled_work:
        ruled_out.add("dead code removed")
    return ruled_out
