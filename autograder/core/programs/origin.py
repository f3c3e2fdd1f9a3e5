"""Where an entry that is no finite number comes from: the first operation that makes one.

Every float that a program makes on its way is handed out beside its results, in a run of its own.
An operation whose operands were numbers, and whose result is not, is the one to be told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir
from autograder.core.programs.sizes import value_bytes

MOST = 64 << 20  # bytes that are handed out
INNER = ("while", "case", "if")
WORDS = {
    "divide": "{} / {}",
    "subtract": "{} - {}",
    "add": "{} + {}",
    "multiply": "{} * {}",
    "power": "{} to the power of {}",
    "remainder": "{} % {}",
    "log": "the logarithm of {}",
    "log_plus_one": "the logarithm of 1 + {}",
    "sqrt": "the root of {}",
    "rsqrt": "1 / the root of {}",
    "exponential": "e to the power of {}",
    "exponential_minus_one": "e to the power of {}",
}
WRITTEN = "written in the program (a kernel's block holds nan until something is written to it)"
BLOCK = (
    "in a kernel's block, which holds nan until something is written to it, or made inside a loop "
    "or kernel, as 0 / 0 and inf - inf are"
)
LOOP = "made inside a loop, where something grows from turn to turn or is divided by 0"
SUMS = {
    "dot_general": "made in a product of arrays: a sum grows too large, or an inf is in it",
    "convolution": "made in a convolution: a sum grows too large, or an inf is in it",
    "reduce": "made where entries are summed up or multiplied",
    "reduce_window": "made where entries of a window are summed up or multiplied",
}
Strange = Callable[[Any], Any]


@dataclass(frozen=True)
class _Step:
    """One operation of the program, with what it read and made."""

    name: str
    read: tuple[Any, ...]
    made: Any

    def begins(self, strange: Strange) -> bool:
        """Whether it makes such entries out of others."""
        return bool(strange(self.made).any()) and not any(strange(x).any() for x in self.read)


def origin(text: str, inputs: Sequence[Any]) -> str:
    """A sentence about the first such entry; nothing where it cannot be told."""
    steps = _steps(text, inputs)
    # A nan that is written down comes last: mostly it fills places that nobody looks at.
    begin = sorted((s for s in steps if s.begins(np.isnan)), key=lambda s: s.name == "constant")
    if step := next(iter(begin), None):
        # A loop that is handed a nan and hands one on may have made another.
        loop = any(s.name in INNER and np.isnan(s.made).any() for s in steps)
        told = BLOCK if step.name == "constant" and loop else _told(step, np.isnan)
        said = f"The first nan is {told}"
        infinite = any(np.isinf(each).any() for each in step.read)
        cause = next((s for s in steps if s.name != "constant" and s.begins(np.isinf)), None)
        if infinite and cause is not None:
            return f"{said}; the inf is {_told(cause, np.isinf)}."
        return f"{said}."
    step = next((s for s in steps if s.name != "constant" and s.begins(np.isinf)), None)
    return f"The first inf is {_told(step, np.isinf)}." if step else ""


def _told(step: _Step, strange: Strange) -> str:
    if step.name == "constant":
        return WRITTEN
    if step.name in INNER:
        return LOOP
    if step.name in SUMS:
        return SUMS[step.name]
    if not step.read or any(each.shape != step.made.shape for each in step.read):
        return f"made by `{step.name}`"
    at = tuple(np.argwhere(strange(step.made))[0])
    numbers = [f"{float(each[at]):.4g}" for each in step.read]
    if step.name in WORDS:
        return WORDS[step.name].format(*numbers)
    return f"`{step.name.removeprefix('chlo.')}` of {' and '.join(numbers)}"


def _steps(text: str, inputs: Sequence[Any]) -> list[_Step]:
    """All operations with floats among what they make, in their order, after a run."""
    with mlir.context():
        module = mlir.parse(text)
        main = mlir.functions(module)["main"]
        block = main.regions[0].blocks[0]
        *ops, last = mlir.operations(block)
        pairs = [(op, made) for op in ops for made in op.results if _is_float(made)]
        if sum(value_bytes(made) for _, made in pairs) > MOST:
            return []
        values = [*block.arguments, *(made for _, made in pairs)]
        place = {value: at for at, value in enumerate(values)}
        names = [op.name.removeprefix("stablehlo.") for op, _ in pairs]
        read = [[place[value] for value in op.operands if _is_float(value)] for op, _ in pairs]
        before = len(last.operands)
        with ir.Location.unknown():
            mlir.hand_on(block, [made for _, made in pairs])
        mlir.settle_results(main)
        text = str(module)
    made = mlir.execute(mlir.compile_text(text, "cpu"), inputs)[before:]
    wide = [np.asarray(each).astype(np.float64) for each in (*inputs, *made)]
    rows = zip(names, read, wide[len(inputs) :], strict=True)
    return [_Step(name, tuple(wide[at] for at in row), out) for name, row, out in rows]


def _is_float(value: Any) -> bool:
    return isinstance(value.type.element_type, ir.FloatType)
