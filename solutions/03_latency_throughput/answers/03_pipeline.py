# %% wrong: nobody_waits
# You let every order start when it arrives, as if each had a cook of its own. This kitchen has
# one cook: an order also waits until the one before it is done.
def finish_times(arrive, work):
    return arrive + work


# %% wrong: never_idle
# You let the cook start at the first order and never stop. When the kitchen is empty the cook
# waits for the next order to arrive.
def finish_times(arrive, work):
    return arrive[0] + jnp.cumsum(work)


# %% wrong: all_work_before
# You let an order wait for the work of all before it, as if the cook had begun at 0 and had never
# been idle. What counts is when the order before is *done*, and that follows from its own start.
def finish_times(arrive, work):
    return jnp.maximum(arrive, jnp.cumsum(work) - work) + work


# %% wrong: start_times
# Those are the times at which the orders *start*. Each is done `work` later.
def finish_times(arrive, work):
    def step(free, order):
        start = jnp.maximum(free, order[0])
        return start + order[1], start

    return jax.lax.scan(step, -jnp.inf, (arrive, work))[1]


# %% wrong: open_at_zero
# Nearly: your kitchen opens at time 0. An order may arrive before zero, and then it starts before.
# Begin with a cook who has always been free, `-jnp.inf`.
def finish_times(arrive, work):
    def step(free, order):
        finish = jnp.maximum(free, order[0]) + order[1]
        return finish, finish

    return jax.lax.scan(step, jnp.float32(0), (arrive, work))[1]


# %% wrong: open_since_a_hundred
# Nearly: your kitchen opens at a time that you chose, and an order may arrive before any number.
# Begin with a cook who has always been free, `-jnp.inf`.
#
# -    return jax.lax.scan(step, -jnp.inf, (arrive, work))[1]
# +    return jax.lax.scan(step, -100.0, (arrive, work))[1]


# %% wrong: all_with_all
# Your times are right, but every order is compared with every other: a hundred orders, ten thousand
# sums. Each needs only the one before it.
def finish_times(arrive, work):
    total = jnp.cumsum(work)
    here = jnp.arange(arrive.shape[0])
    since = arrive[None, :] + total[:, None] - (total - work)[None, :]
    return jnp.max(jnp.where(here[None, :] <= here[:, None], since, -jnp.inf), axis=1)


# %% wrong: only_the_one_before
# You let an order wait for the one before it, as if that one had not waited itself. Its finish
# depends on all before it: carry it along.
def finish_times(arrive, work):
    alone = arrive + work
    before = jnp.concatenate([arrive[:1], alone[:-1]])
    return jnp.maximum(arrive, before) + work


# %% wrong: how_long_it_took
# You returned how long each order is in the kitchen. The task asks when it is done.
#
# -        return finish, finish
# +        return finish, finish - arrived


# %% wrong: done_when_it_arrives
# You added the work to the finish before only: in your answer an order that finds the cook free
# takes no time. First the start, the later of the two, then add the work.
#
# -        finish = jnp.maximum(free, arrived) + takes
# +        finish = jnp.maximum(arrived, free + takes)


# %% wrong: arrivals_forgotten
# You added up only the work, as if all orders were there at time 0. None starts before it has
# arrived.
def finish_times(arrive, work):
    return jnp.cumsum(work)


# %% wrong: all_work_after_each_arrival
# You let each order wait, from its arrival on, for all the work before it. Much of that may be done
# by then: compare the arrival with the finish of the order before.
def finish_times(arrive, work):
    return arrive + jnp.cumsum(work)


# %% wrong: first_order_left_out
# You left the first order at time 0 and began with the second. The first has work to be done as
# well, and the second waits for it.
def finish_times(arrive, work):
    def step(i, done):
        return done.at[i].set(jnp.maximum(done[i - 1], arrive[i]) + work[i])

    return jax.lax.fori_loop(1, len(arrive), step, jnp.zeros_like(arrive))


# %% right: with_fori_loop
def finish_times(arrive, work):
    def step(i, done):
        before = jnp.where(i == 0, -jnp.inf, done[i - 1])
        return done.at[i].set(jnp.maximum(before, arrive[i]) + work[i])

    return jax.lax.fori_loop(0, arrive.shape[0], step, jnp.zeros_like(arrive))


# %% right: without_a_loop
def finish_times(arrive, work):
    total = jnp.cumsum(work)
    return total + jax.lax.cummax(arrive - (total - work))


# %% right: first_order_apart
def finish_times(arrive, work):
    first = arrive[0] + work[0]

    def step(free, order):
        finish = jnp.where(order[0] > free, order[0], free) + order[1]
        return finish, finish

    _, others = jax.lax.scan(step, first, jnp.stack([arrive[1:], work[1:]], axis=1))
    return jnp.concatenate([first[None], others])
