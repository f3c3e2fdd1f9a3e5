# ---
# title: "Eight rounds in one sweep"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Take twice the sine of each number, eight times over, and read and write the numbers once.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def rounds(x):
    ### BEGIN SOLUTION
    for _ in range(8):
        x = 2 * jnp.sin(x)
    return x
    ### END SOLUTION


# %% check
check(rounds, given="x: f32[64] in -2..2", budget=Budget(bytes=2))
