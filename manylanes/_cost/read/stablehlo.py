"""The one place that touches JAX's MLIR bindings and its private calls.

Everything else in the cost files sees `program.Block`: plain Python objects, calls inlined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import compress, count
from math import prod
from typing import Any

import jax
import numpy as np
from jax import export
from jax.extend.mlir import refine_polymorphic_shapes
from jax.interpreters import mlir
from jaxlib.mlir import ir

from manylanes._cost.read import kernels
from manylanes._cost.read import specs as _specs
from manylanes._cost.read.attributes import attributes
from manylanes._cost.read.origin import NOWHERE, Origin, origin
from manylanes._cost.read.program import Block, Op, Value
from manylanes._cost.read.shardings import ATTRIBUTES, HOST, Placement
from manylanes._specs import shown

_MESH = re.compile(r"mesh = @(\w+)")
_AXIS = re.compile(r'axis_ref<name = "(\w+)"')
_SIZE = re.compile(r'"(\w+)"=(\d+)')
_FRONTEND = "mhlo.frontend_attributes"
_DONATED = ("jax.buffer_donor", "tf.aliasing_output")
_REQUEST = jax.make_user_context()  # part of the keys of JAX's caches
_requests = count()


def lower(
    fn: Callable[..., Any],
    args: Sequence[Any],
    keywords: Mapping[str, Any] | None = None,
    platform: str = "cpu",
) -> Block:
    """The program JAX makes of `fn` for a platform: the same one, whatever this machine is."""
    keywords = keywords or {}
    _specs.refuse_cut((args, keywords))
    staged = fn if isinstance(fn, jax.stages.Wrapped) else jax.jit(fn)
    # A cached trace carries the source lines of the program that was traced first: trace anew.
    with _REQUEST(next(_requests)):
        traced = staged.trace(*args, **keywords)
        lowered = traced.lower(lowering_platforms=(platform,))
    block = _read(lowered.compiler_ir("stablehlo"))
    kernels.describe(block, traced.jaxpr.jaxpr)
    block.narrowed = _specs.narrowed((args, keywords))
    block.offloaded |= kernels.offloads(traced.jaxpr.jaxpr)
    return block


def parse(text: str) -> Block:
    """A program from StableHLO text."""
    with mlir.make_ir_context():
        try:
            module = ir.Module.parse(text)
        except ir.MLIRError as error:
            if "\n" not in text and re.fullmatch(r"[^\s()]+\.\w+", text):
                raise ValueError(
                    f"{text!r} is the name of a file: give its text, Path({text!r}).read_text()"
                ) from None
            if text.lstrip().startswith("HloModule"):
                raise ValueError(
                    "this is the text of a compiled program (HLO): give its StableHLO, such as "
                    "jax.jit(f).lower(x).as_text()"
                ) from None
            why = str(error).partition("error: ")[2].partition("\n")[0] or str(error)
            raise ValueError(f"this is not the text of a StableHLO program: {shown(why)}") from None
        return _read(module)


def _exported(artifact: bytes) -> Any:
    try:
        return export.deserialize(bytearray(artifact))
    except Exception as error:  # a flatbuffer that is none fails in many ways
        raise ValueError("these bytes are not a serialized jax.export artifact") from error


def signature(artifact: bytes) -> tuple[Any, ...]:
    """What a serialized `jax.export` artifact takes: arrays, or text where a size is open."""
    exported = _exported(artifact)
    flat = [_specs.struct(a.shape, a.dtype) for a in exported.in_avals]
    args, kwargs = jax.tree.unflatten(exported.in_tree, flat)
    if kwargs:
        raise ValueError(f"this artifact takes keywords, {', '.join(kwargs)}: export positionals")
    return tuple(args)


def load(artifact: bytes, specs: Sequence[Any], platform: str | None) -> Block:
    """A serialized `jax.export` artifact at these shapes, for the CPU if it was made for it."""
    exported = _exported(artifact)
    if platform is not None and platform not in exported.platforms:
        made = ", ".join(exported.platforms)
        raise ValueError(f"this artifact was not exported for {platform}, only for {made}")
    platform = platform or ("cpu" if "cpu" in exported.platforms else exported.platforms[0])
    with jax.enable_x64(True):  # its types are its own, whatever JAX is set to
        staged = jax.jit(exported.call).trace(*specs)
        module = staged.lower(lowering_platforms=(platform,)).compiler_ir("stablehlo")
    refined = refine_polymorphic_shapes(
        mlir.module_to_bytecode(module),
        enable_shape_assertions=True,
        validate_static_shapes=True,
        enable_shardy=True,
    )
    with mlir.make_ir_context():
        return _read(ir.Module.parse(refined))


def _read(module: Any) -> Block:
    functions = {
        ir.StringAttr(op.attributes["sym_name"]).value: op.operation
        for op in module.body.operations
        if op.operation.name == "func.func"
    }
    if not functions:
        raise ValueError("this is the text of a program without a function: nothing is in it")
    main = functions.get("main") or next(iter(functions.values()))
    body = main.regions[0].blocks[0]
    block = Block(tuple(_value(a) for a in body.arguments))
    arguments = _attributes_of(main, "arg_attrs")
    donated = [any(name in each for name in _DONATED) for each in arguments]
    block.donated = frozenset(compress(block.args, donated))
    placement = Placement(_meshes(module))
    for value, each in zip(block.args, arguments, strict=False):
        placement.layouts.update((value, layout) for layout in placement.note(each))
    _Reader(functions, placement).fill(block, body, {})
    for value, each in zip(block.returns, _attributes_of(main, "res_attrs"), strict=False):
        placement.expect([value], placement.note(each))
    block.partitioned, block.offloaded = placement.partitioned, placement.offloaded
    _fix_platform(block, main)
    return block


def _attributes_of(function: Any, name: str) -> list[dict[str, Any]]:
    """The attributes of each argument ("arg_attrs") or result ("res_attrs") of a function."""
    if name not in function.attributes:
        return []
    each: list[Any] = [ir.DictAttr(a) for a in ir.ArrayAttr(function.attributes[name])]
    return [{getattr(a, "name", a): d[getattr(a, "name", a)] for a in d} for d in each]


def _meshes(module: Any) -> dict[str, dict[str, int]]:
    """The axes of each mesh of devices, with their sizes."""
    return {
        ir.StringAttr(op.attributes["sym_name"]).value: {
            axis: int(size) for axis, size in _SIZE.findall(str(op.attributes["mesh"]))
        }
        for op in module.body.operations
        if op.operation.name == "sdy.mesh"
    }


def _fix_platform(block: Block, main: Any) -> None:
    """A program for several platforms takes an index for its first argument: always the first."""
    first = next(iter(_attributes_of(main, "arg_attrs")), {})
    if "_platform_index" in str(first.get("jax.global_constant")):
        index, block.args = block.args[0], block.args[1:]
        index.maker = Op("constant", (), (index,), {"value": np.int32(0)})
        block.ops.insert(0, index.maker)


def _value(v: Any, maker: Op | None = None) -> Value:
    kind = str(v.type)
    if not kind.startswith("tensor<"):
        return Value((), "token", maker)
    tensor = ir.RankedTensorType(v.type)
    if not tensor.has_static_shape:
        raise ValueError(
            f"the program has an array of open size, {kind}: "
            "give its serialized export and shapes instead of its text"
        )
    return Value(tuple(tensor.shape), str(tensor.element_type), maker)


class _Reader:
    """Copies MLIR into `Block`s; a call becomes the body it calls."""

    def __init__(self, functions: dict[str, Any], placement: Placement) -> None:
        self.functions = functions
        self.placement = placement
        self.loops = self.branches = 0
        self.outer = NOWHERE  # where the function that is read is called

    def fill(self, block: Block, source: Any, names: dict[Any, Value]) -> None:
        """A region's own names join those around it: a name is given once in a function."""
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
                made = self._run(ops, body, dict(zip(body.arguments, inputs, strict=True)))
                self.outer = before
                names.update(zip(op.results, made, strict=True))
            elif op.name == "sdy.manual_computation":
                made = self._shards(ops, op, inputs, names)
                names.update(zip(op.results, made, strict=True))
            else:
                ops.append(self._op(op, inputs, names))
                names.update(zip(op.results, ops[-1].results, strict=True))
        return ()

    def _shards(
        self, ops: list[Op], op: Any, inputs: tuple[Value, ...], names: dict[Any, Value]
    ) -> tuple[Value, ...]:
        """One device's part: it sees a shard of each operand and makes a shard of each result."""
        body, attrs, outside = op.regions[0].blocks[0], op.attributes, self.placement.manual
        axes = str(attrs["manual_axes"])
        self.placement.edge(inputs, str(attrs["in_shardings"]), axes)

        def seen(kind: str, whole: Any, part: Value) -> Value:
            ops.append(made := Op(kind, (part,), (), {}, origin=self._origin(op)))
            made.results = (_value(whole, made),)
            return made.results[0]

        shards = [seen("shard", a, v) for a, v in zip(body.arguments, inputs, strict=True)]
        names.update(zip(body.arguments, shards, strict=True))
        self.placement.manual = True
        made = self._run(ops, body, names)
        self.placement.manual = outside
        whole = tuple(seen("unshard", r, v) for r, v in zip(op.results, made, strict=True))
        self.placement.edge(whole, str(attrs["out_shardings"]), axes)
        return whole

    def _origin(self, op: Any) -> Origin:
        return origin(str(op.location)).within(self.outer)

    def _ring(self, groups: str) -> Any:
        """Groups of devices that newer versions write as axes of a mesh; none if in parts."""
        mesh, axes = _MESH.search(groups), _AXIS.findall(groups)
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

    def _note_placement(self, op: Any, name: str) -> None:
        texts = [str(op.attributes[key]) for key in ATTRIBUTES if key in op.attributes]
        if name == "sdy.sharding_constraint":
            texts.append(str(op.attributes["sharding"]))
        for text in texts:
            self.placement.constrain(text)
        if _FRONTEND in op.attributes:
            self.placement.offloaded |= HOST in str(op.attributes[_FRONTEND])
        self.placement.computes |= name != "constant" and not self.placement.manual

    def _op(self, op: Any, inputs: tuple[Value, ...], names: dict[Any, Value]) -> Op:
        name = _name(op)
        self._note_placement(op, name)
        made = Op(name, inputs, (), dict(attributes(op, name)), origin=self._origin(op))
        if isinstance(groups := made.attrs.get("replica_groups"), str):
            made.attrs["replica_groups"] = self._ring(groups)
        if name == "while":
            made.number = self.loops
            self.loops += 1
        elif name in ("case", "if"):
            made.number = self.branches
            self.branches += 1
        made.results = tuple(_value(r, made) for r in op.results)
        regions = []
        for region in op.regions:
            for body in region.blocks:
                block = Block(tuple(_value(a) for a in body.arguments))
                self.fill(block, body, names)
                regions.append(block)
        made.regions = tuple(regions)
        return made


def _name(op: Any) -> str:
    if op.name == "stablehlo.composite":
        return str(ir.StringAttr(op.attributes["name"]).value)
    return str(op.name.removeprefix("stablehlo."))
