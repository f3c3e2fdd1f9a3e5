# %% wrong: clipped_at_the_end
# You added all changes and clipped at the end. Water that has overflowed is lost for all later
# hours, so clip in every hour, before the next one begins. This is why the loop is sequential and a
# plain cumulative sum is not enough.
def tank_levels(flow, full):
    return jnp.clip(jnp.cumsum(flow), 0, full)


# %% wrong: level_before_the_hour
# You returned the levels *before* each hour: the first one is 0 and the last one is missing. Update
# the level first, then store it.
def tank_levels(flow, full):
    def hour(level, change):
        return jnp.clip(level + change, 0, full), level

    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]


# %% wrong: never_runs_over
# Your tank never overflows: its level exceeds `full`. Limit the level to `full` in each hour.
#
# -        level = jnp.clip(level + change, 0, full)
# +        level = jnp.maximum(level + change, 0)


# %% wrong: below_empty
# The level of your tank becomes negative. An empty tank stays at 0 until water flows in.
#
# -        level = jnp.clip(level + change, 0, full)
# +        level = jnp.minimum(level + change, full)


# %% wrong: only_the_last
# You returned only the final level. `scan` returns a pair: the last level and the values stored in
# each hour. Return the second one.
#
# -    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]
# +    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[0]


# %% wrong: written_and_thrown_away
# Every level is 0. Either you discarded the result of `levels.at[hour].set(level)`, which returns a
# new array: assign it, `levels = levels.at[hour].set(level)`. Or you swapped the bounds of
# `jnp.clip`: the smaller bound comes first.
def tank_levels(flow, full):
    levels = jnp.zeros_like(flow)
    level = 0
    for hour in range(len(flow)):
        level = jnp.clip(level + flow[hour], 0, full)
        levels.at[hour].set(level)
    return levels


# %% wrong: each_hour_from_empty
# Each of your hours starts with an empty tank. An hour starts with the level at which the previous
# hour ended: `scan` passes it on if your function returns it first.
def tank_levels(flow, full):
    return jnp.clip(flow, 0, full)


# %% wrong: full_at_the_start
# Your tank starts full. It starts empty: the level before the first hour is 0.
#
# -    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]
# +    return jax.lax.scan(hour, full, flow)[1]


# %% wrong: clipped_the_flow
# You clipped the flow. The bounds apply to the level: add first, then clip the sum.
def tank_levels(flow, full):
    return jnp.cumsum(jnp.clip(flow, 0, full))


# %% wrong: kept_before_it_was_clipped
# You passed on the clipped level but stored the level before clipping. Store the clipped level,
# which is between 0 and `full`.
def tank_levels(flow, full):
    def hour(level, change):
        level = level + change
        return jnp.clip(level, 0, full), level

    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]


# %% wrong: first_hour_skipped
# You skipped the first hour, so its flow is missing. Process it like every other hour, starting
# from an empty tank.
def tank_levels(flow, full):
    def hour(i, levels):
        return levels.at[i].set(jnp.clip(levels[i - 1] + flow[i], 0, full))

    return jax.lax.fori_loop(1, len(flow), hour, jnp.zeros_like(flow))


# %% wrong: a_row_for_a_level
# You carried a whole array of levels from hour to hour and stored an array in each. There is one
# tank: the initial carry is a scalar, of shape `()`.
#
# -    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]
# +    return jax.lax.scan(hour, jnp.zeros_like(flow), flow)[1]


# %% right: with_fori_loop
def tank_levels(flow, full):
    def hour(i, levels):
        before = jnp.where(i > 0, levels[i - 1], 0)
        return levels.at[i].set(jnp.clip(before + flow[i], 0, full))

    return jax.lax.fori_loop(0, len(flow), hour, jnp.zeros_like(flow))


# %% right: with_where
def tank_levels(flow, full):
    def hour(level, change):
        level = level + change
        level = jnp.where(level < 0, 0, level)
        level = jnp.where(level > full, full, level)
        return level, level

    _, levels = jax.lax.scan(hour, jnp.zeros_like(full), flow)
    return levels


# %% right: python_loop
def tank_levels(flow, full):
    level, levels = 0, []
    for change in flow:
        level = jnp.minimum(jnp.maximum(level + change, 0), full)
        levels.append(level)
    return jnp.stack(levels)


# %% right: level_and_list_in_the_carry
def tank_levels(flow, full):
    def hour(i, carry):
        level, levels = carry
        level = jnp.clip(level + flow[i], 0, full)
        return level, levels.at[i].set(level)

    start = jnp.float32(0), jnp.zeros(flow.shape)
    return jax.lax.fori_loop(0, flow.shape[0], hour, start)[1]
