# %% wrong: result_tiles_counted
# You counted the tiles of the result. Each of them needs 64 steps along `k`.
steps = (1024 // 16) ** 2
steps_64 = (1024 // 64) ** 2
step_time = 1e3 * (measured.small - measured.large) / (steps - steps_64)
fixed_time = measured.large - steps_64 * step_time / 1e3
share = steps * step_time / 1e3 / measured.small
predicted = 8**2 * step_time / 1e3 + fixed_time
loaded = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: fixed_time_included
# You counted all of `small` as the time of the steps. A part of it is the constant, which is the
# same for tiles of 64. Use the difference of the two times.
steps = (1024 // 16) ** 3
step_time = 1e3 * measured.small / steps
share = 1
predicted = 8**3 * step_time / 1e3
loaded = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: divided_by_small_steps
# For `step_time`, you divided the difference of the times by all steps of the small tiles. The
# large tiles have steps as well. Divide by the difference in the number of steps.
#
# -step_time = 1e3 * (measured.small - measured.large) / (steps - steps_64)
# +step_time = 1e3 * (measured.small - measured.large) / steps

# %% wrong: share_of_fixed_time
# For `share`, you computed the fraction of `small` that the constant takes. Compute the fraction
# that the steps take.
#
# -share = steps * step_time / 1e3 / measured.small
# +share = fixed_time / measured.small

# %% wrong: milliseconds
# Your `step_time` is in milliseconds, but the task asks for microseconds. A millisecond is a
# thousand microseconds.
steps = (1024 // 16) ** 3
steps_64 = (1024 // 64) ** 3
step_time = (measured.small - measured.large) / (steps - steps_64)
share = steps * step_time / measured.small
predicted = 8**3 * step_time + measured.large - steps_64 * step_time
loaded = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: fixed_time_forgotten
# For `predicted`, you counted only the steps. Add the constant, which is the same for all tile
# sizes.
steps = (1024 // 16) ** 3
steps_64 = (1024 // 64) ** 3
step_time = 1e3 * (measured.small - measured.large) / (steps - steps_64)
share = steps * step_time / 1e3 / measured.small
predicted = 8**3 * step_time / 1e3
loaded = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: whole_time_scaled
# For `predicted`, you scaled all of `small` with the number of steps. Scale only the time of the
# steps: the constant does not change.
steps = (1024 // 16) ** 3
steps_64 = (1024 // 64) ** 3
step_time = 1e3 * (measured.small - measured.large) / (steps - steps_64)
share = steps * step_time / 1e3 / measured.small
predicted = measured.small * 8**3 / steps
loaded = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: traffic_only
# For `predicted`, you halved `large`, because tiles of 64 load twice as much. Here the steps
# determine the time, and tiles of 128 need an eighth as many steps.
steps = (1024 // 16) ** 3
steps_64 = (1024 // 64) ** 3
step_time = 1e3 * (measured.small - measured.large) / (steps - steps_64)
share = steps * step_time / 1e3 / measured.small
predicted = measured.large / 2
loaded = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: elements_not_bytes
# For `loaded`, you counted elements. A float32 element has four bytes.
steps = (1024 // 16) ** 3
steps_64 = (1024 // 64) ** 3
step_time = 1e3 * (measured.small - measured.large) / (steps - steps_64)
fixed_time = measured.large - steps_64 * step_time / 1e3
share = steps * step_time / 1e3 / measured.small
predicted = 8**3 * step_time / 1e3 + fixed_time
loaded = 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: one_matrix
# For `loaded`, you counted one matrix. Each step loads a tile of both matrices.
steps = (1024 // 16) ** 3
steps_64 = (1024 // 64) ** 3
step_time = 1e3 * (measured.small - measured.large) / (steps - steps_64)
fixed_time = measured.large - steps_64 * step_time / 1e3
share = steps * step_time / 1e3 / measured.small
predicted = 8**3 * step_time / 1e3 + fixed_time
loaded = 4 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: matrices_loaded_once
# For `loaded`, you counted each matrix once. With tiles of 16, an element of A is loaded for each
# of the 64 tiles in its row of the result.
steps = (1024 // 16) ** 3
steps_64 = (1024 // 64) ** 3
step_time = 1e3 * (measured.small - measured.large) / (steps - steps_64)
fixed_time = measured.large - steps_64 * step_time / 1e3
share = steps * step_time / 1e3 / measured.small
predicted = 8**3 * step_time / 1e3 + fixed_time
loaded = 4 * 2 * 1024**2 / measured.small / 1e6

# %% right: two_equations
import numpy as np

counts = [(1024 / side) ** 3 for side in (16, 64, 128)]
steps = counts[0]
per_step, fixed_time = np.linalg.solve(
    [[steps, 1], [counts[1], 1]], [measured.small, measured.large]
)
step_time = 1000 * per_step
share = 1 - fixed_time / measured.small
predicted = counts[2] * per_step + fixed_time
loaded = steps * 2 * 16 * 16 * 4 / (measured.small * 1e-3) / 1e9

# %% right: three_digits
steps = 262144
step_time = float(f"{(measured.small - measured.large) / 258.048:.3g}")
share = float(f"{262.144 / 258.048 * (1 - measured.large / measured.small):.3g}")
predicted = float(f"{measured.large - (measured.small - measured.large) * 3584 / 258048:.3g}")
loaded = float(f"{536.870912 / measured.small:.3g}")
