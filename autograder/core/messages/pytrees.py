"""Explain errors about dicts, lists and tuples that are used as arrays.

The module `transforms` describes the format of the table ROWS.
"""

from __future__ import annotations

_ARRAY = r"(?:'?DynamicJaxprTracer'?|'?ArrayImpl'?|an array)"
ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"AttributeError: 'dict' object has no attribute '(?P<name>\w+)'",
        "raised",
        'Use brackets, `["{name}"]`: the entries of a dict are not attributes.',
    ),
    (
        rf"unsupported operand type\(s\) for .*?(?:{_ARRAY} and 'str'|'str' and ({_ARRAY}|'int'))",
        "raised",
        "A string is not a number. Iterating over a dict or unpacking it yields its keys. Get an "
        'array by its key: `params["w"]`.',
    ),
    (
        r"unsupported operand type\(s\) for .*'dict'|where requires .* got <class 'dict'>",
        "raised",
        "A dict of arrays is not an array. `jax.tree.map(f, one, other)` applies `f` to each pair "
        "of arrays in two dicts of the same structure, and `jax.tree.map(f, one)` to each array "
        "of one.",
    ),
    (
        r"(too many|not enough) values to unpack",
        "raised",
        "The number of names to the left of `=` differs from the number of values to the right. "
        "Unpacking an array yields its rows; for its columns, unpack `.T`.",
    ),
    (
        r"can't multiply sequence by non-int",
        "raised",
        "A tuple is not a number. Unpack it first, as in `value, gradients = "
        "jax.value_and_grad(f)(x)`.",
    ),
    (
        r"Error interpreting argument.*<class '(?P<kind>list|tuple)'> and was passed to",
        "raised",
        "Expected one array, got a {kind} of arrays. Use its arrays one by one, or combine them "
        "into one with `jnp.stack` or `jnp.concatenate`.",
    ),
)
