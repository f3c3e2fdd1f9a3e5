"""Functions that reductions and sorts call, and which of them a count can believe.

The table prices a reduction as if half of it could be done at once, since whoever calls one says
that any order will do. Nobody checks it. A function that is none of those below is carried out
from entry to entry, whatever it does: a loop written as the sum of nothing, in a sum's few steps.
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

COMPARES = 36  # operations of a comparator: three keys, as JAX puts them in order
CHOICE = 12  # of a function that hands on the larger of two entries, and where it stood
CHOOSING: dict[str, Any] = {"select": np.where, "real": np.real, "imag": np.imag}
TRUTHS: dict[str, Any] = {"and": np.logical_and, "or": np.logical_or, "not": np.logical_not}
TRIPLES = 1 << 17  # of entries that a choice is tried on
ANY_ORDER = {  # and the number that leaves the other as it was
    "add": 0, "or": 0, "xor": 0, "multiply": 1, "and": -1, "maximum": -inf, "minimum": inf,
}  # fmt: skip
WORDS = (
    "a function that `{}` calls is more than one sum, product, minimum, maximum or choice of its "
    "two numbers; in `jax.lax.scan` or `jnp.where` it can be counted"
)


def unbelieved(block: Any) -> tuple[str, ...]:
    """Why a program's cost cannot be counted, as far as such functions go."""
    found = [_name(op) for op in mlir.walk(block) if not _plain(op)]
    return tuple(WORDS.format(name) for name in dict.fromkeys(found))


def _plain(op: Any) -> bool:
    name, blocks = _name(op), mlir.blocks(op)
    if name == "sort":
        return len(_computed(blocks[0])) <= COMPARES and not _looks_out(blocks[0])
    if name == "select_and_scatter":
        compares, combines = blocks
        return len(_computed(compares)) == 1 and not _looks_out(compares) and _any_order(combines)
    if name == "scatter":
        return _any_order(blocks[0])
    if name == "chlo.scan" and _said_associative(op):  # else it is counted step by step
        ends = _ends(blocks[0])
        handed_on, made = ends[len(ends) // 2 :], ends[: len(ends) // 2]
        return handed_on == made and _any_order(blocks[0])
    if name in ("reduce", "reduce_window"):
        return _chooses(blocks[0]) or (_any_order(blocks[0]) and _joins(op))
    return True


def _said_associative(op: Any) -> bool:
    return "is_associative" in op.attributes and bool(
        ir.BoolAttr(op.attributes["is_associative"]).value
    )


def _any_order(block: Any) -> bool:
    """Whether each result is one operation on its own two numbers, or one of these."""
    args, ends = list(block.arguments), _ends(block)
    half = len(args) // 2
    made = _computed(block)
    if not made:
        return all(end in args for end in ends)
    return len(made) == half and all(
        op is not None and _name(op) in ANY_ORDER and {*_places(op, args)} == {at, at + half}
        for at, op in enumerate(map(mlir.maker, ends[:half]))
    )


def _chooses(block: Any) -> bool:
    """Whether it hands on one of two entries, or two of four: by comparing them alone."""
    args, made = list(block.arguments), _computed(block)
    return (
        len(args) <= 4
        and len(made) <= CHOICE
        and not _looks_out(block)
        and all(map(_compares, made))
        and all(
            op is not None and _name(op) == "select" and -1 not in _places(op, args)[1:]
            for op in map(mlir.maker, _ends(block))
        )
        and _associates(block)
    )


def _compares(op: Any) -> bool:
    truth = str(op.results[0].type.element_type) == "i1"
    return _name(op) in ("compare", *CHOOSING) or (truth and _name(op) in TRUTHS)


def _associates(block: Any) -> bool:
    """Whether it is the same of three entries which two of them are chosen from first.

    A choice hangs on how numbers lie among those that are written: all ways are tried.
    """
    makers = [mlir.maker(value) for op in _computed(block) for value in op.operands]
    constants = [op for op in makers if op is not None and _name(op) == "constant"]
    if any(_is_complex(op.results[0]) for op in constants):
        return False
    written = {op.results[0]: _splat(op) for op in constants}
    half = len(block.arguments) // 2
    rows = [_entries(value, written, block) for value in list(block.arguments)[:half]] * 3
    if prod(map(len, rows)) > TRIPLES:
        return False
    tried = np.meshgrid(*rows, indexing="ij")
    first, second, third = (tried[at : at + half] for at in range(0, 3 * half, half))
    call = partial(_called, block, written)
    left, right = call(call(first, second), third), call(first, call(second, third))
    return all(map(np.array_equal, left, right))


def _entries(value: Any, written: dict[Any, Any], block: Any) -> Any:
    """What is tried for an entry: the numbers written of its type, and enough among them."""
    kind = _parts(value)
    if str(kind) == "i1":
        return [False, True]
    alike = [each for each in list(block.arguments) if _parts(each) == kind]
    count = 3 * sum(1 + _is_complex(each) for each in alike) // 2
    near = _among([written[each] for each in written if _parts(each) == kind], kind, count)
    if not _is_complex(value):
        return near
    pairs = np.stack(np.meshgrid(near, near), -1).astype(np.float64)
    return pairs.view(np.complex128).reshape(-1)


def _among(written: Collection[Any], kind: Any, count: int) -> Any:
    """These numbers, and so many below, between and above them, in the order of their type."""
    number = _number(kind)
    known = sorted({_place(each, number) for each in written if each == each})
    lowest, highest = (
        (-inf, inf) if number.kind == "f" else (np.iinfo(number).min, np.iinfo(number).max)
    )
    ends = [_place(lowest, number) - 1, *known, _place(highest, number) + 1]
    between = {
        low + 1 + (high - low - 2) * step // (count - 1)
        for low, high in pairwise(ends)
        for step in range(count)
        if high - low > 1
    }
    return np.array([_at(place, number) for place in sorted(between | {*known})], number)


def _number(kind: Any) -> Any:
    """NumPy's type that holds every number of this one."""
    if isinstance(kind, ir.FloatType):
        return np.dtype(np.float64 if str(kind) == "f64" else np.float32)
    whole = ir.IntegerType(kind)
    return np.dtype(f"{'uint' if whole.is_unsigned else 'int'}{max(8, whole.width)}")


def _place(number: Any, kind: Any) -> int:
    """Where a number stands among all of its type: the next one is one further."""
    if kind.kind != "f":
        return int(number)
    bits = int(kind.type(abs(number)).view(f"i{kind.itemsize}"))
    return -bits if number < 0 else bits


def _at(place: int, kind: Any) -> Any:
    if kind.kind != "f":
        return place
    size = np.array(abs(place), f"i{kind.itemsize}").view(kind)
    return -size if place < 0 else size


def _parts(value: Any) -> Any:
    """The type of its numbers; of a complex one's two."""
    kind = value.type.element_type
    return ir.ComplexType(kind).element_type if _is_complex(value) else kind


def _is_complex(value: Any) -> bool:
    return isinstance(value.type.element_type, ir.ComplexType)


def _splat(constant: Any) -> Any:
    return ir.DenseElementsAttr(constant.attributes["value"]).get_splat_value().value


def _called(block: Any, written: Any, one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """What such a function makes of two entries; of many at once."""
    known = written | dict(zip(block.arguments, [*one, *other], strict=True))
    for op in _computed(block):
        if _name(op) == "compare":
            way = mlir.stablehlo.ComparisonDirectionAttr(op.attributes["comparison_direction"])
            does = getattr(operator, way.value.lower())
        else:
            does = (CHOOSING | TRUTHS)[_name(op)]
        known[op.results[0]] = does(*(known[value] for value in op.operands))
    return [known[value] for value in _ends(block)]


def _joins(op: Any) -> bool:
    """Whether it joins entries. To join one with a number of one's choice is arithmetic."""
    if _name(op) == "reduce":
        taken, left = (prod(value.type.shape) for value in (op.operands[0], op.results[0]))
        joined = taken > left
    else:
        joined = prod(mlir.whole_numbers(op.attributes["window_dimensions"])) > 1
    starts = list(op.operands)[len(op.results) :]
    calls = [mlir.maker(end) for end in _ends(mlir.blocks(op)[0])]
    return joined or all(map(_neutral, starts, calls))


def _neutral(start: Any, call: Any) -> bool:
    """Whether what a reduction starts from leaves every number as it is."""
    if call is None:
        return True
    written, kind = mlir.maker(start), start.type.element_type
    if written is None or _name(written) != "constant":
        return False
    if not isinstance(kind, ir.FloatType):
        return True  # whole numbers have ends of their own, and one written step is no way round
    return bool(_splat(written) == ANY_ORDER[_name(call)])


def _looks_out(block: Any) -> bool:
    """Whether it reads what is computed around it: only the interpreter lets it."""
    inside = [*block.arguments, *(made for op in mlir.operations(block) for made in op.results)]
    read = [value for op in mlir.operations(block) for value in op.operands if value not in inside]
    makers = map(mlir.maker, read)
    return not all(op is not None and _name(op) == "constant" for op in makers)


def _computed(block: Any) -> list[Any]:
    *ops, _ = mlir.operations(block)
    return [op for op in ops if _name(op) != "constant"]


def _ends(block: Any) -> list[Any]:
    return list(mlir.operations(block)[-1].operands)


def _places(op: Any, args: list[Any]) -> list[int]:
    """Which arguments it takes; -1 for anything else."""
    return [args.index(value) if value in args else -1 for value in op.operands]


def _name(op: Any) -> str:
    return str(op.name.removeprefix("stablehlo."))
