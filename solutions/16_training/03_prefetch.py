# ---
# title: Simulate a data loader that prefetches
# kind: program
# points: 2
# minutes: 18
# hints:
#   - "Batch `i` waits twice. What must happen before it can be loaded, and what before its step can
#     start?"
#   - "The loader needs the finish time of one earlier step: that of batch `i - slots`, whose slot
#     batch `i` needs. Carry the finish times of the last `slots` steps through a `scan`."
#   - "One iteration: `ready = jnp.maximum(ready, last[0]) + loads`, `done = jnp.maximum(ready,
#     done) + step_times`, and `last` becomes `jnp.append(last[1:], done)`. It starts as
#     `jnp.zeros(slots)`."
# choices:
#   "jnp.float32(0), jnp.float32(0)": a smaller start changes nothing, since the slots start at 0
# ---

# %% [markdown]
# Return the finish times of all training steps, in milliseconds, if a loader prepares batches while
# the device trains.
#
# - The loader prepares one batch at a time, in order. Batch `i` takes `load_times[i]` milliseconds.
# - A batch occupies one of `slots` slots, from the start of its loading until the end of its step.
#   The loader therefore starts batch `i` when the previous batch is loaded *and* the step of batch
#   `i - slots` is finished. The first `slots` batches find a free slot.
# - The step of batch `i` takes `step_times[i]` milliseconds and starts when the batch is loaded
#   *and* the previous step is finished.
# - The first batch starts loading at time 0.
# - All times are whole numbers of at least 1, stored as float32. Only `load_times[0]` may be 0.
# - `slots` is at least 1 and may exceed the number of batches. With one slot, nothing overlaps.
#   With two slots, the input is *double-buffered*.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def finish_times(load_times, step_times, slots):
    """load_times and step_times: f32[n], slots: an int, known while tracing -> f32[n].

    Five to eight lines.

    >>> finish_times(jnp.array([2.0, 2.0, 2.0]), jnp.array([3.0, 3.0, 3.0]), 2).tolist()
    [5.0, 8.0, 11.0]
    >>> finish_times(jnp.array([2.0, 2.0, 2.0]), jnp.array([3.0, 3.0, 3.0]), 1).tolist()
    [5.0, 10.0, 15.0]
    """

    ### BEGIN SOLUTION
    def step(state, batch):
        ready, done, last = state
        ready = jnp.maximum(ready, last[0]) + batch[0]
        done = jnp.maximum(ready, done) + batch[1]
        return (ready, done, jnp.append(last[1:], done)), done

    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots)
    return jax.lax.scan(step, start, (load_times, step_times))[1]
    ### END SOLUTION


# %% check
import numpy as np


def plain(load_times, step_times, slots):
    ready, finished = 0.0, []
    for i in range(len(load_times)):
        free = finished[i - slots] if i >= slots else 0.0
        ready = max(ready, free) + load_times[i]
        finished.append(max(ready, finished[-1] if finished else 0.0) + step_times[i])
    return np.array(finished)


def epoch(draw):
    n, slots = draw.each([(1, 1), (7, 1), (12, 2), (2, 4), (17, 3), (33, 5)])

    there = draw.each([True, False])

    def sometimes_slow(drawn):
        """Make some batches slow to load. The first one may take 0."""
        if there:
            drawn[0] = 0
        return drawn + 25 * (drawn == 6)

    load_times = draw.array("f32", (n,), 1, 6, then=sometimes_slow)
    return load_times, draw.array("f32", (n,), 2, 9), slots


check(finish_times, spec=plain, given=epoch)
