"""Programs for eight devices: a `shard_map` with collectives, run on a machine with one device.

The canonical form has two parts: a line with the layout of the arrays, and the program of one
device, including its collectives. For a run, the program is expanded to the operations of all
devices. Each collective is replaced with ordinary operations on the values of all devices. The
expanded program is an ordinary program for one device. A run therefore needs no simulated devices
and no flags before JAX starts. No device can wait for a message that never arrives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.canonical import (
    FORGED,
    NOT_PORTABLE,
    PLATFORMS,
    body,
    decode_export,
    fix_platform,
    inline_calls,
    is_portable,
    simplify,
)
from autograder.core.programs.collectives import COLLECTIVES, Row, concatenate, split_along
from autograder.core.programs.device_copies import are_integers, merge_copies
from autograder.core.programs.mesh import UNEVEN, Layout, axes_of, cuts_of, groups_of, mesh_of
from autograder.core.programs.mlir import ir
from autograder.core.programs.run import Cost, RunnableProgram, RunResult
from autograder.core.programs.trip_counts import Counts
from manylanes import cost

NESTED = (
    "A collective is inside a loop or a branch, where the devices could disagree on whether they "
    "take part. Unroll the steps with a Python loop."
)
OUTSIDE_SHARD_MAP = (
    "All operations must be inside one `jax.shard_map` over the mesh of the task. Move the "
    "operations before and after it into its function."
)
UNUSED_INPUT = (
    "Some inputs of your function are not used inside the `shard_map`. The result depends on every "
    "input: pass all of them, and use them there."
)


def canonical_sharded(artifact: bytes) -> bytes:
    """Return the canonical form of an export with one `shard_map`.

    Raise StudentError if the export does not consist of one `shard_map`, is not allowed, or differs
    between platforms.
    """
    exported = decode_export(artifact)
    with mlir.context():
        try:
            module = inline_calls(exported)
            written, portable = str(module), is_portable(module)
            for platform in reversed(PLATFORMS):  # the program must be valid on every platform
                layout, one_device = _one_device(mlir.parse_module(written), platform)
            text = str(one_device)
        except mlir.errors() as error:
            raise StudentError("refused", FORGED) from error
    if not portable:
        raise StudentError("refused", NOT_PORTABLE)
    return f"{layout}\n{text}".encode()


def _one_device(module: Any, platform: str) -> tuple[Layout, Any]:
    """Return the layout of the arrays, and the program of one device as a module."""
    main = mlir.functions(module)["main"].regions[0].blocks[0]
    *own, last = mlir.operations(main)
    if len(own) != 1 or own[0].name != "sdy.manual_computation":
        raise StudentError("refused", OUTSIDE_SHARD_MAP)
    (op,), arguments = own, list(main.arguments)
    if list(last.operands) != list(op.results) or any(v not in arguments for v in op.operands):
        raise StudentError("refused", OUTSIDE_SHARD_MAP)
    mesh = mesh_of(module)
    if set(axes_of(op, "manual_axes")) != set(mesh):
        raise StudentError("refused", UNEVEN)
    numbers = [arguments.index(operand) - 1 for operand in op.operands]
    cuts = cuts_of(op, "in_shardings", mesh)
    if set(numbers) - {-1} != set(range(len(arguments) - 1)):
        raise StudentError("refused", UNUSED_INPUT)
    inputs = [pair for pair in zip(numbers, cuts, strict=True) if pair[0] >= 0]
    block = op.regions[0].blocks[0]
    name = "replica_groups"
    for each in mlir.walk(block):
        # Write replica groups as rows of devices, so that all versions of JAX give the same text.
        if name in each.attributes and "axes" in str(each.attributes[name]):
            rows = groups_of(str(each.attributes[name]), mesh)
            each.attributes[name] = ir.DenseIntElementsAttr.get(rows.astype(np.int64))
    end = mlir.operations(block)[-1]
    with ir.InsertionPoint(end), ir.Location.unknown():
        ir.Operation.create("func.return", operands=list(end.operands))
    end.erase()
    for place in reversed([place for place, number in enumerate(numbers) if number < 0]):
        fix_platform(block, place, platform)
    layout = Layout(mesh, inputs, cuts_of(op, "out_shardings", mesh))
    plain = simplify(block, tuple(COLLECTIVES))
    _check_collectives(body(plain))
    return layout, plain


class ShardedProgram:
    """A program of eight devices, which can be run and whose cost can be counted."""

    def __init__(self, text: bytes) -> None:
        self.text = text.decode()
        layout = Layout.of(self.text)
        with mlir.context():
            module = mlir.parse_module(self.text)
            _check_collectives(body(module))
            expanded, self._copies = _expand(body(module), layout)
        self._program = RunnableProgram(expanded.encode())
        self.dtypes, self.sums = self._program.dtypes, self._program.sums

    def cost(self, rounds: Mapping[int, int] | None = None) -> Cost:
        """Return the cost of all devices, with the bytes and messages that one device sends."""
        one = cost(self.text)  # all devices run the same program
        return replace(self._program.cost(rounds), sent=one.sent, messages=one.messages)

    def run(self, inputs: Sequence[Any]) -> RunResult:
        """Run the operations of all devices. Raise StudentError as in `RunnableProgram.run`."""
        ran = self._program.run(inputs)
        return replace(ran, results=self._merge(ran.results, are_integers(inputs)))

    def origin(self, inputs: Sequence[Any]) -> str:
        """Return a sentence about the origin of the first element that is not finite, or ""."""
        return self._program.origin(inputs)

    def run_call(self, values: Sequence[Any]) -> list[list[Any]]:
        """Return the results for each subset of `values`, as in `RunnableProgram.run_call`."""
        made = self._program.run_call(values)
        exact = are_integers([value for value in values if not isinstance(value, str)])
        return [self._merge(results, exact) for results in made]

    def _merge(self, results: Sequence[Any], exact: bool) -> list[Any]:
        row = iter(results)
        return [merge_copies(list(islice(row, count)), exact) for count in self._copies]

    def runs(self, many: Sequence[Sequence[Any]]) -> list[Counts]:
        """Return the distinct trip counts of dynamic loops, as in `RunnableProgram.runs`."""
        return self._program.runs(many)


def _check_collectives(block: Any) -> None:
    """Raise StudentError for a collective in a loop or branch, which some devices might skip."""
    own = mlir.operations(block)
    if any(op.name in COLLECTIVES for op in mlir.walk(block) if op not in own):
        raise StudentError("refused", NESTED)


def _expand(block: Any, layout: Layout) -> tuple[str, list[int]]:
    """Return a program on the whole arrays that contains the operations of every device.

    If several devices hold the same result, the program returns every copy of it. Also return the
    number of copies of each result.
    """
    with ir.Location.unknown():
        shapes = _global_types(block, layout)
        module, main = mlir.new_main(shapes)
        new = main.regions[0].blocks.append(*shapes)
        with ir.InsertionPoint(new):
            results = _expand_block(block, new, layout)
            outputs = [copy for copies in results for copy in copies]
            ir.Operation.create("func.return", operands=outputs)
        mlir.update_result_types(main)
    module.operation.verify()
    return str(module), [len(copies) for copies in results]


def _global_types(block: Any, layout: Layout) -> list[Any]:
    """Return the types of the whole arrays, in the order of the arguments."""
    types: dict[int, Any] = {}
    for argument, (number, cut) in zip(block.arguments, layout.inputs, strict=True):
        sizes = [n * layout.parts(axes) for n, axes in zip(argument.type.shape, cut, strict=True)]
        types[number] = ir.RankedTensorType.get(sizes, argument.type.element_type)
    if sorted(types) != list(range(len(types))):
        raise StudentError("refused", FORGED)
    return [types[number] for number in sorted(types)]


def _expand_block(block: Any, new: Any, layout: Layout) -> list[Row]:
    """Copy every operation for each device, and replace every collective.

    Return the copies of each result.
    """
    copies: list[dict[Any, Any]] = [{} for _ in layout.places]
    for argument, (number, cut) in zip(block.arguments, layout.inputs, strict=True):
        parts = _parts(new.arguments[number], cut, layout)
        for values, part in zip(copies, parts, strict=True):
            values[argument] = part
    *own, last = mlir.operations(block)
    for op in own:
        if rule := COLLECTIVES.get(op.name):
            pairs = zip(op.operands or [None], op.results, strict=True)
            for operand, result in pairs:
                row = rule(op, [values.get(operand) for values in copies])
                for values, value in zip(copies, row, strict=True):
                    values[result] = value
        else:
            for device, values in enumerate(copies):
                _clone(op, values, device)
    rows = [[values[operand] for values in copies] for operand in last.operands]
    return [_copies(row, cut, layout) for row, cut in zip(rows, layout.outputs, strict=True)]


def _clone(op: Any, values: dict[Any, Any], device: int) -> None:
    """Copy an operation for one device, and add its results to `values`.

    The attribute `device` prevents equal operations of several devices from being merged.
    """
    made = op.clone()
    own = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), device)
    inside = [each for block in mlir.blocks(made) for each in mlir.walk(block)]
    for each in (made, *inside):
        each.attributes["device"] = own
        for place, operand in enumerate(list(each.operands)):
            if operand in values:
                each.operands[place] = values[operand]
    for old, new in zip(op.results, made.results, strict=True):
        values[old] = new


def _parts(value: Any, cut: Sequence[Sequence[str]], layout: Layout) -> Row:
    """Return the part of an array that each device holds."""
    row = []
    for place in layout.places:
        part = value
        for dim, axes in enumerate(cut):
            if axes:
                part = split_along(part, dim, layout.parts(axes))[layout.part(axes, place)]
        row.append(part)
    return row


def _copies(row: Row, cut: Sequence[Sequence[str]], layout: Layout) -> Row:
    """Join the parts that the devices hold, and return every copy of the whole array."""
    held: dict[tuple[int, ...], Row] = {}
    for value, place in zip(row, layout.places, strict=True):
        held.setdefault(tuple(layout.part(axes, place) for axes in cut), []).append(value)

    def piece(numbers: tuple[int, ...], copy: int) -> Any:
        if len(numbers) == len(cut):
            return held[numbers][copy]
        axes, dim = cut[len(numbers)], len(numbers)
        parts = [piece((*numbers, part), copy) for part in range(layout.parts(axes))]
        return concatenate(parts, dim)

    return [piece((), copy) for copy in range(min(map(len, held.values())))]
