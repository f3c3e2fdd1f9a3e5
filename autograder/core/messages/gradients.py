"""Explain errors about gradients and trees.

The module `transforms` describes the format of the table ROWS.
"""

from __future__ import annotations

_BACK = r"Custom VJP bwd rule (attached to .* )?must produce an output with the same "
_TYPE = r"\w+\[[\d,]*\]"

ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"Gradient only defined for scalar-output functions.*Output had shape",
        "raised",
        "`jax.grad` differentiates a function that returns a scalar, and yours returned an array. "
        "Reduce it with `.sum()` or `.mean()`; or write the function for one example and use "
        "`jax.vmap(jax.grad(f))`.",
    ),
    (
        r"Gradient only defined for scalar-output functions\. Output was:? None",
        "raised",
        "`jax.grad` differentiates a function that returns a scalar, and yours returned `None`: "
        "is `return` missing?",
    ),
    (
        r"Gradient only defined for scalar-output functions",
        "raised",
        "`jax.grad` differentiates a function that returns a scalar, and yours returned something "
        "else. Return only the scalar: `return loss`.",
    ),
    (
        r"grad requires real- or complex-valued inputs",
        "raised",
        "`jax.grad` cannot differentiate with respect to an integer. Convert the input with "
        "`.astype(jnp.float32)`, or choose another argument with `argnums`.",
    ),
    (
        r"grad requires real-valued outputs",
        "raised",
        "`jax.grad` cannot differentiate an integer or a boolean. Return a floating-point number.",
    ),
    (
        r"differentiating with respect to argnums",
        "raised",
        "`argnums` counts the positional arguments from 0, and the call has too few of them. Pass "
        "the argument by position, not by keyword.",
    ),
    (
        r"jac(fwd|rev) requires real-valued (inputs|outputs)",
        "raised",
        "JAX cannot compute the Jacobian of integers. Convert them with `.astype(jnp.float32)`.",
    ),
    (
        r"expected function with aux output to return a two-element tuple",
        "raised",
        "With `has_aux=True`, the function must return a pair: the scalar to differentiate and "
        "the auxiliary output. Return both, or remove `has_aux`.",
    ),
    (
        r"argument to VJP function: got (?P<got>\S+), but expected (?P<want>\w+\[[\d,]*\])",
        "raised",
        "The function that `jax.vjp` returned takes a cotangent with the shape and dtype of the "
        "result. Expected {want}, got {got}. For example, pass `jnp.ones_like(result)`.",
    ),
    (
        r"unexpected tree structure.*argument to a VJP function",
        "raised",
        "The function that `jax.vjp` returned takes a cotangent with the structure of the result: "
        "the same number of arrays, in the same containers.",
    ),
    (
        r"jvp called with different primal and tangent shapes.*shape (?P<one>\([\d, ]*\)) and "
        r"tangent shape as (?P<other>\([\d, ]*\))",
        "raised",
        "`jax.jvp` takes primals and tangents of the same shape, and yours have the shapes {one} "
        "and {other}.",
    ),
    (
        r"primal and tangent arguments to jax.jvp must be tuples or lists",
        "raised",
        "`jax.jvp` takes the arguments and their tangents as two tuples: `jax.jvp(f, (x,), "
        "(tangent,))`.",
    ),
    (
        _BACK + r"container",
        "raised",
        "The backward function of a `custom_vjp` must return a tuple with one gradient for each "
        "argument: `return (gradient,)` for one argument.",
    ),
    (
        _BACK + rf"type.*of type (?P<one>{_TYPE}) corresponding to an input of type "
        rf"(?P<other>{_TYPE})",
        "raised",
        "The backward function of a `custom_vjp` must return a gradient with the shape and dtype "
        "of its argument. Expected {other}, got {one}.",
    ),
    (
        r"Custom VJP fwd rule .* must produce a pair",
        "raised",
        "The forward function of a `custom_vjp` must return a pair: the result, and the residuals "
        "that the backward function needs.",
    ),
    (
        r"Reverse-mode differentiation does not work for lax.while_loop",
        "raised",
        "Reverse-mode differentiation needs to know the number of iterations before the loop "
        "runs, and this loop decides it while running. Use `jax.lax.scan`, or a `fori_loop` with "
        "constant bounds.",
    ),
    (
        r"pytree structure error: different types.*tree_map tree.*?"
        r"<class '(?:\w+\.)*(?P<one>\w+)'>",
        "raised",
        "`jax.tree.map` needs trees with the same structure, but where the first tree has a "
        "{one}, another has something else. Gradients have the structure of the parameters. Pass "
        "the whole tree that `jax.grad` returned.",
    ),
    (
        r"pytree structure error: different (numbers|lengths).*tree_map tree",
        "raised",
        "`jax.tree.map` needs trees with the same structure, but one of these has more entries "
        "than another. Differentiate with respect to the whole tree, `jax.grad(loss)(params)`, "
        "not a part of it.",
    ),
    (
        r"pytree structure error: different pytree metadata.*tree_map tree.*?"
        r"metadata \((?P<one>[^)]*)\).*?metadata \((?P<other>[^)]*)\)",
        "raised",
        "`jax.tree.map` needs trees with the same structure, but these dicts have different keys: "
        "{one} and {other}. Give each gradient the key of its parameter.",
    ),
)
