"""Samples: a call and the wait for its result, so often and so long that a clock can tell."""

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

from manylanes._doubt import Excuse
from manylanes._record.quantity import interval, seconds

Clock = Callable[[], float]
Wait = Callable[[Any], Any]
# The next call's arguments, from this call's arguments and its result.
Carry = Callable[[tuple[Any, ...], Any], tuple[Any, ...]]

# A sample lasts at least so long: below it the reading of the clock, and a thread that wakes up,
# are a part of what is measured. Shorter calls share one.
SHORTEST_S = 1e-4
MOST_CALLS = 2**20
# Of a clock that stands still while a call runs, a sample must see so many ticks.
TICKS = 20
# The median is known when its interval is no wider than this part of it.
KNOWN = 0.05
FEWEST, MOST = 20, 640


def same(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    return args


@dataclass(frozen=True)
class Program:
    """What gets called, what its compilation took, and what the compiler says it computes."""

    call: Callable[..., Any]
    compile_s: float | None
    compiled_work: float | None

    @classmethod
    def of(
        cls,
        fn: Callable[..., Any],
        args: tuple[Any, ...],
        clock: Clock,
        options: Mapping[str, int] | None = None,
        keywords: Mapping[str, Any] | None = None,
    ) -> Program:
        """A jitted function is compiled ahead, so that no sample holds a compilation."""
        words = dict(keywords or {})
        if not hasattr(fn, "lower"):
            return cls(partial(fn, **words) if words else fn, None, None)
        start = clock()
        compiled = fn.lower(*args, **words).compile(
            compiler_options=dict(options) if options else None
        )
        elapsed = clock() - start
        told = compiled.cost_analysis() or {}
        # What was compiled takes no static arguments any more. The function itself, called as its
        # user calls it, compiles once more, in the first call to warm up.
        taken = getattr(compiled, "in_tree", None)
        given = [len(args), len(words)]
        is_whole = taken is None or [len(t.children()) for t in taken.children()] == given
        call = compiled if is_whole else fn
        return cls(partial(call, **words) if words else call, elapsed, told.get("flops"))


def take(
    call: Callable[..., Any],
    args: tuple[Any, ...],
    count: int,
    *,
    calls: int = 1,
    carry: Carry = same,
    clock: Clock = _clocks.perf_counter,
    wait: Wait = jax.block_until_ready,
) -> tuple[list[float], tuple[Any, ...], Any]:
    """`count` samples, the arguments for the next call, and the last result.

    A sample is the mean of so many `calls`, each awaited before the next.
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
    """Keeps the arguments of the next call, and how many calls make a sample."""

    call: Callable[..., Any]
    args: tuple[Any, ...]
    carry: Carry
    clock: Clock
    wait: Wait
    calls: int = 1

    def take(self, count: int) -> tuple[list[float], Any]:
        try:
            samples, self.args, result = take(
                self.call, self.args, count,
                calls=self.calls, carry=self.carry, clock=self.clock, wait=self.wait,
            )  # fmt: skip
        except (RuntimeError, ValueError) as error:
            if self.carry is not same or not any(map(_is_consumed, jax.tree.leaves(self.args))):
                raise
            raise ValueError(
                "the function consumes an argument (donate_argnums): say with `carry` what the "
                "next call is given, such as carry=lambda args, result: (result, *args[1:])"
            ) from error
        if min(samples) < 0:
            raise ValueError(
                f"The clock went back by {seconds(-min(samples) * self.calls)} during a call: "
                "time needs one that only goes forward, such as perf_counter."
            )
        return samples, result

    def warm_up(self, count: int) -> Any:
        """Then as many calls to a sample as make it long enough for this clock."""
        samples, result = self.take(count)
        least, one = SHORTEST_S, min(samples)
        while one * self.calls < least and self.calls < MOST_CALLS:
            if one == 0:
                self.calls *= 2
            else:
                self.calls = min(max(2 * self.calls, ceil(least / one)), MOST_CALLS)
            stood_still = one == 0
            (one,), result = self.take(1)
            if stood_still and one > 0:
                least = max(least, TICKS * one * self.calls)
        if one == 0:
            raise ValueError(
                f"The clock stood still over {self.calls:,} calls: give time a finer clock."
            )
        return result

    def samples(self, repeats: int | None, budget_s: float) -> tuple[float, ...]:
        if repeats is not None:
            return tuple(self.take(repeats)[0])
        found: list[float] = []
        asked = FEWEST
        while len(found) < MOST:
            found += self.take(1)[0]
            ends = interval(found) if len(found) == asked else None
            if ends is not None and ends[1] - ends[0] <= KNOWN * statistics.median(found):
                break
            if len(found) == asked:
                asked *= 2
            # Six is the least that says how well the median is known.
            if len(found) >= 6 and sum(found) * self.calls >= budget_s:
                break
        return tuple(found)


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


def _is_consumed(leaf: Any) -> bool:
    return isinstance(leaf, jax.Array) and leaf.is_deleted()


def _is_finished(leaf: Any) -> bool:
    if isinstance(leaf, np.ndarray | np.generic | int | float):
        return True
    return hasattr(leaf, "is_ready") and bool(leaf.is_ready())
