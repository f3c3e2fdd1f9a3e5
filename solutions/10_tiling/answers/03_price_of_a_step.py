# %% wrong: tiles_of_the_result
# You counted the tiles of the result. Each of them has another 64 steps along `k`.
steps = (1024 // 16) ** 2
few = (1024 // 64) ** 2
price = 1e3 * (measured.small - measured.large) / (steps - few)
rest = measured.large - few * price / 1e3
share = steps * price / 1e3 / measured.small
foretold = 8**2 * price / 1e3 + rest
fetched = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: all_of_it
# You counted all of `small` as the time of steps. Part of it is a rest, which tiles of 64 have as
# well. Use the difference of the two times.
steps = (1024 // 16) ** 3
price = 1e3 * measured.small / steps
share = 1
foretold = 8**3 * price / 1e3
fetched = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: divided_by_all_steps
# Nearly: for `price`, you divided the difference of the times by all steps of the small tiles. The
# large tiles have steps as well. Divide by the difference in steps.
#
# -price = 1e3 * (measured.small - measured.large) / (steps - few)
# +price = 1e3 * (measured.small - measured.large) / steps

# %% wrong: the_rest_as_share
# Nearly: `share` is the fraction of `small` that the steps take, and you computed the fraction of
# the rest.
#
# -share = steps * price / 1e3 / measured.small
# +share = rest / measured.small

# %% wrong: milliseconds
# Nearly: `price` is in milliseconds. A millisecond is a thousand microseconds.
steps = (1024 // 16) ** 3
few = (1024 // 64) ** 3
price = (measured.small - measured.large) / (steps - few)
share = steps * price / measured.small
foretold = 8**3 * price + measured.large - few * price
fetched = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: steps_alone
# Nearly: for `foretold`, you counted only the steps. Add the rest, which is the same for all tile
# sizes.
steps = (1024 // 16) ** 3
few = (1024 // 64) ** 3
price = 1e3 * (measured.small - measured.large) / (steps - few)
share = steps * price / 1e3 / measured.small
foretold = 8**3 * price / 1e3
fetched = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: all_shrinks_with_the_steps
# Nearly: for `foretold`, you scaled all of `small` with the number of steps. Scale only the time of
# the steps: the rest does not change.
steps = (1024 // 16) ** 3
few = (1024 // 64) ** 3
price = 1e3 * (measured.small - measured.large) / (steps - few)
share = steps * price / 1e3 / measured.small
foretold = measured.small * 8**3 / steps
fetched = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: traffic_alone
# Nearly: for `foretold`, you halved the time of tiles of 64, because they load twice as much. Here
# the steps determine the time, and tiles of 128 have an eighth of them.
steps = (1024 // 16) ** 3
few = (1024 // 64) ** 3
price = 1e3 * (measured.small - measured.large) / (steps - few)
share = steps * price / 1e3 / measured.small
foretold = measured.large / 2
fetched = 4 * 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: numbers_not_bytes
# Nearly: for `fetched`, you counted elements. A float32 element has four bytes.
steps = (1024 // 16) ** 3
few = (1024 // 64) ** 3
price = 1e3 * (measured.small - measured.large) / (steps - few)
rest = measured.large - few * price / 1e3
share = steps * price / 1e3 / measured.small
foretold = 8**3 * price / 1e3 + rest
fetched = 2 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: one_matrix
# Nearly: for `fetched`, you counted one matrix. Each step loads a tile of both.
steps = (1024 // 16) ** 3
few = (1024 // 64) ** 3
price = 1e3 * (measured.small - measured.large) / (steps - few)
rest = measured.large - few * price / 1e3
share = steps * price / 1e3 / measured.small
foretold = 8**3 * price / 1e3 + rest
fetched = 4 * 1024**3 / 16 / measured.small / 1e6

# %% wrong: each_once
# Nearly: for `fetched`, you counted each matrix once. With tiles of 16, an element of A is loaded
# for each of the 64 tiles in its row of the result.
steps = (1024 // 16) ** 3
few = (1024 // 64) ** 3
price = 1e3 * (measured.small - measured.large) / (steps - few)
rest = measured.large - few * price / 1e3
share = steps * price / 1e3 / measured.small
foretold = 8**3 * price / 1e3 + rest
fetched = 4 * 2 * 1024**2 / measured.small / 1e6

# %% right: two_equations
import numpy as np

counts = [(1024 / side) ** 3 for side in (16, 64, 128)]
steps = counts[0]
per_step, rest = np.linalg.solve([[steps, 1], [counts[1], 1]], [measured.small, measured.large])
price = 1000 * per_step
share = 1 - rest / measured.small
foretold = counts[2] * per_step + rest
fetched = steps * 2 * 16 * 16 * 4 / (measured.small * 1e-3) / 1e9

# %% right: three_digits
steps = 262144
price = float(f"{(measured.small - measured.large) / 258.048:.3g}")
share = float(f"{262.144 / 258.048 * (1 - measured.large / measured.small):.3g}")
foretold = float(f"{measured.large - (measured.small - measured.large) * 3584 / 258048:.3g}")
fetched = float(f"{536.870912 / measured.small:.3g}")
