# ---
# title: A matmul without a dot, and without a cube
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "Row by column is one way to read a product. Column by row is another: column `i` of `a` times row `i` of `b` is a whole `m` by `n` matrix of products. How do these matrices make the result?"
#   - "`a[:, i, None] * b[i]` has the size of the result. Add it up over `i`; only one of them is needed at a time."
#   - "`jax.lax.fori_loop(0, a.shape[1], lambda i, total: total + ..., jnp.zeros((m, n), a.dtype))`. What stands for the dots is hint 2."
# ---

# %% [markdown]
# Multiply two matrices with `*` and `+` only, and never hold a value larger than the larger of `a`, `b` and the result.
#
# `@`, `dot`, `matmul` and `einsum` all become one instruction, `dot_general`. Here you build it from what is below it.
# The short way, `(a[:, :, None] * b[None]).sum(1)`, writes down all `m k n` products at once: a cube.
# The compiler may save you from that cube. The check reads the program as you wrote it, before anybody saves you.

# %% given
import jax
import jax.numpy as jnp

# %% answer
def multiply(a, b):
    """a: f32[m, k], b: f32[k, n] -> f32[m, n]. Three or four lines."""
    ### BEGIN SOLUTION
    total = jnp.zeros((a.shape[0], b.shape[1]), a.dtype)
    return jax.lax.fori_loop(
        0, a.shape[1], lambda i, total: total + a[:, i, None] * b[i], total
    )
    ### END SOLUTION

# %% check
check(
    multiply,
    spec=lambda a, b: a @ b,
    given="a: f32[m, k], b: f32[k, n]",
    budget=Budget(work=1.2, largest=2),
)

# %% wrong: the_cube
# Right values, from a cube: you hold all `m k n` products before adding the first two.
# Add them up while you make them.
def multiply(a, b):
    return (a[:, :, None] * b[None]).sum(1)

# %% wrong: the_cube_by_vmap
# Right values, from a cube: `vmap` runs all rows by all columns at once, so all `m k n` products stand side by side.
# Writing for one and running for many does not make the many small.
def multiply(a, b):
    return jax.vmap(lambda row: jax.vmap(lambda column: (row * column).sum())(b.T))(a)

# %% wrong: kept_the_last
# You kept the last step and dropped the ones before it. Add each one to the total.
def multiply(a, b):
    total = jnp.zeros((a.shape[0], b.shape[1]), a.dtype)
    return jax.lax.fori_loop(0, a.shape[1], lambda i, total: a[:, i, None] * b[i], total)

# %% wrong: started_with_ones
# Every entry is one too large: your total starts at 1 and should start at 0.
def multiply(a, b):
    total = jnp.ones((a.shape[0], b.shape[1]), a.dtype)
    return jax.lax.fori_loop(
        0, a.shape[1], lambda i, total: total + a[:, i, None] * b[i], total
    )

# %% right: with_scan
def multiply(a, b):
    def step(total, column_and_row):
        column, row = column_and_row
        return total + jnp.outer(column, row), None

    start = jnp.zeros((a.shape[0], b.shape[1]), a.dtype)
    return jax.lax.scan(step, start, (a.T, b))[0]

# %% right: python_loop
def multiply(a, b):
    total = 0
    for i in range(a.shape[1]):
        total = total + a[:, i : i + 1] * b[i : i + 1, :]
    return total

# %% right: row_by_row
def multiply(a, b):
    return jax.lax.map(lambda row: (row[:, None] * b).sum(0), a)

# %% right: column_by_column
def multiply(a, b):
    return jax.lax.map(lambda column: (a * column).sum(1), b.T).T
