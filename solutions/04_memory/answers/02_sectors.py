# %% wrong: begins_at_a_sector
# You let the first thread read at the beginning of a sector. If it begins elsewhere, the same bytes
# can lie across one sector more.
def sectors(entries, size):
    touched = jnp.sort((entries - entries[:, :1]) * size // 32, axis=1)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: useful_bytes
# You divided the bytes that the threads *use* by 32. The memory hands out whole sectors: with a
# stride, most of a sector is fetched and thrown away.
def sectors(entries, size):
    return jnp.full(len(entries), size)


# %% wrong: one_for_each_thread
# You fetched a sector for each thread. Threads that read from the same sector share it. (With
# `size=32`, `jnp.unique` returns 32 numbers, however few are different: the rest is filled up.)
def sectors(entries, size):
    return jnp.full(len(entries), 32)


# %% wrong: different_entries
# You counted the different entries that are read. Entries that lie in one sector come together: the
# number of the sector is whole, so divide by `//`.
def sectors(entries, size):
    read = jnp.sort(entries, axis=1)
    return 1 + jnp.sum(read[:, 1:] != read[:, :-1], axis=1)


# %% wrong: entries_for_bytes
# You put 32 *entries* into a sector. It holds 32 bytes, so 8 entries of 4 bytes.
def sectors(entries, size):
    touched = jnp.sort(entries // 32, axis=1)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: from_first_to_last
# You counted every sector between the first and the last that is read. With a wide stride no thread
# reads from those in between, so they are not fetched.
def sectors(entries, size):
    touched = entries * size // 32
    return touched.max(axis=1) - touched.min(axis=1) + 1


# %% wrong: only_neighbours
# You compared each thread only with its neighbour. Threads may read in any order: two that are far
# apart can meet in one sector. Sort first.
def sectors(entries, size):
    touched = entries * size // 32
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: only_rises
# You counted where the sector's number *rises* from one thread to the next. Threads may read in any
# order, so it falls and rises again, and comes back to sectors that were counted. Sort first.
#
# -    touched = jnp.sort(entries * size // 32, axis=1)
# -    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)
# +    touched = entries * size // 32
# +    return 1 + jnp.sum(touched[:, 1:] > touched[:, :-1], axis=1)


# %% wrong: shared_between_loads
# You counted the sectors of all loads together. Each load fetches its own: go row by row.
def sectors(entries, size):
    touched = jnp.sort((entries * size // 32).ravel())
    return jnp.full(len(entries), 1 + jnp.sum(touched[1:] != touched[:-1]))


# %% wrong: bytes_for_sectors
# Right as a number of *bytes*. The task asks how many sectors are fetched: leave the factor 32 out.
#
# -    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)
# +    return 32 * (1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1))


# %% wrong: borders_for_sectors
# You counted where one sector ends and the next begins. There is one sector more than such places.
def sectors(entries, size):
    touched = jnp.sort(entries * size // 32, axis=1)
    return jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: always_four_bytes
# Right for entries of 4 bytes. An entry takes `size` bytes.
def sectors(entries, size):
    touched = jnp.sort(entries // 8, axis=1)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: lines_of_a_cpu
# You counted pieces of 128 bytes. A sector has 32.
def sectors(entries, size):
    touched = jnp.sort(entries * size // 128, axis=1)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: lowest_at_a_sector
# You let the lowest entry of a load lie at the beginning of a sector. The sectors begin where the
# array begins.
def sectors(entries, size):
    touched = jnp.sort((entries - entries.min(axis=1)[:, None]) * size // 32, axis=1)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: as_if_nothing_lay_between
# You divided the way from the first byte to the last by 32. Sectors that no thread reads are not
# fetched, and bytes that lie across a border of two sectors need both: ask each thread for its own.
def sectors(entries, size):
    first, last = entries.min(axis=1) * size, (entries.max(axis=1) + 1) * size
    return -(-(last - first) // 32)


# %% wrong: sorted_down_the_columns
# You sorted down the columns, one thread in all loads. A load is a row: its 32 sectors are sorted
# among themselves, `axis=1`.
def sectors(entries, size):
    touched = jnp.sort(entries * size // 32, axis=0)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)


# %% wrong: threads_that_share
# You counted where two neighbours are *alike*: the threads that need no sector of their own. The
# question is how many sectors there are.
def sectors(entries, size):
    touched = jnp.sort(entries * size // 32, axis=1)
    return jnp.sum(touched[:, 1:] == touched[:, :-1], axis=1)


# %% wrong: lines_of_64
# You counted pieces of 64 bytes, the lines of a CPU's cache. A sector of a GPU has 32.
#
# -    touched = jnp.sort(entries * size // 32, axis=1)
# +    touched = jnp.sort(entries * size // 64, axis=1)


# %% wrong: filled_up_counted
# You counted what `jnp.unique` fills up with, too: with `size=32` it returns 32 numbers, and beyond
# the different ones it repeats one of them. Say what it is to fill up with, `fill_value=`, a number
# that no sector has.
def sectors(entries, size):
    def one(row):
        return jnp.count_nonzero(jnp.unique(row * size // 32, size=32))

    return jax.vmap(one)(entries)


# %% wrong: sector_0_left_out
# You took 0 for a place that is filled up. It is the first sector as well, which is then missing:
# fill up with a number that no sector has.
def sectors(entries, size):
    def one(row):
        return jnp.count_nonzero(jnp.unique(row * size // 32, size=32, fill_value=0))

    return jax.vmap(one)(entries)


# %% right: row_by_row
def sectors(entries, size):
    def one(row):
        return (jnp.diff(jnp.sort(row * size // 32)) > 0).sum() + 1

    return jax.vmap(one)(entries)


# %% right: nobody_before_me
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
