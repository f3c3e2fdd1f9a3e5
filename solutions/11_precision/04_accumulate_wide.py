# ---
# title: Multiply short, add up long
# kind: program
# points: 1
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


# %% wrong: widened_late
# You converted the result to float32. It had already been rounded to bfloat16, and no `.astype`
# brings the digits back. Say what to add up *in*: `preferred_element_type`.
def product(x, y):
    return (x @ y).astype(jnp.float32)


# %% wrong: left_short
# The result is bfloat16. Ask for float32 in the product itself, by `preferred_element_type`.
def product(x, y):
    return x @ y


# %% wrong: widened_early
# Your numbers are right, but you make float32 copies of both matrices: twice the bytes, and on a
# GPU no longer the units for bfloat16. Leave the matrices in bfloat16 and add up in float32. (If
# you convert one, JAX converts the other as well: a product has one format.)
def product(x, y):
    return x.astype(jnp.float32) @ y.astype(jnp.float32)


# %% wrong: multiplied_short
# You rounded each *product* to bfloat16 before you added it up. The sum is in float32, but its
# parts are not.
def product(x, y):
    return jnp.sum(x[:, :, None] * y, axis=1, dtype=jnp.float32)


# %% wrong: precision_asked
# `precision` says how a float32 product may be shortened on its way. Yours is of bfloat16, and its
# result is still bfloat16.
def product(x, y):
    return jnp.matmul(x, y, precision="highest").astype(jnp.float32)


# %% wrong: block_by_block
# The blocks are added up in float32, but the result of each block is a bfloat16: the product inside
# a block is a sum as well, and it has been rounded. One product that is asked for float32 needs no
# blocks.
def product(x, y):
    total = jnp.zeros((len(x), y.shape[1]), jnp.float32)
    for start in range(0, len(y), 8):
        total = total + x[:, start : start + 8] @ y[start : start + 8]
    return total


# %% right: einsum
def product(x, y):
    return jnp.einsum("mk,kn->mn", x, y, preferred_element_type=jnp.float32)


# %% right: dot_general
def product(x, y):
    return jax.lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type="float32")


# %% right: row_by_row
def product(x, y):
    def row(one):
        return jnp.dot(one, y, preferred_element_type=jnp.float32)

    return jax.vmap(row)(x)
