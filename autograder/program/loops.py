"""Loops that may never end: each gets a counter, and stops when it has gone round too often.

One array of counters goes through the program, with a place for each such loop; every loop and
branch that holds one takes it in and hands it on. It comes out as the last result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.program import mlir
from autograder.program.mlir import ir, stablehlo
from autograder.say.errors import StudentError

MARK = "watched"
ROUNDS = 100_000  # of one loop in one run, all told
TESTED = (
    "A loop's condition, or a function that a reduction or a sort calls, holds another loop whose "
    "rounds cannot be known. Move that loop into the body."
)


def loops(block: Any) -> list[Any]:
    """Every loop in the order of the program's text, as `manylanes.cost` numbers them."""
    return [op for op in mlir.walk(block) if op.name == "stablehlo.while"]


def watch(module: Any, numbers: Sequence[int], most: int) -> None:
    """Count the rounds of these loops in a last result; none goes round more than `most` + 1."""
    main = mlir.functions(module)["main"]
    block = main.regions[0].blocks[0]
    found = loops(block)
    for slot, number in enumerate(numbers):  # an operation's own hash changes with its operands
        found[number].attributes[MARK] = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), slot)
    with ir.Location.unknown():
        counter = _Counter(len(numbers), most + 1)
        with ir.InsertionPoint.at_block_begin(block):
            start = counter.whole([0] * len(numbers))
        last = counter.thread(block, start)
        _hand_on(block, last)
        kind = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)
        kind = ir.FunctionType.get(kind.inputs, [*kind.results, last.type])
        main.attributes["function_type"] = ir.TypeAttr.get(kind)


def _slot(op: Any) -> int | None:
    """Where a watched loop counts."""
    return int(ir.IntegerAttr(op.attributes[MARK]).value) if MARK in op.attributes else None


def _watched(blocks: Sequence[Any]) -> bool:
    return any(_slot(op) is not None for block in blocks for op in mlir.walk(block))


@dataclass(frozen=True)
class _Counter:
    """How many loops count, and when each stops."""

    slots: int
    stop: int

    def whole(self, numbers: Sequence[int]) -> Any:
        """A constant array of i32."""
        array: Any = np.array(numbers, np.int32)
        return stablehlo.constant(ir.DenseElementsAttr.get(array))

    def thread(self, block: Any, counts: Any) -> Any:
        """Lead the counters through a block; what they are at its end."""
        for op in mlir.operations(block):
            inside, slot = _watched(mlir.blocks(op)), _slot(op)
            if slot is not None or (inside and op.name == "stablehlo.while"):
                counts = self._loop(op, counts, slot)
            elif inside and op.name in ("stablehlo.case", "stablehlo.if"):
                counts = self._branch(op, counts)
            elif inside:
                raise StudentError("refused", TESTED)
        return counts

    def _loop(self, op: Any, counts: Any, slot: int | None) -> Any:
        new = _rebuilt(op, counts, [counts])
        test, body = mlir.blocks(new)
        if _watched([test]):
            raise StudentError("refused", TESTED)
        seen = _argument(test, counts.type)
        if slot is not None:
            self._test(test, seen, slot)
        inner = _argument(body, counts.type)
        _hand_on(body, self.thread(body, inner if slot is None else self._count(body, inner, slot)))
        return _replaced(op, new)

    def _branch(self, op: Any, counts: Any) -> Any:
        new = _rebuilt(op, counts, [])
        for block in mlir.blocks(new):
            _hand_on(block, self.thread(block, counts))
        return _replaced(op, new)

    def _count(self, body: Any, counts: Any, slot: int) -> Any:
        with ir.InsertionPoint.at_block_begin(body):
            step = self.whole([int(at == slot) for at in range(self.slots)])
            return stablehlo.add(counts, step)

    def _test(self, test: Any, counts: Any, slot: int) -> None:
        """Go on while the loop's own test says so and the counter has not come to its end."""
        last = mlir.operations(test)[-1]
        with ir.InsertionPoint(last):
            one = stablehlo.slice(counts, [slot], [slot + 1], [1])
            number = ir.RankedTensorType.get([], counts.type.element_type)
            mine, stop = stablehlo.reshape(number, one), self.whole([self.stop])
            way = stablehlo.ComparisonDirectionAttr.get("LT")
            less = stablehlo.compare(mine, stablehlo.reshape(number, stop), way)
            last.operands[0] = stablehlo.and_(last.operands[0], less)


def _rebuilt(op: Any, counts: Any, more: list[Any]) -> Any:
    """The operation with one more result, its own blocks moved into it."""
    new = ir.Operation.create(
        op.name,
        results=[*(result.type for result in op.results), counts.type],
        operands=[*op.operands, *more],
        attributes={name: op.attributes[name] for name in mlir.names(op) if name != MARK},
        regions=len(op.regions),
        ip=ir.InsertionPoint(op),
    )
    for mine, theirs in zip(new.regions, op.regions, strict=True):
        theirs.blocks[0].append_to(mine)
    return new


def _argument(block: Any, kind: Any) -> Any:
    return block.add_argument(kind, ir.Location.unknown())


def _hand_on(block: Any, value: Any) -> None:
    """One more operand for the operation that ends a block."""
    last = mlir.operations(block)[-1]
    ir.Operation.create(last.name, operands=[*last.operands, value], ip=ir.InsertionPoint(last))
    last.erase()


def _replaced(old: Any, new: Any) -> Any:
    for result, other in zip(old.results, list(new.results)[:-1], strict=True):
        result.replace_all_uses_with(other)
    old.erase()
    return new.results[len(new.results) - 1]
