"""Convert an MLIR module to a `program.Block` in which function calls are inlined."""

from __future__ import annotations

import re
from itertools import compress
from math import prod
from typing import Any

import numpy as np
from jaxlib.mlir import ir

from manylanes._cost.read.attributes import attributes
from manylanes._cost.read.origin import NOWHERE, Origin, parse_origin
from manylanes._cost.read.program import Block, Op, Value
from manylanes._cost.read.shardings import ATTRIBUTES, HOST, Placement

_MESH = re.compile(r"mesh = @(\w+)")
_MESH_AXIS = re.compile(r'axis_ref<name = "(\w+)"')
_SIZE = re.compile(r'"(\w+)"=(\d+)')
_FRONTEND = "mhlo.frontend_attributes"
_DONATED = ("jax.buffer_donor", "tf.aliasing_output")


def read_module(module: Any) -> Block:
    """Return the program of a module: its function `main` or, if there is none, its first one.

    Raise ValueError if the module has no function, or if an array has a symbolic size.
    """
    functions = {
        ir.StringAttr(op.attributes["sym_name"]).value: op.operation
        for op in module.body.operations
        if op.operation.name == "func.func"
    }
    if not functions:
        raise ValueError("this StableHLO program has no function")
    main = functions.get("main") or next(iter(functions.values()))
    body = main.regions[0].blocks[0]
    block = Block(tuple(_value(a) for a in body.arguments))
    arguments = _attributes_of(main, "arg_attrs")
    donated = [any(name in each for name in _DONATED) for each in arguments]
    block.donated = frozenset(compress(block.args, donated))
    placement = Placement(_meshes(module))
    for value, each in zip(block.args, arguments, strict=False):
        placement.layouts.update((value, layout) for layout in placement.record_attributes(each))
    reader = _Reader(functions, placement)
    reader.fill(block, body, {})
    block.loops = reader.loops
    for value, each in zip(block.returns, _attributes_of(main, "res_attrs"), strict=False):
        placement.record_resharding([value], placement.record_attributes(each))
    block.partitioned, block.offloaded = placement.partitioned, placement.offloaded
    # The first argument of a multi-platform program is the platform index: set it to 0.
    if arguments and "_platform_index" in str(arguments[0].get("jax.global_constant")):
        index, block.args = block.args[0], block.args[1:]
        index.producer = Op("constant", (), (index,), {"value": np.int32(0)})
        block.ops.insert(0, index.producer)
    return block


def _attributes_of(function: Any, name: str) -> list[dict[str, Any]]:
    """Return the attributes of a function's arguments ("arg_attrs") or results ("res_attrs")."""
    if name not in function.attributes:
        return []
    each: list[Any] = [ir.DictAttr(a) for a in ir.ArrayAttr(function.attributes[name])]
    return [{getattr(a, "name", a): d[getattr(a, "name", a)] for a in d} for d in each]


def _meshes(module: Any) -> dict[str, dict[str, int]]:
    """Return the sizes of the axes of each device mesh, by mesh and axis name."""
    return {
        ir.StringAttr(op.attributes["sym_name"]).value: {
            axis: int(size) for axis, size in _SIZE.findall(str(op.attributes["mesh"]))
        }
        for op in module.body.operations
        if op.operation.name == "sdy.mesh"
    }


def _value(v: Any, producer: Op | None = None) -> Value:
    kind = str(v.type)
    if not kind.startswith("tensor<"):
        return Value((), "token", producer)
    tensor = ir.RankedTensorType(v.type)
    if not tensor.has_static_shape:
        raise ValueError(
            f"the program has an array of symbolic size, {kind}: "
            "pass its serialized export and shapes instead of its text"
        )
    return Value(tuple(tensor.shape), str(tensor.element_type), producer)


class _Reader:
    """Convert MLIR to `Block`s and inline function calls."""

    def __init__(self, functions: dict[str, Any], placement: Placement) -> None:
        self.functions = functions
        self.placement = placement
        self.loops: dict[int, Op] = {}
        self.branches = 0
        self.outer = NOWHERE  # the call site of the function that is being read

    def fill(self, block: Block, source: Any, names: dict[Any, Value]) -> None:
        """Fill `block` with the ops of `source`, and add the new values to `names`."""
        names.update(zip(source.arguments, block.args, strict=True))
        block.returns = self._run(block.ops, source, names)

    def _run(self, ops: list[Op], source: Any, names: dict[Any, Value]) -> tuple[Value, ...]:
        for each in source.operations:
            op = each.operation
            inputs = tuple(names[v] for v in op.operands)
            if op.name.endswith(".return"):
                return inputs
            callee = self._callee(op)
            if callee is not None:
                body, before = callee.regions[0].blocks[0], self.outer
                self.outer = self._origin(op)
                converted = self._run(ops, body, dict(zip(body.arguments, inputs, strict=True)))
                self.outer = before
                names.update(zip(op.results, converted, strict=True))
            elif op.name == "sdy.manual_computation":
                converted = self._inline_shard_map(ops, op, inputs, names)
                names.update(zip(op.results, converted, strict=True))
            else:
                ops.append(self._op(op, inputs, names))
                names.update(zip(op.results, ops[-1].results, strict=True))
        return ()

    def _inline_shard_map(
        self, ops: list[Op], op: Any, inputs: tuple[Value, ...], names: dict[Any, Value]
    ) -> tuple[Value, ...]:
        """Inline a `shard_map` body, which maps shards of the operands to shards of the results."""
        body, attrs, outside = op.regions[0].blocks[0], op.attributes, self.placement.manual
        axes = str(attrs["manual_axes"])
        self.placement.record_boundary(inputs, str(attrs["in_shardings"]), axes)

        def convert(kind: str, whole: Any, part: Value) -> Value:
            ops.append(converted := Op(kind, (part,), (), {}, origin=self._origin(op)))
            converted.results = (_value(whole, converted),)
            return converted.results[0]

        shards = [convert("shard", a, v) for a, v in zip(body.arguments, inputs, strict=True)]
        names.update(zip(body.arguments, shards, strict=True))
        self.placement.manual = True
        converted = self._run(ops, body, names)
        self.placement.manual = outside
        whole = tuple(convert("unshard", r, v) for r, v in zip(op.results, converted, strict=True))
        self.placement.record_boundary(whole, str(attrs["out_shardings"]), axes)
        return whole

    def _origin(self, op: Any) -> Origin:
        return parse_origin(str(op.location)).within(self.outer)

    def _device_groups(self, groups: str) -> Any:
        """Return zeros in the shape of device groups, as one group.

        Return None if groups divide a mesh axis, or if the mesh is unknown.
        """
        mesh, axes = _MESH.search(groups), _MESH_AXIS.findall(groups)
        sizes = self.placement.meshes.get(mesh[1], {}) if mesh else {}
        if "sub_axis" in groups or not set(axes) <= set(sizes):
            return None
        return np.zeros((1, prod(sizes[axis] for axis in axes)), np.int64)

    def _callee(self, op: Any) -> Any:
        if op.name == "func.call":
            return self.functions[ir.FlatSymbolRefAttr(op.attributes["callee"]).value]
        if op.name == "stablehlo.composite" and not _name(op).startswith("chlo."):
            return self.functions[ir.FlatSymbolRefAttr(op.attributes["decomposition"]).value]
        return None

    def _record_placement(self, op: Any, name: str) -> None:
        texts = [str(op.attributes[key]) for key in ATTRIBUTES if key in op.attributes]
        if name == "sdy.sharding_constraint":
            texts.append(str(op.attributes["sharding"]))
        for text in texts:
            self.placement.record_constraint(text)
        if _FRONTEND in op.attributes:
            self.placement.offloaded |= HOST in str(op.attributes[_FRONTEND])
        self.placement.computes |= name != "constant" and not self.placement.manual

    def _op(self, op: Any, inputs: tuple[Value, ...], names: dict[Any, Value]) -> Op:
        name = _name(op)
        self._record_placement(op, name)
        converted = Op(name, inputs, (), dict(attributes(op, name)), origin=self._origin(op))
        if isinstance(groups := converted.attrs.get("replica_groups"), str):
            converted.attrs["replica_groups"] = self._device_groups(groups)
        if name == "while":
            converted.number = len(self.loops)
            self.loops[converted.number] = converted
        elif name in ("case", "if"):
            converted.number = self.branches
            self.branches += 1
        converted.results = tuple(_value(r, converted) for r in op.results)
        regions = []
        for region in op.regions:
            for body in region.blocks:
                block = Block(tuple(_value(a) for a in body.arguments))
                self.fill(block, body, names)
                regions.append(block)
        converted.regions = tuple(regions)
        return converted


def _name(op: Any) -> str:
    if op.name == "stablehlo.composite":
        return str(ir.StringAttr(op.attributes["name"]).value)
    return str(op.name.removeprefix("stablehlo."))
