"""What is said where a dict, a list or a pair is taken for an array, or apart: as in `axes`."""

from __future__ import annotations

_ARRAY = r"(?:'?DynamicJaxprTracer'?|'?ArrayImpl'?|an array)"
ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"AttributeError: 'dict' object has no attribute '(?P<name>\w+)'",
        "raised",
        'Use brackets, `["{name}"]`: an entry of a dict is not written behind a point.',
    ),
    (
        rf"unsupported operand type\(s\) for .*?(?:{_ARRAY} and 'str'|'str' and ({_ARRAY}|'int'))",
        "raised",
        "A text is not a number. A loop over a dict, or taking it apart, gives its names: ask "
        'for an array by its name, `params["w"]`.',
    ),
    (
        r"unsupported operand type\(s\) for .*'dict'|where requires .* got <class 'dict'>",
        "raised",
        "A dict of arrays is not an array. `jax.tree.map(f, one, other)` applies `f` to each pair "
        "of arrays in two dicts of the same form, and `jax.tree.map(f, one)` to each array of one.",
    ),
    (
        r"(too many|not enough) values to unpack",
        "raised",
        "On the left of `=` are more names than parts on the right, or fewer. An array is taken "
        "apart row by row; its columns are the rows of `.T`.",
    ),
    (
        r"can't multiply sequence by non-int",
        "raised",
        "A pair is not a number: take it apart first, as in "
        "`value, slopes = jax.value_and_grad(f)(x)`.",
    ),
    (
        r"Error interpreting argument.*<class '(?P<kind>list|tuple)'> and was passed to",
        "raised",
        "Expected one array, got a {kind} of arrays. Use its arrays one by one, or combine them "
        "into one with `jnp.stack` or `jnp.concatenate`.",
    ),
)
