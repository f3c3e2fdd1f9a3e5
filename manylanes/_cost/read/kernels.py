"""Count the work of Pallas kernels from the traced program, since StableHLO hides their contents.

A `pallas_call` runs its kernel once for each point of its grid. The jaxpr and the StableHLO program
contain their kernels in the same order, so the n-th custom call runs the n-th kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import jax
import jax.extend.core

from manylanes._cost.read.program import Block, all_ops

_TARGETS = ("__gpu$xla.gpu.triton", "mosaic_gpu", "mosaic_gpu_v2", "tpu_custom_call")
_JAXPRS = (jax.extend.core.Jaxpr, jax.extend.core.ClosedJaxpr)
_ELEMENTWISE_NAMES = """
abs acos acosh add and asin asinh atan atan2 atanh cbrt ceil clamp convert_element_type cos
cosh div eq erf erf_inv erfc exp exp2 expm1 floor ge gt integer_pow is_finite le log log1p
logistic lt max min mul ne neg nextafter not or pow rem round rsqrt select_n shift_left
shift_right_arithmetic shift_right_logical sign sin sinh sqrt square sub tan tanh xor
"""
_REDUCE = ("reduce_", "arg", "cum")
_FREE_NAMES = """
broadcast_in_dim concatenate copy dynamic_slice gather get iota load masked_load masked_swap
multiple_of num_programs pad program_id rev reshape slice split squeeze stop_gradient store swap
transpose broadcast expand_dims
"""
_ELEMENTWISE, _FREE = frozenset(_ELEMENTWISE_NAMES.split()), frozenset(_FREE_NAMES.split())


@dataclass(frozen=True)
class KernelWork:
    """The number of operations of a kernel, and whether this number may be too high or too low."""

    amount: int = 0
    overcounted: bool = False
    undercounted: bool = False

    def add(self, other: KernelWork, times: int = 1) -> KernelWork:
        return KernelWork(
            self.amount + times * other.amount,
            self.overcounted or other.overcounted,
            self.undercounted or other.undercounted,
        )


def all_equations(jaxpr: Any) -> Iterator[Any]:
    """Yield every equation of a traced program in order, except those inside of kernels."""
    for equation in jaxpr.eqns:
        yield equation
        if equation.primitive.name != "pallas_call":
            for inner in _inner_jaxprs(equation):
                yield from all_equations(inner)


def _inner_jaxprs(equation: Any) -> list[Any]:
    params = equation.params
    if equation.primitive.name == "while":
        jaxprs: Sequence[Any] = (params["cond_jaxpr"], params["body_jaxpr"])
    else:
        lists = (p if isinstance(p, tuple | list) else (p,) for p in params.values())
        jaxprs = [each for several in lists for each in several if isinstance(each, _JAXPRS)]
    return [getattr(each, "jaxpr", each) for each in jaxprs]


def attach_kernel_work(block: Block, equations: Sequence[Any]) -> None:
    """Attach the work of each kernel to its custom call in `block` if shapes match."""
    kernels = [e for e in equations if e.primitive.name == "pallas_call"]
    if not kernels:
        return
    calls = [op for op in all_ops(block) if op.attrs.get("call_target_name") in _TARGETS]
    lowered = [[result.shape for result in call.results] for call in calls]
    if lowered == [[tuple(v.aval.shape) for v in e.outvars] for e in kernels]:
        for call, kernel in zip(calls, kernels, strict=True):
            call.attrs["kernel"] = _kernel_work(kernel)


def _kernel_work(equation: Any) -> KernelWork:
    grid, jaxpr = equation.params["grid_mapping"].grid, equation.params["jaxpr"]
    if not all(isinstance(size, int) for size in grid):
        return KernelWork(undercounted=True)
    return KernelWork().add(_jaxpr_work(getattr(jaxpr, "jaxpr", jaxpr)), prod(grid))


def _jaxpr_work(jaxpr: Any) -> KernelWork:
    total = KernelWork()
    for equation in jaxpr.eqns:
        total = total.add(_equation_work(equation))
    return total


def _equation_work(equation: Any) -> KernelWork:
    name, inner = equation.primitive.name, _inner_jaxprs(equation)
    if name == "scan":
        return KernelWork().add(_jaxpr_work(inner[0]), equation.params["length"])
    if name == "while":  # the trip count of a `while` depends on values
        return KernelWork(undercounted=True)
    if name == "cond":
        sides = list(map(_jaxpr_work, inner))
        largest = max(side.amount for side in sides)
        overcounted = any(side.overcounted or side.amount < largest for side in sides)
        return KernelWork(largest, overcounted, any(side.undercounted for side in sides))
    if inner and not name.startswith(_REDUCE):
        total = KernelWork()
        for jaxpr in inner:
            total = total.add(_jaxpr_work(jaxpr))
        return total
    shapes = [getattr(v.aval, "shape", ()) for v in (*equation.invars, *equation.outvars)]
    operand_size, result_size = (
        prod(shapes[0]) if equation.invars else 0,
        prod(shapes[-1]) if shapes else 0,
    )
    if name == "dot_general":
        (contracted, _), _ = equation.params["dimension_numbers"]
        return KernelWork(2 * result_size * prod(shapes[0][axis] for axis in contracted))
    if name in _ELEMENTWISE:
        # Scalar integer or boolean arithmetic computes addresses and tests.
        kinds = [v.aval for v in (*equation.invars, *equation.outvars)]
        is_address = all(k.shape == () and k.dtype.kind in "biu" for k in kinds)
        return KernelWork(0 if is_address else result_size)
    if name.startswith(_REDUCE):
        return KernelWork(operand_size)
    return KernelWork(undercounted=name not in _FREE)


def uses_host_memory(equations: Iterable[Any]) -> bool:
    """Return True if a program stores arrays in host memory; lowering for a CPU hides this."""
    puts = (e for e in equations if e.primitive.name == "device_put")
    places = (place for e in puts for place in e.params["devices"])
    return any("host" in str(getattr(place, "memory_kind", place)).lower() for place in places)
