# %% wrong: one_after_the_other
# You let the loader wait while the device trains. That is so with one slot; with more it makes the
# next batches during that time.
def finish_times(load, takes, slots):
    return jnp.cumsum(load + takes)


# %% wrong: as_many_slots_as_it_likes
# Your loader never waits. When all slots are taken it has to: batch `i` needs the slot of batch
# `i - slots`, and gets it when that batch's step is finished.
def finish_times(load, takes, slots):
    def turn(done, batch):
        done = jnp.maximum(batch[0], done) + batch[1]
        return done, done

    return jax.lax.scan(turn, jnp.float32(0), (jnp.cumsum(load), takes))[1]


# %% wrong: longer_of_the_two
# You let every batch take the longer of its two times. That holds where all batches are alike; here
# the loader may be ahead by more than one, or fall behind.
def finish_times(load, takes, slots):
    return load[0] + jnp.cumsum(jnp.maximum(load, takes))


# %% wrong: always_two
# You gave the loader two slots, whatever `slots` says.
#
# -    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots)
# +    start = jnp.float32(0), jnp.float32(0), jnp.zeros(2)


# %% wrong: one_slot_too_many
# Your loader is one slot too far ahead. A batch keeps its slot while its step runs, until the step
# is *finished*.
#
# -    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots)
# +    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots + 1)


# %% wrong: one_slot_too_few
# Your loader waits for the step of batch `i - slots + 1`, and leaves a slot empty. Batch `i` needs
# the slot of batch `i - slots`.
#
# -    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots)
# +    start = jnp.float32(0), jnp.float32(0), jnp.zeros(max(slots - 1, 1))


# %% wrong: step_begun_before_it_is_ready
# You let a step run while its batch is still being loaded. It *starts* at the later of `ready` and
# the finish before; add `takes[i]` after the comparison.
#
# -        done = jnp.maximum(ready, done) + batch[1]
# +        done = jnp.maximum(ready, done + batch[1])


# %% wrong: loads_without_a_slot
# You let the loader make the batch first and wait for a slot then. The batch lies in its slot from
# the moment the loader *begins* with it: add `load[i]` after the wait.
#
# -        ready = jnp.maximum(ready, last[0]) + batch[0]
# +        ready = jnp.maximum(ready + batch[0], last[0])


# %% wrong: free_when_the_step_starts
# You gave a slot back when the step *starts*. The step reads the batch until it is finished.
#
# -        done = jnp.maximum(ready, done) + batch[1]
# -        return (ready, done, jnp.append(last[1:], done)), done
# +        start = jnp.maximum(ready, done)
# +        done = start + batch[1]
# +        return (ready, done, jnp.append(last[1:], start)), done


# %% wrong: free_when_it_is_ready
# You gave a slot back when the batch is *ready*. That is when its step begins to need it: the slot
# is free when the step is finished.
#
# -        return (ready, done, jnp.append(last[1:], done)), done
# +        return (ready, done, jnp.append(last[1:], ready)), done


# %% wrong: counted_from_the_end
# You asked for the finish of step `i - slots` where there is none: a place below 0 counts from the
# end. The first `slots` batches find a free slot.
def finish_times(load, takes, slots):
    def turn(i, state):
        ready, done = state
        ready = jnp.maximum(ready, done[i - slots]) + load[i]
        return ready, done.at[i].set(jnp.maximum(ready, done[i - 1]) + takes[i])

    return jax.lax.fori_loop(0, len(load), turn, (0.0, jnp.zeros(len(load))))[1]


# %% wrong: several_loaders
# You let each slot load by itself. There is one loader, and it begins with a batch only when it is
# done with the one before, `max(ready, free)`.
def finish_times(load, takes, slots):
    def turn(state, batch):
        done, last = state
        ready = last[0] + batch[0]
        done = jnp.maximum(ready, done) + batch[1]
        return (done, jnp.append(last[1:], done)), done

    return jax.lax.scan(turn, (jnp.float32(0), jnp.zeros(slots)), (load, takes))[1]


# %% wrong: step_does_not_wait_for_the_step
# You let a step start as soon as its batch is ready. The device does one step at a time: it also
# waits for the step before.
def finish_times(load, takes, slots):
    def turn(state, batch):
        ready, last = state
        ready = jnp.maximum(ready, last[0]) + batch[0]
        done = ready + batch[1]
        return (ready, jnp.append(last[1:], done)), done

    return jax.lax.scan(turn, (jnp.float32(0), jnp.zeros(slots)), (load, takes))[1]


# %% wrong: start_times
# Those are the times at which the steps *start*. Each is finished `takes` later.
#
# -        done = jnp.maximum(ready, done) + batch[1]
# -        return (ready, done, jnp.append(last[1:], done)), done
# +        start = jnp.maximum(ready, done)
# +        done = start + batch[1]
# +        return (ready, done, jnp.append(last[1:], done)), start


# %% wrong: times_swapped
# You swapped the two times: the loader takes `load`, the step takes `takes`.
#
# -        ready = jnp.maximum(ready, last[0]) + batch[0]
# -        done = jnp.maximum(ready, done) + batch[1]
# +        ready = jnp.maximum(ready, last[0]) + batch[1]
# +        done = jnp.maximum(ready, done) + batch[0]


# %% wrong: ready_times
# Those are the times at which the batches are *ready*. Their steps are still to come.
#
# -        return (ready, done, jnp.append(last[1:], done)), done
# +        return (ready, done, jnp.append(last[1:], done)), ready


# %% right: with_an_array_of_finishes
def finish_times(load, takes, slots):
    def turn(i, state):
        ready, done = state
        ready = jnp.maximum(ready, done[i]) + load[i]
        start = jnp.maximum(ready, done[i + slots - 1])
        return ready, done.at[i + slots].set(start + takes[i])

    return jax.lax.fori_loop(0, len(load), turn, (0.0, jnp.zeros(len(load) + slots)))[1][slots:]


# %% right: written_out
def finish_times(load, takes, slots):
    ready, done = 0, [jnp.float32(0)] * slots
    for i in range(len(load)):
        ready = jnp.maximum(ready, done[-slots]) + load[i]
        done.append(jnp.maximum(ready, done[-1]) + takes[i])
    return jnp.stack(done[slots:])


# %% right: a_ring_of_slots
def finish_times(load, takes, slots):
    def turn(state, i):
        ready, done, ring = state
        ready = jnp.maximum(ready, ring[i % slots]) + load[i]
        done = jnp.maximum(ready, done) + takes[i]
        return (ready, done, ring.at[i % slots].set(done)), done

    start = 0.0, 0.0, jnp.zeros(slots)
    return jax.lax.scan(turn, start, jnp.arange(len(load)))[1]
