"""Pallas kernels: their work from the traced program, since StableHLO hides what is in them.

Each `pallas_call` runs its kernel once for each point of its grid. Which custom call it became is
known by its place: both programs have their kernels in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import jax
import jax.extend.core

from manylanes._cost.read.program import Block, Op, each

_TARGETS = ("__gpu$xla.gpu.triton", "mosaic_gpu", "mosaic_gpu_v2", "tpu_custom_call")
_JAXPRS = (jax.extend.core.Jaxpr, jax.extend.core.ClosedJaxpr)
_NUMBERS = """
abs acos acosh add and asin asinh atan atan2 atanh cbrt ceil clamp convert_element_type cos
cosh div eq erf erf_inv erfc exp exp2 expm1 floor ge gt integer_pow is_finite le log log1p
logistic lt max min mul ne neg nextafter not or pow rem round rsqrt select_n shift_left
shift_right_arithmetic shift_right_logical sign sin sinh sqrt square sub tan tanh xor
"""
_REDUCE = ("reduce_", "arg", "cum")
_MOVES = """
broadcast_in_dim concatenate copy dynamic_slice gather get iota load masked_load masked_swap
multiple_of num_programs pad program_id rev reshape slice split squeeze stop_gradient store swap
transpose broadcast expand_dims
"""
_ELEMENTWISE, _FREE = frozenset(_NUMBERS.split()), frozenset(_MOVES.split())


@dataclass(frozen=True)
class Work:
    """Operations of a kernel, and whether these may be too many or too few."""

    amount: int = 0
    over: bool = False
    under: bool = False

    def plus(self, other: Work, times: int = 1) -> Work:
        return Work(
            self.amount + times * other.amount, self.over or other.over, self.under or other.under
        )


def equations(jaxpr: Any) -> Iterator[Any]:
    """Every equation of a traced program in the order of its text, outside of kernels."""
    for equation in jaxpr.eqns:
        yield equation
        if equation.primitive.name != "pallas_call":
            for inner in _inside(equation):
                yield from equations(inner)


def _inside(equation: Any) -> list[Any]:
    params = equation.params
    if equation.primitive.name == "while":
        found: Sequence[Any] = (params["cond_jaxpr"], params["body_jaxpr"])
    else:
        lists = (p if isinstance(p, tuple | list) else (p,) for p in params.values())
        found = [each for several in lists for each in several if isinstance(each, _JAXPRS)]
    return [getattr(each, "jaxpr", each) for each in found]


def describe(block: Block, jaxpr: Any) -> None:
    """Note the work of each kernel at its custom call, where the two programs agree."""
    calls = [op for op in each(block) if op.attrs.get("call_target_name") in _TARGETS]
    kernels = [e for e in equations(jaxpr) if e.primitive.name == "pallas_call"] if calls else []
    if list(map(_made, calls)) == [[tuple(v.aval.shape) for v in e.outvars] for e in kernels]:
        for call, kernel in zip(calls, kernels, strict=True):
            call.attrs["kernel"] = _kernel(kernel)


def _made(call: Op) -> list[tuple[int, ...]]:
    return [result.shape for result in call.results]


def _kernel(equation: Any) -> Work:
    grid, jaxpr = equation.params["grid_mapping"].grid, equation.params["jaxpr"]
    if not all(isinstance(size, int) for size in grid):
        return Work(under=True)
    return Work().plus(_block(getattr(jaxpr, "jaxpr", jaxpr)), prod(grid))


def _block(jaxpr: Any) -> Work:
    total = Work()
    for equation in jaxpr.eqns:
        total = total.plus(_equation(equation))
    return total


def _equation(equation: Any) -> Work:
    name, inner = equation.primitive.name, _inside(equation)
    if name == "scan":
        return Work().plus(_block(inner[0]), equation.params["length"])
    if name == "while":  # its iterations depend on values
        return Work(under=True)
    if name == "cond":
        sides = list(map(_block, inner))
        most = max(side.amount for side in sides)
        over = any(side.over or side.amount < most for side in sides)
        return Work(most, over, any(side.under for side in sides))
    if inner and not name.startswith(_REDUCE):
        total = Work()
        for jaxpr in inner:
            total = total.plus(_block(jaxpr))
        return total
    shapes = [getattr(v.aval, "shape", ()) for v in (*equation.invars, *equation.outvars)]
    given, made = prod(shapes[0]) if equation.invars else 0, prod(shapes[-1]) if shapes else 0
    if name == "dot_general":
        (contracted, _), _ = equation.params["dimension_numbers"]
        return Work(2 * made * prod(shapes[0][axis] for axis in contracted))
    if name in _ELEMENTWISE:
        return Work(0 if _is_address(equation) else made)
    if name.startswith(_REDUCE):
        return Work(given)
    return Work(under=name not in _FREE)


def _is_address(equation: Any) -> bool:
    """Whether a kernel computes one whole number or truth: where a block begins, or a test."""
    kinds = [v.aval for v in (*equation.invars, *equation.outvars)]
    return all(k.shape == () and k.dtype.kind in "biu" for k in kinds)


def offloads(jaxpr: Any) -> bool:
    """Whether a program puts arrays into the memory of the host, which the CPU's text hides."""
    places = (p for e in equations(jaxpr) if e.primitive.name == "device_put"
              for p in e.params["devices"])  # fmt: skip
    return any("host" in str(getattr(place, "memory_kind", place)).lower() for place in places)
