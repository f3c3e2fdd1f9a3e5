# %% wrong: counted_after_update
# You updated before counting, or you started at the point itself, so each of your points is one
# iteration ahead. Start at 0, and in each iteration count first, then update.
def steps_inside(x, y, num_steps):
    def step(_, carry):
        a, b, count, there = carry
        a, b = a * a - b * b + x, 2 * a * b + y
        there = there & (a * a + b * b <= 4)
        a, b = jnp.where(there, a, 3), jnp.where(there, b, 3)
        return a, b, count + there, there

    zeros = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, num_steps, step, (zeros, zeros, zeros, x == x))[2]


# %% wrong: radius_not_squared
# You compared the squared distance with 2. The radius is 2, so compare with its square, 4.
def steps_inside(x, y, num_steps):
    def step(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 2)
        a, b = a * a - b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    zeros = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, num_steps, step, (zeros, zeros, zeros, x == x))[2]


# %% wrong: b_from_new_a
# You computed the new `b` from the new `a`. Compute both from the old values, then replace both.
def steps_inside(x, y, num_steps):
    def step(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 4)
        a = a * a - b * b + x
        b = 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    zeros = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, num_steps, step, (zeros, zeros, zeros, x == x))[2]


# %% wrong: mask_returned
# You returned whether a point stays inside. Return the number of iterations in which it was inside:
# sum the mask over the iterations.
def steps_inside(x, y, num_steps):
    def step(_, carry):
        a, b, there = carry
        there = there & (a * a + b * b <= 4)
        a, b = a * a - b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), there

    zeros = jnp.zeros_like(x)
    there = jax.lax.fori_loop(0, num_steps, step, (zeros, zeros, x == x))[2]
    return jnp.where(there, 1.0, 0.0)


# %% wrong: one_point_at_a_time
# Your counts are right, but each point waits for the previous one: your loop over the points uses a
# single lane. Run one loop of `num_steps` iterations for all points.
def steps_inside(x, y, num_steps):
    def one(none, point):
        def step(_, carry):
            a, b, count = carry
            inside = a * a + b * b <= 4
            moved = a * a - b * b + point[0], 2 * a * b + point[1]
            return (
                jnp.where(inside, moved[0], a),
                jnp.where(inside, moved[1], b),
                count + jnp.where(inside, 1, 0),
            )

        start = jnp.float32(0), jnp.float32(0), jnp.float32(0)
        return none, jax.lax.fori_loop(0, num_steps, step, start)[2]

    return jax.lax.scan(one, None, (x, y))[1]


# %% wrong: circle_excluded
# You excluded the circle itself. Use `<= 4` instead of `< 4`.
def steps_inside(x, y, num_steps):
    def step(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b < 4)
        a, b = a * a - b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    zeros = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, num_steps, step, (zeros, zeros, zeros, x == x))[2]


# %% wrong: one_iteration_too_many
# You run one iteration too many: the count of a point that never leaves must be `num_steps`.
def steps_inside(x, y, num_steps):
    def step(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 4)
        a, b = a * a - b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    zeros = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, num_steps + 1, step, (zeros, zeros, zeros, x == x))[2]


# %% wrong: reset_to_zero
# You reset a point that has left the circle to 0, which is inside, so the point is counted again.
# Keep its last position instead.
def steps_inside(x, y, num_steps):
    def step(_, carry):
        a, b, count = carry
        inside = a * a + b * b <= 4
        moved = a * a - b * b + x, 2 * a * b + y
        return jnp.where(inside, moved[0], 0), jnp.where(inside, moved[1], 0), count + inside

    zeros = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, num_steps, step, (zeros, zeros, zeros))[2]


# %% wrong: squares_added
# You added the two squares in the new `a`. The sum of the squares is the squared distance, but the
# update uses their difference.
def steps_inside(x, y, num_steps):
    def step(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 4)
        a, b = a * a + b * b + x, 2 * a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    zeros = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, num_steps, step, (zeros, zeros, zeros, x == x))[2]


# %% wrong: factor_2_missing
# You left out the factor 2 in the new `b`, which is `2 * a * b + y`.
def steps_inside(x, y, num_steps):
    def step(_, carry):
        a, b, count, there = carry
        there = there & (a * a + b * b <= 4)
        a, b = a * a - b * b + x, a * b + y
        return jnp.where(there, a, 3), jnp.where(there, b, 3), count + there, there

    zeros = jnp.zeros_like(x)
    return jax.lax.fori_loop(0, num_steps, step, (zeros, zeros, zeros, x == x))[2]


# %% right: vmap_of_one_point
def steps_inside(x, y, num_steps):
    def one(x, y):
        def step(_, carry):
            a, b, count = carry
            inside = a * a + b * b <= 4
            a, b = (
                jnp.where(inside, a * a - b * b + x, a),
                jnp.where(inside, 2 * a * b + y, b),
            )
            return a, b, count + inside

        return jax.lax.fori_loop(0, num_steps, step, (0.0, 0.0, 0.0))[2]

    return jax.vmap(one)(x, y)


# %% right: python_loop
def steps_inside(x, y, num_steps):
    a = b = count = jnp.zeros_like(x)
    for _ in range(num_steps):
        inside = a * a + b * b <= 4
        count = count + inside.astype(x.dtype)
        a, b = jnp.where(inside, a * a - b * b + x, 3), jnp.where(inside, 2 * a * b + y, 0)
    return count


# %% right: complex_numbers
def steps_inside(x, y, num_steps):
    c = x + 1j * y
    z, count = jnp.zeros_like(c), jnp.zeros_like(x)
    for _ in range(num_steps):
        inside = z.real**2 + z.imag**2 <= 4
        count += inside
        z = jnp.where(inside, z * z + c, z)
    return count


# %% right: with_scan
def steps_inside(x, y, num_steps):
    def step(carry, _):
        a, b = carry
        inside = a * a + b * b <= 4
        moved = jnp.where(inside, a * a - b * b + x, a), jnp.where(inside, 2 * a * b + y, b)
        return moved, inside

    start = jnp.zeros_like(x), jnp.zeros_like(x)
    _, inside = jax.lax.scan(step, start, None, length=num_steps)
    return inside.sum(axis=0).astype(x.dtype)
