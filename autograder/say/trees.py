"""What is said where a dict or a list of arrays is taken for an array: rows as in `axes`."""

from __future__ import annotations

_ARRAY = r"(?:'?DynamicJaxprTracer'?|'?ArrayImpl'?|an array)"
ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"AttributeError: 'dict' object has no attribute '(?P<name>\w+)'",
        "raised",
        'Brackets, `["{name}"]`: what a dict holds is not asked for behind a point.',
    ),
    (
        rf"unsupported operand type\(s\) for .*?(?:{_ARRAY} and 'str'|'str' and {_ARRAY})",
        "raised",
        "A text is no number. Whoever goes through a dict, or takes it apart, gets its names: ask "
        'for an array by its name, `params["w"]`.',
    ),
    (
        r"unsupported operand type\(s\) for .*'dict'",
        "raised",
        "A dict of arrays is no array. `jax.tree.map(f, one, other)` puts `f` to each pair of "
        "arrays in two dicts of the same form, and `jax.tree.map(f, one)` to each array of one.",
    ),
    (
        r"Error interpreting argument.*<class '(?P<kind>list|tuple)'> and was passed to",
        "raised",
        "A {kind} of arrays came where one array is asked for. Take its parts one by one, or make "
        "one array of them: `jnp.stack`, `jnp.concatenate`.",
    ),
)
