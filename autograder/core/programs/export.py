"""A student's function as a program: text that holds no Python, made once, run anywhere.

Not by `jax.export`: its form is one that other versions of JAX can read, which takes long to write
and to read, and here one JAX does both.
Always exported at fixed shapes, for CPU and CUDA: one way that works for every task (symbolic
shapes fail for scans, loops over a shape and `if x.shape[0] > 3`), and whoever
traces knows the shapes anyway.
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
from autograder.core.inputs.tree import change, leaves
from autograder.core.messages.errors import StudentError
from autograder.core.messages.explain_error import NONE, NOTHING
from autograder.core.programs.canonical import PLATFORMS
from autograder.core.programs.debug_prints import without_prints
from autograder.core.programs.mlir import compiler_options
from autograder.core.programs.sizes import MANY, OPERATIONS

Runner = Callable[[Sequence[Any]], Any]
X64 = (
    "You asked for a 64-bit type such as float64. JAX computes in 32 bits instead unless "
    "`jax_enable_x64` is set, and it is not set here: no digits are gained."
)
NOTE = 200  # letters of a warning that are shown
PRINT_NOTE = "`jax.debug.print` was left out for the check; a finished program does not print."
TREE = "Return arrays, or dicts, tuples and lists of arrays."
ANEW = (
    "Each call jits a new function, or hands a jitted one a new object as static argument. "
    "JAX compiles for each: make it once, outside."
)


@dataclass(frozen=True)
class Exported:
    """The program's bytes, the form in which its function returns results, and notes on it."""

    artifact: bytes
    tree: Any  # a leaf for each result
    notes: tuple[str, ...] = ()


def specs(signature: tuple[Any, ...]) -> list[Any]:
    """The arrays of a signature as JAX describes them."""
    found = [leaf for _, leaf in leaves(signature) if isinstance(leaf, ArraySpec)]
    return [jax.ShapeDtypeStruct(spec.shape, DTYPES[spec.dtype]) for spec in found]


def on_arrays(function: Callable[..., Any], signature: tuple[Any, ...]) -> Callable[..., Any]:
    """The function of its arrays alone; static arguments are bound."""

    def call(*arrays: Any) -> Any:
        row = iter(arrays)
        args = change(lambda leaf: next(row) if isinstance(leaf, ArraySpec) else leaf, signature)
        return _unnamed(function(*args))

    return call


def _unnamed(tree: Any) -> Any:
    """A NamedTuple is a tuple; an export knows no classes of a learner's."""
    if type(tree) is dict:
        return {key: _unnamed(item) for key, item in tree.items()}
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return tuple(map(_unnamed, tree))
    return type(tree)(map(_unnamed, tree)) if type(tree) in (tuple, list) else tree


@dataclass(frozen=True)
class Traced:
    """A jitted function of arrays with its prints gone, before it is lowered."""

    program: Any  # as `jax.jit` makes it
    shapes: list[Any]
    notes: tuple[str, ...]


def trace(function: Callable[..., Any], signature: tuple[Any, ...]) -> Traced:
    """Trace at these shapes and drop debug prints.

    What a student can get wrong comes out as the error itself; `trouble` puts it into words.
    """
    call, shapes = on_arrays(function, signature), specs(signature)

    def pinned(*arrays: Any) -> Any:
        # Some GPUs multiply f32 in TF32 unless told; the program says it, so all machines agree.
        with jax.default_matmul_precision("highest"):
            return call(*arrays)

    # An input that is not used stays: whoever runs the program hands in all of them.
    jitted = jax.jit(pinned, keep_unused=True)
    traced, out = jax.make_jaxpr(jitted, return_shape=True)(*shapes)
    _plain_tree(out)
    if sum(len(program.eqns) for program in _jitted(traced.eqns)) > OPERATIONS:
        raise StudentError("refused", MANY)  # to lower it takes longer than anybody waits
    traced, printed = without_prints(traced)
    if not printed:
        return Traced(jitted, shapes, ())  # what was traced is not traced again
    flat, structure = jaxpr_as_fun(traced), jax.tree.structure(out)

    def program(*arrays: Any) -> Any:
        return jax.tree.unflatten(structure, flat(*arrays))

    return Traced(jax.jit(program, keep_unused=True), shapes, (PRINT_NOTE,))


def export_program(function: Callable[..., Any], signature: tuple[Any, ...]) -> Exported:
    """Trace, and lower for both platforms, with 64 bits off as in a notebook that never asks."""
    # The warnings are said in the report, not on stderr.
    with jax.enable_x64(False), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        traced = trace(function, signature)
        exported = lowered(traced.program, traced.shapes)
    notes = dict.fromkeys([*traced.notes, *(_note(str(item.message)) for item in caught)])
    return replace(exported, notes=tuple(notes))


def lowered(program: Any, args: Sequence[Any]) -> Exported:
    """Lower a jitted function to text."""
    made = program.trace(*args).lower(lowering_platforms=PLATFORMS)
    jax.tree.leaves(made.in_avals)  # an error, where a value of another trace is one more of them
    return Exported(made.as_text().encode(), _tree(made.out_tree))


def _tree(structure: Any) -> Any:
    """Return the tree of results with a number for each; StudentError for other containers."""
    found = jax.tree.unflatten(structure, range(structure.num_leaves))

    def plain(tree: Any) -> bool:
        if type(tree) is dict:
            return all(map(plain, tree.values())) and all(type(key) is str for key in tree)
        return all(map(plain, tree)) if type(tree) in (tuple, list) else type(tree) is int

    if not plain(found):
        raise StudentError("structure", TREE)
    return found


def _note(warning: str) -> str:
    if "float64" in warning or "int64" in warning:
        return X64
    return warning.split("\n")[0][:NOTE]


def compiled(function: Callable[..., Any], signature: tuple[Any, ...]) -> Runner:
    """The function compiled here, without the way through bytes."""
    return _runner(trace(function, signature).program)


def _runner(call: Callable[..., Any]) -> Runner:
    made = jax.jit(call, compiler_options=compiler_options(jax.default_backend()))
    return lambda inputs: jax.tree.map(np.asarray, made(*inputs))


def export_call(function: Any, signature: tuple[Any, ...]) -> Exported:
    """The program that this very call compiles: numbers are traced unless the student's own
    `jax.jit` says that they are static. Distinct programs over a series are compilations."""
    row = iter(specs(signature))
    args = change(lambda leaf: next(row) if isinstance(leaf, ArraySpec) else leaf, signature)
    with jax.enable_x64(False):
        if not hasattr(function, "lower"):
            words = [at for at, arg in enumerate(signature) if isinstance(arg, str)]  # never traced
            jitted = jax.jit(function, static_argnums=words)
            function, args = _wrapped(function, signature) or (jitted, args)
        return lowered(function, args)


def _jitted(calls: Sequence[Any]) -> list[Any]:
    """What of these is a call of a jitted function: its program."""
    inner = [call for call in calls if "jaxpr" in call.params and "jit" in call.primitive.name]
    return [call.params["jaxpr"] for call in inner]


def _wrapped(function: Any, signature: tuple[Any, ...]) -> tuple[Any, list[Any]] | None:
    """The jitted function, and its arguments, of one that does nothing but call it; StudentError
    where each call jits one of its own, for JAX finds again what it has traced before."""
    try:
        makes = [
            jax.make_jaxpr(on_arrays(function, signature), return_shape=True) for _ in range(2)
        ]
        (traced, out), (again, _) = (make(*specs(signature)) for make in makes)
    except Exception:  # it asks for a value: whoever compiles the call says so
        return None
    if [*map(id, _jitted(traced.eqns))] != [*map(id, _jitted(again.eqns))]:
        raise StudentError("anew", ANEW)
    calls: Sequence[Any] = traced.eqns  # what their types are called differs by version
    given = set(map(id, traced.jaxpr.invars))
    if len(calls) != 1 or not _jitted(calls):
        return None
    if not {id(value) for value in calls[0].invars} <= given:  # it adds something: a `jnp.pad`
        return None
    if [*map(id, calls[0].outvars)] != [*map(id, traced.jaxpr.outvars)]:
        return None
    tree, inner = jax.tree.structure(out), jaxpr_as_fun(calls[0].params["jaxpr"])
    shapes = [jax.ShapeDtypeStruct(each.aval.shape, each.aval.dtype) for each in calls[0].invars]
    return jax.jit(lambda *args: jax.tree.unflatten(tree, inner(*args))), shapes


def _plain_tree(out: Any) -> None:
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
        raise StudentError("structure", NONE if empty else TREE)
