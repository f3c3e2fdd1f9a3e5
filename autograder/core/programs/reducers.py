"""Find reductions, scans, scatters and sorts that call a function whose cost cannot be counted.

The cost table assumes that the two halves of a reduction can be computed in parallel. This requires
an associative function, which JAX does not check. With any other function, each step depends on the
step before it. The cost table would count too few steps for such a reduction, so a student could
write a sequential loop as a reduction.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Sequence
from functools import partial
from itertools import pairwise
from math import inf, prod
from typing import Any

import numpy as np

from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

MAX_COMPARATOR_OPERATIONS = 36  # enough to compare three sort keys in JAX
MAX_SELECTION_OPERATIONS = 12  # enough for the larger of two elements and its index
SELECTIONS: dict[str, Any] = {"select": np.where, "real": np.real, "imag": np.imag}
BOOLEAN: dict[str, Any] = {"and": np.logical_and, "or": np.logical_or, "not": np.logical_not}
MAX_TRIPLES = 1 << 17  # maximum number of element triples that test a selection
ASSOCIATIVE = {  # each operation with its neutral element
    "add": 0, "or": 0, "xor": 0, "multiply": 1, "and": -1, "maximum": -inf, "minimum": inf,
}  # fmt: skip
UNCOUNTABLE = (
    "a function that `{}` calls is not a single sum, product, minimum, maximum or selection of its "
    "two arguments; use `jax.lax.scan` or `jnp.where`, whose cost can be counted"
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
    # For a scan that is not declared associative, every step is counted.
    if name == "chlo.scan" and _is_declared_associative(op):
        ends = _results(blocks[0])
        carries, outputs = ends[len(ends) // 2 :], ends[: len(ends) // 2]
        return carries == outputs and _is_associative(blocks[0])
    if name in ("reduce", "reduce_window"):
        return _is_selection(blocks[0]) or (_is_associative(blocks[0]) and _combines_elements(op))
    return True


def _is_declared_associative(op: Any) -> bool:
    return "is_associative" in op.attributes and bool(
        ir.BoolAttr(op.attributes["is_associative"]).value
    )


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
        and {*_argument_indices(op, args)} == {at, at + half}
        for at, op in enumerate(map(mlir.producer, ends[:half]))
    )


def _is_selection(block: Any) -> bool:
    """Return True if a function uses only comparisons to select one of two elements or pairs.

    The selection must also be associative.
    """
    args, made = list(block.arguments), _computations(block)
    return (
        len(args) <= 4
        and len(made) <= MAX_SELECTION_OPERATIONS
        and not _reads_outside(block)
        and all(map(_is_comparison, made))
        and all(
            op is not None and _name(op) == "select" and -1 not in _argument_indices(op, args)[1:]
            for op in map(mlir.producer, _results(block))
        )
        and _is_associative_selection(block)
    )


def _is_comparison(op: Any) -> bool:
    truth = str(op.results[0].type.element_type) == "i1"
    return _name(op) in ("compare", *SELECTIONS) or (truth and _name(op) in BOOLEAN)


def _is_associative_selection(block: Any) -> bool:
    """Return True if a selection from three elements does not depend on their grouping.

    The selection depends only on the order of the elements and the constants of the function, so
    all orders are tested. Return False if there are more than MAX_TRIPLES of them.
    """
    makers = [mlir.producer(value) for op in _computations(block) for value in op.operands]
    constants = [op for op in makers if op is not None and _name(op) == "constant"]
    if any(_is_complex(op.results[0]) for op in constants):
        return False
    written = {op.results[0]: _splat_value(op) for op in constants}
    half = len(block.arguments) // 2
    rows = [_test_values(value, written, block) for value in list(block.arguments)[:half]] * 3
    if prod(map(len, rows)) > MAX_TRIPLES:
        return False
    tried = np.meshgrid(*rows, indexing="ij")
    first, second, third = (tried[at : at + half] for at in range(0, 3 * half, half))
    call = partial(_apply, block, written)
    left, right = call(call(first, second), third), call(first, call(second, third))
    return all(map(np.array_equal, left, right))


def _test_values(value: Any, written: dict[Any, Any], block: Any) -> Any:
    """Return test values for an element: constants of the function and values around them."""
    kind = _real_type(value)
    if str(kind) == "i1":
        return [False, True]
    alike = [each for each in list(block.arguments) if _real_type(each) == kind]
    count = 3 * sum(1 + _is_complex(each) for each in alike) // 2
    near = _values_around(
        [written[each] for each in written if _real_type(each) == kind], kind, count
    )
    if not _is_complex(value):
        return near
    pairs = np.stack(np.meshgrid(near, near), -1).astype(np.float64)
    return pairs.view(np.complex128).reshape(-1)


def _values_around(written: Collection[Any], kind: Any, count: int) -> Any:
    """Return the constants and up to `count` values in each interval between them, ascending."""
    number = _numpy_type(kind)
    ordinals = sorted({_ordinal(each, number) for each in written if each == each})
    lowest, highest = (
        (-inf, inf) if number.kind == "f" else (np.iinfo(number).min, np.iinfo(number).max)
    )
    ends = [_ordinal(lowest, number) - 1, *ordinals, _ordinal(highest, number) + 1]
    between = {
        low + 1 + (high - low - 2) * step // (count - 1)
        for low, high in pairwise(ends)
        for step in range(count)
        if high - low > 1
    }
    return np.array(
        [_from_ordinal(place, number) for place in sorted(between | {*ordinals})], number
    )


def _numpy_type(kind: Any) -> Any:
    """Return a NumPy type that can represent every number of an element type."""
    if isinstance(kind, ir.FloatType):
        return np.dtype(np.float64 if str(kind) == "f64" else np.float32)
    whole = ir.IntegerType(kind)
    return np.dtype(f"{'uint' if whole.is_unsigned else 'int'}{max(8, whole.width)}")


def _ordinal(number: Any, kind: Any) -> int:
    """Return the position of a number among all numbers of its type; neighbours differ by one."""
    if kind.kind != "f":
        return int(number)
    bits = int(kind.type(abs(number)).view(f"i{kind.itemsize}"))
    return -bits if number < 0 else bits


def _from_ordinal(place: int, kind: Any) -> Any:
    if kind.kind != "f":
        return place
    size = np.array(abs(place), f"i{kind.itemsize}").view(kind)
    return -size if place < 0 else size


def _real_type(value: Any) -> Any:
    """Return the element type; for a complex type, that of its real and imaginary parts."""
    kind = value.type.element_type
    return ir.ComplexType(kind).element_type if _is_complex(value) else kind


def _is_complex(value: Any) -> bool:
    return isinstance(value.type.element_type, ir.ComplexType)


def _splat_value(constant: Any) -> Any:
    return ir.DenseElementsAttr(constant.attributes["value"]).get_splat_value().value


def _apply(block: Any, written: Any, one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """Apply a function to two elements, or to many pairs of elements at once."""
    values = written | dict(zip(block.arguments, [*one, *other], strict=True))
    for op in _computations(block):
        if _name(op) == "compare":
            direction = mlir.stablehlo.ComparisonDirectionAttr(
                op.attributes["comparison_direction"]
            )
            function = getattr(operator, direction.value.lower())
        else:
            function = (SELECTIONS | BOOLEAN)[_name(op)]
        values[op.results[0]] = function(*(values[value] for value in op.operands))
    return [values[value] for value in _results(block)]


def _combines_elements(op: Any) -> bool:
    """Return True if the reduction combines elements or starts from neutral values.

    A reduction that combines each element only with an initial value is ordinary arithmetic, but
    its counted span (longest chain of operations) would be 0.
    """
    if _name(op) == "reduce":
        inputs, outputs = (prod(value.type.shape) for value in (op.operands[0], op.results[0]))
        joined = inputs > outputs
    else:
        joined = prod(mlir.integers(op.attributes["window_dimensions"])) > 1
    starts = list(op.operands)[len(op.results) :]
    calls = [mlir.producer(end) for end in _results(mlir.blocks(op)[0])]
    return joined or all(map(_is_neutral, starts, calls))


def _is_neutral(start: Any, call: Any) -> bool:
    """Return True if the initial value of a reduction leaves every element unchanged."""
    if call is None:
        return True
    written = mlir.producer(start)
    while written is not None and _name(written) == "broadcast_in_dim":
        written = mlir.producer(written.operands[0])
    if written is None or _name(written) != "constant":
        return False
    neutral = _neutral_value(_name(call), start.type.element_type)
    if _is_complex(start):  # MLIR's Python bindings cannot read complex elements
        return f"dense<({neutral:e},{0:e})>" in str(written)
    return bool(_splat_value(written) == neutral)


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


def _argument_indices(op: Any, args: list[Any]) -> list[int]:
    """Return the index of each operand in `args`, or -1 for an operand that is not in `args`."""
    return [args.index(value) if value in args else -1 for value in op.operands]


def _name(op: Any) -> str:
    return str(op.name.removeprefix("stablehlo."))
