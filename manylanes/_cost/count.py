"""`cost`: count work, span, bytes and memory of a program without running it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from manylanes._cost.analysis.simplify import simplify
from manylanes._cost.analysis.transposes import fuse_transposes
from manylanes._cost.price.custom_cost import Rule, check_rules
from manylanes._cost.read.program import Block, all_loops
from manylanes._cost.read.request import Program, Request
from manylanes._cost.read.without_gc import without_gc
from manylanes._cost.show.cost import Cost
from manylanes._cost.walk.given_iterations import check_iterations
from manylanes._cost.walk.passes import walk
from manylanes._cost.walk.tally import Iterations
from manylanes._cost.walk.total import total
from manylanes._specs import shorten


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
    rules = {} if rules is None else rules
    check_rules(rules)
    iterations = Iterations(
        _check_iterations("rounds", rounds), _check_iterations("total_rounds", total_rounds)
    )
    return _count(request.lower(), iterations, rules)


@without_gc
def _count(program: Block, iterations: Iterations, rules: Mapping[str, Rule]) -> Cost:
    loops = all_loops(program)
    check_iterations(iterations, loops)
    simplified = fuse_transposes(simplify(program))
    tally = walk(simplified, iterations, loops, rules)
    return total(tally, loops.values())


def _check_iterations(name: str, rounds: Any) -> Mapping[int, int]:
    if not isinstance(rounds, Mapping | None):
        raise ValueError(
            f"`{name}` must be a dictionary {{loop number: iterations}}, not {shorten(rounds)}"
        )
    return rounds or {}
