# ---
# title: How long will an epoch take?
# kind: value
# points: 1
# minutes: 10
# hints:
#   - "Two points make a line. What does the time of a step grow by for each example more, and what
#     is left of it without any?"
#   - "`per_example` is the difference of the two times divided by the difference of the two
#     batches. Every step pays `per_step` once, the short one at the end as well, and every example
#     pays `per_example`."
#   - "With `examples = run.full * run.batch + run.rest`: `epoch_ms = (run.full + 1) * per_step +
#     examples * per_example`, and `used = 6 * run.weights * examples / (epoch_ms * run.peak *
#     1e6)`."
# ---

# %% [markdown]
# Predict the time of an epoch from two steps that were timed, and how much of the machine it uses.
#
# A step with a batch of 32 took `run.short` milliseconds, one with a batch of 512 `run.long`. In
# between the time of a step follows a straight line: a fixed part for every step, plus the same
# time for every example in it. The epoch goes through all examples once, in `run.full` batches of
# `run.batch` examples; the `run.rest` examples that are left over are a last batch of their own,
# and a step with them costs just what the line says for that many. The network has `run.weights`
# weights, counted by the rule of 6 x weights x examples operations for forward and backward
# together. The machine's peak is `run.peak` GFLOP/s. Four digits are enough.
#
# | name | what |
# |---|---|
# | `per_step` | milliseconds that a step takes whatever is in it |
# | `per_example` | milliseconds for each example more |
# | `epoch_ms` | milliseconds of the whole epoch |
# | `used` | operations of the epoch divided by what the peak could do in that time, 0 to 1 |

# %% given
run = figures(
    "short: 0.3..0.4, long: 2.0..3.0, batch: 128 | 192 | 256, full: int in 9..20, "
    "rest: int in 40..80, weights: int in 60000..90000, peak: int in 200..300"
)
run

# %% answer
# Four numbers. The figures above are `run.short` and so on.
### BEGIN SOLUTION
per_example = (run.long - run.short) / (512 - 32)
per_step = run.short - 32 * per_example
examples = run.full * run.batch + run.rest
epoch_ms = (run.full + 1) * per_step + examples * per_example
used = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
### END SOLUTION

# %% check
check(per_step=per_step, per_example=per_example, epoch_ms=epoch_ms, used=used, tolerance=0.002)
