"""What JAX says of slopes (`grad`, `vjp`, `custom_vjp`) and of trees: rows as in `transforms`."""

from __future__ import annotations

_BACK = r"Custom VJP bwd rule (attached to .* )?must produce an output with the same "
_TYPE = r"\w+\[[\d,]*\]"

ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"Gradient only defined for scalar-output functions.*Output had shape",
        "raised",
        "`jax.grad` takes the slopes of one number, and the function gives an array. Add it up, "
        "with `.sum()` or `.mean()`; or write it for one example and take `jax.vmap(jax.grad(f))`.",
    ),
    (
        r"Gradient only defined for scalar-output functions\. Output was:? None",
        "raised",
        "`jax.grad` takes the slopes of one number, and the function returned nothing: is `return` "
        "missing?",
    ),
    (
        r"Gradient only defined for scalar-output functions",
        "raised",
        "`jax.grad` takes the slopes of one number, and the function gives something else. Return "
        "that number alone, `return loss`.",
    ),
    (
        r"grad requires real- or complex-valued inputs",
        "raised",
        "`jax.grad` asks what changes when an input moves a little, and a whole number cannot. "
        "Convert it with `.astype(jnp.float32)`, or say with `argnums` which argument you mean.",
    ),
    (
        r"grad requires real-valued outputs",
        "raised",
        "`jax.grad` asks how the result moves, and a whole number or a truth value moves in jumps. "
        "Return a floating-point number.",
    ),
    (
        r"differentiating with respect to argnums",
        "raised",
        "`argnums` names arguments by their places, from 0, and there are not so many. Hand the "
        "argument over by its place, not by its name.",
    ),
    (
        r"jac(fwd|rev) requires real-valued (inputs|outputs)",
        "raised",
        "A slope asks what changes when a number moves a little, and a whole number cannot. "
        "Convert it with `.astype(jnp.float32)`.",
    ),
    (
        r"expected function with aux output to return a two-element tuple",
        "raised",
        "`has_aux=True` says that the function returns a pair: the number whose slopes are taken, "
        "and what else it gives. Return both, or leave `has_aux` out.",
    ),
    (
        r"argument to VJP function: got (?P<got>\S+), but expected (?P<want>\w+\[[\d,]*\])",
        "raised",
        "What `jax.vjp` gives back takes one slope for each number that came out: {want}, and it "
        "was handed {got}. `jnp.ones_like(result)` has the form.",
    ),
    (
        r"unexpected tree structure.*argument to a VJP function",
        "raised",
        "What `jax.vjp` gives back takes slopes in the form of the result: as many, put together "
        "in the same way.",
    ),
    (
        r"jvp called with different primal and tangent shapes.*shape (?P<one>\([\d, ]*\)) and "
        r"tangent shape as (?P<other>\([\d, ]*\))",
        "raised",
        "`jax.jvp` takes a point and a direction of the same shape, and these have {one} and "
        "{other}.",
    ),
    (
        r"primal and tangent arguments to jax.jvp must be tuples or lists",
        "raised",
        "`jax.jvp` takes the arguments and their directions as two tuples: "
        "`jax.jvp(f, (x,), (direction,))`.",
    ),
    (
        _BACK + r"container",
        "raised",
        "The way back of a `custom_vjp` returns a tuple with one entry for each argument of the "
        "function: `return (slope,)` for one.",
    ),
    (
        _BACK + rf"type.*of type (?P<one>{_TYPE}) corresponding to an input of type "
        rf"(?P<other>{_TYPE})",
        "raised",
        "The way back of a `custom_vjp` gives a slope the form of its argument: {other}, and "
        "{one} came.",
    ),
    (
        r"Custom VJP fwd rule .* must produce a pair",
        "raised",
        "The way forward of a `custom_vjp` returns a pair: the result, and what the way back "
        "needs.",
    ),
    (
        r"Reverse-mode differentiation does not work for lax.while_loop",
        "raised",
        "Slopes go back through every turn, and how many there are is not known before this loop "
        "runs. Take `jax.lax.scan`, or a `fori_loop` whose ends are written numbers.",
    ),
    (
        r"pytree structure error: different types.*tree_map tree.*?"
        r"<class '(?:\w+\.)*(?P<one>\w+)'>",
        "raised",
        "`jax.tree.map` goes through trees of one form, and where the first has a {one} another "
        "has something else. Slopes have the form of what they are taken of: hand over the tree "
        "that `jax.grad` gave.",
    ),
    (
        r"pytree structure error: different (numbers|lengths).*tree_map tree",
        "raised",
        "`jax.tree.map` goes through trees of one form, and one of these has more entries than "
        "another. Take the slopes of the whole tree, `jax.grad(loss)(params)`, not of a part.",
    ),
    (
        r"pytree structure error: different pytree metadata.*tree_map tree.*?"
        r"metadata \((?P<one>[^)]*)\).*?metadata \((?P<other>[^)]*)\)",
        "raised",
        "`jax.tree.map` goes through trees of one form, and these dicts have other keys: {one} and "
        "{other}. Give each slope the name of its weight.",
    ),
)
