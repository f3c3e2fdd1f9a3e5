# ---
# title: "Experiment: measure the overhead of a loop step"
# kind: value
# points: 1
# minutes: 15
# hints:
#   - "A product in tiles of side `t` iterates along `k` for each tile of the result, so it has `(n
#     / t)` cubed steps. A time is the number of steps times `price`, plus a rest that is the same
#     for both tile sizes."
#   - "There are two times and two unknowns. The difference of the times is the difference in steps
#     times `price`. With `price`, either time gives the rest."
#   - "`price = (small - large) / (steps_small - steps_large)` and `rest = large - steps_large *
#     price`. Convert the units: a millisecond is a thousand microseconds."
# ---

# %% [markdown]
# Compute the overhead of one loop step from two times of a tiled matrix product. Then measure it on
# your own machine.
#
# **On paper.** A loop like your `blocked` multiplies two float32 matrices of 1024 by 1024. It takes
# `small` ms with tiles of 16 by 16 and `large` ms with tiles of 64 by 64. Assume that a time has
# two parts: `price` for each step of the innermost loop, and a rest. Both `price` and the rest are
# the same for all tile sizes. The figures are drawn for you. Three digits are enough.
#
# | name | value |
# |---|---|
# | `steps` | the number of steps of the innermost loop in all, with tiles of 16 |
# | `price` | the time of one step, in microseconds |
# | `share` | the fraction of `small` that the steps take: from 0 to 1 |
# | `foretold` | the predicted time with tiles of 128, in ms |
# | `fetched` | the bytes of both matrices that tiles of 16 load, divided by `small`, in GB/s |
#
# Compare `fetched` with your memory bandwidth. If it is far below, the loop is not memory-bound.
#
# **Experiment.** Write the loop for any tile size, enter your guess, and run the last line. It is
# not graded, because machines differ. What limited the loop, and what did the count predict?
#
# The experiment uses `from autograder import compare` and `import manylanes`.
# `manylanes.time(program, x, y)` takes samples of a call, including the wait for its result.
# `compare(both, guess)` prints the result for each of your devices.

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
            each: ((x, y), manylanes.time(jax.jit(each), x, y))
            for each in (tiles_of_16, tiles_of_128)
        }

    compare(both, guess, "xeon: tiled[tile=16,n=512].time / tiled[tile=128,n=512].time")


measured


# %% answer
# Five values. The figures above are `measured.small` and `measured.large`.
### BEGIN SOLUTION
steps = (1024 // 16) ** 3
few = (1024 // 64) ** 3
price = 1e3 * (measured.small - measured.large) / (steps - few)
rest = measured.large - few * price / 1e3
share = steps * price / 1e3 / measured.small
foretold = 8**3 * price / 1e3 + rest
fetched = 4 * 2 * 1024**3 / 16 / measured.small / 1e6
### END SOLUTION


# The experiment: write the loop, enter a guess, and remove the last #. How many times longer do
# tiles of 16 take than tiles of 128?
def by_tiles(x, y, tile):
    raise NotImplementedError("your turn")


guess = ...
# experiment(by_tiles, guess)

# %% check
check(steps=steps, price=price, share=share, foretold=foretold, fetched=fetched, tolerance=0.006)
