"""Counters in a program: how often every loop goes round and every side of a branch is taken.

A run is held to what was read in the text, and a loop stops when it has gone round too often. Each
counter is a single number; whatever holds a loop or a branch takes its counters in and hands them
on, and all of them come out as the last result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.control_flow import (
    BRANCHES,
    COUNTS,
    MARKS,
    NONE,
    STOPS,
    inside,
    loops,
    mark,
    marked,
    number_all,
)
from autograder.core.programs.mlir import ir, stablehlo

CALLED = (
    "A function that a reduction or a sort calls holds a loop or a branch, which cannot be "
    "counted there. Write it without one: `jnp.where` chooses between numbers."
)
Counts = dict[int, Any]  # the value of each counter, by its place


def count(module: Any, most: Sequence[int]) -> None:
    """Rounds of all loops, then takings of all sides, in a last result, in place.

    `most` says how often each loop may go round; it stops after one round more.
    """
    main = mlir.functions(module)["main"]
    block = main.regions[0].blocks[0]
    with ir.Location.unknown():
        size = number_all(block)
        for op in reversed(loops(block)):  # inner ones first
            if inside(mlir.operations(mlir.blocks(op)[0])):
                _test_in_the_body(op)
        with ir.InsertionPoint.at_block_begin(block):
            start = dict.fromkeys(range(size), _whole(0))
        counts = _Threader(most).thread(block, start)
        with ir.InsertionPoint(mlir.operations(block)[-1]):
            last = _joined([counts[slot] for slot in range(size)])
        mlir.hand_on(block, [last])
        mlir.settle_results(main)


def _test_in_the_body(op: Any) -> None:
    """A test hands on a truth and no counter: so it is moved to the beginning of the body.

    The loop carries whether to go on; a body that begins with the answer no does nothing else.
    """
    with ir.InsertionPoint(op):
        yes = stablehlo.constant(ir.DenseElementsAttr.get_splat(_truth(), ir.BoolAttr.get(True)))
    new = ir.Operation.create(
        op.name,
        results=[*(value.type for value in op.results), yes.type],
        operands=[*op.operands, yes],
        attributes={STOPS: op.attributes[STOPS]},
        regions=2,
        ip=ir.InsertionPoint(op),
    )
    kinds = [value.type for value in new.results]
    test, body = (_block(region, kinds) for region in new.regions)
    with ir.InsertionPoint(test):
        ir.Operation.create("stablehlo.return", operands=[test.arguments[-1]])
    carried = list(body.arguments)[:-1]
    old_test, old_body = mlir.blocks(op)
    again = _moved(old_test, body, carried)[0]
    with ir.InsertionPoint(body):
        branch = ir.Operation.create(
            "stablehlo.if", results=kinds[:-1], operands=[again], regions=2
        )
        ir.Operation.create("stablehlo.return", operands=[*branch.results, again])
    (slot,) = marked(op, STOPS)
    mark(branch, COUNTS, [slot, NONE])
    for region, source in zip(branch.regions, (old_body, None), strict=True):
        inner = _block(region, [])
        ends = carried if source is None else _moved(source, inner, carried)
        with ir.InsertionPoint(inner):
            ir.Operation.create("stablehlo.return", operands=ends)
    _replace(op, new)


def _moved(source: Any, to: Any, values: Sequence[Any]) -> list[Any]:
    """All of a block, for these arguments, to the end of another; what it returned."""
    for argument, value in zip(source.arguments, values, strict=True):
        argument.replace_all_uses_with(value)
    *own, last = mlir.operations(source)
    for op in own:
        to.append(op)
    ends = list(last.operands)
    last.erase()
    return ends


@dataclass(frozen=True)
class _Threader:
    """Leads the counters through a program."""

    most: Sequence[int]  # rounds of each loop

    def thread(self, block: Any, counts: Counts) -> Counts:
        """What the counters are at the end of a block."""
        counts = dict(counts)
        for op in mlir.operations(block):
            slots = inside([op]) if len(op.regions) else []
            if not slots:
                continue
            if op.name == "stablehlo.while":
                counts |= self._loop(op, slots, counts)
            elif op.name in BRANCHES:
                counts |= self._branch(op, slots, counts)
            else:
                raise StudentError("refused", CALLED)
        return counts

    def _loop(self, op: Any, slots: list[int], counts: Counts) -> Counts:
        new = _rebuilt(op, [counts[slot] for slot in slots], carried=True)
        test, body = mlir.blocks(new)
        seen, inner = ({slot: _argument(each) for slot in slots} for each in (test, body))
        (own,) = marked(op, STOPS)
        self._stop(test, seen[own], self.most[own] + 1)
        self._through(body, slots, inner, marked(op, COUNTS)[1:])
        return self._replaced(op, new, slots)

    def _branch(self, op: Any, slots: list[int], counts: Counts) -> Counts:
        new = _rebuilt(op, [counts[slot] for slot in slots], carried=False)
        for block, own in zip(mlir.blocks(new), marked(op, COUNTS), strict=True):
            self._through(block, slots, {slot: counts[slot] for slot in slots}, [own])
        return self._replaced(op, new, slots)

    def _through(self, block: Any, slots: list[int], counts: Counts, own: Sequence[int]) -> None:
        """Count the block itself, then what stands in it."""
        with ir.InsertionPoint.at_block_begin(block):
            counts |= {slot: stablehlo.add(counts[slot], _whole(1)) for slot in own if slot != NONE}
        counts = self.thread(block, counts)
        mlir.hand_on(block, [counts[slot] for slot in slots])

    def _stop(self, test: Any, seen: Any, stop: int) -> None:
        """Go on while the loop's own test says so and the counter has not come to its end."""
        last = mlir.operations(test)[-1]
        with ir.InsertionPoint(last):
            way = stablehlo.ComparisonDirectionAttr.get("LT")
            less = stablehlo.compare(seen, _whole(stop), way)
            last.operands[0] = stablehlo.and_(last.operands[0], less)

    def _replaced(self, op: Any, new: Any, slots: list[int]) -> Counts:
        _replace(op, new)
        return dict(zip(slots, list(new.results)[-len(slots) :], strict=True))


def _rebuilt(op: Any, counts: Sequence[Any], *, carried: bool) -> Any:
    """The operation with its counters among its results, its own blocks moved into it."""
    new = ir.Operation.create(
        op.name,
        results=[*(result.type for result in op.results), *(value.type for value in counts)],
        operands=[*op.operands, *(counts if carried else ())],
        attributes={name: op.attributes[name] for name in mlir.names(op) if name not in MARKS},
        regions=len(op.regions),
        ip=ir.InsertionPoint(op),
    )
    for mine, theirs in zip(new.regions, op.regions, strict=True):
        theirs.blocks[0].append_to(mine)
    return new


def _truth() -> Any:
    return ir.RankedTensorType.get([], ir.IntegerType.get_signless(1))


def _whole(number: int) -> Any:
    kind = ir.IntegerType.get_signless(32)
    value = ir.IntegerAttr.get(kind, number)
    single = ir.RankedTensorType.get([], kind)
    return stablehlo.constant(ir.DenseElementsAttr.get_splat(single, value))


def _joined(counts: Sequence[Any]) -> Any:
    one = ir.RankedTensorType.get([1], ir.IntegerType.get_signless(32))
    return stablehlo.concatenate([stablehlo.reshape(one, value) for value in counts], 0)


def _block(region: Any, kinds: Sequence[Any]) -> Any:
    return region.blocks.append(*kinds, arg_locs=[ir.Location.unknown()] * len(kinds))


def _argument(block: Any) -> Any:
    kind = ir.RankedTensorType.get([], ir.IntegerType.get_signless(32))
    return block.add_argument(kind, ir.Location.unknown())


def _replace(old: Any, new: Any) -> None:
    for result, other in zip(old.results, new.results, strict=False):  # new ones come last
        result.replace_all_uses_with(other)
    old.erase()
