"""Walk a program up to three times, until all iterations in `total_rounds` are counted."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from manylanes._cost.analysis.free_ops import find_free_ops
from manylanes._cost.analysis.liveness import analyze_liveness
from manylanes._cost.price.custom_cost import Rule
from manylanes._cost.price.memory import Storage
from manylanes._cost.read.live_array import describe_array
from manylanes._cost.read.program import Block, Op
from manylanes._cost.read.shardings import OFFLOADED, PARTITIONED
from manylanes._cost.walk.given_iterations import check_total_iterations
from manylanes._cost.walk.peak import find_peak
from manylanes._cost.walk.tally import (
    TOTAL,
    TOTAL_MEASURES,
    Iterations,
    LoopContext,
    Number,
    Tally,
    ValueInfo,
    rows_of,
)
from manylanes._cost.walk.walk import OpWalker
from manylanes._cost.walk.walker import Walker

PASSES = 3  # limit of the number of walks


def walk(
    program: Block, rounds: Iterations, loops: Mapping[int, Op], rules: Mapping[str, Rule]
) -> Tally:
    """Return the cost of a whole program; `loops` includes inlined loops.

    Raise ValueError if the given iterations contradict the program text.
    """
    liveness = analyze_liveness(program)
    weights: dict[int, Number] = dict(rounds.per_run)
    for _ in range(PASSES):
        walker = OpWalker(liveness, Iterations(rounds.per_execution, weights), rules)
        walker.free = find_free_ops(program, liveness)
        for arg in program.args:
            walker.infos[arg] = ValueInfo(Storage.MATERIALIZED, {arg: (arg, arg.bytes)})
        tally = walker.walk_block(program, LoopContext())
        missing = _missing_iterations(walker, tally, rounds.per_run)
        if not missing:
            break
        weights |= missing
    check_total_iterations(walker, tally, loops)
    peak = find_peak(program, walker, tally)
    tally.peak = peak.bytes
    tally.live_arrays = [describe_array(value, program) for value in peak.arrays]
    if peak.lower_bound < peak.bytes:
        tally.overcounted.add(("peak", TOTAL))
        tally.assumed |= peak.reasons
    _mark_placement(program, tally)
    return tally


def _mark_placement(program: Block, tally: Tally) -> None:
    """Mark the amounts that depend on the devices, memories and types of arrays in JAX."""
    if program.partitioned:
        tally.unknown[PARTITIONED] = None
        rows = [TOTAL, *(row for part in tally.count for row in rows_of(part))]
        for measure in (*TOTAL_MEASURES, "peak", "count"):
            doubts = {(measure, row) for row in rows}
            tally.undercounted |= doubts
            tally.overcounted |= doubts if measure not in ("sent", "messages") else set()
    if program.narrowed:
        tally.assumed["64-bit NumPy arrays as 32-bit arrays (unless JAX_ENABLE_X64=1 is set)"] = (
            None
        )
    if program.offloaded:
        tally.unknown[OFFLOADED] = None
        tally.undercounted |= {("bytes", TOTAL), ("peak", TOTAL)}
        tally.overcounted.add(("peak", TOTAL))


def _missing_iterations(
    walker: Walker, tally: Tally, counted: Mapping[int, Number]
) -> dict[int, Number]:
    """Return larger totals for loops inside of a branch that only some iterations take.

    The walk divides a loop's total by all iterations of the enclosing loop. Only the iterations
    that take the branch run the inner loop, so the walk counts fewer iterations than were given.
    """
    counts = {n: tally.rounds.get(n, 0) for n in counted if n not in walker.known_loops}
    return {
        number: Fraction(walker.rounds.per_run[number]) * counted[number] / Fraction(rounds)
        for number, rounds in counts.items()
        if 0 < rounds < counted[number]
    }
