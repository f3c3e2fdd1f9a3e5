"""A program walked once, or again where a run's rounds are not where their mean puts them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from manylanes._cost.analysis.free_ops import find_free_ops
from manylanes._cost.analysis.liveness import analyze_liveness
from manylanes._cost.analysis.simplify import fuse_transposes, simplify
from manylanes._cost.price.given import Rule
from manylanes._cost.price.memory import Place
from manylanes._cost.read.held import held
from manylanes._cost.read.program import Block, each
from manylanes._cost.read.shardings import OFFLOADED, PARTITIONED
from manylanes._cost.walk import control
from manylanes._cost.walk.peak import fullest
from manylanes._cost.walk.tally import (
    TOTAL,
    TOTALS,
    Around,
    Fact,
    Iterations,
    Number,
    Tally,
    rows_of,
)
from manylanes._cost.walk.walk import Walker

PASSES = 3


def walk(
    program: Block,
    rounds: Iterations,
    steps: int,
    rules: Mapping[str, Rule] | None,
) -> Tally:
    """The cost of a whole program."""
    loops = {op.number: op for op in each(program) if op.name == "while"}
    control.check(rounds, loops)
    simplify(program)
    found = analyze_liveness(program)
    if fuse_transposes(program, found):
        found = analyze_liveness(program)
    weights: dict[int, Number] = dict(rounds.total)
    for _ in range(PASSES):
        walker = Walker(found, Iterations(rounds.each, weights), steps, rules or {})
        tally = _passed(program, walker)
        short = _short(walker, tally, rounds.total)
        if not short:
            break
        weights |= short
    control.compare(walker, tally, loops)
    full = fullest(program, walker, tally)
    tally.peak, tally.held = full.bytes, [held(value, program) for value in full.arrays]
    if full.least < full.bytes:
        tally.over.add(("peak", TOTAL))
        tally.assumed |= full.why
    _doubt_placement(program, tally)
    return tally


def _doubt_placement(program: Block, tally: Tally) -> None:
    """Note which amounts depend on where the compiler places the arrays."""
    if program.partitioned:
        tally.unknown[PARTITIONED] = None
        rows = [TOTAL, *(row for part in tally.count for row in rows_of(part))]
        for measure in (*TOTALS, "peak", "count"):
            doubts = {(measure, row) for row in rows}
            tally.under |= doubts
            tally.over |= doubts if measure not in ("sent", "messages") else set()
    if program.narrowed:
        tally.assumed["NumPy arrays of 64 bits as 32: JAX is set to that (JAX_ENABLE_X64=1)"] = None
    if program.offloaded:
        tally.unknown[OFFLOADED] = None
        tally.under |= {("bytes", TOTAL), ("peak", TOTAL)}
        tally.over.add(("peak", TOTAL))


def _passed(program: Block, walker: Walker) -> Tally:
    walker.free = find_free_ops(program, walker.live)
    for arg in program.args:
        walker.facts[arg] = Fact(Place.WHOLE, {arg: (arg, arg.bytes)})
    return walker.block(program, Around())


def _short(walker: Walker, tally: Tally, counted: Mapping[int, Number]) -> dict[int, Number]:
    """More rounds for loops that stand behind a branch which is read round by round.

    Their mean is over all rounds around them, and only those that take the branch have any.
    """
    seen = {n: tally.rounds.get(n, 0) for n in counted if n not in walker.read}
    return {
        number: Fraction(walker.rounds.total[number]) * counted[number] / Fraction(rounds)
        for number, rounds in seen.items()
        if 0 < rounds < counted[number]
    }
