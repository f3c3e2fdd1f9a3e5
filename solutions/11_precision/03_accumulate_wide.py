# ---
# title: Multiply bfloat16 matrices with float32 sums
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "`x @ y` of two bfloat16 matrices returns bfloat16: every element is rounded to 8 significant
#     bits. Converting the result to float32 does not restore the lost bits. Converting the matrices
#     avoids the rounding, but makes them twice as large."
#   - "A product has an argument for the dtype in which it accumulates and returns its result:
#     `preferred_element_type`."
#   - "`jnp.matmul(x, y, preferred_element_type=jnp.float32)`."
# ---

# %% [markdown]
# Multiply the bfloat16 matrices `x` and `y`, accumulate in float32 and return the result in
# float32, as a matrix unit does. Then measure on your own machine what bfloat16 gains.
#
# - The result may have the rounding errors of float32, but not those of bfloat16.
# - The work may be at most `4 * m * k * n` operations, twice that of one product.
# - For `m = n = 32` and `k = 64`, the bytes moved may be at most 14,745, 1.2 times those of the two
#   matrices and the result. Do not write a float32 copy of a matrix.
#
# **Experiment** (not graded). `plain` multiplies two float32 matrices. `short` rounds the same two
# matrices to bfloat16 and multiplies them, with a float32 result. The two results differ by about a
# thousandth. How many times longer does `plain` take on your device? Write both functions and your
# guess, and run the last line, which times both on your machine and shows the book's measurement.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def experiment(plain, short, guess, n=1024):
    """Time both on your machine. How many times longer does `plain` take?"""

    def both():
        waves = jnp.sin(jnp.arange(2.0 * n * n))
        args = tuple(waves.reshape(2, n, n))
        return {each: (args, manylanes.time(jax.jit(each), *args)) for each in (plain, short)}

    book = "xeon: typed_gemm[n=1024,dtype=f32,out_dtype=f32].time / cast[compute_dtype=bf16].time"
    compare(both, guess, book, same=False)


# %% answer
def product(x, y):
    """x: bf16[m, k], y: bf16[k, n] -> f32[m, n]. One line."""
    ### BEGIN SOLUTION
    return jnp.matmul(x, y, preferred_element_type=jnp.float32)
    ### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def plain(x, y):
    raise NotImplementedError("your turn")


def short(x, y):
    raise NotImplementedError("your turn")


guess = ...
# experiment(plain, short, guess)

# %% check
check(
    product,
    spec=lambda x, y: x @ y,
    given="x: bf16[m, k] in -1.0..1.0, y: bf16[k, n] in -1.0..1.0, "
    "m in 1..32, k in 1..128, n in 1..32",
    # A float32 sum of 128 products is accurate to about 1e-6, a bfloat16 result to 2e-3.
    tolerance=2e-5,
    sums="f32",
    budget=Budget(work=2, bytes=1.2, at={"m": 32, "k": 64, "n": 32}),
)
