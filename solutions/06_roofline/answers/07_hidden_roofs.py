# %% wrong: smallest_time_as_overhead
# You took the shortest time for the overhead. Even the smallest program seen here has work to do.
# Twice the size pays the overhead once: subtract.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (work / (second - first)).max(), (bytes / (second - first)).max()
    return first.min() + jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)


# %% wrong: no_overhead
# You fitted two roofs and no floor. Then short programs seem to run on a worse machine than long
# ones. A program of no size would still take time.
def predict(seen, asked):
    work, bytes, _, second = seen.T
    peak, bandwidth = (2 * work / second).max(), (2 * bytes / second).max()
    return jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)


# %% wrong: overhead_forgotten
# Your two roofs are right. Every program also pays the overhead, `2 * first - second`.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (work / (second - first)).max(), (bytes / (second - first)).max()
    return jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)


# %% wrong: overhead_in_the_rates
# Your overhead is right, and your roofs are too low: you divided by a whole run, and part of it was
# that overhead. Only work makes a run of twice the size *longer*: subtract the two times.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (work / first).max(), (bytes / first).max()
    return 2 * first[0] - second[0] + jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)


# %% wrong: averages
# You averaged the rates. A program that waits for memory says nothing about the peak, except that
# it is not lower. A roof is the best that was seen, not the usual.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (work / (second - first)).mean(), (bytes / (second - first)).mean()
    return 2 * first[0] - second[0] + jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)


# %% wrong: one_after_the_other
# Your three numbers are right; you added arithmetic and movement. They overlap: the longer one
# counts.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (work / (second - first)).max(), (bytes / (second - first)).max()
    return 2 * first[0] - second[0] + asked[:, 0] / peak + asked[:, 1] / bandwidth


# %% wrong: work_alone
# You predicted only from the work, as an advertisement does. Some of these programs wait for
# memory.
def predict(seen, asked):
    work, _, first, second = seen.T
    return 2 * first[0] - second[0] + asked[:, 0] / (work / (second - first)).max()


# %% wrong: first_row_computes
# You took the first row for one that waits for arithmetic and the second for one that waits for
# memory. They may stand anywhere: a roof is the best of all rows.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (work / (second - first))[0], (bytes / (second - first))[1]
    return 2 * first[0] - second[0] + jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)


# %% wrong: difference_as_overhead
# You took the time that twice the size takes longer for the overhead. That is the work; the
# overhead is what is left of the first time without it.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (work / (second - first)).max(), (bytes / (second - first)).max()
    return second[0] - first[0] + jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)


# %% wrong: half_the_overhead
# That is half of the overhead: `first` holds it once, and `second / 2` holds half of it. Twice
# `first` holds it twice, and `second` once.
#
# -    overhead = 2 * first[0] - second[0]
# +    overhead = first[0] - second[0] / 2


# %% wrong: the_lowest_rates
# You took the lowest rates that were seen. A roof is what no program exceeds: the highest.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (work / (second - first)).min(), (bytes / (second - first)).min()
    overhead = 2 * first[0] - second[0]
    return overhead + jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)


# %% wrong: overhead_as_a_third_wall
# Your three numbers are right; you took the longest of three times. The call has to be made before
# the work can begin: the overhead comes on top of the longer of the other two.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (work / (second - first)).max(), (bytes / (second - first)).max()
    busy = jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)
    return jnp.maximum(2 * first[0] - second[0], busy)


# %% wrong: twice_the_work
# Your overhead is right, and your roofs are twice too high. From the first size to the second the
# work grows by `work`, not by twice that, and that is what the second run takes longer for.
#
# -    peak, bandwidth = (work / (second - first)).max(), (bytes / (second - first)).max()
# +    longer = (second - first) / 2
# +    peak, bandwidth = (work / longer).max(), (bytes / longer).max()


# %% wrong: overhead_in_the_second_rates
# Your overhead is right, and your roofs are too low. You divided by the whole of the second run,
# which is longer than the first, and still part of it is that overhead.
def predict(seen, asked):
    work, bytes, first, second = seen.T
    peak, bandwidth = (2 * work / second).max(), (2 * bytes / second).max()
    return 2 * first[0] - second[0] + jnp.maximum(asked[:, 0] / peak, asked[:, 1] / bandwidth)


# %% right: seconds_per_flop
def predict(seen, asked):
    slopes = seen[:, 3] - seen[:, 2]
    per_flop, per_byte = (slopes / seen[:, 0]).min(), (slopes / seen[:, 1]).min()
    floor = jnp.median(seen[:, 2] - slopes)
    return floor + (asked * jnp.stack([per_flop, per_byte])).max(axis=1)


# %% right: by_the_ridge
def predict(seen, asked):
    slopes = seen[:, 3] - seen[:, 2]
    peak, bandwidth = jnp.max(seen[:, :2] / slopes[:, None], axis=0)
    work, bytes = asked[:, 0], asked[:, 1]
    busy = jnp.where(work / bytes > peak / bandwidth, work / peak, bytes / bandwidth)
    return seen[-1, 2] - slopes[-1] + busy


# %% right: with_vmap
def predict(seen, asked):
    work, bytes, first, second = (seen[:, column] for column in range(4))
    roofs = jnp.stack([(work / (second - first)).max(), (bytes / (second - first)).max()])
    return jax.vmap(lambda counts: 2 * first[0] - second[0] + jnp.max(counts / roofs))(asked)
