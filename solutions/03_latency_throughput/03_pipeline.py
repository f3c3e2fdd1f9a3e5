# ---
# title: "One cook: start = max(arrive, previous finish)"
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "Who waits for what? Order `i` starts when it is there *and* order `i - 1` is done. Then it
#     takes `work[i]`. Before the first order the cook is free at any time."
#   - "`jax.lax.scan` carries the time at which the cook is free again. One step takes
#     `(arrive, work)` of one order and gives its finish, as the new carry and as the output."
#   - "`jax.lax.scan(step, -jnp.inf, (arrive, work))` with a `step` that computes
#     `jnp.maximum(free, arrive) + work` and returns it twice. Keep the second result of `scan`."
# ---

# %% [markdown]
# Orders arrive in a kitchen with one cook who takes them in turn: when is each one done?
#
# Order `i` arrives at `arrive[i]` and takes `work[i]`. The cook starts it when it has arrived and
# the order before it is done: `start = max(arrive, previous finish)`. The times are whole numbers,
# some below zero: a clock may have its zero anywhere. Spend about as much work as a loop over the
# orders does; nobody needs to compare all orders with all.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def finish_times(arrive, work):
    """arrive: f32[n], growing; work: f32[n] -> f32[n]. Three or four lines."""

    ### BEGIN SOLUTION
    def step(free, order):
        arrived, takes = order
        finish = jnp.maximum(free, arrived) + takes
        return finish, finish

    return jax.lax.scan(step, -jnp.inf, (arrive, work))[1]
    ### END SOLUTION


# %% check
import numpy as np


def plain(arrive, work):
    done, free = [], -np.inf
    for arrived, takes in zip(arrive, work):
        free = max(arrived, free) + takes
        done.append(free)
    return np.array(done)


def orders(draw):
    n = draw.each([1, 2, 5, 9, 16, 33])
    first = draw.each([-5, -5, -5, -5000])
    arrive = draw.array("f32", (n,), first, first + 6 * n, then=np.sort)
    return arrive, draw.array("f32", (n,), 1, 9)


check(finish_times, spec=plain, given=orders, budget=Budget(work=4))
