"""The interface to MLIR and to undocumented parts of JAX.

Undocumented names may disappear in any version of JAX. When this module is imported, it records the
missing names. If any name is missing, checks in a notebook compare only values, and the grader does
not start.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

import jax
import numpy as np

MISSING: list[str] = []  # names that this JAX lacks


def _find(module: str, name: str, keywords: Sequence[str] = ()) -> Any:
    """Return an undocumented object of JAX, or None if it is missing or lacks one of `keywords`.

    If the result is None, record the name in MISSING.
    """
    try:
        value = getattr(import_module(module), name)
        if keywords:
            inspect.signature(value).bind_partial(**dict.fromkeys(keywords))
    except (ImportError, AttributeError, TypeError):
        MISSING.append(f"{module}.{name}")
        return None
    return value


# The bindings to MLIR, which read programs, are undocumented.
ir = _find("jaxlib.mlir", "ir")
passmanager = _find("jaxlib.mlir", "passmanager")
stablehlo = _find("jaxlib.mlir.dialects", "stablehlo")
# These names are documented for extensions of JAX, but they may change in any version.
get_backend = _find("jax.extend.backend", "get_backend")
refine_shapes = _find("jax.extend.mlir", "refine_polymorphic_shapes")
make_context = _find("jax.interpreters.mlir", "make_ir_context")
to_bytecode = _find("jax.interpreters.mlir", "module_to_bytecode")
ir_type = _find("jax.interpreters.mlir", "dtype_to_ir_type")
# These names are internal to JAX: the check of exports, and the options of a compilation.
check_module = _find(
    "jax._src.export._export", "_check_module", ("disabled_checks", "shardy_enabled")
)
CompileOptions = _find("jaxlib._jax", "CompileOptions")
DeviceList = _find("jaxlib._jax", "DeviceList")

# The simplifications with which every compiler starts: merge equal operations, fold constants and
# remove unused operations. `refine` has already inlined the calls.
PASSES = "builtin.module(canonicalize,cse,symbol-dce,strip-debuginfo)"
STATIC = "The size of an array depends on a value. Keep sizes fixed: `jnp.where(mask, x, 0)`."


@cache
def context() -> Any:
    """Return the MLIR context with the dialects of JAX, for use in a `with` statement.

    The process has only one context, because creating a context takes longer than a typical use.
    """
    return make_context()


def require() -> None:
    """Raise ImportError if this JAX lacks a name that grading needs."""
    if MISSING:
        raise ImportError(
            f"JAX {jax.__version__} lacks {', '.join(MISSING)}, which grading needs."
            " Install the versions in requirements.txt."
        )


def warm_up() -> None:
    """Prepare a process whose forks lower and run many small programs on the CPU.

    Without this call, each fork would search the metadata of all installed packages for device
    plug-ins, and JAX would create a context for each program. Source lines are not recorded. This
    saves time, and most equal programs have equal bytes even before they are in canonical form.
    """
    require()
    jax.config.update("jax_traceback_in_locations_limit", 0)
    shared = context()  # shared by all forks; a context starts no thread before its first use
    # If JAX stops using one of these names, grading still works but takes longer. A test checks the
    # names.
    for module in ("jax._src.interpreters.mlir", "jax.interpreters.mlir"):
        vars(import_module(module))["make_ir_context"] = lambda: shared
    vars(import_module("jax._src.xla_bridge"))["_plugins_registered"] = True


def errors() -> Any:
    """Return the exception type that the bindings raise for an invalid module."""
    return ir.MLIRError


def read_export(text: str) -> Any:
    """Parse the text of an export, and return the module in the current context.

    Raise an error if JAX rejects an operation of the module.
    """
    module = parse_module(text)
    # JAX's own check of exports rejects dangerous operations in untrusted text. For example, a
    # custom call can name any function of the machine, and an index of a host callback may read
    # arbitrary memory.
    check_module(module, disabled_checks=(), shardy_enabled=True)
    return module


def parse_module(text: str) -> Any:
    """Parse a module."""
    return ir.Module.parse(text)


def refine(module: Any) -> Any:
    """Return the module with calls inlined, CHLO operations restored and shapes static."""
    return parse_module(
        refine_shapes(
            to_bytecode(module),
            enable_shape_assertions=True,
            validate_static_shapes=True,
            enable_shardy=True,
        )
    )


def tidy(module: Any) -> None:
    """Run the simplifications in PASSES on a module in place."""
    _passes().run(module.operation)


@cache
def _passes() -> Any:
    """Return the pass manager, which takes longer to create than to run."""
    with context():
        return passmanager.PassManager.parse(PASSES)


def functions(module: Any) -> dict[str, Any]:
    """Return the functions of a module by name."""
    ops = [op.operation for op in module.body.operations if op.operation.name == "func.func"]
    return {ir.StringAttr(op.attributes["sym_name"]).value: op for op in ops}


def blocks(op: Any) -> list[Any]:
    """Return the blocks of all regions of an operation."""
    return [block for region in op.regions for block in region.blocks]


def operations(block: Any) -> list[Any]:
    """Return the operations of a block as a list that later changes do not affect."""
    return [op.operation for op in block.operations]


def producer(value: Any) -> Any:
    """Return the operation that produces a value, or None for an argument."""
    return None if isinstance(value.owner, ir.Block) else value.owner.operation


def walk(block: Any) -> Iterator[Any]:
    """Yield every operation in text order, outer operations first."""
    todo = operations(block)[::-1]
    while todo:
        op = todo.pop()
        yield op
        for inner in reversed(blocks(op)):
            todo += operations(inner)[::-1]


def attribute_names(op: Any) -> list[str]:
    """Return the attribute names of an operation. MLIR bindings vary between versions of JAX."""
    return [str(getattr(item, "name", item)) for item in op.attributes]


def new_main(inputs: Sequence[Any]) -> tuple[Any, Any]:
    """Return a module with one empty function of these input types, and that function."""
    module = ir.Module.create()
    attributes = {
        "sym_name": ir.StringAttr.get("main"),
        "function_type": ir.TypeAttr.get(ir.FunctionType.get(inputs, [])),
    }
    place = ir.InsertionPoint(module.body)
    main = ir.Operation.create("func.func", attributes=attributes, regions=1, ip=place)
    return module, main


def update_result_types(main: Any) -> None:
    """Set the result types of a function to the types that its last operation returns."""
    last = operations(main.regions[0].blocks[0])[-1]
    kind = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)
    kind = ir.FunctionType.get(kind.inputs, [value.type for value in last.operands])
    main.attributes["function_type"] = ir.TypeAttr.get(kind)


def append_results(block: Any, values: Sequence[Any]) -> None:
    """Add operands to the operation that ends a block."""
    last = operations(block)[-1]
    ir.Operation.create(last.name, operands=[*last.operands, *values], ip=ir.InsertionPoint(last))
    last.erase()


def type_name(dtype: Any) -> str:
    """Return the MLIR name of a dtype. A context must be active."""
    return str(ir_type(np.dtype(dtype)))


def is_splat(constant: Any) -> bool:
    """Return True if a constant has a single value for all of its elements."""
    if isinstance(constant.results[0].type.element_type, ir.ComplexType):
        # The bindings have no class for complex elements: reading the attribute raises an error.
        # Only the start of the text is compared, because an attribute could contain the same text.
        text = constant.get_asm(large_elements_limit=1).partition(" = ")[2]
        return str(text).startswith("stablehlo.constant dense<(")
    return bool(ir.DenseElementsAttr(constant.attributes["value"]).is_splat)


def integers(attribute: Any) -> list[int]:
    """Return the integers of an array attribute as a list."""
    return list(ir.DenseI64ArrayAttr(attribute))


# Perform every rounding in the program. Versions of XLA differ in the roundings that they omit.
_KEEP_ROUNDING: dict[str, Any] = {"xla_allow_excess_precision": False}
# Each program runs only a few times on small arrays, so these options reduce optimization. Do not
# disable fusion as well: without fusion and its emitters, XLA computes wrong products of batches.
_COMPILE_FAST: dict[str, Any] = {
    "xla_backend_optimization_level": 0,
    "xla_cpu_use_fusion_emitters": False,
    "xla_cpu_parallel_codegen_split_count": 1,
}


@cache
def compiler_options(platform: str) -> dict[str, Any]:
    """Return the (cached) compiler options for a platform.

    Options for fast compilation are used only on a CPU, and only if this XLA knows them.
    """
    if platform != "cpu":
        return _KEEP_ROUNDING
    if _is_known(_COMPILE_FAST):
        return _KEEP_ROUNDING | _COMPILE_FAST
    return _KEEP_ROUNDING | {
        name: value for name, value in _COMPILE_FAST.items() if _is_known({name: value})
    }


def _is_known(option: dict[str, Any]) -> bool:
    try:
        jax.jit(lambda: 0, compiler_options=option).lower().compile()
    except RuntimeError:
        return False
    return True


def compile_text(text: str, platform: str) -> Any:
    """Compile a program for the first device of a platform."""
    if platform == "cpu":
        # Compile with all options first. Testing the options separately takes as long as a
        # compilation.
        with suppress(RuntimeError):
            return _compile(text, platform, _KEEP_ROUNDING | _COMPILE_FAST)
    return _compile(text, platform, compiler_options(platform))


def _compile(text: str, platform: str, chosen: dict[str, Any]) -> Any:
    client = get_backend(platform)
    options = CompileOptions()
    options.num_replicas = options.num_partitions = 1
    options.env_option_overrides = [(name, str(value)) for name, value in chosen.items()]
    devices = DeviceList(tuple(client.local_devices()[:1]))
    return client.compile_and_load(text, devices, options)


def execute(executable: Any, inputs: Sequence[Any]) -> list[Any]:
    """Run an executable, and return its results as NumPy arrays."""
    device = executable.local_devices()[0]
    placed = [jax.device_put(array, device) for array in inputs]
    shards = executable.execute_sharded(placed).disassemble_into_single_device_arrays()
    return [np.asarray(arrays[0]) for arrays in shards]


def memory(executable: Any) -> int:
    """Return the bytes that an executable needs for arguments, results and temporary values."""
    stats = executable.get_compiled_memory_stats()
    parts = ("argument_size", "output_size", "temp_size")
    return sum(int(getattr(stats, f"{part}_in_bytes")) for part in parts)
