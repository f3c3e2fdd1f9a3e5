# %% wrong: no_prefetch
# Your loader waits while the device trains. That is right only for one slot. With more slots, the
# loader prepares the next batches during that time.
def finish_times(load_times, step_times, slots):
    return jnp.cumsum(load_times + step_times)


# %% wrong: unlimited_slots
# Your loader never waits for a slot. Batch `i` needs the slot of batch `i - slots`. Wait until the
# step of that batch is finished.
def finish_times(load_times, step_times, slots):
    def step(done, batch):
        done = jnp.maximum(batch[0], done) + batch[1]
        return done, done

    return jax.lax.scan(step, jnp.float32(0), (jnp.cumsum(load_times), step_times))[1]


# %% wrong: maximum_per_batch
# You let every batch take the longer of its two times. That is right only if all batches take the
# same times. Keep track of when the loader and the device finish each batch.
def finish_times(load_times, step_times, slots):
    return load_times[0] + jnp.cumsum(jnp.maximum(load_times, step_times))


# %% wrong: always_two
# You used two slots for every value of `slots`. Use `slots`.
#
# -    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots)
# +    start = jnp.float32(0), jnp.float32(0), jnp.zeros(2)


# %% wrong: one_slot_too_many
# Your loader uses one slot too many. A batch occupies its slot until its step is *finished*.
#
# -    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots)
# +    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots + 1)


# %% wrong: one_slot_too_few
# Your loader waits for the step of batch `i - slots + 1`, so one slot stays empty. Wait for batch
# `i - slots`.
#
# -    start = jnp.float32(0), jnp.float32(0), jnp.zeros(slots)
# +    start = jnp.float32(0), jnp.float32(0), jnp.zeros(max(slots - 1, 1))


# %% wrong: step_before_batch_ready
# Your step runs while its batch is still loading. A step *starts* at the later of `ready` and the
# previous finish time. Add `step_times[i]` after the comparison.
#
# -        done = jnp.maximum(ready, done) + batch[1]
# +        done = jnp.maximum(ready, done + batch[1])


# %% wrong: loads_before_slot_free
# Your loader prepares the batch first and then waits for a slot. The loader needs the slot when it
# *begins*. Add `load_times[i]` after the wait.
#
# -        ready = jnp.maximum(ready, last[0]) + batch[0]
# +        ready = jnp.maximum(ready + batch[0], last[0])


# %% wrong: slot_freed_at_start
# You freed the slot when the step *starts*. The step reads its batch until the step is finished.
# Free the slot when the step ends.
#
# -        done = jnp.maximum(ready, done) + batch[1]
# -        return (ready, done, jnp.append(last[1:], done)), done
# +        start = jnp.maximum(ready, done)
# +        done = start + batch[1]
# +        return (ready, done, jnp.append(last[1:], start)), done


# %% wrong: steps_overlap
# You let a step start as soon as its batch is ready. The device runs one step at a time. Wait for
# the previous step as well.
def finish_times(load_times, step_times, slots):
    def step(state, batch):
        ready, last = state
        ready = jnp.maximum(ready, last[0]) + batch[0]
        done = ready + batch[1]
        return (ready, jnp.append(last[1:], done)), done

    return jax.lax.scan(step, (jnp.float32(0), jnp.zeros(slots)), (load_times, step_times))[1]


# %% wrong: start_times
# You returned the times at which the steps *start*. Add `step_times` to get the finish times.
#
# -        done = jnp.maximum(ready, done) + batch[1]
# -        return (ready, done, jnp.append(last[1:], done)), done
# +        start = jnp.maximum(ready, done)
# +        done = start + batch[1]
# +        return (ready, done, jnp.append(last[1:], done)), start


# %% wrong: times_swapped
# You swapped the two arrays of times. The loader takes `load_times`, and the step takes
# `step_times`.
#
# -        ready = jnp.maximum(ready, last[0]) + batch[0]
# -        done = jnp.maximum(ready, done) + batch[1]
# +        ready = jnp.maximum(ready, last[0]) + batch[1]
# +        done = jnp.maximum(ready, done) + batch[0]


# %% right: array_of_finish_times
def finish_times(load_times, step_times, slots):
    def step(i, state):
        ready, done = state
        ready = jnp.maximum(ready, done[i]) + load_times[i]
        start = jnp.maximum(ready, done[i + slots - 1])
        return ready, done.at[i + slots].set(start + step_times[i])

    return jax.lax.fori_loop(0, len(load_times), step, (0.0, jnp.zeros(len(load_times) + slots)))[
        1
    ][slots:]


# %% right: unrolled
def finish_times(load_times, step_times, slots):
    ready, done = 0, [jnp.float32(0)] * slots
    for i in range(len(load_times)):
        ready = jnp.maximum(ready, done[-slots]) + load_times[i]
        done.append(jnp.maximum(ready, done[-1]) + step_times[i])
    return jnp.stack(done[slots:])


# %% right: ring_buffer
def finish_times(load_times, step_times, slots):
    def step(state, i):
        ready, done, ring = state
        ready = jnp.maximum(ready, ring[i % slots]) + load_times[i]
        done = jnp.maximum(ready, done) + step_times[i]
        return (ready, done, ring.at[i % slots].set(done)), done

    start = 0.0, 0.0, jnp.zeros(slots)
    return jax.lax.scan(step, start, jnp.arange(len(load_times)))[1]
