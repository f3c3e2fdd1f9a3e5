"""The grader's one place for MLIR and for what JAX does not document.

Such a name may be gone with any version. What is missing is known when this module is imported,
and not first in the middle of a check: at home values are compared without it, the judge refuses
to begin.
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

GONE: list[str] = []  # what this JAX lacks


def _find(module: str, name: str, keywords: Sequence[str] = ()) -> Any:
    """A name that JAX does not promise, noted where it is gone or takes other keywords."""
    try:
        found = getattr(import_module(module), name)
        if keywords:
            inspect.signature(found).bind_partial(**dict.fromkeys(keywords))
    except (ImportError, AttributeError, TypeError):
        GONE.append(f"{module}.{name}")
        return None
    return found


# The bindings to MLIR: nothing in JAX's documentation, and the only way to read a program.
ir = _find("jaxlib.mlir", "ir")
passmanager = _find("jaxlib.mlir", "passmanager")
stablehlo = _find("jaxlib.mlir.dialects", "stablehlo")
# A reference interpreter that came with the bindings, for tests of compilers.
eval_module = _find("jaxlib.mlir.dialects.stablehlo", "eval_module")
# Documented for those who extend JAX, who are told to expect changes.
get_backend = _find("jax.extend.backend", "get_backend")
refine_shapes = _find("jax.extend.mlir", "refine_polymorphic_shapes")
make_context = _find("jax.interpreters.mlir", "make_ir_context")
to_bytecode = _find("jax.interpreters.mlir", "module_to_bytecode")
ir_type = _find("jax.interpreters.mlir", "dtype_to_ir_type")
# JAX's own: its rule for exports, and what a compilation of a text is told.
check_module = _find(
    "jax._src.export._export", "_check_module", ("disabled_checks", "shardy_enabled")
)
CompileOptions = _find("jaxlib._jax", "CompileOptions")
DeviceList = _find("jaxlib._jax", "DeviceList")

# What every compiler does first, and none of it decides anything: equal ops are merged, numbers
# known at once are worked out, what nobody uses goes. `inline` is done by `refine`.
PASSES = "builtin.module(canonicalize,cse,symbol-dce,strip-debuginfo)"
STATIC = "The size of an array depends on a value. Keep sizes fixed: `jnp.where(mask, x, 0)`."


@cache
def context() -> Any:
    """A place for modules, with the dialects of JAX; use it as a context manager.

    One for the whole process: making it takes longer than what is done in it.
    """
    return make_context()


def require() -> None:
    """For those who judge: an error that names what this JAX lacks."""
    if GONE:
        raise ImportError(
            f"JAX {jax.__version__} lacks {', '.join(GONE)}, which judging needs:"
            " install the versions of requirements.txt"
        )


def warm_up() -> None:
    """For a process whose forks lower and run many small programs, on the CPU alone.

    Each of them would read the metadata of every package that is installed, in search of plug-ins
    for other devices; and JAX makes a context for each program, which takes a fifth of it. The
    lines of the learner's file that JAX would note for each operation take a tenth; without them,
    most programs that are the same are the same bytes before they are in their canonical form.
    """
    require()
    jax.config.update("jax_traceback_in_locations_limit", 0)
    made = context()  # now, for all of them; it has no thread before it is used
    # Where a name here is another one, this saves no time and nothing is lost; a test looks.
    for module in ("jax._src.interpreters.mlir", "jax.interpreters.mlir"):
        vars(import_module(module))["make_ir_context"] = lambda: made
    vars(import_module("jax._src.xla_bridge"))["_plugins_registered"] = True


def errors() -> Any:
    """What the bindings raise for a module that is none."""
    return ir.MLIRError


def read_export(text: str) -> Any:
    """The module of an export, in the current context."""
    module = parse(text)
    # JAX's own rule for what may be exported, asked of text that came from elsewhere: a custom
    # call names a function of the machine that runs it, and an index into host callbacks reads
    # memory that is none.
    check_module(module, disabled_checks=(), shardy_enabled=True)
    return module


def parse(text: str) -> Any:
    """A module from its text."""
    return ir.Module.parse(text)


def refine(module: Any) -> Any:
    """The module with every call inlined, named CHLO operations put back, sizes fixed."""
    return parse(
        refine_shapes(
            to_bytecode(module),
            enable_shape_assertions=True,
            validate_static_shapes=True,
            enable_shardy=True,
        )
    )


def tidy(module: Any) -> None:
    """Run the passes, in place."""
    _passes().run(module.operation)


@cache
def _passes() -> Any:
    """Made once: what they look for in a program takes longer to collect than to find."""
    with context():
        return passmanager.PassManager.parse(PASSES)


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


def maker(value: Any) -> Any:
    """The operation that makes a value; None for an argument."""
    return None if isinstance(value.owner, ir.Block) else value.owner.operation


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


def new_main(inputs: Sequence[Any]) -> tuple[Any, Any]:
    """A module whose one function takes these types and is still empty; and that function."""
    module = ir.Module.create()
    attributes = {
        "sym_name": ir.StringAttr.get("main"),
        "function_type": ir.TypeAttr.get(ir.FunctionType.get(inputs, [])),
    }
    place = ir.InsertionPoint(module.body)
    main = ir.Operation.create("func.func", attributes=attributes, regions=1, ip=place)
    return module, main


def settle_results(main: Any) -> None:
    """The function's type says what its last operation returns."""
    last = operations(main.regions[0].blocks[0])[-1]
    kind = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)
    kind = ir.FunctionType.get(kind.inputs, [value.type for value in last.operands])
    main.attributes["function_type"] = ir.TypeAttr.get(kind)


def hand_on(block: Any, values: Sequence[Any]) -> None:
    """More operands for the operation that ends a block."""
    last = operations(block)[-1]
    ir.Operation.create(last.name, operands=[*last.operands, *values], ip=ir.InsertionPoint(last))
    last.erase()


def type_name(dtype: Any) -> str:
    """MLIR's word for a type of numbers; in a context."""
    return str(ir_type(np.dtype(dtype)))


def is_splat(constant: Any) -> bool:
    """Whether it is one number, however many entries it fills."""
    if isinstance(constant.results[0].type.element_type, ir.ComplexType):
        # The bindings have no class for it: reading the attribute raises.
        text = constant.get_asm(large_elements_limit=1).partition(" = ")[2]
        return str(text).startswith("stablehlo.constant dense<(")  # no note beside it says so
    return bool(ir.DenseElementsAttr(constant.attributes["value"]).is_splat)


def whole_numbers(attribute: Any) -> list[int]:
    """An attribute that is a list of them."""
    return list(ir.DenseI64ArrayAttr(attribute))


def interpret(module: Any, inputs: Sequence[Any]) -> list[Any]:
    """Run a module by StableHLO's reference interpreter; results are NumPy arrays."""
    arguments = functions(module)["main"].regions[0].blocks[0].arguments
    placed = [_placed(*pair) for pair in zip(inputs, arguments, strict=True)]
    results = map(ir.DenseElementsAttr, eval_module(module, placed))
    return [np.array(each).reshape(ir.ShapedType(each.type).shape) for each in results]


def _placed(array: Any, argument: Any) -> Any:
    kind = ir_type(array.dtype)
    if kind != argument.type.element_type:
        raise TypeError(f"{kind} where the program takes {argument.type}")
    made: Any = ir.DenseElementsAttr.get
    return made(np.ascontiguousarray(array), type=kind, shape=array.shape)


# A rounding that is written is done: versions of XLA differ in which of them they leave out.
_EXACTLY: dict[str, Any] = {"xla_allow_excess_precision": False}
# A program is run a few times, on small arrays: what takes time is making it fast. (Fusion stays:
# without it and without its emitters XLA gives wrong products of batches.)
_AT_ONCE: dict[str, Any] = {
    "xla_backend_optimization_level": 0,
    "xla_cpu_use_fusion_emitters": False,
    "xla_cpu_parallel_codegen_split_count": 1,
}


@cache
def compiler_options(platform: str) -> dict[str, Any]:
    """What programs are compiled with; an option that this XLA does not have is left out."""
    if platform != "cpu":
        return _EXACTLY
    if _is_known(_AT_ONCE):
        return _EXACTLY | _AT_ONCE
    return _EXACTLY | {name: value for name, value in _AT_ONCE.items() if _is_known({name: value})}


def _is_known(option: dict[str, Any]) -> bool:
    try:
        jax.jit(lambda: 0, compiler_options=option).lower().compile()
    except RuntimeError:
        return False
    return True


def compile_text(text: str, platform: str) -> Any:
    """Exactly this program for the first device of a platform."""
    if platform == "cpu":
        # Asking first takes as long as a compilation, and each process that runs programs would.
        with suppress(RuntimeError):
            return _compiled(text, platform, _EXACTLY | _AT_ONCE)
    return _compiled(text, platform, compiler_options(platform))


def _compiled(text: str, platform: str, chosen: dict[str, Any]) -> Any:
    client = get_backend(platform)
    options = CompileOptions()
    options.num_replicas = options.num_partitions = 1
    options.env_option_overrides = [(name, str(value)) for name, value in chosen.items()]
    devices = DeviceList(tuple(client.local_devices()[:1]))
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
