# ---
# title: Predict the time of an epoch
# kind: value
# points: 1
# minutes: 10
# hints:
#   - "Two points determine a line. By how much does the time of a step grow for each additional
#     example, and what remains for zero examples?"
#   - "`per_example` is the difference of the two times divided by the difference of the two batch
#     sizes. Every step takes `per_step` once, the short one included, and every example adds
#     `per_example`."
#   - "With `examples = run.full * run.batch + run.rest`: `epoch_ms = (run.full + 1) * per_step +
#     examples * per_example`, and `utilization = 6 * run.weights * examples / (epoch_ms * run.peak
#     * 1e6)`."
# ---

# %% [markdown]
# Predict the time of an epoch from two measured steps, and the fraction of the machine's peak that
# it uses.
#
# - A step with a batch size of 32 took `run.short` milliseconds, and one with a batch size of 512
#   took `run.long`. The time of a step is a linear function of the batch size: a fixed part for
#   every step, plus the same time for every example.
# - The epoch processes all examples once, in `run.full` batches of `run.batch` examples. The
#   `run.rest` remaining examples form a last, smaller batch. Its time follows the same linear
#   function.
# - The network has `run.weights` weights. Forward and backward pass together do 6 x weights x
#   examples operations.
# - The machine's peak is `run.peak` GFLOP/s.
#
# Four significant digits are enough.
#
# | name | value |
# |---|---|
# | `per_step` | fixed time of a step, in milliseconds |
# | `per_example` | additional time for each example, in milliseconds |
# | `epoch_ms` | time of the whole epoch, in milliseconds |
# | `utilization` | operations of the epoch divided by what the peak allows in that time, 0 to 1 |

# %% given
run = figures(
    "short: 0.3..0.4, long: 2.0..3.0, batch: 128 | 192 | 256, full: int in 9..20, "
    "rest: int in 40..80, weights: int in 60000..90000, peak: int in 200..300"
)
run

# %% answer
# Four values. The inputs above are `run.short` and so on.
### BEGIN SOLUTION
per_example = (run.long - run.short) / (512 - 32)
per_step = run.short - 32 * per_example
examples = run.full * run.batch + run.rest
epoch_ms = (run.full + 1) * per_step + examples * per_example
utilization = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
### END SOLUTION

# %% check
check(
    per_step=per_step,
    per_example=per_example,
    epoch_ms=epoch_ms,
    utilization=utilization,
    tolerance=0.002,
)
