"""Find the first operation that produces an element that is not finite.

In an additional run, the program returns all floating-point arrays that it computes outside of
loops and branches. The reported operation produces a NaN from operands without NaN. If no operation
does, the reported operation produces an infinity from operands without infinity.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir
from autograder.core.programs.sizes import value_bytes

MAX_BYTES = 64 << 20  # limit for the size of all returned arrays together
CONTROL_FLOW = ("while", "case", "if")
FORMULAS = {
    "divide": "{} / {}",
    "subtract": "{} - {}",
    "add": "{} + {}",
    "multiply": "{} * {}",
    "power": "{} to the power of {}",
    "remainder": "{} % {}",
    "log": "the logarithm of {}",
    "log_plus_one": "the logarithm of 1 + {}",
    "sqrt": "the square root of {}",
    "rsqrt": "1 / the square root of {}",
    "exponential": "e to the power of {}",
    "exponential_minus_one": "e to the power of {}",
}
CONSTANT = "a constant of the program (the block of a kernel contains NaN until it is written)"
BLOCK = (
    "in the block of a kernel, which contains NaN until it is written, or comes from a loop or "
    "a kernel, where 0 / 0 and inf - inf are possible causes"
)
LOOP = (
    "produced in a loop, where a value grows in each iteration or is divided by 0, or where "
    "inf - inf or 0 * inf occurs"
)
SUMS = {
    "dot_general": "produced by a matrix product: a sum overflows, or an operand is infinite",
    "convolution": "produced by a convolution: a sum overflows, or an operand is infinite",
    "reduce": "produced by a sum or product of elements",
    "reduce_window": "produced by a sum or product over a window",
}
Predicate = Callable[[Any], Any]


@dataclass(frozen=True)
class _Step:
    """One floating-point result of an operation, with the operation's floating-point operands."""

    name: str
    operands: tuple[Any, ...]
    result: Any

    def is_origin(self, predicate: Predicate) -> bool:
        """Return True if `predicate` holds for some element of the result but of no operand."""
        return bool(predicate(self.result).any()) and not any(
            predicate(x).any() for x in self.operands
        )


def describe_nonfinite(text: str, inputs: Sequence[Any]) -> str:
    """Return a sentence about the first element that is not finite, or "" if it is unknown."""
    steps = _steps(text, inputs)
    # Constants are considered last, because a constant NaN usually fills elements that are never
    # read.
    origins = sorted(
        (s for s in steps if s.is_origin(np.isnan)), key=lambda s: s.name == "constant"
    )
    if step := next(iter(origins), None):
        # If the first NaN is a constant, a loop that returns NaN may have produced another NaN.
        loop = any(s.name in CONTROL_FLOW and np.isnan(s.result).any() for s in steps)
        source = BLOCK if step.name == "constant" and loop else _describe(step, np.isnan)
        sentence = f"The first NaN is {source}"
        infinite = any(np.isinf(each).any() for each in step.operands)
        cause = next((s for s in steps if s.name != "constant" and s.is_origin(np.isinf)), None)
        if infinite and cause is not None:
            return f"{sentence}; the infinity is {_describe(cause, np.isinf)}."
        return f"{sentence}."
    step = next((s for s in steps if s.name != "constant" and s.is_origin(np.isinf)), None)
    return f"The first infinity is {_describe(step, np.isinf)}." if step else ""


def _describe(step: _Step, predicate: Predicate) -> str:
    if step.name == "constant":
        return CONSTANT
    if step.name in CONTROL_FLOW:
        return LOOP
    if step.name in SUMS:
        return SUMS[step.name]
    if not step.operands or any(each.shape != step.result.shape for each in step.operands):
        return f"produced by `{step.name}`"
    at = tuple(np.argwhere(predicate(step.result))[0])
    numbers = [f"{float(each[at]):.4g}" for each in step.operands]
    if step.name in FORMULAS:
        return FORMULAS[step.name].format(*numbers)
    return f"`{step.name.removeprefix('chlo.')}` of {' and '.join(numbers)}"


def _steps(text: str, inputs: Sequence[Any]) -> list[_Step]:
    """Run the program and return every floating-point result of its operations in order.

    Return an empty list if these results exceed MAX_BYTES.
    """
    with mlir.context():
        module = mlir.parse_module(text)
        main = mlir.functions(module)["main"]
        block = main.regions[0].blocks[0]
        *ops, last = mlir.operations(block)
        pairs = [(op, made) for op in ops for made in op.results if _is_float(made)]
        if sum(value_bytes(made) for _, made in pairs) > MAX_BYTES:
            return []
        values = [*block.arguments, *(made for _, made in pairs)]
        place = {value: at for at, value in enumerate(values)}
        names = [op.name.removeprefix("stablehlo.") for op, _ in pairs]
        read = [[place[value] for value in op.operands if _is_float(value)] for op, _ in pairs]
        before = len(last.operands)
        with ir.Location.unknown():
            mlir.append_results(block, [made for _, made in pairs])
        mlir.update_result_types(main)
        text = str(module)
    made = mlir.execute(mlir.compile_text(text, "cpu"), inputs)[before:]
    wide = [np.asarray(each).astype(np.float64) for each in (*inputs, *made)]
    rows = zip(names, read, wide[len(inputs) :], strict=True)
    return [_Step(name, tuple(wide[at] for at in row), out) for name, row, out in rows]


def _is_float(value: Any) -> bool:
    return isinstance(value.type.element_type, ir.FloatType)
