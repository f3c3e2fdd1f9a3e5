# ---
# title: "The squares of all products"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Add up the squares of the products of a matrix with many others, and keep one product at a time.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def squares(a, many):
    ### BEGIN SOLUTION
    return jax.lax.scan(lambda total, b: (total + (a @ b) ** 2, None), jnp.zeros_like(a), many)[0]
    ### END SOLUTION


# %% check
given = "a: f32[n, n], many: f32[k, n, n], n in 1..16, k in 1..8"
check(squares, given=given, budget=Budget(peak=1.2))
