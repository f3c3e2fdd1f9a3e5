"""Convert JAX functions, StableHLO text and exported artifacts to a `program.Block`.

Only this module, `mlir_module.py` and `attributes.py` use JAX's MLIR bindings and private
functions. The other modules of `_cost` work on plain Python objects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import jax
from jax import export
from jax.extend.mlir import refine_polymorphic_shapes
from jax.interpreters import mlir
from jaxlib.mlir import ir

from manylanes._cost.read import specs as _specs
from manylanes._cost.read.kernels import all_equations, attach_kernel_work, uses_host_memory
from manylanes._cost.read.mlir_module import read_module
from manylanes._cost.read.program import Block
from manylanes._specs import shorten

_TRACE_CONTEXT = jax.make_user_context()  # a setting that JAX includes in cache keys
_trace_numbers = count()


def lower(
    fn: Callable[..., Any],
    args: Sequence[Any],
    keywords: Mapping[str, Any] | None = None,
    platform: str = "cpu",
) -> Block:
    """Lower `fn` for a platform; the result does not depend on the machine that runs this code.

    Raise SpecError for 64-bit types if JAX is set to 32 bits.
    """
    keywords = keywords or {}
    _specs.check_precision((args, keywords))
    jitted = fn if isinstance(fn, jax.stages.Wrapped) else jax.jit(fn)
    # A cached trace has the source lines of the program that was traced first, so avoid the cache.
    with _TRACE_CONTEXT(next(_trace_numbers)):
        traced = jitted.trace(*args, **keywords)
        lowered = traced.lower(lowering_platforms=(platform,))
    block = read_module(lowered.compiler_ir("stablehlo"))
    equations = list(all_equations(traced.jaxpr.jaxpr))
    attach_kernel_work(block, equations)
    block.narrowed = _specs.has_narrowed_arrays((args, keywords))
    block.offloaded |= uses_host_memory(equations)
    return block


def parse(text: str) -> Block:
    """Parse StableHLO text; raise ValueError for other text."""
    with mlir.make_ir_context():
        try:
            module = ir.Module.parse(text)
        except ir.MLIRError as error:
            if "\n" not in text and re.fullmatch(r"[^\s()]+\.\w+", text):
                raise ValueError(
                    f"{text!r} is a file name: pass its text, Path({text!r}).read_text()"
                ) from None
            if text.lstrip().startswith("HloModule"):
                raise ValueError(
                    "this is the text of a compiled program (HLO): pass its StableHLO instead, "
                    "such as jax.jit(f).lower(x).as_text()"
                ) from None
            reason = str(error).partition("error: ")[2].partition("\n")[0] or str(error)
            raise ValueError(f"this is not a StableHLO program: {shorten(reason)}") from None
        return read_module(module)


def _deserialize(artifact: bytes) -> Any:
    try:
        return export.deserialize(bytearray(artifact))
    except Exception as error:  # invalid flatbuffers raise many types of errors
        raise ValueError("these bytes are not a serialized jax.export artifact") from error


def signature(artifact: bytes) -> tuple[Any, ...]:
    """Return the argument specifications of an artifact: structs, or strings for symbolic sizes.

    Raise ValueError for other bytes, and for an artifact that takes keywords.
    """
    exported = _deserialize(artifact)
    flat = [_specs.to_spec(a.shape, a.dtype) for a in exported.in_avals]
    args, kwargs = jax.tree.unflatten(exported.in_tree, flat)
    if kwargs:
        raise ValueError(
            f"this artifact takes the keywords {', '.join(kwargs)}: export a function that takes "
            "positional arguments only"
        )
    return tuple(args)


def load(artifact: bytes, specs: Sequence[Any], platform: str | None) -> Block:
    """Load a serialized artifact at the given shapes.

    The default platform is the CPU or, if the artifact does not support it, the artifact's first
    platform. Raise ValueError for a platform that the artifact does not support.
    """
    exported = _deserialize(artifact)
    if platform is not None and platform not in exported.platforms:
        platforms = ", ".join(exported.platforms)
        raise ValueError(f"this artifact was not exported for {platform}, only for {platforms}")
    platform = platform or ("cpu" if "cpu" in exported.platforms else exported.platforms[0])
    # An artifact may contain 64-bit types even if JAX is set to 32 bits.
    with jax.enable_x64(True):
        jitted = jax.jit(exported.call).trace(*specs)
        module = jitted.lower(lowering_platforms=(platform,)).compiler_ir("stablehlo")
    refined = refine_polymorphic_shapes(
        mlir.module_to_bytecode(module),
        enable_shape_assertions=True,
        validate_static_shapes=True,
        enable_shardy=True,
    )
    with mlir.make_ir_context():
        return read_module(ir.Module.parse(refined))
