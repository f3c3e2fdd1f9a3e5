# %% wrong: at_work
# Nearly: you gave the share of turns at *work*, the utilisation. The task asks for the share spent
# waiting.
everybody = (crowd.quick + crowd.slow) * crowd.long
waiting = (crowd.quick * crowd.short + crowd.slow * crowd.long) / everybody
sorted_gain, mixed_gain = 1 / waiting, 1

# %% wrong: who_waits_not_how_long
# You counted the lanes that have to wait. Count turns: a quick lane works for `short` of them, and
# waits for the others.
waiting = crowd.quick / (crowd.quick + crowd.slow)
everybody = (crowd.quick + crowd.slow) * crowd.long
sorted_gain = everybody / (crowd.quick * crowd.short + crowd.slow * crowd.long)
mixed_gain = 1

# %% wrong: all_rows_are_quick
# You let every row be quick once they are sorted. Some rows hold the slow numbers, and they take as
# long as ever.
everybody = (crowd.quick + crowd.slow) * crowd.long
waiting = 1 - (crowd.quick * crowd.short + crowd.slow * crowd.long) / everybody
sorted_gain, mixed_gain = crowd.long / crowd.short, 1

# %% wrong: a_row_may_be_mixed
# `mixed_gain`: a row is left when its *slowest* number is done. With a slow one in every row, no
# row is left early, and nothing is gained.
everybody = (crowd.quick + crowd.slow) * crowd.long
at_work = crowd.quick * crowd.short + crowd.slow * crowd.long
waiting = 1 - at_work / everybody
sorted_gain = mixed_gain = everybody / at_work

# %% wrong: nothing_gained
# `sorted_gain`: sorted, a row of quick numbers is left after `short` turns, and only the rows of
# slow ones go on. Compare all the turns that the rows take.
everybody = (crowd.quick + crowd.slow) * crowd.long
waiting = 1 - (crowd.quick * crowd.short + crowd.slow * crowd.long) / everybody
sorted_gain = mixed_gain = 1

# %% wrong: upside_down
# `sorted_gain` is the wrong way up: divide the time in step by the time row by row.
everybody = (crowd.quick + crowd.slow) * crowd.long
at_work = crowd.quick * crowd.short + crowd.slow * crowd.long
waiting = 1 - at_work / everybody
sorted_gain, mixed_gain = at_work / everybody, 1

# %% wrong: share_of_a_quick_lane
# You gave the share that a quick lane waits. The slow lanes never wait, and they count as well:
# divide by the turns of all lanes.
waiting = 1 - crowd.short / crowd.long
everybody = (crowd.quick + crowd.slow) * crowd.long
sorted_gain = everybody / (crowd.quick * crowd.short + crowd.slow * crowd.long)
mixed_gain = 1

# %% wrong: over_the_work
# `waiting`: you divided the turns that are spent waiting by those that are spent working. A share
# is of all turns, the two together.
everybody = (crowd.quick + crowd.slow) * crowd.long
at_work = crowd.quick * crowd.short + crowd.slow * crowd.long
waiting = (everybody - at_work) / at_work
sorted_gain, mixed_gain = everybody / at_work, 1

# %% wrong: one_quick_one_slow
# You counted as if there were as many slow numbers as quick ones. Each kind counts as often as it
# is there.
waiting = 1 - (crowd.short + crowd.long) / (2 * crowd.long)
sorted_gain, mixed_gain = 2 * crowd.long / (crowd.short + crowd.long), 1

# %% wrong: no_gain_is_not_zero
# `mixed_gain`: the task asks how many times as long, not how much is gained. Two times divided are
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
