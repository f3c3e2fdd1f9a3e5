# ---
# title: "Experiment: which of these are products?"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "Is there a sum over products, wanted for all pairs of something? A sort compares, a hash
#     mixes, a running total adds up: none of them multiplies two numbers and adds up over many."
#   - "A product of `m` by `k` with `k` by `n` does `2 * m * k * n` operations. The distances need
#     `X @ C.T`, the regression `X.T @ X`, the likenesses `X @ X.T`."
#   - "`assign = 2 * n * d * k`, `regress = 2 * d * n * d`, `alike = 2 * n * d * n`, and three
#     zeros."
# ---

# %% [markdown]
# Say of six programs how many operations the largest product of two matrices in them does, and 0
# where there is none; then see on your own machine what such a product gains.
#
# `data.n` rows have `data.d` numbers each: `X` is `n` by `d`. The figures are drawn for you. A
# multiplication and an addition are two operations. Count all entries of a product, even where the
# result is symmetric.
#
# | name | the program |
# |---|---|
# | `assign` | k-means: which of `data.k` centres is nearest, for each row |
# | `regress` | least squares: the matrix of the normal equations, `X` transposed times `X` |
# | `alike` | likeness of texts: the cosine of each row with each row |
# | `total` | a running total of each column, added up one number after another |
# | `order` | the rows sorted by their first number |
# | `keys` | a hash of each row's bytes |
#
# Then the experiment. Write the squared distances both ways, put down your guess, and run the last
# line. Both get `x`, f32[points, numbers], and `c`, f32[centres, numbers], and give f32[points,
# centres]: `as_read` as the formula is read, `product` with one `@`. It times both on your machine,
# beside the book's record, and is not graded.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

data = figures("n: int in 5000..9000, d: int in 20..40, k: int in 100..200")


def experiment(as_read, product, guess, points=4096, centres=256, numbers=64):
    """Times both on your machine: how many times as long do all differences take?"""

    def both():
        x = jnp.cos(jnp.arange(points * numbers, dtype=jnp.float32)).reshape(points, numbers)
        c = jnp.sin(jnp.arange(centres * numbers, dtype=jnp.float32)).reshape(centres, numbers)
        return {way: ((x, c), manylanes.time(jax.jit(way), x, c)) for way in (as_read, product)}

    read, made = (f"distances[way={way},n=4096].time" for way in ("broadcast", "product"))
    compare(both, guess, f"epyc: {read} / {made}")


data

# %% answer
# Six numbers. The figures above are `data.n`, `data.d` and `data.k`.
### BEGIN SOLUTION
assign = 2 * data.n * data.d * data.k
regress = 2 * data.d * data.n * data.d
alike = 2 * data.n * data.d * data.n
total = 0
order = 0
keys = 0
### END SOLUTION


# The experiment: write both ways, put down a guess, take away the last #.
def as_read(x, c):
    raise NotImplementedError("your turn")


def product(x, c):
    raise NotImplementedError("your turn")


guess = ...
# experiment(as_read, product, guess)

# %% check
check(
    assign=assign,
    regress=regress,
    alike=alike,
    total=total,
    order=order,
    keys=keys,
    tolerance=0.001,
)
