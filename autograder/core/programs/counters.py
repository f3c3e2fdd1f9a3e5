"""Add counters to a program: the iterations of every loop and the executions of every branch side.

The counts of a run are compared with the counts that follow from the program text. A loop also
stops when it exceeds its limit. Each counter is a scalar. Every loop carries, and every branch
returns, its own counters and those of the operations inside it. The program returns all counters as
its last result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.control_flow import (
    ATTRIBUTES,
    BRANCHES,
    COUNTS,
    NONE,
    OWN,
    counters_in,
    get_counters,
    loops,
    number_counters,
    set_counters,
)
from autograder.core.programs.mlir import ir, stablehlo

NESTED_CONTROL_FLOW = (
    "A function that a reduction or a sort calls contains a loop or a branch, which cannot be "
    "counted there. Use `jnp.where` instead."
)
Counters = dict[int, Any]  # the value of each counter by its index


def add_counters(module: Any, limits: Sequence[int]) -> None:
    """Add counters to a module in place, with one more result that contains the final counts.

    The counts of all loops come first, then those of all branch sides. `limits` contains the
    iteration limit of each loop. A loop stops after one more iteration than its limit. Raise
    StudentError for a loop or branch in the function of a reduction or sort.
    """
    main = mlir.functions(module)["main"]
    block = main.regions[0].blocks[0]
    with ir.Location.unknown():
        size = number_counters(block)
        for op in reversed(loops(block)):  # inner loops first
            if counters_in(mlir.operations(mlir.blocks(op)[0])):
                _move_test_into_body(op)
        with ir.InsertionPoint.at_block_begin(block):
            start = dict.fromkeys(range(size), _integer_constant(0))
        counts = _Threader(limits).thread(block, start)
        with ir.InsertionPoint(mlir.operations(block)[-1]):
            one = ir.RankedTensorType.get([1], ir.IntegerType.get_signless(32))
            rows = [stablehlo.reshape(one, counts[slot]) for slot in range(size)]
            last = stablehlo.concatenate(rows, 0)
        mlir.append_results(block, [last])
        mlir.update_result_types(main)


def _move_test_into_body(op: Any) -> None:
    """Move the test of a loop to the beginning of its body.

    The test of a loop returns only a boolean and therefore cannot return counters. The new loop
    carries the result of the test. If this result is false, the rest of the body is skipped.
    """
    with ir.InsertionPoint(op):
        boolean = ir.RankedTensorType.get([], ir.IntegerType.get_signless(1))
        true = stablehlo.constant(ir.DenseElementsAttr.get_splat(boolean, ir.BoolAttr.get(True)))
    new = ir.Operation.create(
        op.name,
        results=[*(value.type for value in op.results), true.type],
        operands=[*op.operands, true],
        attributes={OWN: op.attributes[OWN]},
        regions=2,
        ip=ir.InsertionPoint(op),
    )
    kinds = [value.type for value in new.results]
    test, body = (_new_block(region, kinds) for region in new.regions)
    with ir.InsertionPoint(test):
        ir.Operation.create("stablehlo.return", operands=[test.arguments[-1]])
    carried = list(body.arguments)[:-1]
    old_test, old_body = mlir.blocks(op)
    again = _move_operations(old_test, body, carried)[0]
    with ir.InsertionPoint(body):
        branch = ir.Operation.create(
            "stablehlo.if", results=kinds[:-1], operands=[again], regions=2
        )
        ir.Operation.create("stablehlo.return", operands=[*branch.results, again])
    (slot,) = get_counters(op, OWN)
    set_counters(branch, COUNTS, [slot, NONE])
    for region, source in zip(branch.regions, (old_body, None), strict=True):
        inner = _new_block(region, [])
        ends = carried if source is None else _move_operations(source, inner, carried)
        with ir.InsertionPoint(inner):
            ir.Operation.create("stablehlo.return", operands=ends)
    _replace(op, new)


def _move_operations(source: Any, to: Any, values: Sequence[Any]) -> list[Any]:
    """Move the operations of `source` to the end of `to`, and return the results of `source`."""
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
    """Pass the counters through a program."""

    limits: Sequence[int]  # the iteration limit of each loop

    def thread(self, block: Any, counts: Counters) -> Counters:
        """Pass counters through a block, and return their values at its end."""
        counts = dict(counts)
        for op in mlir.operations(block):
            slots = counters_in([op]) if len(op.regions) else []
            if not slots:
                continue
            if op.name == "stablehlo.while":
                counts |= self._loop(op, slots, counts)
            elif op.name in BRANCHES:
                counts |= self._branch(op, slots, counts)
            else:
                raise StudentError("refused", NESTED_CONTROL_FLOW)
        return counts

    def _loop(self, op: Any, slots: list[int], counts: Counters) -> Counters:
        new = _with_counters(op, [counts[slot] for slot in slots], carried=True)
        test, body = mlir.blocks(new)
        kind = ir.RankedTensorType.get([], ir.IntegerType.get_signless(32))
        place = ir.Location.unknown()
        tests = {slot: test.add_argument(kind, place) for slot in slots}
        bodies = {slot: body.add_argument(kind, place) for slot in slots}
        (own,) = get_counters(op, OWN)
        self._limit_iterations(test, tests[own], self.limits[own] + 1)
        self._thread_block(body, slots, bodies, get_counters(op, COUNTS)[1:])
        return self._replace_with_counters(op, new, slots)

    def _branch(self, op: Any, slots: list[int], counts: Counters) -> Counters:
        new = _with_counters(op, [counts[slot] for slot in slots], carried=False)
        for block, own in zip(mlir.blocks(new), get_counters(op, COUNTS), strict=True):
            self._thread_block(block, slots, {slot: counts[slot] for slot in slots}, [own])
        return self._replace_with_counters(op, new, slots)

    def _thread_block(
        self, block: Any, slots: list[int], counts: Counters, own: Sequence[int]
    ) -> None:
        """Count an execution of the block and the operations inside it, and return the counts."""
        with ir.InsertionPoint.at_block_begin(block):
            counts |= {
                slot: stablehlo.add(counts[slot], _integer_constant(1))
                for slot in own
                if slot != NONE
            }
        counts = self.thread(block, counts)
        mlir.append_results(block, [counts[slot] for slot in slots])

    def _limit_iterations(self, test: Any, counter: Any, stop: int) -> None:
        """Make a loop continue only while its test is true and its counter is below `stop`."""
        last = mlir.operations(test)[-1]
        with ir.InsertionPoint(last):
            less_than = stablehlo.ComparisonDirectionAttr.get("LT")
            less = stablehlo.compare(counter, _integer_constant(stop), less_than)
            last.operands[0] = stablehlo.and_(last.operands[0], less)

    def _replace_with_counters(self, op: Any, new: Any, slots: list[int]) -> Counters:
        _replace(op, new)
        return dict(zip(slots, list(new.results)[-len(slots) :], strict=True))


def _with_counters(op: Any, counts: Sequence[Any], *, carried: bool) -> Any:
    """Return a copy of an operation that also returns counters, and move the blocks into it."""
    new = ir.Operation.create(
        op.name,
        results=[*(result.type for result in op.results), *(value.type for value in counts)],
        operands=[*op.operands, *(counts if carried else ())],
        attributes={
            name: op.attributes[name] for name in mlir.attribute_names(op) if name not in ATTRIBUTES
        },
        regions=len(op.regions),
        ip=ir.InsertionPoint(op),
    )
    for mine, theirs in zip(new.regions, op.regions, strict=True):
        theirs.blocks[0].append_to(mine)
    return new


def _integer_constant(number: int) -> Any:
    kind = ir.IntegerType.get_signless(32)
    value = ir.IntegerAttr.get(kind, number)
    single = ir.RankedTensorType.get([], kind)
    return stablehlo.constant(ir.DenseElementsAttr.get_splat(single, value))


def _new_block(region: Any, kinds: Sequence[Any]) -> Any:
    return region.blocks.append(*kinds, arg_locs=[ir.Location.unknown()] * len(kinds))


def _replace(old: Any, new: Any) -> None:
    for result, other in zip(old.results, new.results, strict=False):  # the new results come last
        result.replace_all_uses_with(other)
    old.erase()
