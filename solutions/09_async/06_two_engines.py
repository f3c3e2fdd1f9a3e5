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


# %% wrong: one_engine
# You let the device do one thing at a time. While it works on a batch, the other engine copies the
# next one.
def done_times(copy, run):
    return jnp.cumsum(copy + run)


# %% wrong: no_limit_of_buffers
# Your copies never wait for room. There are two buffers: the copy of a batch begins only when the
# run of the last batch but one has ended.
def done_times(copy, run):
    def batch(carry, takes):
        copied, last = carry
        copied = copied + takes[0]
        ends = jnp.maximum(copied, last) + takes[1]
        return (copied, ends), ends

    return jax.lax.scan(batch, (0.0, 0.0), (copy, run))[1]


# %% wrong: one_buffer
# You copy a batch when the run before it has ended, as if there were one buffer. With two, a copy
# waits for the run of the last batch *but one*.
def done_times(copy, run):
    def batch(carry, takes):
        copied, last = carry
        copied = jnp.maximum(copied, last) + takes[0]
        ends = copied + takes[1]
        return (copied, ends), ends

    return jax.lax.scan(batch, (0.0, 0.0), (copy, run))[1]


# %% wrong: runs_overlap
# You let several runs go on at once. There is one engine that computes: a run waits for the run
# before.
def done_times(copy, run):
    return jnp.cumsum(copy) + run


# %% wrong: copies_overlap
# You let several copies go on at once. There is one engine that copies: a copy waits for the copy
# before, and for a free buffer.
def done_times(copy, run):
    def batch(carry, takes):
        before, last = carry
        ends = jnp.maximum(before + takes[0], last) + takes[1]
        return (last, ends), ends

    return jax.lax.scan(batch, (0.0, 0.0), (copy, run))[1]


# %% wrong: when_it_starts
# Those are the times at which the runs begin. The task asks when they end.
#
# -        ends = jnp.maximum(copied, last) + takes[1]
# -        return (copied, last, ends), ends
# +        begins = jnp.maximum(copied, last)
# +        return (copied, last, begins + takes[1]), begins


# %% wrong: when_it_is_copied
# Those are the times at which the copies end. Then the run has yet to come.
#
# -        return (copied, last, ends), ends
# +        return (copied, last, ends), copied


# %% wrong: the_last_alone
# You returned when all are done. The task asks when each one is done.
#
# -    return jax.lax.scan(batch, (0.0, 0.0, 0.0), (copy, run))[1]
# +    return jax.lax.scan(batch, (0.0, 0.0, 0.0), (copy, run))[0][2]


# %% wrong: three_buffers
# Nearly: your copies may run three batches ahead. With two buffers the copy of batch `i` waits for
# run `i - 2`, not for run `i - 3`.
def done_times(copy, run):
    def batch(carry, takes):
        copied, first, before, last = carry
        copied = jnp.maximum(copied, first) + takes[0]
        ends = jnp.maximum(copied, last) + takes[1]
        return (copied, before, last, ends), ends

    return jax.lax.scan(batch, (0.0, 0.0, 0.0, 0.0), (copy, run))[1]


# %% wrong: the_longer_of_the_two
# You added up the longer of copy and run of each batch. A run begins when *its own* copy is done;
# what overlaps are the run of one batch and the copy of another.
def done_times(copy, run):
    return jnp.cumsum(jnp.maximum(copy, run))


# %% wrong: next_copy_beside_the_run
# Your copies and runs wait for each other too often: a run and the copy of the next batch begin
# together, and nothing begins before both are done. Each of them waits only for what the rules
# name.
def done_times(copy, run):
    return copy[0] + jnp.cumsum(jnp.maximum(run, jnp.append(copy[1:], 0)))


# %% wrong: run_at_once
# Your run begins as soon as its copy is done. It also waits for the run before: there is one engine
# that computes.
#
# -        ends = jnp.maximum(copied, last) + takes[1]
# +        ends = copied + takes[1]


# %% wrong: whichever_is_sooner
# You went on as soon as *one* of the two was done. To wait for both is to wait for the later one.
#
# -        copied = jnp.maximum(copied, before) + takes[0]
# -        ends = jnp.maximum(copied, last) + takes[1]
# +        copied = jnp.minimum(copied, before) + takes[0]
# +        ends = jnp.minimum(copied, last) + takes[1]


# %% wrong: from_the_first_batch_each_time
# The values are right, but for each batch you begin with the first one again. Carry the times from
# batch to batch, and collect them in one `scan`.
def done_times(copy, run):
    number = jnp.arange(len(copy))

    def end(asked):
        def batch(carry, takes):
            copied, before, last = carry
            copied = jnp.maximum(copied, before) + takes[1]
            ends = jnp.maximum(copied, last) + takes[2]
            new = copied, last, ends
            return jax.tree.map(lambda a, b: jnp.where(takes[0] <= asked, a, b), new, carry), None

        return jax.lax.scan(batch, (0.0, 0.0, 0.0), (number, copy, run))[0][2]

    return jax.vmap(end)(number)


# %% right: a_python_loop
def done_times(copy, run):
    copied, ends = 0.0, [0.0, 0.0]
    for i in range(len(copy)):
        copied = jnp.maximum(copied, ends[-2]) + copy[i]
        ends.append(jnp.maximum(copied, ends[-1]) + run[i])
    return jnp.stack(ends[2:])


# %% right: written_into_place
def done_times(copy, run):
    def batch(i, state):
        copied, ends = state
        copied = jnp.maximum(copied, ends[i]) + copy[i]
        return copied, ends.at[i + 2].set(jnp.maximum(copied, ends[i + 1]) + run[i])

    return jax.lax.fori_loop(0, len(run), batch, (0.0, jnp.zeros(len(run) + 2)))[1][2:]
