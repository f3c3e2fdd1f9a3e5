# %% wrong: times_added
# You added the times for computing and for moving data, which overlap. Take the longer time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * (computing + moving)


# %% wrong: minimum_of_times
# You took the shorter of the two times. A program ends when both parts are finished. Take the
# longer time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * jnp.minimum(computing, moving)


# %% wrong: compute_time_only
# You counted only the compute time. If moving the data takes longer, this determines the time.
# Take the longer of the two.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * computing


# %% wrong: memory_time_only
# You counted only the time to move data. If computing takes longer, this determines the time. Take
# the longer of the two.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"] * moving


# %% wrong: idle_power_forgotten
# You left out the `idle` power, which the machine draws for the whole time. Add `idle` times the
# time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent


# %% wrong: watts_for_joules
# You added watts to joules. A watt is one joule per second. Multiply `idle` by the time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return spent + machine["idle"]


# %% wrong: all_times_duration
# You multiplied the energy of operations and bytes by the time, too. Each operation and each byte
# takes a fixed number of picojoules. Multiply only `idle` by the time.
#
# -        return spent + machine["idle"] * jnp.maximum(computing, moving)
# +        return (spent + machine["idle"]) * jnp.maximum(computing, moving)


# %% wrong: byte_energy_forgotten
# You left out the energy of the bytes. Each byte that is moved takes `byte` picojoules. Add this
# energy.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        spent = program["work"] * machine["flop"]


# %% wrong: coefficients_swapped
# You swapped `flop` and `byte`. Multiply the operations by `flop` and the bytes by `byte`.
#
# -        spent = program["work"] * machine["flop"] + program["moved"] * machine["byte"]
# +        spent = program["work"] * machine["byte"] + program["moved"] * machine["flop"]


# %% wrong: zipped
# You ran one program on each machine. The result has an entry for every program on every machine.
# Nest two calls of `jax.vmap`.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    return jax.vmap(joules)(machines, programs)


# %% wrong: result_transposed
# Your result has one row per program. Return one row per machine.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    return jax.vmap(jax.vmap(joules, (0, None)), (None, 0))(machines, programs)


# %% wrong: one_machine_at_a_time
# Your values are right, but `jax.lax.map` is a loop in which each machine waits for the previous
# one. The pairs of machine and program are independent. Use `jax.vmap`.
#
# -    return jax.vmap(jax.vmap(joules, (None, 0)), (0, None))(machines, programs)
# +    of = lambda machine: jax.vmap(joules, (None, 0))(machine, programs)
# +    return jax.lax.map(of, machines)


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
