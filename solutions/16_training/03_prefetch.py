# ---
# title: A loader that runs ahead
# kind: program
# points: 2
# minutes: 18
# hints:
#   - "Batch `i` has two waits. What has to have happened before it can be loaded, and what before
#     its step can start?"
#   - "Of the finished steps the loader looks at one: that of batch `i - slots`, which had the slot
#     that batch `i` needs. Carry the finishes of the last `slots` steps through a `scan`."
#   - "A turn: `ready = jnp.maximum(ready, last[0]) + loads`, `done = jnp.maximum(ready, done) +
#     takes`, and `last` becomes `jnp.append(last[1:], done)`. It starts as `jnp.zeros(slots)`."
# choices:
#   "jnp.float32(0), jnp.float32(0)": a time below 0 is less than that of the slot, which is 0
# ---

# %% [markdown]
# A loader makes the batches ready while the device trains: when is each step finished?
#
# The loader makes one batch at a time, in order; batch `i` takes it `load[i]` milliseconds. The
# batch lies in one of `slots` slots, from the moment the loader begins with it until its step is
# finished. So the loader begins with batch `i` when it is done with the batch before *and* the step
# of batch `i - slots` is finished; the first `slots` batches find a free slot. The step of batch
# `i` takes `takes[i]` milliseconds and starts at `max(ready, previous finish)`. Everything begins
# at time 0. With one slot nothing overlaps; with two the input is *double-buffered*. The times are
# whole numbers, and the first batch may lie there already: then it takes 0 to load.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def finish_times(load, takes, slots):
    """load and takes: f32[n], slots: a whole number, known while tracing -> f32[n].

    Five to eight lines.

    >>> finish_times(jnp.array([2.0, 2.0, 2.0]), jnp.array([3.0, 3.0, 3.0]), 2).tolist()
    [5.0, 8.0, 11.0]
    >>> finish_times(jnp.array([2.0, 2.0, 2.0]), jnp.array([3.0, 3.0, 3.0]), 1).tolist()
    [5.0, 10.0, 15.0]
    """

    ### BEGIN SOLUTION
    def turn(state, batch):
        ready, done, last = state
        ready = jnp.maximum(ready, last[0]) + batch[0]
        done = jnp.maximum(ready, done) + batch[1]
        return (ready, done, jnp.append(last[1:], done)), done

    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots)
    return jax.lax.scan(turn, start, (load, takes))[1]
    ### END SOLUTION


# %% check
import numpy as np


def plain(load, takes, slots):
    ready, finished = 0.0, []
    for i in range(len(load)):
        free = finished[i - slots] if i >= slots else 0.0
        ready = max(ready, free) + load[i]
        finished.append(max(ready, finished[-1] if finished else 0.0) + takes[i])
    return np.array(finished)


def epoch(draw):
    n, slots = draw.each([(1, 1), (7, 1), (12, 2), (2, 4), (17, 3), (33, 5)])

    there = draw.each([True, False])

    def sometimes_slow(drawn):
        """A batch that is slow to load is what slots are for; a first one may lie there already."""
        if there:
            drawn[0] = 0
        return drawn + 25 * (drawn == 6)

    load = draw.array("f32", (n,), 1, 6, then=sometimes_slow)
    return load, draw.array("f32", (n,), 2, 9), slots


check(finish_times, spec=plain, given=epoch)
