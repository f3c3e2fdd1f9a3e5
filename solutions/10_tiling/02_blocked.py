# ---
# title: Write a tiled matrix product as a loop
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "Compute one tile of the result after another. For the tile in block row `i` and block column
#     `j`, start with zeros and iterate along `k`. Which tile of `x` and which tile of `y` does
#     iteration `step` multiply?"
#   - "`jax.lax.dynamic_slice(x, (16 * i, 16 * step), (16, 16))` returns a tile of `x`; `i` and
#     `step` may be loop variables. `jax.lax.dynamic_update_slice(result, sums, (16 * i, 16 * j))`
#     stores a finished tile."
#   - "Write two loops. The inner one is `sums = jax.lax.fori_loop(0, k // 16, add, jnp.zeros((16,
#     16)))`, where `add(step, sums)` returns `sums` plus the product of two tiles. The outer one
#     iterates over `(m // 16) * (n // 16)` tiles, with `i, j = number // (n // 16), number % (n //
#     16)`."
# choices:
#   "jax.lax.fori_loop(0, m // 16 * (n // 16), make_tile, jnp.zeros((m, n)))":
#     every tile is overwritten; one more iteration repeats a tile, within the budget
# ---

# %% [markdown]
# Multiply the matrices `x` and `y` in tiles of 16 by 16, and return the product.
#
# All sizes are multiples of 16. `jax.lax.dynamic_slice(x, start, shape)` returns a tile of `x`,
# where `start` may be a loop variable. `jax.lax.dynamic_update_slice(result, tile, start)` returns
# `result` with the tile stored in it.
#
# - No arithmetic operation may work on more elements than a tile has (256), but you may create the
#   whole result with `jnp.zeros`.
# - For an 80 by 64 and a 64 by 64 matrix, the work may be at most 1.35 million operations, twice
#   that of our solution, which processes each pair of tiles once.
# - The bytes moved may be at most 1.06 million for these matrices, twice those of our solution.
# - The span (longest chain of dependent operations) may be at most 2,240 for these matrices, four
#   times that of our solution. A loop over tiles of 8 by 8 exceeds this limit.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def blocked(x, y):
    """x: f32[m, k], y: f32[k, n] -> f32[m, n]; multiples of 16. Eight to twelve lines."""
    ### BEGIN SOLUTION
    (m, k), n = x.shape, y.shape[1]

    def make_tile(number, result):
        i, j = 16 * (number // (n // 16)), 16 * (number % (n // 16))

        def add(step, sums):
            a = jax.lax.dynamic_slice(x, (i, 16 * step), (16, 16))
            b = jax.lax.dynamic_slice(y, (16 * step, j), (16, 16))
            return sums + a @ b

        sums = jax.lax.fori_loop(0, k // 16, add, jnp.zeros((16, 16)))
        return jax.lax.dynamic_update_slice(result, sums, (i, j))

    return jax.lax.fori_loop(0, (m // 16) * (n // 16), make_tile, jnp.zeros((m, n)))
    ### END SOLUTION


# %% check
check(
    blocked,
    spec=lambda x, y: x @ y,
    given="x: f32[16*m, 16*k], y: f32[16*k, 16*n], m in 1..4, k in 1..4, n in 1..4",
    # With 20 tiles, a loop over 16 tiles (the side of a tile) computes too few.
    budget=Budget(work=2, bytes=2, span=4, block=1, at={"m": 5, "k": 4, "n": 4}),
)
