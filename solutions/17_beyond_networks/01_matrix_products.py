# ---
# title: "Experiment: which of these are matrix products?"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "Is there a sum of products for all pairs of something? A sort compares, a hash mixes, and a
#     running total adds. None of them multiplies two values and sums over many such products."
#   - "A product of an `m` by `k` and a `k` by `n` matrix does `2 * m * k * n` operations. The
#     distances need `X @ C.T`, the regression `X.T @ X`, and the similarities `X @ X.T`."
#   - "`assign = 2 * n * d * k`, `regress = 2 * d * n * d`, `similarity = 2 * n * d * n`, and three
#     zeros."
# ---

# %% [markdown]
# Decide for each of six programs whether a matrix product can do most of its work. Compute the
# number of operations of that product, or 0 if there is none. A product that would do more work
# than the program itself does not count. Then measure on your own machine how much time a matrix
# product saves.
#
# **On paper.** `X` is `n` by `d`: `data.n` rows with `data.d` values each. The inputs are drawn
# at random. A multiplication and an addition are two operations, so a product of an `a` by `b` and
# a `b` by `c` matrix has `2 * a * b * c`. Count all entries, even where the result is symmetric.
#
# | name | the program |
# |---|---|
# | `assign` | k-means: find the nearest of `data.k` centres for each row |
# | `regress` | least squares: the matrix of the normal equations, `X` transposed times `X` |
# | `similarity` | similarity of documents: compute the cosine of each row with each row |
# | `total` | compute a running total of each column, adding one value after another |
# | `order` | sort the rows by their first value |
# | `keys` | compute a hash of each row's bytes |
#
# **Experiment** (not graded). Write two functions that return the squared distances between points
# and centres. Both get `x`, f32[points, columns], and `c`, f32[centres, columns], and return
# f32[points, centres]. `naive` computes the differences, as in the definition of the distance.
# `product` uses one `@`. Set your guess of how many times longer `naive` takes than `product`, and
# run the last line, which times both on your machine and shows the book's measurement.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

data = figures("n: int in 5000..9000, d: int in 20..40, k: int in 100..200")


def experiment(naive, product, guess, points=4096, centres=256, columns=64):
    """Time both on your machine. How many times longer does `naive` take?"""

    def both():
        x = jnp.cos(jnp.arange(points * columns, dtype=jnp.float32)).reshape(points, columns)
        c = jnp.sin(jnp.arange(centres * columns, dtype=jnp.float32)).reshape(centres, columns)
        return {
            program: ((x, c), manylanes.time(jax.jit(program), x, c))
            for program in (naive, product)
        }

    read, made = (
        f"distances[method={program},n=4096].time" for program in ("broadcast", "product")
    )
    compare(both, guess, f"epyc: {read} / {made}")


data

# %% answer
# Six values. The inputs above are `data.n`, `data.d` and `data.k`.
### BEGIN SOLUTION
assign = 2 * data.n * data.d * data.k
regress = 2 * data.d * data.n * data.d
similarity = 2 * data.n * data.d * data.n
total = 0
order = 0
keys = 0
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def naive(x, c):
    raise NotImplementedError("your turn")


def product(x, c):
    raise NotImplementedError("your turn")


guess = ...
# experiment(naive, product, guess)

# %% check
check(
    assign=assign,
    regress=regress,
    similarity=similarity,
    total=total,
    order=order,
    keys=keys,
    tolerance=0.001,
)
