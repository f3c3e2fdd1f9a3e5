# %% wrong: short_batch_dropped
# `epoch_ms`: you left the last, short batch out. Its examples are examples of the epoch, and its
# step is a step.
per_example = (run.long - run.short) / (512 - 32)
per_step = run.short - 32 * per_example
examples = run.full * run.batch
epoch_ms = run.full * per_step + examples * per_example
used = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: short_batch_as_a_full_one
# `epoch_ms`: you let the last batch cost as much as a full one. It has `run.rest` examples, and the
# line says what a step with that many costs.
#
# -epoch_ms = (run.full + 1) * per_step + examples * per_example
# +epoch_ms = (run.full + 1) * (per_step + run.batch * per_example)

# %% wrong: short_step_for_nothing
# `epoch_ms`: the last, short batch is a step too, and pays `per_step` like the others.
#
# -epoch_ms = (run.full + 1) * per_step + examples * per_example
# +epoch_ms = run.full * per_step + examples * per_example

# %% wrong: paid_once
# `epoch_ms`: you paid `per_step` once for the whole epoch. Every step pays it: that is why small
# batches are slow.
#
# -epoch_ms = (run.full + 1) * per_step + examples * per_example
# +epoch_ms = per_step + examples * per_example

# %% wrong: in_proportion
# You let a step take time in proportion to its batch. Both steps pay something that does not depend
# on the batch: the line through the two points does not go through zero.
per_example = run.long / 512
per_step = 0
examples = run.full * run.batch + run.rest
epoch_ms = examples * per_example
used = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: step_of_32
# `per_step` is what a step of *no* examples would take: the step that was timed had 32 of them, so
# subtract their part.
#
# -per_step = run.short - 32 * per_example
# +per_step = run.short

# %% wrong: forward_alone
# `used`: you counted only forward. Backward makes two more products for each one, so it is 6
# operations for each weight and example.
#
# -used = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +used = 2 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: multiply_adds
# `used`: you counted a multiply-add as one operation; the peak counts two.
#
# -used = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +used = 3 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: per_cent
# `used`: give a part of 1. You gave per cent.
#
# -used = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +used = 600 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: one_step_of_weights
# `used`: you counted the operations of one example only: each of them goes forward and backward.
#
# -used = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +used = 6 * run.weights / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% wrong: all_examples_of_the_larger
# You divided the difference of the two times by all examples of the larger batch. The two steps
# differ by fewer.
#
# -per_example = (run.long - run.short) / (512 - 32)
# +per_example = (run.long - run.short) / 512

# %% wrong: used_without_the_rest
# `used`: the examples of the last, short batch are worked on in that time as well.
#
# -used = 6 * run.weights * examples / (epoch_ms * 1e-3) / (run.peak * 1e9)
# +used = 6 * run.weights * run.full * run.batch / (epoch_ms * 1e-3) / (run.peak * 1e9)

# %% right: as_a_function
import numpy as np

per_example, per_step = np.polyfit([32, 512], [run.short, run.long], 1)
batches = np.array([run.batch] * run.full + [run.rest])
epoch_ms = (per_step + per_example * batches).sum()
used = 6 * run.weights * batches.sum() / epoch_ms / run.peak / 1e6

# %% right: step_by_step
per_example = (run.short - run.long) / (32 - 512)
per_step = run.long - 512 * per_example


def takes(examples):
    return per_step + examples * per_example


epoch_ms = run.full * takes(run.batch) + takes(run.rest)
operations = 6 * run.weights * (run.batch * run.full + run.rest)
used = operations / (run.peak * epoch_ms * 1e6)
