# ---
# title: "Fix: all pairs, without the cube"
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "`vmap` says *for whom*, not *how*. Ask of the function inside: which of its arrays get both
#     new axes? In `x - y` all of it has both. What can be worked out for a point alone?"
#   - "The square of a difference is the square of the one, plus the square of the other, minus
#     twice their product. Two of the three need one point only, and the third is a product of two
#     vectors: nested `vmap` makes a matmul of it."
#   - "`jax.vmap(jax.vmap(jnp.dot, in_axes=(None, 0)), in_axes=(0, None))(points, places)` has all
#     the products. Add `(points ** 2).sum(axis=1)[:, None]` and `(places ** 2).sum(axis=1)`."
# ---

# %% [markdown]
# Rewrite `all_pairs_cube` so that it gives the same answer and never holds more than an array twice
# the size of the result.
#
# For each of `m` points and each of `n` places it gives the squared distance between the two. It is
# written for one pair and run for all: the inner `vmap` goes over the places, the outer one over
# the points. But what it runs for all is a difference of two vectors, so all `m n d` differences
# stand side by side. (A compiler may fuse them away. The check reads the program as you wrote it.)
# Spend no more than half as much work again as the product of the two.

# %% given
import jax
import jax.numpy as jnp


def squared(x, y):
    """x: f32[d], y: f32[d] -> their squared distance, one number."""
    return ((x - y) ** 2).sum()


def all_pairs_cube(points, places):
    to_all_places = jax.vmap(squared, in_axes=(None, 0))
    return jax.vmap(to_all_places, in_axes=(0, None))(points, places)


# %% answer
def all_pairs(points, places):
    """points: f32[m, d], places: f32[n, d] -> f32[m, n]. Two to four lines."""
    ### BEGIN SOLUTION
    products = jax.vmap(jax.vmap(jnp.dot, in_axes=(None, 0)), in_axes=(0, None))(points, places)
    return (points**2).sum(axis=1)[:, None] + (places**2).sum(axis=1) - 2 * products
    ### END SOLUTION


# %% check
check(
    all_pairs,
    spec=lambda points, places: ((points[:, None] - places) ** 2).sum(-1),
    given="points: f32[m, d] in -5..5, places: f32[n, d] in -5..5",
    tolerance=1e-5,  # a square may come from `jnp.linalg.norm`, whose root is rounded
    budget=Budget(work=1.5, largest=2, at={"m": 64, "n": 48, "d": 32}),
)
