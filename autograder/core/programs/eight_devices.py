"""Eight devices in one program: a `shard_map` with its collectives, judged on a machine with one.

The canonical form is the program of one device, collectives and all, under a line that says how
the arrays are cut. To run it, the program is written out for all devices at once, each collective
as ordinary operations on their values: one program like any other, the same at home and at the
judge, with no pretended devices, no flag that must be set before JAX starts, and nobody who waits
for a message that never comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
from jaxlib.mlir import ir

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.canonical import (
    FORGED,
    PLATFORMS,
    TWO,
    body,
    choose,
    inlined,
    one_program,
    read,
    tidied,
)
from autograder.core.programs.collectives import COLLECTIVES, Row, joined, split
from autograder.core.programs.device_copies import agreed, whole
from autograder.core.programs.mesh import UNEVEN, Layout, axes_of, cuts_of, groups_of, mesh_of
from autograder.core.programs.run import Cost, Program, Ran
from autograder.core.programs.trip_counts import Counts
from manylanes import cost

NESTED = (
    "Devices speak to one another inside a loop or a branch here, where they may not agree on "
    "whether they do. Write the steps out with a Python loop."
)
OUTSIDE = (
    "All of the work belongs inside one `jax.shard_map` over the mesh of the task: "
    "nothing is computed before it or after it."
)
UNREAD = (
    "Not every array that the function gets is used inside the `shard_map`. Each has a part in the "
    "answer: hand it over and use it there."
)


def canonical(artifact: bytes) -> bytes:
    """An export with one `shard_map` in its canonical form; StudentError for anything else."""
    exported = read(artifact)
    with mlir.context():
        try:
            whole = inlined(exported)
            written, one = str(whole), one_program(whole)
            for platform in reversed(PLATFORMS):  # what one machine would refuse is refused
                layout, module = _one_device(mlir.parse(written), platform)
            text = str(module)
        except mlir.errors() as error:
            raise StudentError("refused", FORGED) from error
    if not one:
        raise StudentError("refused", TWO)
    return f"{layout}\n{text}".encode()


def _one_device(module: Any, platform: str) -> tuple[Layout, Any]:
    """How the arrays are cut, and the program of one device as a module of its own."""
    main = mlir.functions(module)["main"].regions[0].blocks[0]
    *own, last = mlir.operations(main)
    if len(own) != 1 or own[0].name != "sdy.manual_computation":
        raise StudentError("refused", OUTSIDE)
    (op,), arguments = own, list(main.arguments)
    if list(last.operands) != list(op.results) or any(v not in arguments for v in op.operands):
        raise StudentError("refused", OUTSIDE)
    mesh = mesh_of(module)
    if set(axes_of(op, "manual_axes")) != set(mesh):
        raise StudentError("refused", UNEVEN)
    numbers = [arguments.index(operand) - 1 for operand in op.operands]
    cuts = cuts_of(op, "in_shardings", mesh)
    if set(numbers) - {-1} != set(range(len(arguments) - 1)):
        raise StudentError("refused", UNREAD)
    inputs = [pair for pair in zip(numbers, cuts, strict=True) if pair[0] >= 0]
    block = op.regions[0].blocks[0]
    for each in mlir.walk(block):
        _name_devices(each, mesh)
    end = mlir.operations(block)[-1]
    with ir.InsertionPoint(end), ir.Location.unknown():
        ir.Operation.create("func.return", operands=list(end.operands))
    end.erase()
    for place in reversed([place for place, number in enumerate(numbers) if number < 0]):
        choose(block, place, platform)
    layout = Layout(mesh, inputs, cuts_of(op, "out_shardings", mesh))
    plain = tidied(block, tuple(COLLECTIVES))
    _agree(body(plain))
    return layout, plain


def _name_devices(op: Any, mesh: Mapping[str, int]) -> None:
    """Rings as rows of devices, however this JAX writes them: one text for all its versions."""
    if "replica_groups" in op.attributes and "axes" in str(op.attributes["replica_groups"]):
        rows = groups_of(str(op.attributes["replica_groups"]), mesh)
        op.attributes["replica_groups"] = ir.DenseIntElementsAttr.get(rows.astype(np.int64))


class Sharded:
    """The program of eight devices."""

    def __init__(self, text: bytes) -> None:
        self.text = text.decode()
        layout = Layout.of(self.text)
        with mlir.context():
            module = mlir.parse(self.text)
            _agree(body(module))
            whole, self._copies = _written_out(body(module), layout)
        self._whole = Program(whole.encode())
        self.dtypes, self.sums = self._whole.dtypes, self._whole.sums

    def cost(self, rounds: Mapping[int, int] | None = None) -> Cost:
        """What all devices do, and what one of them sends."""
        one = cost(self.text)  # all run the same program, so one stands for all
        return replace(self._whole.cost(rounds), sent=one.sent, messages=one.messages)

    def run(self, inputs: Sequence[Any], *, compiled: bool = False) -> Ran:
        """All devices at once."""
        ran = self._whole.run(inputs, compiled=compiled)
        return replace(ran, results=self._agreed(ran.results, whole(inputs)))

    @property
    def quick(self) -> bool:
        """Whether many runs of it are one step."""
        return self._whole.quick

    def origin(self, inputs: Sequence[Any]) -> str:
        """Where an entry that is no finite number comes from."""
        return self._whole.origin(inputs)

    def run_call(self, values: Sequence[Any], *, compiled: bool = False) -> list[list[Any]]:
        """The same of a call, with each choice among its values."""
        made = self._whole.run_call(values, compiled=compiled)
        exact = whole([value for value in values if not isinstance(value, str)])
        return [self._agreed(results, exact) for results in made]

    def _agreed(self, results: Sequence[Any], exact: bool) -> list[Any]:
        row = iter(results)
        return [agreed(list(islice(row, count)), exact) for count in self._copies]

    def runs(self, many: Sequence[Sequence[Any]]) -> list[Counts]:
        """How often watched loops go round on each of these inputs."""
        return self._whole.runs(many)


def _agree(block: Any) -> None:
    """StudentError where devices may not agree on whether they speak to one another."""
    own = mlir.operations(block)
    if any(op.name in COLLECTIVES for op in mlir.walk(block) if op not in own):
        raise StudentError("refused", NESTED)


def _written_out(block: Any, layout: Layout) -> tuple[str, list[int]]:
    """One function of the whole arrays that holds the operations of every device.

    It returns every copy of a result that several devices hold; the list counts them.
    """
    with ir.Location.unknown():
        shapes = _whole_types(block, layout)
        module, main = mlir.new_main(shapes)
        new = main.regions[0].blocks.append(*shapes)
        with ir.InsertionPoint(new):
            results = _devices(block, new, layout)
            outputs = [copy for copies in results for copy in copies]
            ir.Operation.create("func.return", operands=outputs)
        mlir.settle_results(main)
    module.operation.verify()
    return str(module), [len(copies) for copies in results]


def _whole_types(block: Any, layout: Layout) -> list[Any]:
    """The types of the arguments before they are cut, in their own order."""
    found: dict[int, Any] = {}
    for argument, (number, cut) in zip(block.arguments, layout.inputs, strict=True):
        sizes = [n * layout.parts(axes) for n, axes in zip(argument.type.shape, cut, strict=True)]
        found[number] = ir.RankedTensorType.get(sizes, argument.type.element_type)
    if sorted(found) != list(range(len(found))):
        raise StudentError("refused", FORGED)
    return [found[number] for number in sorted(found)]


def _devices(block: Any, new: Any, layout: Layout) -> list[Row]:
    """Every operation once for each device, collectives once for all; the results, joined."""
    known: list[dict[Any, Any]] = [{} for _ in layout.places]
    for argument, (number, cut) in zip(block.arguments, layout.inputs, strict=True):
        parts = _parts(new.arguments[number], cut, layout)
        for values, part in zip(known, parts, strict=True):
            values[argument] = part
    *own, last = mlir.operations(block)
    for op in own:
        if rule := COLLECTIVES.get(op.name):
            pairs = zip(op.operands or [None], op.results, strict=True)
            for operand, result in pairs:
                row = rule(op, [values.get(operand) for values in known])
                for values, value in zip(known, row, strict=True):
                    values[result] = value
        else:
            for device, values in enumerate(known):
                _clone(op, values, device)
    rows = [[values[operand] for values in known] for operand in last.operands]
    return [_copies(row, cut, layout) for row, cut in zip(rows, layout.outputs, strict=True)]


def _clone(op: Any, values: dict[Any, Any], device: int) -> None:
    """A device's own: what another one does as well is done twice, and merged with nothing."""
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
    """What each device has of an array."""
    row = []
    for place in layout.places:
        part = value
        for dim, axes in enumerate(cut):
            if axes:
                part = split(part, dim, layout.parts(axes))[layout.part(axes, place)]
        row.append(part)
    return row


def _copies(row: Row, cut: Sequence[Sequence[str]], layout: Layout) -> Row:
    """The array that the devices' parts make up, as often as they hold it."""
    held: dict[tuple[int, ...], Row] = {}
    for value, place in zip(row, layout.places, strict=True):
        held.setdefault(tuple(layout.part(axes, place) for axes in cut), []).append(value)

    def piece(numbers: tuple[int, ...], copy: int) -> Any:
        if len(numbers) == len(cut):
            return held[numbers][copy]
        axes, dim = cut[len(numbers)], len(numbers)
        parts = [piece((*numbers, part), copy) for part in range(layout.parts(axes))]
        return joined(parts, dim)

    return [piece((), copy) for copy in range(min(map(len, held.values())))]
