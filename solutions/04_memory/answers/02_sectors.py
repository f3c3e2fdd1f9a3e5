# %% wrong: one_per_thread
# You counted one sector for each thread. Threads that read from the same sector share it. (With
# `size=32`, `jnp.unique` always returns 32 values: the distinct ones, followed by padding.)
def sectors(entries, size):
    return jnp.full(len(entries), 32)


# %% wrong: neighbors_only
# You compared each thread only with its neighbour. Threads read in any order, so two distant
# threads may read from one sector. Sort the sectors of a row first.
def sectors(entries, size):
    touched = entries * size // 32
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: different_entries
# You counted the distinct elements. Several elements can lie in one sector. Compute the sector of
# each element with whole-number division, `//`.
def sectors(entries, size):
    read = jnp.sort(entries, axis=1)
    return 1 + jnp.sum(read[:, 1:] != read[:, :-1], axis=1)


# %% wrong: elements_per_sector
# You put 32 *elements* into a sector. A sector holds 32 bytes, for example 8 elements of 4 bytes.
def sectors(entries, size):
    touched = jnp.sort(entries // 32, axis=1)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: alignment_assumed
# You assumed that the first thread reads at the start of a sector. The same bytes may start in the
# middle of a sector and then touch one more sector. Count sectors from the start of the array.
def sectors(entries, size):
    touched = jnp.sort((entries - entries[:, :1]) * size // 32, axis=1)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: boundaries_counted
# You counted the positions at which the sector changes. The number of sectors is one more.
def sectors(entries, size):
    touched = jnp.sort(entries * size // 32, axis=1)
    return jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: used_bytes_only
# You divided the bytes that the threads *use* by 32. The GPU loads whole sectors, and with a stride
# most bytes of a sector are not used. Count the sectors that the threads read from.
def sectors(entries, size):
    return jnp.full(len(entries), size)


# %% wrong: gaps_counted
# You counted all sectors between the first and the last. With a large stride, no thread reads from
# some of them, and these are not loaded. Count the distinct sectors that the threads read from.
def sectors(entries, size):
    touched = entries * size // 32
    return touched.max(axis=1) - touched.min(axis=1) + 1


# %% wrong: shared_between_loads
# You counted the sectors of all load instructions together. Each load instruction loads its own
# sectors. Count the sectors row by row.
def sectors(entries, size):
    touched = jnp.sort((entries * size // 32).ravel())
    return jnp.full(len(entries), 1 + jnp.sum(touched[1:] != touched[:-1]))


# %% wrong: always_four_bytes
# Your count is right for elements of 4 bytes only. Use `size`.
def sectors(entries, size):
    touched = jnp.sort(entries // 8, axis=1)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: padding_counted
# You counted the padding of `jnp.unique`: with `size=32` it always returns 32 values, and pads with
# one of the values. Set `fill_value` to a number that no sector has.
def sectors(entries, size):
    def one(row):
        return jnp.count_nonzero(jnp.unique(row * size // 32, size=32))

    return jax.vmap(one)(entries)


# %% wrong: sector_0_skipped
# You counted 0 as padding, but 0 is also the number of the first sector. Pad with a number that no
# sector has.
def sectors(entries, size):
    def one(row):
        return jnp.count_nonzero(jnp.unique(row * size // 32, size=32, fill_value=0))

    return jax.vmap(one)(entries)


# %% right: row_by_row
def sectors(entries, size):
    def one(row):
        return (jnp.diff(jnp.sort(row * size // 32)) > 0).sum() + 1

    return jax.vmap(one)(entries)


# %% right: first_occurrences
def sectors(entries, size):
    touched = entries * size // 32
    same = touched[:, :, None] == touched[:, None, :]
    earlier = jnp.tril(jnp.ones((32, 32), bool), -1)
    return 32 - (same & earlier).any(axis=2).sum(axis=1)


# %% right: with_unique
def sectors(entries, size):
    def one(row):
        return jnp.sum(jnp.unique(row // (32 // size), size=32, fill_value=-1) >= 0)

    return jax.vmap(one)(entries)


# %% right: plain_loop
def sectors(entries, size):
    touched = jnp.sort((entries * size) >> 5, axis=1)
    count = jnp.ones(len(entries), jnp.int32)
    for thread in range(1, 32):
        count += (touched[:, thread] > touched[:, thread - 1]).astype(jnp.int32)
    return count
