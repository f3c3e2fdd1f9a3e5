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


# %% wrong: counted_after_the_move
# You moved first and counted then, or you started at the point itself, so that every point is a
# turn ahead. It starts at 0; in each turn: count, then move.
def turns_inside(x, y, turns):
    def turn(_, carry):
        a, b, count, there = carry
        a, b = a * a - b * b + x, 2 * a * b + y
        there = there & (a * a + b * b <= 4)
        a, b = jnp.where(there, a, 3), jnp.where(there, b, 3)
        return a, b, count + there, there

    nothing = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, turns, turn, (nothing, nothing, nothing, x == x))[2]


# %% wrong: radius_two_squared
# You compared the squared distance with 2. The circle has radius 2, so its square is 4.
def turns_inside(x, y, turns):
    def turn(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 2)
        a, b = a * a - b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    nothing = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, turns, turn, (nothing, nothing, nothing, x == x))[2]


# %% wrong: new_a_for_b
# You made the new `b` from the new `a`. Both come from the old pair: work out both first, then
# replace both.
def turns_inside(x, y, turns):
    def turn(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 4)
        a = a * a - b * b + x
        b = 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    nothing = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, turns, turn, (nothing, nothing, nothing, x == x))[2]


# %% wrong: inside_or_not
# You say whether a point stays inside. Say in how many turns it was inside: add up the mask.
def turns_inside(x, y, turns):
    def turn(_, carry):
        a, b, there = carry
        there = there & (a * a + b * b <= 4)
        a, b = a * a - b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), there

    nothing = jnp.zeros_like(x)
    there = jax.lax.fori_loop(0, turns, turn, (nothing, nothing, x == x))[2]
    return jnp.where(there, 1.0, 0.0)


# %% wrong: one_point_after_another
# Your counts are right, but your points wait for one another: the loop over the points is one lane
# at work. Let one loop of `turns` turns carry all points.
def turns_inside(x, y, turns):
    def one(none, point):
        def turn(_, carry):
            a, b, count = carry
            inside = a * a + b * b <= 4
            moved = a * a - b * b + point[0], 2 * a * b + point[1]
            return (
                jnp.where(inside, moved[0], a),
                jnp.where(inside, moved[1], b),
                count + jnp.where(inside, 1, 0),
            )

        start = jnp.float32(0), jnp.float32(0), jnp.float32(0)
        return none, jax.lax.fori_loop(0, turns, turn, start)[2]

    return jax.lax.scan(one, None, (x, y))[1]


# %% wrong: the_circle_is_outside
# A point on the circle itself is still inside: ask `<= 4`, not `< 4`.
def turns_inside(x, y, turns):
    def turn(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b < 4)
        a, b = a * a - b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    nothing = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, turns, turn, (nothing, nothing, nothing, x == x))[2]


# %% wrong: one_turn_too_many
# You go one turn too far: a point that never leaves is inside in `turns` turns, no more.
def turns_inside(x, y, turns):
    def turn(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 4)
        a, b = a * a - b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    nothing = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, turns + 1, turn, (nothing, nothing, nothing, x == x))[2]


# %% wrong: set_back_to_zero
# You put a point that has left back to 0. There it is inside again, and goes on being counted: let
# it stay where it is.
def turns_inside(x, y, turns):
    def turn(_, carry):
        a, b, count = carry
        inside = a * a + b * b <= 4
        moved = a * a - b * b + x, 2 * a * b + y
        return jnp.where(inside, moved[0], 0), jnp.where(inside, moved[1], 0), count + inside

    nothing = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, turns, turn, (nothing, nothing, nothing))[2]


# %% wrong: plus_for_minus
# You added the two squares in the new `a`. Their sum is the distance; `a` moves by their
# difference.
def turns_inside(x, y, turns):
    def turn(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 4)
        a, b = a * a + b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    nothing = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, turns, turn, (nothing, nothing, nothing, x == x))[2]


# %% wrong: the_product_once
# The 2 is missing in your new `b`: it is `2 * a * b + y`.
def turns_inside(x, y, turns):
    def turn(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 4)
        a, b = a * a - b * b + x, a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    nothing = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, turns, turn, (nothing, nothing, nothing, x == x))[2]


# %% right: vmap_of_one_point
def turns_inside(x, y, turns):
    def one(x, y):
        def turn(_, carry):
            a, b, count = carry
            inside = a * a + b * b <= 4
            a, b = (
                jnp.where(inside, a * a - b * b + x, a),
                jnp.where(inside, 2 * a * b + y, b),
            )
            return a, b, count + inside

        return jax.lax.fori_loop(0, turns, turn, (0.0, 0.0, 0.0))[2]

    return jax.vmap(one)(x, y)


# %% right: python_loop
def turns_inside(x, y, turns):
    a = b = count = jnp.zeros_like(x)
    for _ in range(turns):
        inside = a * a + b * b <= 4
        count = count + inside.astype(x.dtype)
        a, b = jnp.where(inside, a * a - b * b + x, 3), jnp.where(inside, 2 * a * b + y, 0)
    return count


# %% right: complex_numbers
def turns_inside(x, y, turns):
    c = x + 1j * y
    z, count = jnp.zeros_like(c), jnp.zeros_like(x)
    for _ in range(turns):
        inside = z.real**2 + z.imag**2 <= 4
        count += inside
        z = jnp.where(inside, z * z + c, z)
    return count


# %% right: with_scan
def turns_inside(x, y, turns):
    def turn(carry, _):
        a, b = carry
        inside = a * a + b * b <= 4
        moved = jnp.where(inside, a * a - b * b + x, a), jnp.where(inside, 2 * a * b + y, b)
        return moved, inside

    start = jnp.zeros_like(x), jnp.zeros_like(x)
    _, inside = jax.lax.scan(turn, start, None, length=turns)
    return inside.sum(axis=0).astype(x.dtype)
