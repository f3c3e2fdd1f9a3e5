# ---
# title: "One choice for four marks"
# kind: program
# points: 2
# minutes: 1
# ---

# %% [markdown]
# Take the rows of `b` that have all four marks and the other rows of `a`, with one choice an entry.

# %% given
import jax.numpy as jnp


# %% answer
def all_marks(marks, a, b):
    ### BEGIN SOLUTION
    return jnp.where((marks > 0).all(axis=0)[:, None], b, a)
    ### END SOLUTION


# %% check
check(
    all_marks,
    given="marks: i32[4, n] in 0..1, a: f32[n, k], b: f32[n, k], n in 1..64, k in 1..16",
    budget=Budget(work=1.5, at={"n": 64, "k": 16}),
)
