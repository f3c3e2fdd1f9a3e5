# %% wrong: one_a_month
# You counted one operation per month. A month consists of two operations, a multiplication and an
# addition, and each is dispatched separately.
handed_over = bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns / 1000)
at_most = bank.hand_over / (bank.month_ns / 1000)

# %% wrong: jit_starts_by_itself
# `longer`: you left out one dispatch. The loop under `jit` is also dispatched, once.
handed_over = 2 * bank.months
longer = at_most = 2 * bank.hand_over / (bank.month_ns / 1000)

# %% wrong: the_device_takes_no_time
# `longer`: you left out the time of the device. The loop under `jit` is dispatched once, and then
# the device runs all months.
handed_over = 2 * bank.months
longer = 2 * bank.months
at_most = 2 * bank.hand_over / (bank.month_ns / 1000)

# %% wrong: handed_over_each_month
# You counted one dispatch per month under `jit`. The loop is one program, which is dispatched once.
handed_over = 2 * bank.months
longer = at_most = 2 * bank.hand_over / (bank.hand_over + bank.month_ns / 1000)

# %% wrong: nano_for_micro
# You mixed units. `hand_over` is in microseconds and `month_ns` in nanoseconds; one microsecond is
# 1,000 nanoseconds.
handed_over = 2 * bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns)
at_most = 2 * bank.hand_over / bank.month_ns

# %% wrong: the_same_work
# You assumed equal times because the operations are equal. Without `jit`, nearly all of the time is
# dispatch overhead.
handed_over = 2 * bank.months
longer = at_most = 1

# %% wrong: grows_for_ever
# `at_most`: this value grows without limit, but both loops take longer with more months, and the
# single dispatch becomes negligible. Divide the time of one month without `jit` by the device time
# of one month.
handed_over = 2 * bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns / 1000)
at_most = 2 * bank.months

# %% wrong: months_for_operations
# `handed_over`: you counted months. Count operations: a month has two, a multiplication and an
# addition.
handed_over = bank.months
longer = 2 * bank.months * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns / 1000)
at_most = 2 * bank.hand_over / (bank.month_ns / 1000)

# %% wrong: one_unit_in_longer
# `longer`: you added microseconds and nanoseconds in the denominator. Convert both to the same unit
# first.
handed_over = 2 * bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns)
at_most = 2 * bank.hand_over / (bank.month_ns / 1000)

# %% wrong: half_a_month
# `at_most`: you counted one dispatch per month. Without `jit`, there are two.
handed_over = 2 * bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns / 1000)
at_most = bank.hand_over / (bank.month_ns / 1000)

# %% right: in_nanoseconds
hand_over_ns = 1000 * bank.hand_over
handed_over = bank.months + bank.months
longer = handed_over * hand_over_ns / (hand_over_ns + bank.months * bank.month_ns)
at_most = 2 * hand_over_ns / bank.month_ns

# %% right: three_digits
handed_over = 2.0 * bank.months
compiled_us = bank.hand_over + bank.months * bank.month_ns * 1e-3
longer = float(f"{handed_over * bank.hand_over / compiled_us:.3g}")
at_most = float(f"{2000 * bank.hand_over / bank.month_ns:.3g}")
