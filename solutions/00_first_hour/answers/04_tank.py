# %% wrong: clipped_at_the_end
# You added all changes and clipped at the end. Water that has overflowed is lost for all later
# hours, so clip in every hour, before the next one begins. This is why the loop is sequential and a
# plain cumulative sum is not enough.
def tank_levels(flow, full):
    return jnp.clip(jnp.cumsum(flow), 0, full)


# %% wrong: levels_before_each_hour
# You returned the levels *before* each hour: the first one is 0 and the last one is missing. Update
# the level first, then store it.
def tank_levels(flow, full):
    def hour(level, change):
        return jnp.clip(level + change, 0, full), level

    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]


# %% wrong: upper_bound_missing
# Your tank never overflows: its level exceeds `full`. Limit the level to `full` in each hour.
#
# -        level = jnp.clip(level + change, 0, full)
# +        level = jnp.maximum(level + change, 0)


# %% wrong: lower_bound_missing
# The level of your tank becomes negative. An empty tank stays at 0 until water flows in.
#
# -        level = jnp.clip(level + change, 0, full)
# +        level = jnp.minimum(level + change, full)


# %% wrong: final_level_only
# You returned only the final level. `scan` returns a pair: the last level and the values stored in
# each hour. Return the second element.
#
# -    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]
# +    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[0]


# %% wrong: update_discarded
# Every level in your result is 0. If you discarded the result of `levels.at[hour].set(level)`,
# which is a new array, assign it: `levels = levels.at[hour].set(level)`. If you swapped the bounds
# of `jnp.clip`, pass the smaller bound first.
def tank_levels(flow, full):
    levels = jnp.zeros_like(flow)
    level = 0
    for hour in range(len(flow)):
        level = jnp.clip(level + flow[hour], 0, full)
        levels.at[hour].set(level)
    return levels


# %% wrong: state_not_carried
# Each of your hours starts with an empty tank. An hour starts with the level at which the previous
# hour ended: `scan` passes it on if your function returns it first.
def tank_levels(flow, full):
    return jnp.clip(flow, 0, full)


# %% wrong: starts_full
# Your tank starts full, but the task says that it starts empty: the level before the first hour is
# 0.
#
# -    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]
# +    return jax.lax.scan(hour, full, flow)[1]


# %% wrong: flow_clipped
# You clipped the flow. The bounds apply to the level: add first, then clip the sum.
def tank_levels(flow, full):
    return jnp.cumsum(jnp.clip(flow, 0, full))


# %% wrong: unclipped_level_stored
# You carried the clipped level to the next hour but stored the level before clipping. Store the
# clipped level, which is between 0 and `full`.
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


# %% wrong: array_carried
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
