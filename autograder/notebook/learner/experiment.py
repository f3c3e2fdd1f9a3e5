"""Experiments: compare the running times of two programs on the student's machine; never graded."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

from autograder.notebook.learner.session import course

NO_GUESS = "Write down your guess first, a number. Then run this again."
TO_WRITE = "Both programs have to be written first."
WALLS = {"compute": "arithmetic", "memory": "memory", "call": "the call"}
DIFFERENT = "They do not give the same result, so their times say nothing yet. Mend one of them."
NO_ROOF = "under no roof: how often its loop goes round depends on the values"
ABOVE = (
    "above its roof: nobody waited for it, its numbers lie in the caches, "
    "or the machine did other work"
)
MARGIN = 1.1  # a roof is a timing too
ROUNDING = 1e-3  # two orders of a long sum differ by some of it

Runs = Mapping[Callable[..., Any], tuple[tuple[Any, ...], Any]]  # arguments and timing of each


def compare(
    both: Callable[[], Runs],
    guess: float,
    *book: str,
    foretold: Callable[[], float] | None = None,
    calls: tuple[int, int] = (1, 1),
    each: tuple[float, float] = (1, 1),
    same: bool = True,
) -> None:
    """Print how many times longer the first program takes than the second, on each device.

    `both` runs the two programs, and returns for each its arguments and its `manylanes.time`.
    The output also has the student's guess, the factor that the roofline of this machine predicts
    (or `foretold()`, if counts cannot predict it), and the answers to `book`: queries of the book's
    records, with the record's name before a colon if it is not `cpu`. `calls` are the device calls
    of each program, and the times are divided by `each`. With `same`, the results must be equal.
    A program without arguments creates its own inputs and has no roofline. Grading times nothing.
    """
    if course() is None:
        return
    if not isinstance(guess, int | float):
        print(NO_GUESS, file=sys.stderr)
        return
    import jax

    from manylanes.records import Record

    for device in dict.fromkeys([jax.devices()[0], jax.devices("cpu")[0]]):
        with jax.default_device(device):
            try:
                runs = both()
                problem = "" if not same or _alike(runs) else DIFFERENT
            except NotImplementedError:
                problem = TO_WRITE
            if problem:
                print(problem, file=sys.stderr)
                return
            print(f"On the {device.device_kind}:")
            measured, least = _under_the_roof(runs, calls)
        count = foretold() if foretold else _factor(least, each)
        print(
            f"  {_names(runs)[0]} takes {_factor(measured, each):.3g} times as long; "
            f"you guessed {guess:g}, the count predicts {count:.3g}."
        )
    for query in book:
        record, _, asked = query.rpartition(": ")
        answer = Record.from_book(record or "cpu").query(asked)
        print(f"The book's CPU, {asked}: {answer}")


def _alike(runs: Runs) -> bool:
    import jax.numpy as jnp

    one, other = (program(*args) for program, (args, _) in runs.items())
    return jnp.shape(one) == jnp.shape(other) and bool(jnp.allclose(one, other, rtol=ROUNDING))


def _under_the_roof(runs: Runs, calls: tuple[int, int]) -> tuple[list[float], list[float]]:
    """Print a line for each program, and return the measured and the predicted seconds."""
    import jax

    import manylanes

    here = manylanes.measure_roof()
    measured, least = [], []
    for name, (program, (args, timing)), count in zip(
        _names(runs), runs.items(), calls, strict=True
    ):
        measured.append(timing.median)
        if not args:
            print(f"  {name}: {timing.median * 1e3:.3g} ms")
            least.append(math.nan)
            continue
        # Of the arguments only the shapes: some may have been given away while they were timed.
        shapes = jax.tree.map(lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype), args)
        place = manylanes.roofline(program, *shapes, on=here)
        parts = {**place.parts, "call": count * here.call_s}
        wall = max(parts, key=lambda part: parts[part])
        share = parts[wall] / timing.median
        under = f"{share:.2g} of its roof, which is {WALLS[wall]}"
        under = NO_ROOF if place.cost.unknown else ABOVE if share > MARGIN else under
        print(f"  {name}: {timing.median * 1e3:.3g} ms, {under}")
        least.append(parts[wall])
    return measured, least


def _names(runs: Runs) -> list[str]:
    return [getattr(program, "__name__", str(program)) for program in runs]


def _factor(seconds: list[float], each: tuple[float, float]) -> float:
    """Return the ratio of the two times, each divided by its entry in `each`."""
    return seconds[0] / each[0] / (seconds[1] / each[1])
