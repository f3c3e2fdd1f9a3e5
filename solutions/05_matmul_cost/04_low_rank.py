# ---
# title: "Mend it: the bracket in the wrong place"
# kind: program
# points: 1
# minutes: 6
# hints:
#   - "Count the three products of `adapted_slow` for `d = 1000`, `r = 8`: one of them builds a
#     whole `d` by `d` matrix, `2 d d r` FLOPs, and uses it once."
#   - "A product distributes over a sum: `x @ (w + c)` is `x @ w + x @ c`. And `c` is itself a
#     product of two thin matrices."
#   - "`x @ (a @ b)` and `(x @ a) @ b` are equal. In the second, everything that is made is a
#     short vector."
# ---

# %% [markdown]
# Rewrite `adapted_slow` so that it gives the same answer with as little work as a product with
# `w` alone, or nearly.
#
# `w` is a trained layer. `a` and `b` are a thin correction to it, an *adapter*: together `2 d r`
# numbers beside the `d d` of `w`, so a hundred customers can each have their own. The layer is
# applied to one vector `x` at a time.

# %% given
import jax.numpy as jnp


def adapted_slow(x, w, a, b):
    return x @ (w + a @ b)


# %% answer
def adapted(x, w, a, b):
    """x: f32[d], w: f32[d, d], a: f32[d, r], b: f32[r, d] -> f32[d]. One line."""
    ### BEGIN SOLUTION
    return x @ w + (x @ a) @ b
    ### END SOLUTION


# %% check
check(
    adapted,
    spec=lambda x, w, a, b: x @ (w + a @ b),
    given="x: f32[d], w: f32[d, d], a: f32[d, r], b: f32[r, d]",
    budget=Budget(work=1.2, at={"d": 256, "r": 8}),
)


# %% wrong: not_mended
# Right values, and all the work of the slow one: `a @ b` is still built, a whole `d` by `d`
# matrix for one vector. Let `x` meet `w` and `a` separately.
def adapted(x, w, a, b):
    return x @ (w + a @ b)


# %% wrong: half_mended
# Halfway: `x` now meets `w` by itself, but `a @ b` is still multiplied out before `x` gets there.
# Move one more pair of brackets.
def adapted(x, w, a, b):
    return x @ w + x @ (a @ b)


# %% wrong: adapter_only
# Cheap, but the layer itself is gone: that is `x` through the adapter alone. Add `x @ w`.
def adapted(x, w, a, b):
    return (x @ a) @ b


# %% wrong: adapter_after_layer
# You sent the *result* of the layer through the adapter. The adapter corrects `w`, so it sees
# `x`, as `w` does.
def adapted(x, w, a, b):
    y = x @ w
    return y + (y @ a) @ b


# %% right: with_einsum
def adapted(x, w, a, b):
    thin = jnp.einsum("d,dr->r", x, a)
    return jnp.einsum("d,de->e", x, w) + jnp.einsum("r,re->e", thin, b)


# %% right: one_product_side_by_side
def adapted(x, w, a, b):
    both = x @ jnp.concatenate([w, a], axis=1)
    return both[: w.shape[1]] + both[w.shape[1] :] @ b


# %% right: from_the_left
def adapted(x, w, a, b):
    return jnp.matmul(w.T, x) + jnp.matmul(b.T, jnp.matmul(a.T, x))


# %% right: with_dot
def adapted(x, w, a, b):
    correction = jnp.dot(jnp.dot(x, a), b)
    return jnp.dot(x, w) + correction
