"""`cost`: work, span, bytes and intensity of a program, without running it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from manylanes._cost.price.given import Rule, check
from manylanes._cost.read.request import Program, Request
from manylanes._cost.show.cost import Cost
from manylanes._cost.sizes.samples import by_sizes
from manylanes._cost.walk.total import total


def cost(
    program: Program,
    *specs: Any,
    rounds: Mapping[int, int] | None = None,
    platform: str | None = None,
    static: Iterable[int | str] = (),
    rules: Mapping[str, Rule] | None = None,
    **keywords: Any,
) -> Cost:
    """Counts a JAX function at the given shapes, StableHLO text, or a serialized export.

    A specification is an array, a `jax.ShapeDtypeStruct`, text such as "f32[128, 64]", or any
    tree of these; a size that is a name ("f32[m, k]") stays open. Keywords are the function's.
    What `static` names, by place or keyword, the function gets as it is. `rounds` says how often
    loops went round, all told, that depend on values: a run has counted them; `Cost.loops` says
    where each number stands. `rules` are for ops and custom calls that the table does not list:
    functions by their name, of an op with `operands`, `results` and `attrs`, that give its work,
    or (work, span), or (work, span, bytes). `platform` ("cuda", "tpu") takes what JAX writes for
    that one.
    """
    asked = Request.of(program, specs, keywords, platform, static)
    rules = {} if rules is None else rules
    check(rules)
    names = asked.names
    if not names:
        return total(asked.at({}), rounds, rules=rules)
    if rounds:
        raise ValueError("`rounds` were counted in a run: give numbers for the open sizes too")
    return by_sizes(asked, rules)
