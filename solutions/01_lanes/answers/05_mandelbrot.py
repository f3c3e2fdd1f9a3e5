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
