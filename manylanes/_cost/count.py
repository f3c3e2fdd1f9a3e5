"""`cost`: count work, span, bytes and memory of a program without running it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from manylanes._cost.analysis.free_ops import find_free_ops
from manylanes._cost.analysis.liveness import analyze_liveness
from manylanes._cost.analysis.simplify import simplify
from manylanes._cost.analysis.transposes import fuse_transposes
from manylanes._cost.price.custom_cost import Rule, check_rules
from manylanes._cost.price.memory import Storage
from manylanes._cost.read.program import Block, paused_gc
from manylanes._cost.read.request import Program, Request
from manylanes._cost.show.cost import Cost
from manylanes._cost.walk.given_iterations import (
    check_iterations,
    check_total_iterations,
    read_iterations,
)
from manylanes._cost.walk.peak import add_peak
from manylanes._cost.walk.tally import Iterations, LoopContext, Number, Tally, ValueInfo
from manylanes._cost.walk.total import total
from manylanes._cost.walk.walk import OpWalker

PASSES = 3  # limit of the number of walks


def cost(
    program: Program,
    *specs: Any,
    rounds: Mapping[int, int] | None = None,
    total_rounds: Mapping[int, int] | None = None,
    platform: str | None = None,
    static: Iterable[int | str] = (),
    rules: Mapping[str, Rule] | None = None,
    **keywords: Any,
) -> Cost:
    """Count the cost of a JAX function, of StableHLO text, or of a serialized export.

    A specification is an array, a `jax.ShapeDtypeStruct`, a string such as "f32[128, 64]", or any
    tree of these. Keywords that are not listed here are passed to the function.

    `rounds` maps loop numbers to trip counts, for loops whose trip count depends on values. A trip
    count is the number of iterations in one execution of the loop. `Cost.loops` lists the loops
    with their numbers.
    `total_rounds` maps loop numbers to the iterations in one run of the whole program, which a
    counter in the program can measure.
    `static` names arguments, by position or keyword, that are passed to the function unchanged.
    `rules` maps names of ops and custom calls to functions, if the table does not list them. Each
    function reads `op.operands`, `op.results` and `op.attrs`, and returns work, (work, span) or
    (work, span, bytes).
    `platform` ("cpu", "cuda", "rocm" or "tpu") is the platform to lower for. The default is the
    CPU, or the first platform of an artifact that was not exported for the CPU.
    """
    request = Request.create(program, specs, keywords, platform, static)
    rules = check_rules(rules)
    iterations = read_iterations(rounds, total_rounds)
    with paused_gc():
        lowered = request.lower()
        check_iterations(iterations, lowered.loops)
        simplified = fuse_transposes(simplify(lowered))
        return total(_walk(simplified, iterations, rules), lowered)


def _walk(program: Block, rounds: Iterations, rules: Mapping[str, Rule]) -> Tally:
    """Walk a program up to three times, until all iterations in `total_rounds` are counted.

    Raise ValueError if the given iterations contradict the program text.
    """
    liveness = analyze_liveness(program)
    free = find_free_ops(program, liveness)
    weights: dict[int, Number] = dict(rounds.per_run)
    for _ in range(PASSES):
        walker = OpWalker(liveness, free, Iterations(rounds.per_execution, weights), rules)
        for arg in program.args:
            walker.infos[arg] = ValueInfo(Storage.MATERIALIZED, {arg: (arg, arg.bytes)})
        tally = walker.walk_block(program, LoopContext())
        missing = _missing_iterations(walker, tally, rounds.per_run)
        if not missing:
            break
        weights |= missing
    check_total_iterations(walker, tally, program.loops)
    add_peak(program, walker, tally)
    return tally


def _missing_iterations(
    walker: OpWalker, tally: Tally, counted: Mapping[int, Number]
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
