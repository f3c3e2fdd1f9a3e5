# %% wrong: share_applied_to_launches
# Your `least` and `wall` are right, but in `most` you divided the launches by `share`, too. `share`
# applies only to the two roofs, and the time of a launch does not depend on it.
#
# -    most = (computing + moving) / share + launching
# +    most = (computing + moving + launching) / share


# %% wrong: multiplied_by_share
# Your `least` and `wall` are right, but in `most` you multiplied by `share`. A program that reaches
# half of a roof takes twice as long. Divide by `share`.
#
# -    most = (computing + moving) / share + launching
# +    most = (computing + moving) * share + launching


# %% wrong: share_forgotten
# Your `least` and `wall` are right, but in `most`, you let computing and moving data reach their
# roofs. Divide both times by `share`.
#
# -    most = (computing + moving) / share + launching
# +    most = computing + moving + launching


# %% wrong: maximum_for_sum
# Your `least` and `wall` are right, but in `most`, you took the longest time. In the upper bound,
# nothing overlaps. Add the three times.
#
# -    most = (computing + moving) / share + launching
# +    most = jnp.maximum(jnp.maximum(computing, moving) / share, launching)


# %% wrong: sum_for_maximum
# Your `wall` and `most` are right, but in `least`, you added the three times. In the lower bound,
# computing, moving data and launching overlap. Take the longest time.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {"least": parts.sum(axis=0), "wall": parts.argmax(axis=0), "most": most}


# %% wrong: share_applied_to_least
# Your `most` is right, but you used `share` for `least` and `wall`. In the lower bound, computing
# and moving data reach their roofs. Use `share` only in `most`.
#
# -    parts = jnp.stack([computing, moving, launching])
# +    parts = jnp.stack([computing / share, moving / share, launching])


# %% wrong: roofs_swapped
# You swapped `peak` and `bandwidth`. Divide the operations by `peak` and the bytes by `bandwidth`.
#
# -    computing = work / machine["peak"]
# -    moving = bytes / machine["bandwidth"]
# +    computing = work / machine["bandwidth"]
# +    moving = bytes / machine["peak"]


# %% wrong: launches_left_out
# Your launches take almost no time, because you left them out or divided by `launch`. Each launch
# takes `launch` nanoseconds. Multiply the number of launches by `launch`.
#
# -    launching = launches * machine["launch"]
# +    launching = 0 * launches


# %% wrong: minimum_of_times
# Your `most` is right, but for `least` and `wall`, you took the shortest of the three times. The
# training ends only when computing, moving data and launching are all finished. Take the longest
# time.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {"least": parts.min(axis=0), "wall": parts.argmin(axis=0), "most": most}


# %% wrong: most_overlapped
# Your `least` and `wall` are right, but in `most`, you let computing and moving data overlap. In
# the upper bound, nothing overlaps. Add both times.
#
# -    most = (computing + moving) / share + launching
# +    most = jnp.maximum(computing, moving) / share + launching


# %% wrong: most_without_launches
# Your `least` and `wall` are right, but your `most` omits the launches. Add the time of the
# launches.
#
# -    most = (computing + moving) / share + launching
# +    most = (computing + moving) / share


# %% wrong: one_based_wall
# Your `least` and `most` are right, but you numbered the three values of `wall` from 1. Number them
# from 0, like array indices.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {"least": parts.max(axis=0), "wall": 1 + parts.argmax(axis=0), "most": most}


# %% right: comparing_in_pairs
def predict_times(work, bytes, launches, machine, share):
    roofs = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    handing = launches * machine["launch"]
    memory = bytes * machine["peak"] > work * machine["bandwidth"]
    at_share = work / (share * machine["peak"]) + bytes / (share * machine["bandwidth"])
    return {
        "least": jnp.maximum(roofs, handing),
        "wall": jnp.where(handing > roofs, 2, memory.astype(jnp.int32)),
        "most": handing + at_share,
    }


# %% right: one_training_under_vmap
def predict_times(work, bytes, launches, machine, share):
    rates = jnp.array([machine["peak"], machine["bandwidth"], 1 / machine["launch"]])
    shares = jnp.array([share, share, 1.0])

    def one(*asked):
        times = jnp.stack(asked) / rates
        return {"least": jnp.max(times), "wall": jnp.argmax(times), "most": jnp.sum(times / shares)}

    return jax.vmap(one)(work, bytes, launches)


# %% right: as_a_product
def predict_times(work, bytes, launches, machine, share):
    asked = jnp.stack([work, bytes, launches], axis=1)
    each = jnp.array([1 / machine["peak"], 1 / machine["bandwidth"], machine["launch"]])
    times = asked * each
    weights = jnp.array([1 / share, 1 / share, 1])
    longest = jnp.argmax(times, axis=1)
    least = times[jnp.arange(len(work)), longest]
    return {"least": least, "wall": longest, "most": (times * weights).sum(axis=1)}
