"""The grader's one place for MLIR and for what JAX does not document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import jax
import numpy as np
from jax._src import xla_bridge
from jax._src.export import _export
from jax._src.interpreters import mlir as inside
from jax.extend.backend import get_backend
from jax.extend.mlir import refine_polymorphic_shapes
from jax.interpreters import mlir
from jaxlib import _jax
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

# What every compiler does first, and none of it decides anything: equal ops are merged, numbers
# known at once are worked out, what nobody uses goes. `inline` is done by `refine`.
PASSES = "builtin.module(canonicalize,cse,symbol-dce,strip-debuginfo)"
STATIC = "The size of an array depends on a value. Keep sizes fixed: `jnp.where(mask, x, 0)`."


@cache
def context() -> Any:
    """A place for modules, with the dialects of JAX; use it as a context manager.

    One for the whole process: making it takes longer than what is done in it.
    """
    return mlir.make_ir_context()


def warm_up() -> None:
    """For a process whose forks lower and run many small programs, on the CPU alone.

    Each of them would read the metadata of every package that is installed, in search of plug-ins
    for other devices; and JAX makes a context twice for each export, which takes a fifth of it. The
    lines of the learner's file that JAX would note for each operation take a tenth; without them,
    most programs that are the same are the same bytes before they are in their canonical form.
    """
    jax.config.update("jax_traceback_in_locations_limit", 0)
    xla_bridge._plugins_registered = True
    made = context()  # now, for all of them; it has no thread before it is used
    mlir.make_ir_context = inside.make_ir_context = lambda: made


def errors() -> Any:
    """What the bindings raise for a module that is none."""
    return ir.MLIRError


def read_export(exported: Any) -> Any:
    """The module of a deserialised export, in the current context."""
    module = stablehlo.deserialize_portable_artifact(
        ir.Context.current, exported.mlir_module_serialized
    )
    # JAX's own rule for what may be exported, asked again of bytes that came from elsewhere: a
    # custom call names a function of the machine that runs it, and an index into host callbacks
    # reads memory that is none.
    _export._check_module(module, disabled_checks=(), shardy_enabled=True)
    return module


def parse(text: str) -> Any:
    """A module from its text."""
    return ir.Module.parse(text)


def refine(module: Any) -> Any:
    """The module with every call inlined, named CHLO operations put back, sizes fixed."""
    return parse(
        refine_polymorphic_shapes(
            mlir.module_to_bytecode(module),
            enable_shape_assertions=True,
            validate_static_shapes=True,
            enable_shardy=True,
        )
    )


def tidy(module: Any) -> None:
    """Run the passes, in place."""
    passmanager.PassManager.parse(PASSES).run(module.operation)


def functions(module: Any) -> dict[str, Any]:
    """The functions of a module by name."""
    found = [op.operation for op in module.body.operations if op.operation.name == "func.func"]
    return {ir.StringAttr(op.attributes["sym_name"]).value: op for op in found}


def blocks(op: Any) -> list[Any]:
    """The blocks of an operation's regions."""
    return [block for region in op.regions for block in region.blocks]


def operations(block: Any) -> list[Any]:
    """The operations of a block, as a list that stays while the block changes."""
    return [op.operation for op in block.operations]


def walk(block: Any) -> Iterator[Any]:
    """Every operation, outer ones first, in the order of the text."""
    todo = operations(block)[::-1]
    while todo:
        op = todo.pop()
        yield op
        for inner in reversed(blocks(op)):
            todo += operations(inner)[::-1]


def names(op: Any) -> list[str]:
    """The names of an operation's attributes; the bindings of JAX's versions differ."""
    return [str(getattr(item, "name", item)) for item in op.attributes]


def is_splat(constant: Any) -> bool:
    """Whether it is one number, however many entries it fills."""
    if isinstance(constant.results[0].type.element_type, ir.ComplexType):
        # The bindings have no class for it: reading the attribute raises.
        return "dense<(" in constant.get_asm(large_elements_limit=1)
    return bool(ir.DenseElementsAttr(constant.attributes["value"]).is_splat)


def whole_numbers(attribute: Any) -> list[int]:
    """An attribute that is a list of them."""
    return list(ir.DenseI64ArrayAttr(attribute))


def interpret(module: Any, inputs: Sequence[Any]) -> list[Any]:
    """Run a module by StableHLO's reference interpreter; results are NumPy arrays."""
    arguments = functions(module)["main"].regions[0].blocks[0].arguments
    placed = [_placed(*pair) for pair in zip(inputs, arguments, strict=True)]
    results = map(ir.DenseElementsAttr, stablehlo.eval_module(module, placed))
    return [np.array(each).reshape(ir.ShapedType(each.type).shape) for each in results]


def _placed(array: Any, argument: Any) -> Any:

    kind = mlir.dtype_to_ir_type(array.dtype)
    if kind != argument.type.element_type:
        raise TypeError(f"{kind} where the program takes {argument.type}")
    made: Any = ir.DenseElementsAttr.get
    return made(np.ascontiguousarray(array), type=kind, shape=array.shape)


def compile_text(text: str, platform: str) -> Any:
    """Exactly this program for the first device of a platform."""
    client = get_backend(platform)
    options = _jax.CompileOptions()
    options.num_replicas = options.num_partitions = 1
    devices = _jax.DeviceList(tuple(client.local_devices()[:1]))
    return client.compile_and_load(text, devices, options)


def execute(executable: Any, inputs: Sequence[Any]) -> list[Any]:
    """Run it; results are NumPy arrays."""
    device = executable.local_devices()[0]
    placed = [jax.device_put(array, device) for array in inputs]
    shards = executable.execute_sharded(placed).disassemble_into_single_device_arrays()
    return [np.asarray(arrays[0]) for arrays in shards]


def memory(executable: Any) -> int:
    """The bytes that running it takes."""
    found = executable.get_compiled_memory_stats()
    parts = ("argument_size", "output_size", "temp_size")
    return sum(int(getattr(found, f"{part}_in_bytes")) for part in parts)
