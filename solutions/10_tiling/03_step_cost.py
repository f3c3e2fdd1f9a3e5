# ---
# title: "Experiment: measure the overhead of a loop step"
# kind: value
# points: 1
# minutes: 15
# hints:
#   - "A product in tiles of side `t` iterates along `k` for each tile of the result, so it has `(n
#     / t)` cubed steps. A time is the number of steps times `step_time`, plus a constant part, the
#     same for both tile sizes."
#   - "There are two times and two unknowns. The difference of the times is the difference in steps
#     times `step_time`. With `step_time`, either time gives the constant part."
#   - "`step_time = (small - large) / (steps_small - steps_large)` and `fixed_time = large -
#     steps_large * step_time`. Convert the units: a millisecond is a thousand microseconds."
# ---

# %% [markdown]
# Compute the overhead of one loop step from two measured times of a tiled matrix product. Then
# measure its effect on your own machine.
#
# **On paper.** A loop multiplies two float32 matrices of 1024 by 1024. For each tile of the result,
# it adds up the products of a row of tiles and a column of tiles. Three significant digits are
# enough.
#
# - The loop takes `small` ms with tiles of 16 by 16 and `large` ms with tiles of 64 by 64, both
#   drawn at random.
# - Each time is a constant plus `step_time` for each step of the innermost loop, which multiplies
#   two tiles.
# - The constant and `step_time` are the same for all tile sizes.
#
# | name | value |
# |---|---|
# | `steps` | the total number of steps of the innermost loop, with tiles of 16 |
# | `step_time` | the time of one step, in microseconds |
# | `share` | the fraction of `small` that all steps together take, 0 to 1 |
# | `predicted` | the predicted time with tiles of 128, in ms |
# | `loaded` | bytes loaded with tiles of 16 (two tiles in each step), divided by `small`, in GB/s |
#
# Compare `loaded` with your memory bandwidth. If it is far below, the loop is not memory-bound.
#
# **Experiment** (not graded, because machines differ). Write `by_tiles(x, y, tile)`, the loop for
# any tile size. Set your guess of how many times longer it takes with tiles of 16 than with tiles
# of 128, and run the last line. Does the ratio agree with the number of steps, or with the number
# of bytes?

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

measured = figures("small: int in 200..260, large: int in 25..35")  # ms


def experiment(by_tiles, guess, n=512):
    """Time one loop with two tile sizes: how many times longer do the small tiles take?"""

    def tiles_of_16(x, y):
        return by_tiles(x, y, 16)

    def tiles_of_128(x, y):
        return by_tiles(x, y, 128)

    def both():
        x, y = jnp.ones((2, n, n))
        return {
            program: ((x, y), manylanes.time(jax.jit(program), x, y))
            for program in (tiles_of_16, tiles_of_128)
        }

    compare(both, guess, "xeon: tiled[tile=16,n=512].time / tiled[tile=128,n=512].time")


measured


# %% answer
# Five values. The inputs above are `measured.small` and `measured.large`.
### BEGIN SOLUTION
steps = (1024 // 16) ** 3
steps_64 = (1024 // 64) ** 3
step_time = 1e3 * (measured.small - measured.large) / (steps - steps_64)
fixed_time = measured.large - steps_64 * step_time / 1e3
share = steps * step_time / 1e3 / measured.small
predicted = 8**3 * step_time / 1e3 + fixed_time
loaded = 4 * 2 * 1024**3 / 16 / measured.small / 1e6
### END SOLUTION


# The experiment: write the loop, set `guess`, and uncomment the last line. How many times longer do
# tiles of 16 take than tiles of 128?
def by_tiles(x, y, tile):
    raise NotImplementedError("your turn")


guess = ...
# experiment(by_tiles, guess)

# %% check
check(
    steps=steps,
    step_time=step_time,
    share=share,
    predicted=predicted,
    loaded=loaded,
    tolerance=0.006,
)
