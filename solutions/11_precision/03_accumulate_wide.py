# ---
# title: Multiply short, add up long
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "`x @ y` of two bfloat16 matrices gives bfloat16: every entry is rounded to 8 bits.
#     Converting the result to float32 brings nothing back. Converting the matrices does, but makes
#     them twice as large."
#   - "A product has a type of its own for what it adds up and gives: `preferred_element_type`."
#   - "`jnp.matmul(x, y, preferred_element_type=jnp.float32)`."
# ---

# %% [markdown]
# Multiply two bfloat16 matrices into float32: the numbers go in as bfloat16, and are added up and
# returned as float32.
#
# A matrix unit does just this. The result may have float32's rounding errors, not bfloat16's. And
# no wide copy of a matrix may be written: move hardly more than the short matrices and the long
# result.
#
# Then the experiment, which is not graded. `plain` multiplies two float32 matrices, and `short`
# rounds the same two to bfloat16 first and multiplies them into float32. How many times as long
# does `plain` take on your device? Write your guess down, and run the last line. The two results
# differ by about a thousandth.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x, y)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare


def experiment(plain, short, guess, n=1024):
    """Times both on your machine: how many times as long does the plain product take?"""

    def both():
        waves = jnp.sin(jnp.arange(2.0 * n * n))
        args = tuple(waves.reshape(2, n, n))
        return {each: (args, manylanes.time(jax.jit(each), *args)) for each in (plain, short)}

    book = "xeon: typed[n=1024,given=f32,gives=f32].time / cast[n=1024,inside=bf16].time"
    compare(both, guess, book, same=False)


# %% answer
def product(x, y):
    """x: bf16[m, k], y: bf16[k, n] -> f32[m, n]. One line."""
    ### BEGIN SOLUTION
    return jnp.matmul(x, y, preferred_element_type=jnp.float32)
    ### END SOLUTION


# The experiment: write both, put down a guess, take away the last #.
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
    # float32 adds up 128 products to within some 1e-6; rounding a result to bfloat16 costs 2e-3.
    tolerance=2e-5,
    sums="f32",
    budget=Budget(work=2, bytes=1.2, at={"m": 32, "k": 64, "n": 32}),
)
