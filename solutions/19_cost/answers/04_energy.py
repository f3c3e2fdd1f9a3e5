# %% wrong: one_after_the_other
# You added computing and moving. They go on at the same time: the time is the longer of the two.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * (computing + moving)


# %% wrong: the_shorter
# You took the shorter of the two times. A program is done when both are done.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * jnp.minimum(computing, moving)


# %% wrong: while_it_waits
# You let the machine draw its `idle` watts only while the lanes wait. It draws them all the time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * jnp.maximum(moving - computing, 0)


# %% wrong: idle_for_nothing
# You counted operations and bytes, but not what the machine draws all the time: `idle` watts, for
# as long as the program takes.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent


# %% wrong: watts_for_joules
# You added watts to joules. A watt is a joule each second: multiply `idle` by the time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"]


# %% wrong: by_the_lanes_alone
# You took the time of the arithmetic. A program with many bytes takes as long as they do.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * computing


# %% wrong: by_the_memory_alone
# You took the time of moving. A program with many operations takes as long as they do.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * moving


# %% wrong: changed_places
# `flop` and `byte` are swapped: the operations take the one, the bytes the other.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        spent = program["work"] * machine["byte"] + program["moved"] * machine["flop"]


# %% wrong: bytes_for_nothing
# You let the bytes cost no energy. Each one that is moved takes `byte` picojoules, also where
# nobody waits for it.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        spent = program["work"] * machine["flop"]


# %% wrong: operations_for_nothing
# You let the operations cost no energy. Each takes `flop` picojoules.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        spent = program["moved"] * machine["byte"]


# %% wrong: the_dearer_part
# You took the larger of the two parts of the energy. Of two times at once the longer counts, but
# energies add up.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        flops, bytes_ = program["work"] * machine["flop"], program["moved"] * machine["byte"]
# +        spent = jnp.maximum(flops, bytes_)


# %% wrong: everything_by_the_second
# You multiplied operations and bytes by the time as well. They take picojoules each, however long
# it lasts; only the `idle` watts are multiplied by the time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return (spent + machine["idle"]) * jnp.maximum(computing, moving)


# %% wrong: programs_first
# Your table has a row for each program. The task asks for a row for each machine.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    return jax.vmap(jax.vmap(joules, (0, None)), (None, 0))(machines, programs)


# %% wrong: in_pairs
# You gave each machine one program. The task asks for the table: every program on every machine.
# One `jax.vmap` inside another walks over both.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    return jax.vmap(joules)(machines, programs)


# %% wrong: one_by_one_with_each_other
# You combined machines and programs number by number. The task asks for the table: every program on
# every machine. One `jax.vmap` inside another walks over both.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    return joules(machines, programs)


# %% wrong: one_machine_at_a_time
# Right, but each machine waits for the one before it: `jax.lax.map` is a loop. No pair needs
# another pair's answer; `jax.vmap` works on all at once.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    of = lambda machine: jax.vmap(joules, (None, 0))(machine, programs)
# +    return jax.lax.map(of, machines)


# %% wrong: times_the_rate
# You multiplied by `peak` and `bandwidth`. They say how much is done in a second: what is to be
# done *divided by* that is the time.
#
# -        computing = program["work"] / machine["peak"]
# -        moving = program["moved"] / machine["bandwidth"]
# +        computing = program["work"] * machine["peak"]
# +        moving = program["moved"] * machine["bandwidth"]


# %% right: as_a_table
def energies(machines, programs):
    m = {name: values[:, None] for name, values in machines.items()}
    time = jnp.maximum(programs["work"] / m["peak"], programs["moved"] / m["bandwidth"])
    return m["idle"] * time + m["flop"] * programs["work"] + m["byte"] * programs["moved"]


# %% right: with_outer
def energies(machines, programs):
    work, moved = programs["work"], programs["moved"]
    computing = jnp.outer(1 / machines["peak"], work)
    moving = jnp.outer(1 / machines["bandwidth"], moved)
    time = jnp.where(computing > moving, computing, moving)
    spent = jnp.outer(machines["flop"], work) + jnp.outer(machines["byte"], moved)
    return spent + machines["idle"][:, None] * time


# %% right: with_a_product
def energies(machines, programs):
    counts = jnp.stack([programs["work"], programs["moved"]])
    per = jnp.stack([machines["flop"], machines["byte"]], axis=1)
    speeds = jnp.stack([machines["peak"], machines["bandwidth"]], axis=1)
    time = (counts / speeds[:, :, None]).max(axis=1)
    spent = jnp.einsum("mk,kp->mp", per, counts, precision="highest")
    return spent + machines["idle"][:, None] * time
