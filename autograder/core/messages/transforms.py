"""Explain the errors of `jit`, of loops such as `scan`, and of `cond` and `switch`.

Each row of the table ROWS has a pattern, a property and a sentence. The pattern is matched against
a text of the form `TypeError: message at line 3: source line`. The named groups of the pattern are
inserted into the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# A shape with several axes contains commas: float32[3,4].
_TYPE = r"\w+\[[^\]]*\]|[^\s,]+"
_TYPES = rf".*?has type (?P<one>{_TYPE}) but the corresponding.*?has type (?P<other>{_TYPE})"
_ARGUMENTS = r"(positional arguments? but \d+ (was|were) given|required positional argument).* at "

ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"UnexpectedTracerError|Too many leaves for PyTreeDef",
        "refused",
        "A value from one trace was stored and used in another. Return it from the function "
        "instead of storing it outside.",
    ),
    (
        r"Non-hashable static arguments.*Tracer",
        "refused",
        "A static argument received a traced value. Inside a jitted function only shapes are "
        "known, not values. Remove the argument from `static_argnames`, or compute it from a "
        "shape.",
    ),
    (
        r"Non-hashable static arguments.*(ArrayImpl|ndarray)",
        "raised",
        "An array cannot be a static argument, because JAX looks up a compiled program by the "
        "values of its static arguments. Remove its name from `static_argnames`.",
    ),
    (
        r"Non-hashable static arguments.*<class '(?P<kind>\w+)'>",
        "raised",
        "A static argument must be hashable, and a {kind} is not. Pass a number, a string or a "
        "tuple.",
    ),
    (
        r"invalid argnames {(?P<names>.*?)} in static_argnames",
        "raised",
        "`static_argnames` contains {names}, but the function has no such parameter. Use a name "
        "from the `def` line.",
    ),
    (
        r"static_argnums=.*but only accepts (?P<count>\d+)",
        "raised",
        "`static_argnums` counts the arguments from 0, and the function has only {count}. Use the "
        "name instead: `static_argnames`.",
    ),
    (
        r"Error interpreting argument.*<class '(?:\w+\.)*(?P<kind>\w+)'>.* at path (?P<name>\w+)",
        "raised",
        "A jitted function takes arrays and numbers, but its argument `{name}` is neither "
        "({kind}). Add the name to `static_argnames`, or do not pass this argument.",
    ),
    (
        r"carry input and carry output must have equal types.*?has type (?P<one>\w+\[[^\]]+\]) but "
        r"the corresponding.*?has type \w+\[\].* at .*fori_loop\(",
        "raised",
        "The loop body received {one} and returned a scalar. `fori_loop` passes the iteration "
        "number as the first argument: `lambda i, x: ...`.",
    ),
    (
        r"carry input and carry output must have equal types" + _TYPES,
        "raised",
        "The loop body received a carry of type {one} and returned one of type {other}. The carry "
        "must keep its shape and dtype. Start the loop with the type that the body returns, or "
        "convert with `.astype`.",
    ),
    (
        r"carry input and carry output must have the same pytree.*<class 'NoneType'>",
        "raised",
        "The loop body returned `None` instead of the carry: is `return` missing?",
    ),
    (
        r"carry input and carry output must have the same pytree",
        "raised",
        "The loop body returned a carry with a different structure than it received, for example a "
        "pair instead of an array. Return as many values as the carry has, in the same order.",
    ),
    (
        r"scan body output must be a pair, got None",
        "raised",
        "The function of `scan` returned `None`: is `return` missing?",
    ),
    (
        r"scan body output must be a pair",
        "raised",
        "The function of `scan` must return a pair: the carry for the next iteration and the "
        "output of this one, which may be `None`.",
    ),
    (
        r"scan got values with different leading axis sizes: (?P<sizes>[\d, ]+\d)",
        "raised",
        "`scan` iterates over the first axis of its arrays, and the sizes of these axes differ: "
        "{sizes}. Pass arrays with equally many rows.",
    ),
    (
        r"scan got value with no leading axis",
        "raised",
        "`scan` iterates over the rows of an array, and a scalar has none. For `n` iterations, "
        "pass `jnp.arange(n)` or use `jax.lax.fori_loop`.",
    ),
    (
        r"Only scalar arrays can be converted.* at .*\bscan\(",
        "raised",
        "`scan` iterates over its third argument; its fourth argument is the number of "
        "iterations. Pass several arrays as a tuple, `(xs, ys)`. The function then receives a "
        "tuple with one row of each.",
    ),
    (
        r"tuple index out of range at .*associative_scan\(",
        "raised",
        "The function of `associative_scan` combines many pairs of neighbours in one call. Use "
        "element-wise operations such as `*` and `+`, not operations that sum over an array, such "
        "as `@` and `sum`.",
    ),
    (
        r"scan got no values to scan over",
        "raised",
        "`scan` does not know the number of iterations. Pass an array to iterate over, or "
        "`length=n`.",
    ),
    (
        r"arguments to fori_loop must have equal types",
        "raised",
        "The bounds of `fori_loop` must be integers, and one of them is a float. Convert it with "
        "`.astype(int)`.",
    ),
    (
        _ARGUMENTS + r".*fori_loop\(",
        "raised",
        "`fori_loop` calls its function with two arguments: the iteration number and the carry.",
    ),
    (
        _ARGUMENTS + r".*associative_scan\(",
        "raised",
        "`associative_scan` calls its function with two arguments: the earlier element and the "
        "later one. If you passed a tuple of arrays, each argument is a tuple. Unpack it inside "
        "the function.",
    ),
    (
        r"(TracerBoolConversionError|truth value of an array).* at .*associative_scan\(",
        "raised",
        "`associative_scan` takes its arrays as one argument. Pass several arrays as a tuple, "
        "`(a, b)`.",
    ),
    (
        _ARGUMENTS + r".*scan\(",
        "raised",
        "`scan` calls its function with two arguments: the carry and one row of the array.",
    ),
    (
        _ARGUMENTS + r".*while_loop\(",
        "raised",
        "`while_loop` calls both of its functions with one argument, the carry. Combine several "
        "values in a tuple, and unpack it inside the functions.",
    ),
    (
        _ARGUMENTS + r".*cond\(",
        "raised",
        "`cond` passes the arguments after its two functions to the function that it calls. Both "
        "functions must accept all of these arguments; `lambda: f(x)` accepts none.",
    ),
    (
        r"branches must have equal output types" + _TYPES,
        "raised",
        "One branch returned {one} and the other {other}. All branches of a `cond` or a `switch` "
        "must return the same shape and dtype. Convert one result with `.astype`, or pad it with "
        "`jnp.zeros_like`.",
    ),
    (
        r"branch outputs must have the same pytree.*<class 'NoneType'>",
        "raised",
        "One branch returned `None`: is `return` missing?",
    ),
    (
        r"branch outputs must have the same pytree",
        "raised",
        "The branches returned different structures. All branches of a `cond` or a `switch` must "
        "return the same number of arrays, in the same order.",
    ),
    (
        r"Pred must be a scalar, got .* of shape",
        "raised",
        "The predicate of `cond` must be a single boolean, and this one is an array. Choose "
        "element by element with `jnp.where`, or reduce the predicate with `jnp.all` or "
        "`jnp.any`.",
    ),
    (
        r"Pred must be a scalar",
        "raised",
        "The first argument of `cond` must be a single boolean, such as `x > 0`.",
    ),
    (
        r"arguments? should be (callable|a sequence of callables)",
        "raised",
        "`cond` and `switch` take functions, not results. Pass `lambda: f(x)`, not `f(x)`.",
    ),
    (
        r"cond_fun must return a boolean scalar.*PyTreeDef\(None",
        "raised",
        "The condition function of `while_loop` returned `None`: is `return` missing?",
    ),
    (
        r"cond_fun must return a boolean scalar.*bool\[\d",
        "raised",
        "The condition function of `while_loop` must return a single boolean, and yours returned "
        "an array. Reduce the array with `jnp.any` or `jnp.all`.",
    ),
    (
        r"cond_fun must return a boolean scalar",
        "raised",
        "The first function of `while_loop` decides whether the loop continues and must return a "
        "single boolean. Use a comparison, such as `x > 0`.",
    ),
    (
        r"Index type must be an integer",
        "raised",
        "`switch` selects a function by an integer. Convert the index with `.astype(int)`.",
    ),
    (
        r"Slice entries must be static integers|slice indices must have static start",
        "refused",
        "The length of a slice must be known while JAX traces the program, but a bound of this "
        "slice gets its value only when the program runs. Take a fixed number of elements with "
        "`jax.lax.dynamic_slice`, or keep the whole array and mask it: "
        "`jnp.where(jnp.arange(len(x)) < n, x, 0)`.",
    ),
    (
        r"Array has been deleted|Buffer has been deleted or donated",
        "raised",
        "This array was donated: its memory now holds the result of the call that received it. "
        "Use that result instead.",
    ),
    (
        r"Expected a callable value",
        "raised",
        "`jax.jit` and similar transformations take a function: write `jax.jit(f)(x)`, not "
        "`jax.jit(f(x))`.",
    ),
    (
        r"Tracer\.__format__",
        "refused",
        "Formatting a string needs a value, but JAX traces a program before its values are known. "
        "Return the number and format it outside the function, or print it with "
        "`jax.debug.print`.",
    ),
    (
        r"unhashable type: '\w*Tracer'",
        "refused",
        "A dict or a set needs a value, but JAX traces a program before its values are known. "
        "Store the table in a `jnp` array and index it.",
    ),
)


def find_row(error_text: str, rows: Iterable[tuple[str, str, str]]) -> tuple[str, str] | None:
    """Return the property and the completed sentence of the first row that matches, or None."""
    for pattern, kind, words in rows:
        if match := re.search(pattern, error_text, re.DOTALL):
            return kind, words.format(**match.groupdict())
    return None
