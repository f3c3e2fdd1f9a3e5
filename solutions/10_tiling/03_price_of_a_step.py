# ---
# title: "Experiment: what a step costs"
# kind: value
# points: 1
# minutes: 15
# hints:
#   - "A product in tiles of side `t` goes along `k` for each tile of the result: `(n / t)` cubed
#     steps. A time is steps times price, and a rest that is the same for both tile sizes."
#   - "Two times, two unknowns: their difference is a difference of steps times the price. With the
#     price, the rest follows from either time."
#   - "`price = (small - large) / (steps_small - steps_large)`, `rest = large - steps_large *
#     price`. Mind the units: a millisecond is a thousand microseconds."
# ---

# %% [markdown]
# From two times of a product in tiles find what one step of the loop costs; then see it on your own
# machine.
#
# First, on paper. A loop like your `blocked` multiplies two float32 matrices of 1024 by 1024, and
# was timed with two sizes of tiles: `small` ms with tiles of 16 by 16, `large` ms with tiles of 64
# by 64. Suppose that a time is made of two parts: a price for each step of the innermost loop, the
# same for either size, and the rest, the same for either size. The figures are drawn for you; three
# digits are enough.
#
# | name | what |
# |---|---|
# | `steps` | how many steps the innermost loop makes in all, with tiles of 16 |
# | `price` | of one step, in microseconds |
# | `share` | the part of `small` that is the price of steps: from 0 to 1 |
# | `foretold` | the time with tiles of 128, in ms |
# | `fetched` | what tiles of 16 fetch of both matrices, divided by `small`, in GB/s |
#
# Compare `fetched` with your memory roof: if it is far below, the loop does not wait for its
# bytes.
#
# Then the experiment. Write the loop for any side of a tile, put down your guess, and run the last
# line. It is not graded: clocks differ. Which wall was it, and what did the count predict?
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x, y)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

measured = figures("small: int in 200..260, large: int in 25..35")  # ms


def experiment(by_tiles, guess, n=512):
    """Times one loop with two sizes of tiles: how many times as long do the small ones take?"""

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
# Five numbers. The figures above are `measured.small` and `measured.large`.
### BEGIN SOLUTION
steps = (1024 // 16) ** 3
few = (1024 // 64) ** 3
price = 1e3 * (measured.small - measured.large) / (steps - few)
rest = measured.large - few * price / 1e3
share = steps * price / 1e3 / measured.small
foretold = 8**3 * price / 1e3 + rest
fetched = 4 * 2 * 1024**3 / 16 / measured.small / 1e6
### END SOLUTION


# The experiment: write the loop, put down a guess, take away the last #. How many times as long do
# tiles of 16 take as tiles of 128?
def by_tiles(x, y, tile):
    raise NotImplementedError("your turn")


guess = ...
# experiment(by_tiles, guess)

# %% check
check(steps=steps, price=price, share=share, foretold=foretold, fetched=fetched, tolerance=0.006)
