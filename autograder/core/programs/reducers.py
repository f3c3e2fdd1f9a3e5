"""Find reductions, scans, scatters and sorts that call a function whose cost cannot be counted.

The cost table assumes that the two halves of a reduction can be computed in parallel. This requires
an associative function, which JAX does not check. With any other function, each step depends on the
step before it. The cost table would count too few steps for such a reduction, so a student could
write a sequential loop as a reduction.
"""

from __future__ import annotations

from math import inf, isfinite, prod
from typing import Any

import numpy as np

from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

MAX_COMPARATOR_OPERATIONS = 36  # enough to compare three sort keys in JAX
ASSOCIATIVE = {  # each operation with its neutral element
    "add": 0, "or": 0, "xor": 0, "multiply": 1, "and": -1, "maximum": -inf, "minimum": inf,
}  # fmt: skip
UNCOUNTABLE = (
    "a function that `{}` calls is not a single sum, product, minimum or maximum of its two "
    "arguments; use `jnp.argmax`, `jnp.where` or `jax.lax.scan`, whose cost can be counted"
)


def uncountable_reducers(block: Any) -> tuple[str, ...]:
    """Return a reason for each kind of operation whose function has an uncountable cost."""
    names = [_name(op) for op in mlir.walk(block) if not _is_countable(op)]
    return tuple(UNCOUNTABLE.format(name) for name in dict.fromkeys(names))


def _is_countable(op: Any) -> bool:
    name, blocks = _name(op), mlir.blocks(op)
    if name == "sort":
        return len(_computations(blocks[0])) <= MAX_COMPARATOR_OPERATIONS and not _reads_outside(
            blocks[0]
        )
    if name == "select_and_scatter":
        compares, combines = blocks
        return (
            len(_computations(compares)) == 1
            and not _reads_outside(compares)
            and _is_associative(combines)
        )
    if name == "scatter":
        return _is_associative(blocks[0])
    if name == "chlo.scan":
        declared = op.attributes
        if "is_associative" not in declared or not ir.BoolAttr(declared["is_associative"]).value:
            return True  # every step is counted
        ends = _results(blocks[0])
        carries, outputs = ends[len(ends) // 2 :], ends[: len(ends) // 2]
        return carries == outputs and _is_associative(blocks[0]) and _combines_elements(op)
    if name in ("reduce", "reduce_window"):
        is_known = bool(_selected_extreme(blocks[0])) or _is_associative(blocks[0])
        return is_known and _combines_elements(op)
    return True


def _is_associative(block: Any) -> bool:
    """Return True if each result is one associative operation on its own pair of arguments.

    Also return True if the function computes nothing and returns only arguments.
    """
    args, ends = list(block.arguments), _results(block)
    half = len(args) // 2
    made = _computations(block)
    if not made:
        return all(end in args for end in ends)
    return len(made) == half and all(
        op is not None
        and _name(op) in ASSOCIATIVE
        and {args.index(value) if value in args else -1 for value in op.operands} == {at, at + half}
        for at, op in enumerate(map(mlir.producer, ends[:half]))
    )


def _selected_extreme(block: Any) -> str:
    """Return "maximum" or "minimum" for a function with which JAX selects an element, otherwise "".

    JAX emits these functions for `argmax`, `argmin`, and extremes of complex numbers. Another
    selection may be a sequential loop, even if it only compares and selects.
    """
    results = _result_expressions(block)
    for beats, extreme in (("GT", "maximum"), ("LT", "minimum")):
        if results in (_larger_pair(beats), _larger_complex(beats)):
            return extreme
    return ""


def _larger_pair(beats: str) -> tuple[Any, ...]:
    """Return the function of `jnp.argmax` (GT) or `jnp.argmin` (LT).

    It selects the first NaN, or else the best value, and the lowest index of equal values.
    """
    is_better = "or", (beats, "a0", "b0"), ("NE", "a0", "a0")
    is_earlier = "and", ("EQ", "a0", "b0"), ("LT", "a1", "b1")
    return ("select", is_better, "a0", "b0"), ("select", ("or", is_better, is_earlier), "a1", "b1")


def _larger_complex(beats: str) -> tuple[Any, ...]:
    """Return the function of `jnp.max` (GT) or `jnp.min` (LT) for complex numbers.

    It is associative unless an element is NaN, because the second element is selected then.
    """
    reals, imags = (((part, "a0"), (part, "b0")) for part in ("real", "imag"))
    is_better = "select", ("EQ", *reals), (beats, *imags), (beats, *reals)
    return (("select", is_better, "a0", "b0"),)


def _result_expressions(block: Any) -> tuple[Any, ...]:
    """Return each result of a function as nested tuples of an operation and its operands.

    The arguments are `a0`, `a1`, ... for the first element and `b0`, `b1`, ... for the second. A
    constant or a value from outside the function is `?`. Do not print or hash the tuples: if an
    operation uses a value twice, its tuple contains the tuple of this value twice.
    """
    half = len(block.arguments) // 2
    names = [f"{element}{at}" for element in "ab" for at in range(half)]
    made: dict[Any, Any] = dict(zip(block.arguments, names, strict=True))
    for op in _computations(block):
        operands = (made.get(value, "?") for value in op.operands)
        made |= dict.fromkeys(op.results, (_function_name(op), *operands))
    return tuple(made.get(value, "?") for value in _results(block))


def _function_name(op: Any) -> str:
    """Return the name of an operation; for a comparison, its direction.

    For a comparison in the total order, in which -0 is less than 0, return `compare`. The function
    of `jnp.argmax` is not associative if only one of its comparisons uses this order.
    """
    if _name(op) != "compare" or "TOTALORDER" in str(op):
        return _name(op)
    direction = op.attributes["comparison_direction"]
    return str(mlir.stablehlo.ComparisonDirectionAttr(direction).value)


def _combines_elements(op: Any) -> bool:
    """Return True if the reduction or scan combines elements or starts from neutral values.

    A reduction that combines each element only with an initial value is ordinary arithmetic, but
    its counted span (longest chain of operations) would be 0. For the same reason, the index of a
    single selected element must not be computed.
    """
    shape, attributes = op.operands[0].type.shape, op.attributes
    if _name(op) == "reduce":
        joined = prod(shape) > prod(op.results[0].type.shape)
    elif _name(op) == "reduce_window":
        joined = prod(mlir.integers(attributes["window_dimensions"])) > 1
    else:
        joined = shape[attributes["dimension"].value] > 1
    count, block = len(op.operands) // 2, mlir.blocks(op)[0]
    elements, starts = list(op.operands)[:count], list(op.operands)[count:]
    if extreme := _selected_extreme(block):
        indices = map(_source, (*elements[1:], *starts[1:]))
        is_neutral = _is_neutral(starts[0], extreme) and all(
            source is not None and _name(source) in ("constant", "iota") for source in indices
        )
    else:
        makers = map(mlir.producer, _results(block))
        calls = ["" if maker is None else _name(maker) for maker in makers]
        is_neutral = all(map(_is_neutral, starts, calls))
    return joined or is_neutral


def _source(value: Any) -> Any:
    """Return the operation that makes a value before it is broadcast, or None for an argument."""
    op = mlir.producer(value)
    while op is not None and _name(op) == "broadcast_in_dim":
        op = mlir.producer(op.operands[0])
    return op


def _is_neutral(start: Any, operation: str) -> bool:
    """Return True if the initial value of a reduction leaves every element unchanged.

    `operation` is "" if the function computes nothing.
    """
    if not operation:
        return True
    written = _source(start)
    if written is None or _name(written) != "constant":
        return False
    kind = start.type.element_type
    neutral = _neutral_value(operation, kind)
    if not isinstance(kind, ir.ComplexType):
        value = ir.DenseElementsAttr(written.attributes["value"]).get_splat_value().value
        return bool(value == neutral)
    # MLIR's Python bindings cannot read complex elements. MLIR writes an infinity as its bits.
    double = str(ir.ComplexType(kind).element_type) == "f64"
    bits = np.array(neutral, "f8" if double else "f4").tobytes()[::-1].hex().upper()
    real = f"{neutral:e}" if isfinite(neutral) else f"0x{bits}"
    return f"dense<({real},{0:e})>" in str(written)


def _neutral_value(operation: str, kind: Any) -> Any:
    """Return the value of a type that an operation of `ASSOCIATIVE` combines without effect."""
    if not isinstance(kind, ir.IntegerType) or operation not in ("and", "maximum", "minimum"):
        return ASSOCIATIVE[operation]
    unsigned = kind.is_unsigned or kind.width == 1
    lowest = 0 if unsigned else -(2 ** (kind.width - 1))
    highest = lowest + 2**kind.width - 1
    all_ones = highest if unsigned else -1
    return {"and": all_ones, "maximum": lowest, "minimum": highest}[operation]


def _reads_outside(block: Any) -> bool:
    """Return True if a function reads values from outside it, except constants.

    The cost model ignores that the result depends on these values.
    """
    inside = [*block.arguments, *(made for op in mlir.operations(block) for made in op.results)]
    read = [value for op in mlir.operations(block) for value in op.operands if value not in inside]
    makers = map(mlir.producer, read)
    return not all(op is not None and _name(op) == "constant" for op in makers)


def _computations(block: Any) -> list[Any]:
    *ops, _ = mlir.operations(block)
    return [op for op in ops if _name(op) != "constant"]


def _results(block: Any) -> list[Any]:
    return list(mlir.operations(block)[-1].operands)


def _name(op: Any) -> str:
    return str(op.name.removeprefix("stablehlo."))
