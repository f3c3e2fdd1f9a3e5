# ---
# title: A product in tiles, as a loop
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "One tile of the result after another. For the tile in row `i` and column `j` of tiles: start
#     with zeros, and go along `k`. Which tile of `x` and which of `y` meet in step `step`?"
#   - "`jax.lax.dynamic_slice(x, (16 * i, 16 * step), (16, 16))` cuts a tile out of `x`, where `i`
#     and `step` may be numbers of a loop. `jax.lax.dynamic_update_slice(result, sums, (16 * i, 16 *
#     j))` puts a finished tile into its place."
#   - "Two loops. Inside: `sums = jax.lax.fori_loop(0, k // 16, add, jnp.zeros((16, 16)))`, where
#     `add(step, sums)` returns `sums` and the product of two tiles. Around it: a loop over `(m //
#     16) * (n // 16)` tiles, with `i, j = number // (n // 16), number % (n // 16)`."
# choices:
#   "jax.lax.fori_loop(0, m // 16 * (n // 16), make_tile, jnp.zeros((m, n)))":
#     every tile is overwritten; a turn too many makes one twice, which the budget lets pass
# ---

# %% [markdown]
# Multiply in tiles of 16 by 16: never work on a larger piece, and make no smaller steps.
#
# `jax.lax.dynamic_slice(x, start, shape)` cuts a tile out, also where `start` is a number of a
# loop, and `jax.lax.dynamic_update_slice(result, tile, start)` puts one back. All sizes are
# multiples of 16. The check counts the bytes that your program moves and the steps that wait for
# one another, and looks for the largest piece that anything is computed on.

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
    # Twenty tiles: who takes the sixteen of a side for their number leaves some out.
    budget=Budget(work=2, bytes=2, span=4, block=1, at={"m": 5, "k": 4, "n": 4}),
)
