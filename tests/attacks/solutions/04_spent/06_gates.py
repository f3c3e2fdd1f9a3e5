# ---
# title: "Two products in one"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Multiply inputs by weights and states by others, and add both up: with one product.

# %% answer
import jax.numpy as jnp


def gates(x, h, w, u):
    ### BEGIN SOLUTION
    return jnp.concatenate([x, h], axis=1) @ jnp.concatenate([w, u])
    ### END SOLUTION


# %% check
check(
    gates,
    given="x: f32[n, d], h: f32[n, m], w: f32[d, g], u: f32[m, g], n in 1..9, d in 1..9, m in 1..9",
    budget=Budget(products=1, at={"n": 8, "d": 8, "m": 8, "g": 8}),
)
