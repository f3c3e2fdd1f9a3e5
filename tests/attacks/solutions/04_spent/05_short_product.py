# ---
# title: "A product of short floats"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Multiply, and add up in float32.

# %% answer
import jax.numpy as jnp


def short_product(x, y):
    ### BEGIN SOLUTION
    return jnp.matmul(x, y, preferred_element_type=jnp.float32)
    ### END SOLUTION


# %% check
check(short_product, given="x: bf16[m, k], y: bf16[k, n]", tolerance=0.1, sums="f32")
