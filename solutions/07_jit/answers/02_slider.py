# %% wrong: as_it_was
# Right, but you make a new program for every position of the slider: `times` is static, so its
# value is part of the program, in any kind of loop. Use `jax.lax.fori_loop`, and take
# `static_argnames` away.
@partial(jax.jit, static_argnames="times")
def blur(pixels, times):
    for _ in range(times):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% wrong: range_of_a_traced_number
# You took `static_argnames` away and kept `range`. It wants a number now, and `times` gets its
# value when the program runs: `jax.lax.fori_loop` waits for it.
def blur(pixels, times):
    for _ in range(times):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% wrong: range_under_jit
# You took `static_argnames` away and kept `range`. It wants a number now, and `times` gets its
# value when the program runs: `jax.lax.fori_loop` waits for it.
@jax.jit
def blur(pixels, times):
    for _ in range(times):
        pixels = (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4
    return pixels


# %% wrong: jitted_in_each_call
# One program is enough, but each call makes its own: JAX finds a program by its function and by
# what is static, and yours are new objects in every call. Jit once, above `blur`, or not at all.
def blur(pixels, times):
    @jax.jit
    def run(pixels, times):
        def once(i, line):
            return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4

        return jax.lax.fori_loop(0, times, once, pixels)

    return run(pixels, times)


# %% wrong: blurred_once
# You blurred once, whatever `times` says.
def blur(pixels, times):
    return (jnp.roll(pixels, 1) + 2 * pixels + jnp.roll(pixels, -1)) / 4


# %% wrong: always_eight
# You blurred eight times, whatever `times` says. Eight turns are fine if those beyond `times`
# change nothing.
#
# -    return jax.lax.fori_loop(0, times, once, pixels)
# +    return jax.lax.fori_loop(0, 8, once, pixels)


# %% wrong: a_hundred_turns
# It is one program, but each call makes a hundred turns: the slider ends at 8. Let `fori_loop` end
# at `times`.
def blur(pixels, times):
    def once(line, turn):
        blurred = (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
        return jnp.where(turn < times, blurred, line), None

    return jax.lax.scan(once, pixels, jnp.arange(100))[0]


# %% wrong: one_too_few
# You blurred once too little: `fori_loop(0, times, ...)` makes `times` turns, 0 to `times - 1`.
#
# -    return jax.lax.fori_loop(0, times, once, pixels)
# +    return jax.lax.fori_loop(1, times, once, pixels)


# %% wrong: own_number_counted
# You blur once more than the slider says: of the turns 0 to 7 those *below* `times` count, `<`.
def blur(pixels, times):
    def once(i, line):
        next = (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
        return jnp.where(i <= times, next, line)

    return jax.lax.fori_loop(0, 8, once, pixels)


# %% wrong: ends_of_the_line
# Beyond the ends of your line it is dark. The last pixel and the first are neighbours: `jnp.roll`.
#
# -        return (jnp.roll(line, 1) + 2 * line + jnp.roll(line, -1)) / 4
# +        wide = jnp.pad(line, 1)
# +        return (wide[:-2] + 2 * line + wide[2:]) / 4


# %% wrong: one_too_many
# You blurred once too often: `fori_loop(0, times, ...)` makes `times` turns.
#
# -    return jax.lax.fori_loop(0, times, once, pixels)
# +    return jax.lax.fori_loop(0, times + 1, once, pixels)


# %% wrong: each_from_the_start
# Every turn of your loop starts from `pixels` and forgets the turn before. Blur what the loop hands
# over, its second argument.
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
