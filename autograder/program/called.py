"""Functions that reductions and sorts call, and which of them a count can believe.

The table prices a reduction as if half of it could be done at once, since whoever calls one says
that any order will do. Nobody checks it. A function that is none of those below is carried out
from entry to entry, whatever it does: a loop written as the sum of nothing, in a sum's few steps.
"""

from __future__ import annotations

from math import inf, prod
from typing import Any

from autograder.program import mlir
from autograder.program.mlir import ir

COMPARES = 36  # operations of a comparator: three keys, as JAX puts them in order
CHOICE = 12  # of a function that hands on the larger of two entries, and where it stood
CHOOSING = {"compare", "select", "and", "or", "not", "real", "imag"}
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
    if name in ("reduce", "reduce_window"):
        return _chooses(blocks[0]) or (_any_order(blocks[0]) and _joins(op))
    return True


def _any_order(block: Any) -> bool:
    """Whether each result is one operation on its own two numbers, or one of these."""
    args, ends = list(block.arguments), _ends(block)
    half = len(args) // 2
    made = _computed(block)
    if not made:
        return all(end in args for end in ends)
    return len(made) == half == len(ends) and all(
        op is not None and _name(op) in ANY_ORDER and {*_places(op, args)} == {at, at + half}
        for at, op in enumerate(map(mlir.maker, ends))
    )


def _chooses(block: Any) -> bool:
    """Whether it hands on one of two entries, or two of four: by comparing them alone."""
    args, made = list(block.arguments), _computed(block)
    return (
        len(args) <= 4
        and len(made) <= CHOICE
        and not _looks_out(block)
        and all(_name(op) in CHOOSING for op in made)
        and all(
            op is not None and _name(op) == "select" and -1 not in _places(op, args)[1:]
            for op in map(mlir.maker, _ends(block))
        )
    )


def _joins(op: Any) -> bool:
    """Whether it joins entries: one alone with a number of one's choice is arithmetic."""
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
    value = ir.DenseElementsAttr(written.attributes["value"]).get_splat_value().value
    return bool(value == ANY_ORDER[_name(call)])


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
