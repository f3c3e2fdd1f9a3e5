# %% wrong: as_it_was
# Your values are right, but every position of the slider compiles a new program. `times` is static,
# so its value is part of the program. Use `jax.lax.fori_loop`, and remove `static_argnames`.
@partial(jax.jit, static_argnames="times")
def blur(pixels, times):
    for _ in range(times):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% wrong: range_of_a_traced_number
# You removed `static_argnames` but kept `range`. `range` needs an integer while JAX traces, and
# `times` has a value only at run time. Use `jax.lax.fori_loop`.
def blur(pixels, times):
    for _ in range(times):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% wrong: range_under_jit
# You removed `static_argnames` but kept `range`. `range` needs an integer while JAX traces, and
# `times` has a value only at run time. Use `jax.lax.fori_loop`.
@jax.jit
def blur(pixels, times):
    for _ in range(times):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% wrong: jitted_in_each_call
# One program is enough, but each call compiles its own. JAX looks a program up by its function and
# its static arguments, and your calls create new function objects. Apply `jit` once, above `blur`,
# or not at all.
def blur(pixels, times):
    @jax.jit
    def run(pixels, times):
        def once(i, line):
            return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4

        return jax.lax.fori_loop(0, times, once, pixels)

    return run(pixels, times)


# %% wrong: always_eight
# You blurred eight times, whatever the value of `times`. Stop after `times` blurs, or ignore the
# results of later ones.
#
# -    return jax.lax.fori_loop(0, times, once, pixels)
# +    return jax.lax.fori_loop(0, 8, once, pixels)


# %% wrong: blurred_once
# You blurred once, whatever the value of `times`. Use a loop.
def blur(pixels, times):
    return (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4


# %% wrong: a_hundred_turns
# One program serves all positions, but each call makes a hundred iterations. The slider ends at 8.
# Let `fori_loop` end at `times`.
def blur(pixels, times):
    def once(line, turn):
        blurred = (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
        return jnp.where(turn < times, blurred, line), None

    return jax.lax.scan(once, pixels, jnp.arange(100))[0]


# %% wrong: one_too_few
# You blurred one time too few. `fori_loop(0, times, ...)` makes `times` iterations, from 0 to
# `times - 1`. Start at 0.
#
# -    return jax.lax.fori_loop(0, times, once, pixels)
# +    return jax.lax.fori_loop(1, times, once, pixels)


# %% wrong: one_too_many
# You blurred one time too many. `fori_loop(0, times, ...)` makes `times` iterations. End at
# `times`.
#
# -    return jax.lax.fori_loop(0, times, once, pixels)
# +    return jax.lax.fori_loop(0, times + 1, once, pixels)


# %% wrong: own_number_counted
# You blurred one time too many. Of the iterations 0 to 7, only those *below* `times` count. Use
# `<`.
def blur(pixels, times):
    def once(i, line):
        next = (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
        return jnp.where(i <= times, next, line)

    return jax.lax.fori_loop(0, 8, once, pixels)


# %% wrong: ends_of_the_line
# You treated the pixels beyond the ends of the row as black. The first and the last pixel are
# neighbours. Use `jnp.roll`.
#
# -        return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
# +        wide = jnp.pad(line, 1)
# +        return (wide[:-2] + 2 * line + wide[2:]) / 4


# %% wrong: each_from_the_start
# Every iteration of your loop blurs `pixels` again and ignores the previous iteration. Blur the
# second argument of the loop body, which is the current row.
#
# -        return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
# +        return (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4


# %% right: masked
def blur(pixels, times):
    for turn in range(8):
        blurred = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
        pixels = jnp.where(turn < times, blurred, pixels)
    return pixels


# %% right: with_while_loop
@jax.jit
def blur(pixels, times):
    def once(state):
        i, line = state
        return i + 1, (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4

    return jax.lax.while_loop(lambda state: state[0] < times, once, (0, pixels))[1]


# %% right: counted_down
def blur(pixels, times):
    def once(state):
        left, line = state
        return left - 1, (jnp.roll(line, 1) + jnp.roll(line, -1)) * 0.25 + line * 0.5

    return jax.lax.while_loop(lambda state: state[0] > 0, once, (times, pixels))[1]


# %% right: with_indices
def blur(pixels, times):
    n = len(pixels)
    place = jnp.arange(n)

    def once(i, line):
        return (line[(place - 1) % n] + 2 * line + line[(place + 1) % n]) / 4

    return jax.lax.fori_loop(0, times, once, pixels)


# %% right: padded
#
# -        return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
# +        wide = jnp.concatenate([line[-1:], line, line[:1]])
# +        return (wide[:-2] + 2 * wide[1:-1] + wide[2:]) / 4


# %% right: by_waves
def blur(pixels, times):
    n = len(pixels)
    angles = 2 * jnp.pi * jnp.arange(n // 2 + 1) / n
    return jnp.fft.irfft(jnp.fft.rfft(pixels) * ((1 + jnp.cos(angles)) / 2) ** times, n)
