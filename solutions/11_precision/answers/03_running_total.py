# %% wrong: one_place_late
# Entry `i` is the total before number `i`. It counts number `i`, too.
#
# -        return (after, (after - total) - part), after
# +        return (after, (after - total) - part), total


# %% wrong: plain_chain
# You add one amount after another and round each time: past 17 million an amount below 1 changes
# nothing. float64 does not help: without `jax_enable_x64` JAX computes in float32. Find out what
# each addition lost, and add it back in the next step.
def running_totals(amounts):
    def add(total, number):
        return total + number, total + number

    return jax.lax.scan(add, jnp.float32(0), amounts)[1]


# %% wrong: cumsum
# `jnp.cumsum` adds in another order, but it loses small amounts as well: some partial sums are
# large before the small amounts come. float64 does not help: without `jax_enable_x64` JAX computes
# in float32. Find out what each addition lost, and add it back in the next step.
def running_totals(amounts):
    return jnp.cumsum(amounts)


# %% wrong: as_a_tree
# A tree of additions rounds rarely, but it rounds. Each total here has to be good to the last
# digit: find out what an addition lost, and hand it on.
def running_totals(amounts):
    return jax.lax.associative_scan(jnp.add, amounts)


# %% wrong: sign
# Your correction has the wrong sign: what was lost is lost twice. `(after - total) - part` is what
# the total has too *much*, so subtract it from the next number.
#
# -        part = number - lost
# +        part = number + lost


# %% wrong: brackets_moved
# `after - (total + part)` is always 0: it rounds as `after` did. Subtract the total first, then the
# part: `(after - total) - part`.
#
# -        return (after, (after - total) - part), after
# +        return (after, after - (total + part)), after


# %% wrong: against_the_number
# You compared with the number as it came, and not with what you really added: the correction is
# forgotten, and lost in the next step.
def running_totals(amounts):
    def add(state, number):
        total, lost = state
        after = total + (number - lost)
        return (after, (after - total) - number), after

    zero = jnp.float32(0)
    return jax.lax.scan(add, (zero, zero), amounts)[1]


# %% wrong: made_up_at_the_end
# You added to every total what was lost by the *end*. A total has lost what the additions before it
# lost, and no more: add it back in each step.
def running_totals(amounts):
    def add(state, number):
        total, lost = state
        after = total + number
        return (after, lost + (number - (after - total))), after

    zero = jnp.float32(0)
    (_, lost), totals = jax.lax.scan(add, (zero, zero), amounts)
    return totals + lost


# %% wrong: in_bfloat16
# You added up in bfloat16, which keeps two to three digits. The amounts are float32, and even that
# is too short here.
def running_totals(amounts):
    return jnp.cumsum(amounts.astype(jnp.bfloat16)).astype(jnp.float32)


# %% wrong: last_total
# That is the last total. The task asks for all of them, one for each amount: what `scan` collects.
#
# -    return jax.lax.scan(add, (zero, zero), amounts)[1]
# +    return jax.lax.scan(add, (zero, zero), amounts)[0][0]


# %% right: the_loss_kept_apart
def running_totals(amounts):
    def add(state, number):
        total, small = state
        after = total + number
        big = jnp.maximum(total, number)
        small = small + ((big - after) + jnp.minimum(total, number))
        return (after, small), after + small

    return jax.lax.scan(add, (jnp.float32(0), jnp.float32(0)), amounts)[1]


# %% right: large_and_small_apart
# The large amounts are whole eights, so that their sums are exact; each total is rounded once.
def running_totals(amounts):
    large = jnp.where(amounts > 1, amounts, 0)
    return jnp.cumsum(large) + jnp.cumsum(amounts - large)


# %% right: two_sum
def running_totals(amounts):
    def add(state, number):
        high, low = state
        after = high + number
        seen = after - high
        low = low + ((high - (after - seen)) + (number - seen))
        return (after, low), after + low

    return jax.lax.scan(add, (amounts[0] * 0, amounts[0] * 0), amounts)[1]


# %% right: in_a_loop
def running_totals(amounts):
    def add(i, state):
        total, lost, out = state
        part = amounts[i] - lost
        after = total + part
        return after, (after - total) - part, out.at[i].set(after)

    start = jnp.float32(0), jnp.float32(0), jnp.zeros_like(amounts)
    return jax.lax.fori_loop(0, len(amounts), add, start)[2]
