# %% wrong: one_a_month
# A month is two operations, a multiplication and an addition, and each is handed over by itself.
handed_over = bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns / 1000)
at_most = bank.hand_over / (bank.month_ns / 1000)

# %% wrong: jit_starts_by_itself
# Nearly: in `longer` the loop under `jit` has to be handed over as well, once.
handed_over = 2 * bank.months
longer = at_most = 2 * bank.hand_over / (bank.month_ns / 1000)

# %% wrong: the_device_takes_no_time
# Nearly: in `longer` the loop under `jit` is handed over once, and then the device still has to
# carry out all the months.
handed_over = 2 * bank.months
longer = 2 * bank.months
at_most = 2 * bank.hand_over / (bank.month_ns / 1000)

# %% wrong: handed_over_each_month
# You let the loop under `jit` be handed over month by month. It is one program, handed over once.
handed_over = 2 * bank.months
longer = at_most = 2 * bank.hand_over / (bank.hand_over + bank.month_ns / 1000)

# %% wrong: nano_for_micro
# `hand_over` is in microseconds and `month_ns` in nanoseconds: a microsecond is a thousand of them.
handed_over = 2 * bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns)
at_most = 2 * bank.hand_over / bank.month_ns

# %% wrong: the_same_work
# The operations are the same, and the time is not: nearly all of it is Python handing over.
handed_over = 2 * bank.months
longer = at_most = 1

# %% wrong: grows_for_ever
# `at_most`: with more and more months both loops take longer, and the one hand-over no longer
# counts. Divide what a month costs without `jit` by what it costs with it: the device's own time.
handed_over = 2 * bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns / 1000)
at_most = 2 * bank.months

# %% wrong: months_for_operations
# `handed_over` counts operations, and a month is two of them: a multiplication and an addition.
handed_over = bank.months
longer = 2 * bank.months * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns / 1000)
at_most = 2 * bank.hand_over / (bank.month_ns / 1000)

# %% wrong: one_unit_in_longer
# `longer`: below the line you added microseconds and nanoseconds. Write both in one unit first.
handed_over = 2 * bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns)
at_most = 2 * bank.hand_over / (bank.month_ns / 1000)

# %% wrong: half_a_month
# `at_most`: you counted one hand-over for each month. Without `jit` a month is two.
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
