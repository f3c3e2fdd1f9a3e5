# ---
# title: Two engines and two buffers
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "Write down what batch `i` waits for. Its copy: the copy before, and a free buffer. Its run:
#     its copy, and the run before. Which run frees the buffer that it needs?"
#   - "A step of `jax.lax.scan` needs three times of the batches before: when the last copy was
#     done, when the last run was done, and the one before that. Carry those three."
#   - "In a step: `copied = jnp.maximum(copied, before) + copy`, then `ends = jnp.maximum(copied,
#     last) + run`, and the new carry is `(copied, last, ends)`, where `before` and `last` are the
#     runs that ended last but one and last."
# ---

# %% [markdown]
# Batches are copied to a device and worked on: when is each one done?
#
# The device has two engines. One copies, one computes, both at once, and each takes the batches in
# turn. Batch `i` takes `copy[i]` to be copied and then `run[i]` to be worked on. There is room for
# two batches: a buffer is taken when a copy begins and is free when the run on it has ended. So the
# copy of batch `i` begins when copy `i - 1` is done and run `i - 2` is done. Run `i` begins when
# copy `i` and run `i - 1` are done. All begins at time 0; times are whole numbers, and batch 0 may
# be on the device already: then its copy takes 0. The work may be that of a few loops over the
# batches.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def done_times(copy, run):
    """copy: f32[n], run: f32[n] -> f32[n], when each run ends. Five to eight lines."""

    ### BEGIN SOLUTION
    def batch(carry, takes):
        copied, before, last = carry
        copied = jnp.maximum(copied, before) + takes[0]
        ends = jnp.maximum(copied, last) + takes[1]
        return (copied, last, ends), ends

    return jax.lax.scan(batch, (0.0, 0.0, 0.0), (copy, run))[1]
    ### END SOLUTION


# %% check
import numpy as np


def plain(copy, run):
    copied, ends = 0, [0, 0]
    for to_copy, to_run in zip(copy, run):
        copied = max(copied, ends[-2]) + to_copy
        ends.append(max(copied, ends[-1]) + to_run)
    return np.array(ends[2:])


def batches(draw):
    n = draw.each([1, 2, 3, 9, 16, 33])
    most_copy, most_run = draw.each([(40, 40), (40, 8), (8, 40)])
    there = draw.each([True, False])

    def first_there(drawn):
        if there:
            drawn[0] = 0
        return drawn

    copy = draw.array("f32", (n,), 1, most_copy, then=first_there)
    return copy, draw.array("f32", (n,), 1, most_run)


check(done_times, spec=plain, given=batches, budget=Budget(work=4))
