# %% wrong: clipped_at_the_end
# You added everything up and clipped at the end. Water that ran over at noon is gone in the
# evening: clip in every hour, before the next one begins. That is why this loop has to wait, and
# a plain running total would not.
def tank_levels(flow, full):
    return jnp.clip(jnp.cumsum(flow), 0, full)


# %% wrong: level_before_the_hour
# These are the levels *before* each hour: the first is 0, and the last is missing. Change the
# level first, then keep it.
def tank_levels(flow, full):
    def hour(level, change):
        return jnp.clip(level + change, 0, full), level

    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]


# %% wrong: never_runs_over
# Your tank never runs over: it holds more than `full`.
#
# -        level = jnp.clip(level + change, 0, full)
# +        level = jnp.maximum(level + change, 0)


# %% wrong: below_empty
# Your tank holds less than nothing. An empty tank stays at 0 until water comes.
#
# -        level = jnp.clip(level + change, 0, full)
# +        level = jnp.minimum(level + change, full)


# %% wrong: only_the_last
# You returned the level at the end. `scan` returns a pair: the last level, and what was kept in
# each hour. Return the second.
#
# -    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]
# +    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[0]


# %% wrong: written_and_thrown_away
# Every level is 0. Either what you wrote was thrown away: `levels.at[hour].set(level)` changes
# nothing, it makes a new array; keep it: `levels = levels.at[hour].set(level)`. Or the bounds of
# `jnp.clip` stand the wrong way round: the smaller one comes first.
def tank_levels(flow, full):
    levels = jnp.zeros_like(flow)
    level = 0
    for hour in range(len(flow)):
        level = jnp.clip(level + flow[hour], 0, full)
        levels.at[hour].set(level)
    return levels


# %% wrong: each_hour_from_empty
# Each of your hours starts with an empty tank. What is in it when an hour ends is what the next
# hour begins with: `scan` hands it on if the function returns it first.
def tank_levels(flow, full):
    return jnp.clip(flow, 0, full)


# %% wrong: full_at_the_start
# Your tank starts full. It starts empty: the first hour begins at 0.
#
# -    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]
# +    return jax.lax.scan(hour, full, flow)[1]


# %% wrong: clipped_the_flow
# You clipped what comes and goes. What has a bound is the level: add first, then clip the sum.
def tank_levels(flow, full):
    return jnp.cumsum(jnp.clip(flow, 0, full))


# %% wrong: kept_before_it_was_clipped
# You handed the clipped level on, and kept the one before it was clipped. What you keep is the
# level after the hour: between 0 and `full` as well.
def tank_levels(flow, full):
    def hour(level, change):
        level = level + change
        return jnp.clip(level, 0, full), level

    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]


# %% wrong: first_hour_skipped
# You left out the first hour: its water never came. It begins with an empty tank, and then it is an
# hour like any other.
def tank_levels(flow, full):
    def hour(i, levels):
        return levels.at[i].set(jnp.clip(levels[i - 1] + flow[i], 0, full))

    return jax.lax.fori_loop(1, len(flow), hour, jnp.zeros_like(flow))


# %% wrong: a_row_for_a_level
# You carried a whole row of levels from hour to hour, and so kept a row in each. There is one tank:
# the level at the start is one number, of shape `()`.
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
