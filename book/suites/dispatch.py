"""The cost of a call: dispatch, waiting for the result, reading it, and allocating its memory."""

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
        "not_awaited",
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


def _repeated_steps(method: str) -> Case:
    """Return a case that runs a short step a thousand times, in as many calls or in one call."""
    step = jax.jit(_step)

    def calls(x: Any) -> Any:
        for _ in range(_COUNT):
            x = step(x)
        return x

    return Case(
        "repeated_steps",
        {"method": method, "count": _COUNT},
        lambda x: jax.lax.fori_loop(0, _COUNT, lambda _, x: _step(x), x),
        (f32(_ROW),),
        work=2 * _ROW * _COUNT,
        bytes=_F32 * 2 * _ROW * _COUNT,
        array_bytes=_F32 * 2 * _ROW,
        donated="nothing",
        uncompiled=calls if method == "calls" else None,
    )


def _host_reads(method: str) -> Case:
    """Return a case that converts a thousand elements of a device array to Python numbers.

    The result is the sum of the numbers. The timer waits for every result, and waiting for a
    thousand results would take longer than one copy.
    """
    programs: dict[str, Callable[[Any], Any]] = {
        "per element": lambda x: sum(float(x[i]) for i in range(_COUNT)),
        "bulk": lambda x: sum(np.asarray(x).tolist()),
    }
    return Case(
        "host_reads",
        {"method": method, "count": _COUNT},
        lambda x: x,
        (f32(_COUNT),),
        work=0,
        bytes=0,
        donated="nothing",
        uncompiled=programs[method],
    )


def _donation(method: str) -> Case:
    """Return a case whose result overwrites its donated input or is stored in new memory."""
    n = _MIB * 2**20 // _F32
    return Case(
        "donation",
        {"method": method, "mib": _MIB},
        _step,
        (f32(n),),
        work=2 * n,
        bytes=_F32 * 2 * n,
        donated="last input" if method == "donated" else "nothing",
    )


CASES = (
    *(_not_awaited(n) for n in (256, 512, 1024, 2048)),
    *(_repeated_steps(method) for method in ("calls", "one program")),
    *(_host_reads(method) for method in ("per element", "bulk")),
    *(_donation(method) for method in ("donated", "allocated")),
)
