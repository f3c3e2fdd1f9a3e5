# ---
# title: "Fix: pairwise distances that store a cube"
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "Look at the function inside the two `vmap`s. Which of its arrays get both new axes? In `x -
#     y`, every element has both. What can you compute for one point alone?"
#   - "Expand the square of the difference. The squares of `x` and of `y` need one point each, and
#     the remaining term is a product of two vectors. Nested `vmap` makes it a matrix product."
#   - "`jax.vmap(jax.vmap(jnp.dot, in_axes=(None, 0)), in_axes=(0, None))(points, centers)` contains
#     all products. Subtract twice these from `(points ** 2).sum(axis=1)[:, None] + (centers **
#     2).sum(axis=1)`."
# ---

# %% [markdown]
# Rewrite `all_pairs_slow` as `all_pairs`, which returns the same values without storing
# all differences. Rounding may differ.
#
# The function returns the squared distance between each of `m` points and each of `n` centers.
# `squared` handles one pair. The inner `vmap` maps over the centers, and the outer one over the
# points. Because `squared` computes the difference of two vectors, the program stores all `m n d`
# differences. (A compiler may avoid that. The check reads the program as you wrote it.)
#
# - No intermediate array may have more than 6,144 elements for `m = 64`, `n = 48` and `d = 32`,
#   twice the result.
# - The work may be at most 319,488 operations for these sizes, 1.5 times that of our solution,
#   which computes one matrix product.

# %% given
import jax
import jax.numpy as jnp


def squared(x, y):
    """x: f32[d], y: f32[d] -> f32[]: their squared distance."""
    return ((x - y) ** 2).sum()


def all_pairs_slow(points, centers):
    to_all_centers = jax.vmap(squared, in_axes=(None, 0))
    return jax.vmap(to_all_centers, in_axes=(0, None))(points, centers)


# %% answer
def all_pairs(points, centers):
    """points: f32[m, d], centers: f32[n, d] -> f32[m, n]. Two to four lines."""
    ### BEGIN SOLUTION
    products = jax.vmap(jax.vmap(jnp.dot, in_axes=(None, 0)), in_axes=(0, None))(points, centers)
    return (points**2).sum(axis=1)[:, None] + (centers**2).sum(axis=1) - 2 * products
    ### END SOLUTION


# %% check
check(
    all_pairs,
    spec=lambda points, centers: ((points[:, None] - centers) ** 2).sum(-1),
    given="points: f32[m, d] in -5..5, centers: f32[n, d] in -5..5",
    tolerance=1e-5,  # squaring `jnp.linalg.norm` includes the rounding of its square root
    budget=Budget(work=1.5, largest=2, at={"m": 64, "n": 48, "d": 32}),
)
