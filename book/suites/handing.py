"""The cost of a call: dispatch, waiting for the result, and allocating memory for the result."""

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from manylanes.records import Case, f32

_F32 = 4
_COUNT = 1000
_ROW = 1024
_MIB = 64


def _not_awaited(n: int) -> Case:
    """Return a case that starts a product without waiting for its result.

    The case `gemm` of the suite `matmul` waits for the result of the same product.
    """
    return Case(
        "handed",
        {"n": n},
        lambda a, b: a @ b,
        (f32(n, n), f32(n, n)),
        work=2 * n**3,
        bytes=_F32 * 3 * n**2,
        donated="nothing",
        awaited=False,
    )


def _step(x: Any) -> Any:
    return 0.5 * x + 1


def _repeated_steps(how: str) -> Case:
    """Return a case that runs a short step a thousand times, in as many calls or in one call."""
    step = jax.jit(_step)

    def calls(x: Any) -> Any:
        for _ in range(_COUNT):
            x = step(x)
        return x

    return Case(
        "rounds",
        {"how": how, "count": _COUNT},
        lambda x: jax.lax.fori_loop(0, _COUNT, lambda _, x: _step(x), x),
        (f32(_ROW),),
        work=2 * _ROW * _COUNT,
        bytes=_F32 * 2 * _ROW * _COUNT,
        array_bytes=_F32 * 2 * _ROW,
        donated="nothing",
        uncompiled=calls if how == "calls" else None,
    )


def _peeks(how: str) -> Case:
    """Return a case that converts a thousand elements of a device array to Python numbers.

    The result is the sum of the numbers. The timer waits for every result, and waiting for a
    thousand results would take longer than one copy.
    """
    programs: dict[str, Callable[[Any], Any]] = {
        "each": lambda x: sum(float(x[i]) for i in range(_COUNT)),
        "once": lambda x: sum(np.asarray(x).tolist()),
    }
    return Case(
        "peeks",
        {"how": how, "count": _COUNT},
        lambda x: x,
        (f32(_COUNT),),
        work=0,
        bytes=0,
        donated="nothing",
        uncompiled=programs[how],
    )


def _overwrite(how: str) -> Case:
    n = _MIB * 2**20 // _F32
    return Case(
        "overwrite",
        {"how": how, "mib": _MIB},
        _step,
        (f32(n),),
        work=2 * n,
        bytes=_F32 * 2 * n,
        donated="last input" if how == "donated" else "nothing",
    )


CASES = (
    *(_not_awaited(n) for n in (256, 512, 1024, 2048)),
    *(_repeated_steps(how) for how in ("calls", "one")),
    *(_peeks(how) for how in ("each", "once")),
    *(_overwrite(how) for how in ("donated", "fresh")),
)
