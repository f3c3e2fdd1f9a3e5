# ---
# title: Compute the Mandelbrot set in lockstep
# kind: program
# points: 2
# minutes: 25
# star: true
# hints:
#   - "No lane can leave the loop, so let all lanes run `num_steps` iterations. A point that is
#     outside is no longer counted: that is also a mask."
#   - "Carry three arrays: `a`, `b` and the count. In each iteration, first test where `a * a + b *
#     b <= 4` and add the result to the count, then update `a` and `b`."
#   - "Both new values come from the *old* `a` and `b`: `a, b = a * a - b * b + x, 2 * a * b + y`.
#     Keep the old values where the point is outside, with `jnp.where`, or they become infinite."
# choices:
#   "2 * a * b + y": the set is symmetric about the x axis
#   "jnp.where(inside, 1, 0)": booleans are added as 1 and 0
# ---

# %% [markdown]
# For each point `(x, y)`, return the number of iterations, out of `num_steps`, in which its iterate
# `(a, b)` is inside the circle of radius 2. The iterate starts at `a = b = 0`. An iteration has two
# parts:
#
# 1. It counts the point if `a * a + b * b <= 4` in this iteration and in all earlier ones. A point
#    whose iterate has left the circle is never counted again.
# 2. It updates `a` to `a * a - b * b + x` and `b` to `2 * a * b + y`, both from the old `a` and
#    `b`.
#
# For example, the point `(1, 0)` has the iterates 0, 1, 2, 5, 26, ... for `a` and 0 for `b`, so
# with `num_steps = 6` its count is 3.
#
# A program for one point could leave the loop early. Lanes that run in lockstep cannot, so run all
# `num_steps` iterations, mask the points that have left the circle, and process all points in
# parallel. The check counts two costs for 33 points and `num_steps = 10`, and each limit is three
# times the cost of our solution:
#
# - The work (number of operations) may be at most 13,860.
# - The span (longest chain of dependent operations) may be at most 180.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def steps_inside(x, y, num_steps):
    """x: f32[n], y: f32[n], num_steps: a Python int -> f32[n], counts. Six to nine lines."""

    ### BEGIN SOLUTION
    def step(_, carry):
        a, b, count = carry
        inside = a * a + b * b <= 4
        new_a = a * a - b * b + x
        new_b = 2 * a * b + y
        count = count + jnp.where(inside, 1, 0)
        return jnp.where(inside, new_a, a), jnp.where(inside, new_b, b), count

    zeros = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, num_steps, step, (zeros, zeros, zeros))[2]
    ### END SOLUTION


# %% check
import numpy as np


def one_by_one(x, y, num_steps):
    counts = []
    for c in np.asarray(x, float) + 1j * np.asarray(y, float):
        z, count = 0j, 0
        while count < num_steps and abs(z) ** 2 <= 4:
            z, count = z * z + c, count + 1
        counts.append(count)
    return np.array(counts)


def points(draw):
    # Multiples of 0.25: all correct answers agree on them, in whatever order they add. For other
    # points near the boundary, rounding changes the count. A table of the 143 points is correct.
    n = draw.pick([1, 5, 12, 33])
    last = np.arange(n) == n - 1  # the last point stays on the circle itself
    return (
        draw.array("f32", (n,), -8, 4, then=lambda whole: np.where(last, -8, whole) / 4),
        draw.array("f32", (n,), -5, 5, then=lambda whole: np.where(last, 0, whole) / 4),
        draw.int(2, 12),
    )


check(steps_inside, spec=one_by_one, given=points, budget=Budget(span=3, work=3))
