# %% wrong: short_batch_dropped
# `epoch_ms`: you left out the last, smaller batch. Add the time of its examples and the time of its
# step.
per_example = (run.long - run.short) / (512 - 32)
per_step = run.short - 32 * per_example
examples = run.full * run.batch
epoch_ms = run.full * per_step + examples * per_example
utilization = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: short_batch_as_full
# `epoch_ms`: you counted the last batch as a full one. The last batch has only `run.rest` examples.
# Use the linear function for that number of examples.
#
# -epoch_ms = (run.full + 1) * per_step + examples * per_example
# +epoch_ms = (run.full + 1) * (per_step + run.batch * per_example)

# %% wrong: short_step_overhead_forgotten
# `epoch_ms`: you left out `per_step` for the last batch. Every step takes this time. Add `per_step`
# once more.
#
# -epoch_ms = (run.full + 1) * per_step + examples * per_example
# +epoch_ms = run.full * per_step + examples * per_example

# %% wrong: overhead_once
# `epoch_ms`: you added `per_step` once for the whole epoch. Every step takes this time. Multiply
# `per_step` by the number of steps.
#
# -epoch_ms = (run.full + 1) * per_step + examples * per_example
# +epoch_ms = per_step + examples * per_example

# %% wrong: proportional_time
# You assumed that the time of a step is proportional to the batch size. The line through the two
# points does not pass through zero. Compute the fixed time of a step first.
per_example = run.long / 512
per_step = 0
examples = run.full * run.batch + run.rest
epoch_ms = examples * per_example
utilization = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: step_of_32
# `per_step`: you used the time of a step with 32 examples. Subtract the time of these examples.
#
# -per_step = run.short - 32 * per_example
# +per_step = run.short

# %% wrong: forward_only
# `utilization`: you counted only the forward pass. The forward and the backward pass together do 6
# operations for each weight and example.
#
# -utilization = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +utilization = 2 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: multiply_adds
# `utilization`: you counted a multiply-add as one operation. The peak counts a multiply-add as two.
#
# -utilization = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +utilization = 3 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: percentage
# `utilization`: you gave a percentage. Give a fraction between 0 and 1.
#
# -utilization = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +utilization = 600 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: one_example_counted
# `utilization`: you counted the operations of one example only. Multiply by the number of examples
# in the epoch.
#
# -utilization = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +utilization = 6 * run.weights / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: divided_by_larger_batch
# You divided the difference between the two times by the larger batch size. Divide by the
# difference between the two batch sizes.
#
# -per_example = (run.long - run.short) / (512 - 32)
# +per_example = (run.long - run.short) / 512

# %% wrong: used_without_the_rest
# `utilization`: you left out the examples of the last, smaller batch. Their operations also belong
# to the epoch.
#
# -utilization = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +utilization = 6 * run.weights * run.full * run.batch / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% right: as_a_function
import numpy as np

per_example, per_step = np.polyfit([32, 512], [run.short, run.long], 1)
batches = np.array([run.batch] * run.full + [run.rest])
epoch_ms = (per_step + per_example * batches).sum()
utilization = 6 * run.weights * batches.sum() / epoch_ms / run.peak / 1e6

# %% right: step_by_step
per_example = (run.short - run.long) / (32 - 512)
per_step = run.long - 512 * per_example


def takes(examples):
    return per_step + examples * per_example


epoch_ms = run.full * takes(run.batch) + takes(run.rest)
operations = 6 * run.weights * (run.batch * run.full + run.rest)
utilization = operations / (run.peak * epoch_ms * 1e6)
