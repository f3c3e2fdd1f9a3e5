"""Whether the number of the platform chooses anything in a program.

JAX writes a product once for each platform, and most often in the same words. Then there is one
form for all of them, and it is settled once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

Same = Callable[[Any, Any], bool]


def idle(index: Any) -> bool:
    """Whether a number chooses nothing but between blocks that are alike."""
    return _idle(index, _alike)


def drawn_alone(index: Any) -> bool:
    """Whether it chooses nothing else but how `jax.random` mixes its bits, and how JAX sums up.

    JAX has one way for a CPU and one for a GPU, which give the same; nothing else is made twice on
    purpose, but by a learner.
    """
    return _idle(index, _drawn)


def _idle(index: Any, alike: Same) -> bool:
    return all(_chooses_nothing(index, use.owner.operation, alike) for use in index.uses)


def _chooses_nothing(index: Any, op: Any, alike: Same) -> bool:
    if op.name == "sdy.manual_computation":  # a program for many devices is inside
        inside = mlir.blocks(op)[0].arguments
        handed = zip(op.operands, inside, strict=True)
        return all(_idle(own, alike) for operand, own in handed if operand == index)
    if op.name == "stablehlo.convert":  # of 64 bits, where JAX is told to have them
        return _idle(op.results[0], alike)
    if op.name != "stablehlo.case":
        return False
    first, *others = mlir.blocks(op)
    if all(alike(first, other) for other in others):
        return True
    plain = all(len(mlir.operations(block)) == 1 for block in (first, *others))
    return plain and all(_idle(result, alike) for result in op.results)


def _drawn(one: Any, other: Any) -> bool:
    return (
        _alike(one, other)
        or (_mixes(one) and _mixes(other))
        or _running_sum(one, other)
        or _running_sum(other, one)
    )


def _running_sum(scan: Any, window: Any) -> bool:
    """Whether they are `jnp.cumsum`, as JAX from 0.12 on writes it for a GPU and for a CPU."""
    for block, name in (scan, "chlo.scan"), (window, "stablehlo.reduce_window"):
        if _names(block) != [name, "stablehlo.return"]:
            return False
    (scans, end), (sums, _) = map(_told, (scan, window))
    axis = scans.attributes["dimension"].value
    along = [size if at == axis else 1 for at, size in enumerate(sums.operands[0].type.shape)]
    before = [number for size in along for number in (size - 1, 0)]
    given = {name: sums.attributes[name] for name in mlir.names(sums)}
    padding = (
        list(ir.DenseIntElementsAttr(given["padding"])) if "padding" in given else [0] * len(before)
    )
    return (
        not scans.attributes["is_reverse"].value
        and list(map(_filled, scans.operands)) == list(map(_filled, sums.operands))
        and end.operands[0] == scans.results[0]
        and all(
            set(mlir.whole_numbers(number)) == {1}
            for name, number in given.items()
            if name not in ("padding", "window_dimensions")
        )
        and mlir.whole_numbers(given["window_dimensions"]) == along
        and padding == before
        and _adds(scans)
        and _adds(sums)
    )


def _told(block: Any) -> list[Any]:
    """Its operations, but for numbers that are repeated."""
    return [op for op in mlir.operations(block) if op.name != "stablehlo.broadcast_in_dim"]


def _names(block: Any) -> list[str]:
    return [op.name for op in _told(block)]


def _filled(value: Any) -> Any:
    """What an array that is one number repeated is filled with; else the array."""
    made = mlir.maker(value)
    if made and made.name == "stablehlo.broadcast_in_dim":
        return _filled(made.operands[0])
    if made and made.name == "stablehlo.constant" and mlir.is_splat(made):
        return str(ir.DenseElementsAttr(made.attributes["value"]).get_splat_value())
    return value


def _adds(op: Any) -> bool:
    """Whether the function that it calls is the sum of its two numbers."""
    body = mlir.blocks(op)[0]
    rows = mlir.operations(body)
    return _names(body) == ["stablehlo.add", "stablehlo.return"] and (
        set(rows[0].operands) == set(body.arguments)
        and set(rows[1].operands) == {rows[0].results[0]}
    )


def _mixes(block: Any) -> bool:
    """Whether bits are all that a block gives, and whole numbers all that it makes them of."""
    results = [value for op in mlir.walk(block) for value in op.results]
    made = [getattr(value.type, "element_type", None) for value in results]  # a token has none
    given = [str(value.type.element_type) for value in mlir.operations(block)[-1].operands]
    return {*given} == {"ui32"} and all(isinstance(kind, ir.IntegerType) for kind in made)


def _alike(one: Any, other: Any, known: dict[Any, Any] | None = None) -> bool:
    """Whether they do the same with the same; `known` pairs the values of those around them."""
    known = {} if known is None else known
    rows = mlir.operations(one), mlir.operations(other)
    return (
        _paired(list(one.arguments), list(other.arguments), known)
        and len(rows[0]) == len(rows[1])
        and all(_same(*pair, known) for pair in zip(*rows, strict=True))
    )


def _same(one: Any, other: Any, known: dict[Any, Any]) -> bool:
    return (
        one.name == other.name
        and [known.get(value, value) for value in one.operands] == list(other.operands)
        and _attributes(one) == _attributes(other)
        and len(mlir.blocks(one)) == len(mlir.blocks(other))
        and all(
            _alike(*pair, known) for pair in zip(mlir.blocks(one), mlir.blocks(other), strict=True)
        )
        and _paired(list(one.results), list(other.results), known)
    )


def _paired(ones: list[Any], others: list[Any], known: dict[Any, Any]) -> bool:
    """Values of the same types, of which one stands for the other from here on."""
    known.update(zip(ones, others, strict=False))
    return [value.type for value in ones] == [value.type for value in others]


def _attributes(op: Any) -> dict[str, Any]:
    return {name: op.attributes[name] for name in mlir.names(op)}
