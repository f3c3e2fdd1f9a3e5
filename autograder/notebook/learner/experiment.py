"""Compare the running times of two programs on the student's machine, without grading them."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

from autograder.notebook.learner.session import course

NO_GUESS = "Assign your guess, a number, to `guess` first. Then run this cell again."
NOT_WRITTEN = "Write both programs first. Then run this cell again."
BOUNDS = {
    "compute": "compute-bound",
    "memory": "memory-bound",
    "call": "dominated by dispatch overhead",
}
DIFFERENT = (
    "The two programs return different results, so their times cannot be compared. "
    "Correct the wrong program, then run this cell again."
)
NO_ROOF = "no roofline, because its cost cannot be counted (such as a loop of unknown length)"
ABOVE_ROOF = (
    "faster than its roof allows: the timing did not wait for the result, the arrays fit in the "
    "cache, or other programs slowed the measurement of the roof"
)
# A time counts as faster than the roof if lower bound / time exceeds this ratio. It is above 1,
# because the roof (peak rate) is measured, too.
MARGIN = 1.1
TOLERANCE = 1e-3  # relative tolerance; two programs may add the terms in different orders

Runs = Mapping[Callable[..., Any], tuple[tuple[Any, ...], Any]]  # (arguments, timing) by program


def compare(
    both: Callable[[], Runs],
    guess: float,
    *book: str,
    predicted: Callable[[], float] | None = None,
    calls: tuple[int, int] = (1, 1),
    each: tuple[float, float] = (1, 1),
    same: bool = True,
) -> None:
    """Print how many times longer the first program takes than the second.

    The programs run on the default device and, if that is another device, on the CPU. `both` runs
    them and returns a mapping from each program to its arguments and the result of
    `manylanes.time`. If `same` is True, the results must be equal up to TOLERANCE.
    `calls` contains the number of kernels or compiled functions that each program launches. The
    time of each program is divided by the program's entry in `each`.

    The output includes the student's guess and a predicted factor. The prediction is `predicted()`
    if given, or else the ratio of the programs' lower bounds from the roofline model. A program
    without arguments creates its own inputs and has no roofline.

    Each entry of `book` is a query of one of the book's records: `RECORD: QUERY`, or only `QUERY`
    for the record `cpu`. If `guess` is not a number, a program is not written, or the results
    differ, print a message to stderr and return. Without a course, as in the judge, do nothing.
    """
    if course() is None:
        return
    if not isinstance(guess, int | float):
        print(NO_GUESS, file=sys.stderr)
        return
    import jax

    from manylanes.records import Record

    for device in dict.fromkeys([jax.devices()[0], jax.devices("cpu")[0]]):
        results = _run_on(device, both, calls, same)
        if results is None:
            return
        runs, measured, bounds = results
        expected = predicted() if predicted else _factor(bounds, each)
        one, other = _names(runs)
        print(
            f"  {one} takes {_factor(measured, each):.3g} times as long as {other}. "
            f"Your guess: {guess:g}. Prediction: {expected:.3g}."
        )
    for query in book:
        record, _, expression = query.rpartition(": ")
        answer = Record.from_book(record or "cpu").query(expression)
        print(f"The book's record {record or 'cpu'}, {expression}: {answer}")


def _run_on(
    device: Any, both: Callable[[], Runs], calls: tuple[int, int], same: bool
) -> tuple[Runs, list[float], list[float]] | None:
    """Run both programs on a device, print their times, and return the runs, times and bounds.

    If a program is not written or the results differ, print a message to stderr and return None.
    """
    import jax

    with jax.default_device(device):
        try:
            runs = both()
            problem = "" if not same or _have_equal_results(runs) else DIFFERENT
        except NotImplementedError:
            problem = NOT_WRITTEN
        if problem:
            print(problem, file=sys.stderr)
            return None
        print(f"On the {device.device_kind}:")
        measured, bounds = _print_times(runs, calls)
    return runs, measured, bounds


def _have_equal_results(runs: Runs) -> bool:
    import jax.numpy as jnp

    one, other = (program(*args) for program, (args, _) in runs.items())
    return jnp.shape(one) == jnp.shape(other) and bool(jnp.allclose(one, other, rtol=TOLERANCE))


def _print_times(runs: Runs, calls: tuple[int, int]) -> tuple[list[float], list[float]]:
    """Print a line for each program. Return the measured times and lower bounds in seconds.

    The lower bound of a program without arguments is NaN.
    """
    import jax

    import manylanes

    roof = manylanes.measure_roof()
    measured, bounds = [], []
    for name, (program, (args, timing)), count in zip(
        _names(runs), runs.items(), calls, strict=True
    ):
        measured.append(timing.median)
        if not args:
            print(f"  {name}: {timing.median * 1e3:.3g} ms")
            bounds.append(math.nan)
            continue
        # Pass shapes only, because the timed call may have donated its arguments.
        shapes = jax.tree.map(lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype), args)
        point = manylanes.roofline(program, *shapes, on=roof)
        parts = {**point.parts, "call": count * roof.call_s}
        bound = max(parts, key=lambda part: parts[part])
        share = parts[bound] / timing.median
        note = f"{share:.2g} of its roof, {BOUNDS[bound]}"
        note = NO_ROOF if point.cost.unknown else ABOVE_ROOF if share > MARGIN else note
        print(f"  {name}: {timing.median * 1e3:.3g} ms, {note}")
        bounds.append(parts[bound])
    return measured, bounds


def _names(runs: Runs) -> list[str]:
    return [getattr(program, "__name__", str(program)) for program in runs]


def _factor(seconds: list[float], each: tuple[float, float]) -> float:
    """Return the ratio of two times after dividing each by its entry in `each`."""
    return seconds[0] / each[0] / (seconds[1] / each[1])
