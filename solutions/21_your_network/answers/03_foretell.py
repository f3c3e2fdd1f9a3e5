# %% wrong: roofs_exchanged
# You exchanged `peak` and `bandwidth`: operations are divided by `peak`, bytes by `bandwidth`.
#
# -    computing = work / machine["peak"]
# -    moving = bytes / machine["bandwidth"]
# +    computing = work / machine["bandwidth"]
# +    moving = bytes / machine["peak"]


# %% wrong: launches_at_a_share
# `least` and `wall` are right. In `most` you let a launch take longer as well. The share is one of
# the roofs, and a launch has no roof: its time stays the same.
#
# -    most = (computing + moving) / share + launching
# +    most = (computing + moving + launching) / share


# %% wrong: times_the_share
# `least` and `wall` are right. You multiplied by the share: at half of a roof a program takes twice
# as long, not half as long.
#
# -    most = (computing + moving) / share + launching
# +    most = (computing + moving) * share + launching


# %% wrong: share_forgotten
# `least` and `wall` are right. In `most` you let computing and moving run at their roofs. Programs
# like these have reached `share` of them.
#
# -    most = (computing + moving) / share + launching
# +    most = computing + moving + launching


# %% wrong: longest_again
# `least` and `wall` are right. In `most` nothing happens at the same time: add the three.
#
# -    most = (computing + moving) / share + launching
# +    most = jnp.maximum(jnp.maximum(computing, moving) / share, launching)


# %% wrong: least_at_a_share
# `least` and `wall` are right. `most` is the longest at a share of its roof. There nothing goes on
# side by side: add the three, and slow the two that have a roof.
#
# -    most = (computing + moving) / share + launching
# +    most = parts.max(axis=0) / share


# %% wrong: sum_for_least
# `wall` and `most` are right. You added the three in `least`. There they happen at the same time,
# and the longest counts.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {"least": parts.sum(axis=0), "wall": parts.argmax(axis=0), "most": most}


# %% wrong: shortest
# `most` is right. For `least` you took the shortest of the three, and for `wall` its number. A
# training is not done before all three are.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {"least": parts.min(axis=0), "wall": parts.argmin(axis=0), "most": most}


# %% wrong: share_in_least
# `most` is right. You used the share for `least`, and so for `wall`: at best computing and moving
# reach their roofs.
#
# -    parts = jnp.stack([computing, moving, launching])
# +    parts = jnp.stack([computing / share, moving / share, launching])


# %% wrong: launches_left_out
# Your launches take next to no time: you left them out, or divided by `launch`. Each of them takes
# `launch` nanoseconds, so multiply. A training of many small steps waits mostly for them.
#
# -    launching = launches * machine["launch"]
# +    launching = 0 * launches


# %% wrong: whole_nanoseconds
# You divided with `//`, which drops part of a nanosecond. A time need not be a whole number: use
# `/`.
#
# -    computing = work / machine["peak"]
# -    moving = bytes / machine["bandwidth"]
# +    computing = work // machine["peak"]
# +    moving = bytes // machine["bandwidth"]


# %% wrong: one_launch
# You counted one launch. Each of them takes `launch` nanoseconds.
#
# -    launching = launches * machine["launch"]
# +    launching = 0 * launches + machine["launch"]


# %% wrong: counted_from_one
# `least` and `most` are right. `wall` is counted from 0, as places in an array are.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {"least": parts.max(axis=0), "wall": 1 + parts.argmax(axis=0), "most": most}


# %% wrong: one_for_all
# `wall` and `most` are right. You took the longest time of *all* trainings. Each has its own: look
# along the first axis, `axis=0`.
#
# -    return {"least": parts.max(axis=0), "wall": parts.argmax(axis=0), "most": most}
# +    return {
# +        "least": jnp.full(len(work), parts.max()),
# +        "wall": parts.argmax(axis=0),
# +        "most": most,
# +    }


# %% wrong: longer_of_the_two
# `least` and `wall` are right. In `most` moving waits until computing is done: add the two, each at
# its share.
#
# -    most = (computing + moving) / share + launching
# +    most = jnp.maximum(computing, moving) / share + launching


# %% wrong: most_without_launches
# `least` and `wall` are right. In `most` the launches are left out: they follow as well.
#
# -    most = (computing + moving) / share + launching
# +    most = (computing + moving) / share


# %% right: comparing_in_pairs
def foretold(work, bytes, launches, machine, share):
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
def foretold(work, bytes, launches, machine, share):
    rates = jnp.array([machine["peak"], machine["bandwidth"], 1 / machine["launch"]])
    shares = jnp.array([share, share, 1.0])

    def one(*asked):
        times = jnp.stack(asked) / rates
        return {"least": jnp.max(times), "wall": jnp.argmax(times), "most": jnp.sum(times / shares)}

    return jax.vmap(one)(work, bytes, launches)


# %% right: as_a_product
def foretold(work, bytes, launches, machine, share):
    asked = jnp.stack([work, bytes, launches], axis=1)
    each = jnp.array([1 / machine["peak"], 1 / machine["bandwidth"], machine["launch"]])
    times = asked * each
    weights = jnp.array([1 / share, 1 / share, 1])
    longest = jnp.argmax(times, axis=1)
    least = times[jnp.arange(len(work)), longest]
    return {"least": least, "wall": longest, "most": (times * weights).sum(axis=1)}
