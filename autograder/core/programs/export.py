"""Export a student's function as a program: text without Python, for CPU and CUDA.

The text comes from lowering, not from `jax.export`. The format of `jax.export` is slow to write and
to read, and its compatibility with other versions of JAX is not needed. Shapes are fixed, because
scans, loops over a shape and `if x.shape[0] > 3` would fail with symbolic shapes.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import jax
import numpy as np
from jax.extend.core import jaxpr_as_fun

from autograder.core.inputs.generator import DTYPES, ArraySpec
from autograder.core.inputs.tree import leaves, map_leaves
from autograder.core.messages.errors import StudentError
from autograder.core.messages.explain_error import NONE, NOTHING
from autograder.core.programs.canonical import PLATFORMS
from autograder.core.programs.debug_prints import remove_prints
from autograder.core.programs.mlir import compiler_options
from autograder.core.programs.sizes import MAX_OPERATIONS, TOO_MANY

Runner = Callable[[Sequence[Any]], Any]
NO_64_BITS = (
    "You asked for a 64-bit type such as float64. JAX computes in 32 bits unless `jax_enable_x64` "
    "is set, and it is not set here, so the result has no more digits."
)
NOTE_CHARACTERS = 200  # maximum length of a Python warning in a note for the student
PRINT_REMOVED = "`jax.debug.print` was removed for the check: a finished program does not print."
RETURN_ARRAYS = "Return arrays, or dicts, tuples and lists of arrays."
RECOMPILES = (
    "Each call jits a new function, or passes a new object as a static argument, so JAX compiles "
    "again. Create the function or the object once, outside."
)


@dataclass(frozen=True)
class Exported:
    """A program as bytes, the tree of its results, and notes for the student."""

    artifact: bytes
    tree: Any  # has one leaf for each result
    notes: tuple[str, ...] = ()


def specs(signature: tuple[Any, ...]) -> list[Any]:
    """Return the shapes and dtypes of the arrays in a signature."""
    result = [leaf for _, leaf in leaves(signature) if isinstance(leaf, ArraySpec)]
    return [jax.ShapeDtypeStruct(spec.shape, DTYPES[spec.dtype]) for spec in result]


def bind_static_arguments(
    function: Callable[..., Any], signature: tuple[Any, ...]
) -> Callable[..., Any]:
    """Return a function that takes only the arrays of a signature; static arguments are bound.

    Named tuples in its result are replaced by tuples.
    """

    def call(*arrays: Any) -> Any:
        row = iter(arrays)
        args = map_leaves(
            lambda leaf: next(row) if isinstance(leaf, ArraySpec) else leaf, signature
        )
        return _without_named_tuples(function(*args))

    return call


def _without_named_tuples(tree: Any) -> Any:
    """Replace every NamedTuple with a tuple: an export does not know the student's classes."""
    if type(tree) is dict:
        return {key: _without_named_tuples(item) for key, item in tree.items()}
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return tuple(map(_without_named_tuples, tree))
    return type(tree)(map(_without_named_tuples, tree)) if type(tree) in (tuple, list) else tree


@dataclass(frozen=True)
class Traced:
    """A jitted function of arrays without debug prints, ready to be lowered."""

    program: Any  # the result of `jax.jit`
    shapes: list[Any]
    notes: tuple[str, ...]


def trace(function: Callable[..., Any], signature: tuple[Any, ...]) -> Traced:
    """Trace a function at the shapes of its signature and remove debug prints.

    Errors in the student's code are raised unchanged; `error_finding` explains them. Raise
    StudentError if the result has other leaves than arrays or if the program is too large.
    """
    call, shapes = bind_static_arguments(function, signature), specs(signature)

    def with_full_precision(*arrays: Any) -> Any:
        # Some GPUs multiply f32 in TF32 by default. With this setting, all machines use float32.
        with jax.default_matmul_precision("highest"):
            return call(*arrays)

    # Unused inputs are kept, because the caller passes all inputs.
    jitted = jax.jit(with_full_precision, keep_unused=True)
    traced, out = jax.make_jaxpr(jitted, return_shape=True)(*shapes)
    _check_tree(out)
    if sum(len(program.eqns) for program in _jitted_programs(traced.eqns)) > MAX_OPERATIONS:
        raise StudentError("refused", TOO_MANY)  # lowering such a program would take too long
    traced, printed = remove_prints(traced)
    if not printed:
        return Traced(jitted, shapes, ())  # lowering reuses the trace
    flat, structure = jaxpr_as_fun(traced), jax.tree.structure(out)

    def program(*arrays: Any) -> Any:
        return jax.tree.unflatten(structure, flat(*arrays))

    return Traced(jax.jit(program, keep_unused=True), shapes, (PRINT_REMOVED,))


def export_program(function: Callable[..., Any], signature: tuple[Any, ...]) -> Exported:
    """Trace a function and lower it for both platforms, with 64-bit types disabled.

    Python warnings become notes.
    """
    # Warnings belong in the report, not on stderr.
    with jax.enable_x64(False), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        traced = trace(function, signature)
        exported = lower_program(traced.program, traced.shapes)
    notes = list(traced.notes)
    for warning in (str(item.message) for item in caught):
        is_64_bits = "float64" in warning or "int64" in warning
        notes.append(NO_64_BITS if is_64_bits else warning.split("\n")[0][:NOTE_CHARACTERS])
    return replace(exported, notes=tuple(dict.fromkeys(notes)))


def lower_program(program: Any, args: Sequence[Any]) -> Exported:
    """Lower a jitted function to text. Raise StudentError for results in other containers."""
    lowering = program.trace(*args).lower(lowering_platforms=PLATFORMS)
    jax.tree.leaves(lowering.in_avals)  # raises an error if a value leaked from another trace
    return Exported(lowering.as_text().encode(), _result_tree(lowering.out_tree))


def _result_tree(structure: Any) -> Any:
    """Return the tree of results, whose leaves are the indices of the results.

    Raise StudentError for containers other than dicts, tuples and lists.
    """
    result = jax.tree.unflatten(structure, range(structure.num_leaves))

    def plain(tree: Any) -> bool:
        if type(tree) is dict:
            return all(map(plain, tree.values())) and all(type(key) is str for key in tree)
        return all(map(plain, tree)) if type(tree) in (tuple, list) else type(tree) is int

    if not plain(result):
        raise StudentError("structure", RETURN_ARRAYS)
    return result


def compile_function(function: Callable[..., Any], signature: tuple[Any, ...]) -> Runner:
    """Trace a function, and return a function that runs it on this machine.

    The first call compiles the function. Results are NumPy arrays.
    """
    program = trace(function, signature).program
    run = jax.jit(program, compiler_options=compiler_options(jax.default_backend()))
    return lambda inputs: jax.tree.map(np.asarray, run(*inputs))


def export_call(function: Any, signature: tuple[Any, ...]) -> Exported:
    """Export the program that a call of the function compiles.

    Numbers are traced unless the student's own `jax.jit` makes them static. The number of distinct
    programs in a series of calls is the number of compilations. Raise StudentError if each call
    jits a new function.
    """
    row = iter(specs(signature))
    args = map_leaves(lambda leaf: next(row) if isinstance(leaf, ArraySpec) else leaf, signature)
    with jax.enable_x64(False):
        if not hasattr(function, "lower"):
            strings = [
                at for at, arg in enumerate(signature) if isinstance(arg, str)
            ]  # strings are never traced
            jitted = jax.jit(function, static_argnums=strings)
            function, args = _wrapped_jit(function, signature) or (jitted, args)
        return lower_program(function, args)


def _jitted_programs(calls: Sequence[Any]) -> list[Any]:
    """Return the programs of all equations that call a jitted function."""
    inner = [call for call in calls if "jaxpr" in call.params and "jit" in call.primitive.name]
    return [call.params["jaxpr"] for call in inner]


def _wrapped_jit(function: Any, signature: tuple[Any, ...]) -> tuple[Any, list[Any]] | None:
    """Return a jitted function and its arguments if `function` only calls this jitted function.

    Return None if `function` does anything else or raises an error. Raise StudentError if each call
    jits a new function. To detect a new function, trace `function` twice: for the same jitted
    function, JAX returns the same program both times.
    """
    try:
        makers = [
            jax.make_jaxpr(bind_static_arguments(function, signature), return_shape=True)
            for _ in range(2)
        ]
        (traced, out), (again, _) = (make(*specs(signature)) for make in makers)
    except Exception:  # the caller compiles the call and raises the same error
        return None
    if [*map(id, _jitted_programs(traced.eqns))] != [*map(id, _jitted_programs(again.eqns))]:
        raise StudentError("anew", RECOMPILES)
    calls: Sequence[Any] = traced.eqns  # the type of `eqns` depends on the version of JAX
    inputs = set(map(id, traced.jaxpr.invars))
    if len(calls) != 1 or not _jitted_programs(calls):
        return None
    # The function may compute an argument of the call, for example with `jnp.pad`.
    if not {id(value) for value in calls[0].invars} <= inputs:
        return None
    if [*map(id, calls[0].outvars)] != [*map(id, traced.jaxpr.outvars)]:
        return None
    tree, inner = jax.tree.structure(out), jaxpr_as_fun(calls[0].params["jaxpr"])
    shapes = [jax.ShapeDtypeStruct(each.aval.shape, each.aval.dtype) for each in calls[0].invars]
    return jax.jit(lambda *args: jax.tree.unflatten(tree, inner(*args))), shapes


def _check_tree(out: Any) -> None:
    """Raise StudentError unless a result consists of dicts, tuples, lists and arrays."""

    def plain(tree: Any) -> bool:
        if isinstance(tree, dict):
            return all(map(plain, tree.values()))
        if type(tree) in (tuple, list):
            return all(map(plain, tree))
        return isinstance(tree, jax.ShapeDtypeStruct)

    if out is None:
        raise StudentError("structure", NOTHING)
    if not plain(out):
        leaves = jax.tree.leaves(out, is_leaf=lambda leaf: leaf is None)
        empty = any(leaf is None for leaf in leaves)
        raise StudentError("structure", NONE if empty else RETURN_ARRAYS)
