"""Check the iterations that the caller gives against the loops and the text of a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from manylanes._cost.read.program import Op
from manylanes._cost.walk.tally import Iterations, Number, Tally
from manylanes._cost.walk.walker import Walker
from manylanes._specs import shorten


def read_iterations(rounds: Any, total_rounds: Any) -> Iterations:
    """Return the iterations that the caller gives; raise ValueError unless they are mappings."""
    for name, counts in (("rounds", rounds), ("total_rounds", total_rounds)):
        if not isinstance(counts, Mapping | None):
            raise ValueError(
                f"`{name}` must be a dictionary {{loop number: iterations}}, not {shorten(counts)}"
            )
    return Iterations(rounds or {}, total_rounds or {})


def check_iterations(rounds: Iterations, loops: Mapping[int, Op]) -> None:
    """Raise ValueError unless `rounds` maps loops of the program to whole numbers of at least 0.

    The iterations of a loop may be given per execution or per run, but not both.
    """
    for name, counts in (("rounds", rounds.per_execution), ("total_rounds", rounds.per_run)):
        for number, count in counts.items():
            if number not in loops:
                few = ", ".join(map(loop_name, list(loops.values())[:8]))
                found = f"the program has {few}" if loops else "it has no loop"
                found += ", ..." if len(loops) > 8 else ""
                raise ValueError(f"`{name}` names loop {number!r}, but {found}")
            if isinstance(count, bool) or not hasattr(count, "__index__") or count < 0:
                raise ValueError(
                    f"`{name}` of {loop_name(loops[number])} must be a whole number of "
                    f"at least 0, not {count!r}"
                )
    for number in {*rounds.per_execution} & {*rounds.per_run}:
        raise ValueError(
            f"{loop_name(loops[number])} is in `rounds` and in `total_rounds`: remove it from one"
        )


def loop_name(loop: Op) -> str:
    """Name a loop by its number and its line."""
    return f"loop {loop.number}{f' ({loop.origin.line})' if loop.origin.line else ''}"


def check_against_text(loop: Op, implied: Number | str, count: Number) -> None:
    """Raise ValueError if the program text implies a number of iterations other than `count`."""
    if not isinstance(implied, str) and implied != count:
        raise ValueError(
            f"{loop_name(loop)} runs {int(implied):,} iterations according to the program, but "
            f"`rounds` says {count:,}: remove it from `rounds`"
        )


def check_total_iterations(walker: Walker, tally: Tally, loops: Mapping[int, Op]) -> None:
    """Raise ValueError if `total_rounds` contradicts the program text.

    If the caller gave the iterations of an enclosing loop, the iterations of the inner loop are
    estimates and are not compared.
    """
    for number, counted in walker.rounds.per_run.items():
        is_known = walker.known_loops.get(number) and number in tally.rounds
        if is_known and tally.rounds[number] != counted:
            raise ValueError(
                f"{loop_name(loops[number])} runs {tally.rounds[number]:,} iterations according to "
                f"the program, but `total_rounds` says {counted:,}: remove it from `total_rounds`"
            )
