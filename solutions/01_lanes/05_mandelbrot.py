# ---
# title: "Mandelbrot: the same number of turns for everyone"
# kind: program
# points: 2
# minutes: 25
# star: true
# hints:
#   - "No lane may leave the loop, so let all make `turns` turns. A point that is outside simply
#     stops being counted: that is a mask, too."
#   - "Carry three arrays: `a`, `b` and the count. In each turn first ask where
#     `a * a + b * b <= 4` and add that to the count, then move `a` and `b`."
#   - "Both new numbers are made of the *old* `a` and `b`:
#     `a, b = a * a - b * b + x, 2 * a * b + y`. Keep the old ones where the point is outside, with
#     `jnp.where`, or they become infinite."
# choices:
#   "2 * a * b + y": below the axis the picture is the same, mirrored
#   "jnp.where(inside, 1, 0)": truths are added up like 1 and 0
# ---

# %% [markdown]
# For each point of a plane, count in how many of `turns` turns it is still inside the circle of
# radius 2.
#
# The point `(x, y)` starts with `a = b = 0`. Each turn first counts, if `a * a + b * b <= 4`, and
# then moves: `a` becomes `a * a - b * b + x`, and `b` becomes `2 * a * b + y`, both from the old
# `a` and `b`. A point that has left never comes back. A CPU's program would leave the loop then;
# lanes in a row cannot, so `turns` is fixed, and what is outside is masked. No point may need
# another.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def turns_inside(x, y, turns):
    """x: f32[n], y: f32[n], turns: a Python number -> f32[n], counts. Six to nine lines."""

    ### BEGIN SOLUTION
    def turn(_, carry):
        a, b, count = carry
        inside = a * a + b * b <= 4
        moved_a = a * a - b * b + x
        moved_b = 2 * a * b + y
        count = count + jnp.where(inside, 1, 0)
        return jnp.where(inside, moved_a, a), jnp.where(inside, moved_b, b), count

    nothing = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, turns, turn, (nothing, nothing, nothing))[2]
    ### END SOLUTION


# %% check
import numpy as np


def one_by_one(x, y, turns):
    counts = []
    for c in np.asarray(x, float) + 1j * np.asarray(y, float):
        z, count = 0j, 0
        while count < turns and abs(z) ** 2 <= 4:
            z, count = z * z + c, count + 1
        counts.append(count)
    return np.array(counts)


def points(draw):
    # Quarters: on these every right answer counts alike, in whatever order it adds. Elsewhere the
    # last bit of a product decides how long a point near the edge stays. So there are 143 points,
    # and a table of them is right. Whoever makes one has written the loop, in Python.
    n = draw.pick([1, 5, 12, 33])
    last = np.arange(n) == n - 1  # on the circle itself, for ever, and inside it
    return (
        draw.array("f32", (n,), -8, 4, then=lambda whole: np.where(last, -8, whole) / 4),
        draw.array("f32", (n,), -5, 5, then=lambda whole: np.where(last, 0, whole) / 4),
        draw.int(2, 12),
    )


check(turns_inside, spec=one_by_one, given=points, budget=Budget(span=3, work=3))
