# %% wrong: unchanged
# Your values are right, but JAX compiles a new program for every position of the slider.
# `num_steps` is static, so its value is part of the program. Use `jax.lax.fori_loop`, and remove
# `static_argnames`.
@partial(jax.jit, static_argnames="num_steps")
def blur(pixels, num_steps):
    for _ in range(num_steps):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% wrong: range_of_tracer
# You removed `static_argnames` but kept `range`. `range` needs an integer while JAX traces, and
# `num_steps` has a value only at run time. Use `jax.lax.fori_loop`.
def blur(pixels, num_steps):
    for _ in range(num_steps):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% wrong: range_of_tracer_under_jit
# You removed `static_argnames` but kept `range`. `range` needs an integer while JAX traces, and
# `num_steps` has a value only at run time. Use `jax.lax.fori_loop`.
@jax.jit
def blur(pixels, num_steps):
    for _ in range(num_steps):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% wrong: jit_in_each_call
# One program is enough, but each call compiles its own. JAX looks a program up by its function and
# its static arguments, and your calls create new function objects. Apply `jit` once, as a decorator
# of `blur`, or not at all.
def blur(pixels, num_steps):
    @jax.jit
    def run(pixels, num_steps):
        def step(i, line):
            return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4

        return jax.lax.fori_loop(0, num_steps, step, pixels)

    return run(pixels, num_steps)


# %% wrong: always_eight
# You blurred eight times, regardless of the value of `num_steps`. Stop after `num_steps` blurs, or
# ignore the results of later ones.
#
# -    return jax.lax.fori_loop(0, num_steps, step, pixels)
# +    return jax.lax.fori_loop(0, 8, step, pixels)


# %% wrong: blurred_once
# You blurred once, regardless of the value of `num_steps`. Use a loop.
def blur(pixels, num_steps):
    return (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4


# %% wrong: hundred_iterations
# One program serves all positions, but each call makes a hundred iterations. The highest position
# of the slider is 8. Let `fori_loop` end at `num_steps`.
def blur(pixels, num_steps):
    def step(line, i):
        blurred = (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
        return jnp.where(i < num_steps, blurred, line), None

    return jax.lax.scan(step, pixels, jnp.arange(100))[0]


# %% wrong: one_too_few
# You blurred one time too few. `fori_loop(0, num_steps, ...)` makes `num_steps` iterations, from 0
# to `num_steps - 1`. Start at 0.
#
# -    return jax.lax.fori_loop(0, num_steps, step, pixels)
# +    return jax.lax.fori_loop(1, num_steps, step, pixels)


# %% wrong: one_too_many
# You blurred one time too many. `fori_loop(0, num_steps, ...)` makes `num_steps` iterations. End at
# `num_steps`.
#
# -    return jax.lax.fori_loop(0, num_steps, step, pixels)
# +    return jax.lax.fori_loop(0, num_steps + 1, step, pixels)


# %% wrong: mask_off_by_one
# You blurred one time too many. Of the iterations 0 to 7, only those *below* `num_steps` count. Use
# `<`.
def blur(pixels, num_steps):
    def step(i, line):
        next = (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
        return jnp.where(i <= num_steps, next, line)

    return jax.lax.fori_loop(0, 8, step, pixels)


# %% wrong: zeros_at_ends
# You treated the pixels beyond the ends of the row as black. The first and the last pixel are
# neighbours. Use `jnp.roll`.
#
# -        return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
# +        wide = jnp.pad(line, 1)
# +        return (wide[:-2] + 2 * line + wide[2:]) / 4


# %% wrong: state_not_carried
# Every iteration of your loop blurs `pixels` again and ignores the previous iteration. Blur the
# second argument of the loop body, which is the current row.
#
# -        return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
# +        return (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4


# %% right: masked
def blur(pixels, num_steps):
    for i in range(8):
        blurred = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
        pixels = jnp.where(i < num_steps, blurred, pixels)
    return pixels


# %% right: with_while_loop
@jax.jit
def blur(pixels, num_steps):
    def step(state):
        i, line = state
        return i + 1, (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4

    return jax.lax.while_loop(lambda state: state[0] < num_steps, step, (0, pixels))[1]


# %% right: counted_down
def blur(pixels, num_steps):
    def step(state):
        left, line = state
        return left - 1, (jnp.roll(line, 1) + jnp.roll(line, -1)) * 0.25 + line * 0.5

    return jax.lax.while_loop(lambda state: state[0] > 0, step, (num_steps, pixels))[1]


# %% right: with_indices
def blur(pixels, num_steps):
    n = len(pixels)
    place = jnp.arange(n)

    def step(i, line):
        return (line[(place - 1) % n] + 2 * line + line[(place + 1) % n]) / 4

    return jax.lax.fori_loop(0, num_steps, step, pixels)


# %% right: padded
#
# -        return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
# +        wide = jnp.concatenate([line[-1:], line, line[:1]])
# +        return (wide[:-2] + 2 * wide[1:-1] + wide[2:]) / 4


# %% right: by_fourier_transform
def blur(pixels, num_steps):
    n = len(pixels)
    angles = 2 * jnp.pi * jnp.arange(n // 2 + 1) / n
    return jnp.fft.irfft(jnp.fft.rfft(pixels) * ((1 + jnp.cos(angles)) / 2) ** num_steps, n)
