"""What the backward pass of a function keeps of the forward pass."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import jax

from manylanes._cost.analysis.liveness import strip_aliases
from manylanes._cost.analysis.simplify import simplify
from manylanes._cost.read.held import Held, held
from manylanes._cost.read.request import Request


def residuals(fn: Callable[..., Any], *specs: Any, **keywords: Any) -> tuple[Held, ...]:
    """The arrays that `jax.grad` of this keeps from the forward pass, the largest first.

    Each once, with who made it; an argument that is needed again takes no memory of its own.
    """
    if not callable(fn):
        raise TypeError(f"residuals asks a function, not {type(fn).__name__}")

    @wraps(fn, updated=())  # who gives too little reads its own function's name
    def kept(*args: Any, **words: Any) -> Any:
        return jax.tree.leaves(jax.vjp(lambda *given: fn(*given, **words), *args)[1])

    asked = Request.of(kept, specs, keywords, None, ())
    program = asked.program_block()
    simplify(program)
    found = dict.fromkeys(strip_aliases(value) for value in program.returns)
    arrays = [held(value, program) for value in found]
    return tuple(sorted(arrays, key=lambda array: -array.bytes))
