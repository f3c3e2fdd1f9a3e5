# %% wrong: nearest
# That rounds to the nearest, always the same way: a number that is an eighth of the way never goes
# up. Let `bits` decide, in the right share.
def by_chance(x, bits):
    return x.astype(jnp.bfloat16)


# %% wrong: towards_zero
# You cut the lower half off: always towards 0, never away from it. Add random bits first, 16 of
# them, so that they carry over into the upper half in the right share.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32)
    return jax.lax.bitcast_convert_type((pattern >> 16).astype(jnp.uint16), jnp.bfloat16)


# %% wrong: heads_or_tails
# You take both neighbours equally often. How near `x` lies has to count, and a number that bfloat16
# can hold must stay.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32)
    upper = (pattern >> 16) + (bits & 1)
    return jax.lax.bitcast_convert_type(upper.astype(jnp.uint16), jnp.bfloat16)


# %% wrong: heads_or_tails_in_between
# You take both neighbours equally often. A number that is three quarters of the way should get
# there three times out of four: how near `x` lies has to count.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32)
    between = (pattern & 0xFFFF) > 0
    upper = (pattern >> 16) + jnp.where(between, bits & 1, 0)
    return jax.lax.bitcast_convert_type(upper.astype(jnp.uint16), jnp.bfloat16)


# %% wrong: all_bits_added
# You added all 32 random bits, and they changed the upper half too: sign, power and all. Keep the
# lower 16 of them.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32) + bits
    return jax.lax.bitcast_convert_type((pattern >> 16).astype(jnp.uint16), jnp.bfloat16)


# %% wrong: pattern_converted
# You converted the pattern as if it were a number: `.astype` keeps the value and changes the bits.
# Here the bits stay and are read as another type, by `jax.lax.bitcast_convert_type`.
#
# -    upper = (pattern >> 16).astype(jnp.uint16)
# -    return jax.lax.bitcast_convert_type(upper, jnp.bfloat16)
# +    return (pattern >> 16).astype(jnp.bfloat16)


# %% wrong: two_for_one
# You read 32 bits as bfloat16, which takes 16: two numbers came for each. Keep the upper half in a
# type of 16 bits first, or read all 32 as float32.
#
# -    upper = (pattern >> 16).astype(jnp.uint16)
# -    return jax.lax.bitcast_convert_type(upper, jnp.bfloat16)
# +    return jax.lax.bitcast_convert_type(pattern >> 16, jnp.bfloat16)


# %% wrong: rounded_after
# You added the random bits and then rounded to the nearest. That pushes half a step too far: clear
# the lower half instead.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32) + (bits & 0xFFFF)
    return jax.lax.bitcast_convert_type(pattern, jnp.float32).astype(jnp.bfloat16)


# %% wrong: farther_the_rarer
# Your share is the wrong way round: the further a number is on its way, the more rarely it arrives.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32)
    part = pattern & 0xFFFF
    up = ((bits & 0xFFFF) >= part) & (part > 0)
    upper = (pattern >> 16) + up
    return jax.lax.bitcast_convert_type(upper.astype(jnp.uint16), jnp.bfloat16)


# %% wrong: away_from_zero
# You always moved away from 0 what lies in between. It should get there in the share that says how
# near it is.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32) + jnp.uint32(0xFFFF)
    return jax.lax.bitcast_convert_type((pattern >> 16).astype(jnp.uint16), jnp.bfloat16)


# %% wrong: upwards
# Right for numbers above 0. Below 0 a larger pattern is further from 0, and there you reversed the
# chance.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32)
    part, chance = pattern & 0xFFFF, bits & 0xFFFF
    up = jnp.where(x > 0, chance < part, chance >= part) & (part > 0)
    upper = (pattern >> 16) + up
    return jax.lax.bitcast_convert_type(upper.astype(jnp.uint16), jnp.bfloat16)


# %% wrong: chance_of_its_own
# You drew random bits of your own. Use `bits`: the same bits have to give the same numbers again.
def by_chance(x, bits):
    own = jax.random.bits(jax.random.key(7), x.shape)
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32) + (own & 0xFFFF)
    return jax.lax.bitcast_convert_type((pattern >> 16).astype(jnp.uint16), jnp.bfloat16)


# %% wrong: by_place
# You chose by place, so that both ways come equally often, and never read `bits`. Where a number
# stands says nothing: the same number with the same bits has to go the same way at any place.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32)
    place = jnp.arange(len(x)).astype(jnp.uint32)
    upper = (pattern + (place % 8 << 13)) >> 16
    return jax.lax.bitcast_convert_type(upper.astype(jnp.uint16), jnp.bfloat16)


# %% wrong: zero_moves_all
# Nearly: a number that bfloat16 has moves when its bits are all 0. Nothing is below 0: compare with
# `<`, not with `<=`.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32)
    up = (bits & 0xFFFF) <= (pattern & 0xFFFF)
    upper = (pattern >> 16) + up
    return jax.lax.bitcast_convert_type(upper.astype(jnp.uint16), jnp.bfloat16)


# %% wrong: zero_is_no_number
# Your program makes NaN of 0, whose logarithm is minus infinity. bfloat16 has the number 0: it
# stays as it is.
def by_chance(x, bits):
    power = jnp.floor(jnp.log2(jnp.abs(x)))
    step = jnp.exp2(power - 7)
    steps = jnp.abs(x) / step
    low = jnp.floor(steps)
    up = bits.astype(jnp.float32) / 2.0**32 < steps - low
    return (jnp.sign(x) * (low + up) * step).astype(jnp.bfloat16)


# %% wrong: all_bits_added_and_rounded
# You added all 32 random bits, and they changed the upper half too: sign, power and all. Keep the
# lower 16 of them; and clear the lower half afterwards, since `.astype` rounds once more.
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32) + bits
    return jax.lax.bitcast_convert_type(pattern, jnp.float32).astype(jnp.bfloat16)


# %% wrong: one_more
# Nearly: a number that bfloat16 has moves when its bits are all 1. Add at most 65,535: one more
# carries over even where nothing is to be rounded.
#
# -    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32) + (bits & 0xFFFF)
# +    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32) + (bits & 0xFFFF) + 1


# %% wrong: whole_numbers_for_neighbours
# You took the whole numbers below and above for the neighbours. Those of bfloat16 lie nearer for
# small numbers and farther apart for large ones: the upper 16 bits of `x` are the one nearer to 0.
def by_chance(x, bits):
    below = jnp.floor(x)
    return jnp.where(bits / 2.0**32 < x - below, below + 1, below).astype(jnp.bfloat16)


# %% right: cleared_and_converted
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32) + (bits >> 16)
    kept = pattern & jnp.uint32(0xFFFF0000)
    return jax.lax.bitcast_convert_type(kept, jnp.float32).astype(jnp.bfloat16)


# %% right: by_comparing
def by_chance(x, bits):
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32)
    near = pattern - pattern % 65536
    far = jnp.where(bits % 65536 < pattern % 65536, near + 65536, near)
    return jax.lax.bitcast_convert_type(far, jnp.float32).astype(jnp.bfloat16)


# %% right: with_numbers
def by_chance(x, bits):
    power = jnp.floor(jnp.log2(jnp.where(x == 0, 1, jnp.abs(x))))
    step = jnp.exp2(power - 7)
    steps = jnp.abs(x) / step
    low = jnp.floor(steps)
    up = bits.astype(jnp.float32) / 2.0**32 < steps - low
    return (jnp.sign(x) * (low + up) * step).astype(jnp.bfloat16)
