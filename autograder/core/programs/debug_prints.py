"""Remove debug prints and debug callbacks from a program before it is exported."""

from __future__ import annotations

from typing import Any

from jax.extend import core

PRINTS = ("debug_print", "debug_callback")


def remove_prints(closed: Any) -> tuple[Any, bool]:
    """Return a jaxpr without debug prints, and whether it contained any."""
    jaxpr, printed = _strip(closed.jaxpr)
    return (closed.replace(jaxpr=jaxpr), True) if printed else (closed, False)


def _strip(jaxpr: Any) -> tuple[Any, bool]:
    def inner(value: Any) -> tuple[Any, bool]:
        if isinstance(value, core.ClosedJaxpr):
            return remove_prints(value)
        if isinstance(value, core.Jaxpr):
            return _strip(value)
        if type(value) in (tuple, list):  # named tuples contain no jaxprs
            pairs = [inner(item) for item in value]
            return type(value)(item for item, _ in pairs), any(has_print for _, has_print in pairs)
        return value, False

    # If one branch prints, JAX adds the effect of printing to all branches.
    eqns, printed = [], len(_without_debug(jaxpr.effects)) < len(jaxpr.effects)
    for eqn in jaxpr.eqns:
        if eqn.primitive.name in PRINTS:
            printed = True
            continue
        pairs = {key: inner(value) for key, value in eqn.params.items()}
        if any(has_print for _, has_print in pairs.values()):
            printed = True
            params = {key: value for key, (value, _) in pairs.items()}
            eqn = eqn.replace(params=params, effects=_without_debug(eqn.effects))
        eqns.append(eqn)
    if not printed:
        return jaxpr, False
    return jaxpr.replace(eqns=eqns, effects=_without_debug(jaxpr.effects)), True


def _without_debug(effects: Any) -> Any:
    return type(effects)(e for e in effects if "Debug" not in type(e).__name__)
