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
