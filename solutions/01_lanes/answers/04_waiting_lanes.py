# %% wrong: utilization_returned
# `waiting`: you computed the fraction of iterations that do *work*, the utilization. Compute the
# fraction spent waiting.
everybody = (crowd.quick + crowd.slow) * crowd.long
waiting = (crowd.quick * crowd.short + crowd.slow * crowd.long) / everybody
sorted_gain, mixed_gain = 1 / waiting, 1

# %% wrong: waiting_lanes_counted
# `waiting`: you counted the lanes that have to wait. Count iterations: a quick lane works for
# `short` of them and waits for the others.
waiting = crowd.quick / (crowd.quick + crowd.slow)
everybody = (crowd.quick + crowd.slow) * crowd.long
sorted_gain = everybody / (crowd.quick * crowd.short + crowd.slow * crowd.long)
mixed_gain = 1

# %% wrong: all_rows_quick
# `sorted_gain`: you treated every row as quick. Some rows contain the slow elements, and these rows
# still take `long` iterations.
everybody = (crowd.quick + crowd.slow) * crowd.long
waiting = 1 - (crowd.quick * crowd.short + crowd.slow * crowd.long) / everybody
sorted_gain, mixed_gain = crowd.long / crowd.short, 1

# %% wrong: mixed_rows_stop_early
# `mixed_gain`: a row stops when its *slowest* element is done. With a slow element in every row, no
# row stops early, so there is no gain.
everybody = (crowd.quick + crowd.slow) * crowd.long
at_work = crowd.quick * crowd.short + crowd.slow * crowd.long
waiting = 1 - at_work / everybody
sorted_gain = mixed_gain = everybody / at_work

# %% wrong: no_gain
# `sorted_gain`: you assumed that there is no gain. After sorting, a row of quick elements stops
# after `short` iterations, and only the rows of slow elements continue. Compare the total
# iterations of all rows.
everybody = (crowd.quick + crowd.slow) * crowd.long
waiting = 1 - (crowd.quick * crowd.short + crowd.slow * crowd.long) / everybody
sorted_gain = mixed_gain = 1

# %% wrong: ratio_inverted
# Your `sorted_gain` is inverted. Divide the time in step by the time row by row.
everybody = (crowd.quick + crowd.slow) * crowd.long
at_work = crowd.quick * crowd.short + crowd.slow * crowd.long
waiting = 1 - at_work / everybody
sorted_gain, mixed_gain = at_work / everybody, 1

# %% wrong: share_of_quick_lane
# `waiting`: you computed the fraction for a quick lane. The slow lanes never wait, but their
# iterations count as well: divide by the iterations of all lanes.
waiting = 1 - crowd.short / crowd.long
everybody = (crowd.quick + crowd.slow) * crowd.long
sorted_gain = everybody / (crowd.quick * crowd.short + crowd.slow * crowd.long)
mixed_gain = 1

# %% wrong: divided_by_work
# `waiting`: you divided the waiting iterations by the working iterations. Divide by the sum of
# both.
everybody = (crowd.quick + crowd.slow) * crowd.long
at_work = crowd.quick * crowd.short + crowd.slow * crowd.long
waiting = (everybody - at_work) / at_work
sorted_gain, mixed_gain = everybody / at_work, 1

# %% wrong: equal_counts
# You counted as many slow elements as quick ones. Weight each kind by its number of elements.
waiting = 1 - (crowd.short + crowd.long) / (2 * crowd.long)
sorted_gain, mixed_gain = 2 * crowd.long / (crowd.short + crowd.long), 1

# %% wrong: gain_as_difference
# `mixed_gain`: you computed the gain as a difference. The gain is a ratio of two times, which is
# never 0.
everybody = (crowd.quick + crowd.slow) * crowd.long
at_work = crowd.quick * crowd.short + crowd.slow * crowd.long
waiting = 1 - at_work / everybody
sorted_gain, mixed_gain = everybody / at_work, 0

# %% right: counted_by_rows
rows_quick, rows_slow = crowd.quick // 32, crowd.slow // 32
in_rows = rows_quick * crowd.short + rows_slow * crowd.long
sorted_gain = (rows_quick + rows_slow) * crowd.long / in_rows
waiting = (sorted_gain - 1) / sorted_gain
mixed_gain = 1.0

# %% right: with_numpy
import numpy as np

needed = np.repeat([crowd.short, crowd.long], [crowd.quick, crowd.slow])
waiting = np.mean(needed.max() - needed) / needed.max()
sorted_gain = needed.size * needed.max() / (32 * needed.reshape(-1, 32).max(axis=1).sum())
mixed_gain = np.float32(1)
