"""List the arrays that a backward pass keeps from the forward pass."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import jax

from manylanes._cost.analysis.simplify import simplify
from manylanes._cost.analysis.views import strip_aliases
from manylanes._cost.read.program import paused_gc
from manylanes._cost.read.request import Request
from manylanes._cost.show.amounts import LiveArray, describe_array


def residuals(fn: Callable[..., Any], *specs: Any, **keywords: Any) -> tuple[LiveArray, ...]:
    """Return the arrays that `jax.vjp` of `fn` keeps from the forward pass, largest first.

    Each array occurs once, with its origin. The returned arrays may include arguments of `fn`,
    which take no additional memory. Keywords are passed to `fn`. Raise TypeError unless `fn` is
    callable.
    """
    if not callable(fn):
        raise TypeError(f"residuals takes a function, not {type(fn).__name__}")

    @wraps(fn, updated=())  # so that errors about missing arguments name `fn`
    def forward_residuals(*args: Any, **keywords: Any) -> Any:
        return jax.tree.leaves(jax.vjp(lambda *positional: fn(*positional, **keywords), *args)[1])

    request = Request.create(forward_residuals, specs, keywords, None, ())
    with paused_gc():
        program = simplify(request.lower())
    values = dict.fromkeys(strip_aliases(value) for value in program.returns)
    arrays = [describe_array(value, program) for value in values]
    return tuple(sorted(arrays, key=lambda array: -array.bytes))
