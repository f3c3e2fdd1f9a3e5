# %% wrong: one_operation_per_month
# You counted one operation per month. A month consists of two operations, a multiplication and an
# addition, and each is dispatched separately.
num_dispatches = bank.months
slowdown = (
    num_dispatches * bank.dispatch_us / (bank.dispatch_us + bank.months * bank.month_ns / 1000)
)
max_slowdown = bank.dispatch_us / (bank.month_ns / 1000)

# %% wrong: jit_dispatch_forgotten
# `slowdown`: you left out one dispatch. The loop under `jit` is dispatched once as well.
num_dispatches = 2 * bank.months
slowdown = max_slowdown = 2 * bank.dispatch_us / (bank.month_ns / 1000)

# %% wrong: device_time_forgotten
# `slowdown`: you left out the time on the device. The loop under `jit` is dispatched once, and then
# the device runs all months.
num_dispatches = 2 * bank.months
slowdown = 2 * bank.months
max_slowdown = 2 * bank.dispatch_us / (bank.month_ns / 1000)

# %% wrong: one_dispatch_per_month
# You counted one dispatch per month under `jit`. The loop is one program, which is dispatched once.
num_dispatches = 2 * bank.months
slowdown = max_slowdown = 2 * bank.dispatch_us / (bank.dispatch_us + bank.month_ns / 1000)

# %% wrong: units_mixed
# You mixed units. `dispatch_us` is in microseconds and `month_ns` in nanoseconds; one microsecond
# is 1,000 nanoseconds.
num_dispatches = 2 * bank.months
slowdown = num_dispatches * bank.dispatch_us / (bank.dispatch_us + bank.months * bank.month_ns)
max_slowdown = 2 * bank.dispatch_us / bank.month_ns

# %% wrong: equal_times
# You assumed equal times because the operations are equal. Without `jit`, nearly all of the time is
# dispatch overhead.
num_dispatches = 2 * bank.months
slowdown = max_slowdown = 1

# %% wrong: limit_unbounded
# `max_slowdown`: this value grows without limit, but both loops take longer with more months, and
# the single dispatch becomes negligible. Divide the time of one month without `jit` by the device
# time of one month.
num_dispatches = 2 * bank.months
slowdown = (
    num_dispatches * bank.dispatch_us / (bank.dispatch_us + bank.months * bank.month_ns / 1000)
)
max_slowdown = 2 * bank.months

# %% wrong: months_counted
# `num_dispatches`: you counted months. Count operations: a month has two, a multiplication and an
# addition.
num_dispatches = bank.months
slowdown = (
    2 * bank.months * bank.dispatch_us / (bank.dispatch_us + bank.months * bank.month_ns / 1000)
)
max_slowdown = 2 * bank.dispatch_us / (bank.month_ns / 1000)

# %% wrong: units_mixed_in_slowdown
# `slowdown`: you added microseconds and nanoseconds in the denominator. Convert both to the same
# unit first.
num_dispatches = 2 * bank.months
slowdown = num_dispatches * bank.dispatch_us / (bank.dispatch_us + bank.months * bank.month_ns)
max_slowdown = 2 * bank.dispatch_us / (bank.month_ns / 1000)

# %% wrong: limit_halved
# `max_slowdown`: you counted one dispatch per month. Without `jit`, there are two dispatches per
# month.
num_dispatches = 2 * bank.months
slowdown = (
    num_dispatches * bank.dispatch_us / (bank.dispatch_us + bank.months * bank.month_ns / 1000)
)
max_slowdown = bank.dispatch_us / (bank.month_ns / 1000)

# %% right: in_nanoseconds
dispatch_ns = 1000 * bank.dispatch_us
num_dispatches = bank.months + bank.months
slowdown = num_dispatches * dispatch_ns / (dispatch_ns + bank.months * bank.month_ns)
max_slowdown = 2 * dispatch_ns / bank.month_ns

# %% right: three_digits
num_dispatches = 2.0 * bank.months
compiled_us = bank.dispatch_us + bank.months * bank.month_ns * 1e-3
slowdown = float(f"{num_dispatches * bank.dispatch_us / compiled_us:.3g}")
max_slowdown = float(f"{2000 * bank.dispatch_us / bank.month_ns:.3g}")
