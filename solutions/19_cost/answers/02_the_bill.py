# %% wrong: ratio_of_peaks
# For `worth`, you compared only the peaks from the data sheets. Your program reaches different
# fractions of the two peaks. Multiply each peak by its utilisation.
#
# -worth = run.price * run.faster * (run.other / 100) / utilization
# +worth = run.price * run.faster


# %% wrong: one_utilization_missing
# For `worth`, you multiplied the peak of the other machine by its utilisation, but not the peak of
# the first machine. Divide by `utilization`.
#
# -worth = run.price * run.faster * (run.other / 100) / utilization
# +worth = run.price * run.faster * (run.other / 100)


# %% wrong: ratio_inverted
# You inverted `worth`. The more work the other machine does per hour, the more its hour may cost.
# Invert the ratio.
#
# -worth = run.price * run.faster * (run.other / 100) / utilization
# +worth = run.price / run.faster / (run.other / 100) * utilization


# %% wrong: utilizations_swapped
# For `worth`, you swapped the two utilisations. The higher the utilisation of the other machine,
# the more its hour may cost. Swap the two in your ratio.
#
# -worth = run.price * run.faster * (run.other / 100) / utilization
# +worth = run.price * run.faster * utilization / (run.other / 100)


# %% wrong: total_cost_returned
# For `worth`, you returned the cost of the whole training. The other machine needs a different
# number of hours. Return its price per hour.
#
# -worth = run.price * run.faster * (run.other / 100) / utilization
# +worth = cost


# %% wrong: peak_rate_assumed
# For `hours`, you assumed the peak rate. The time of a step was measured, so use `run.took`.
#
# -hours = run.steps * run.took / 3600
# +hours = run.steps * run.work / run.peak / 3600


# %% wrong: utilization_applied_twice
# For `hours`, you divided the measured time by the utilisation. The measured time already includes
# all waiting. Leave `utilization` out.
#
# -hours = run.steps * run.took / 3600
# +hours = run.steps * run.took / utilization / 3600


# %% wrong: minutes
# For `hours`, you returned minutes. Divide the seconds by 3,600.
#
# -hours = run.steps * run.took / 3600
# +hours = run.steps * run.took / 60


# %% wrong: busy_time_paid
# For `cost`, you paid only for the time in which the machine computes. The rental price also covers
# the time in which the machine waits. Leave `utilization` out.
#
# -cost = hours * run.price
# +cost = hours * run.price * utilization


# %% wrong: busy_time_powered
# For `energy`, you assumed that the machine draws power only while it computes. The machine always
# draws `run.watts`. Leave `utilization` out.
#
# -energy = hours * run.watts / 1000
# +energy = hours * run.watts / 1000 * utilization


# %% wrong: watt_hours
# For `energy`, you returned watt-hours. A kilowatt is 1,000 watts. Divide by 1,000.
#
# -energy = hours * run.watts / 1000
# +energy = hours * run.watts


# %% wrong: joules
# For `energy`, you returned kilojoules. A kilowatt-hour is 3,600 kilojoules. Multiply the kilowatts
# by hours instead of seconds.
#
# -energy = hours * run.watts / 1000
# +energy = run.steps * run.took * run.watts / 1000


# %% right: by_both_rates
reached = run.work / run.took  # TFLOP/s
other = run.faster * run.peak * run.other / 100
utilization = reached / run.peak
hours = run.took * run.steps / 60 / 60
cost = run.price * hours
energy = run.watts * hours * 1e-3
worth = run.price * other / reached


# %% right: by_both_bills
utilization = run.work / run.peak / run.took
seconds = run.steps * run.took
hours, energy = seconds / 3600, seconds * run.watts / 3.6e6
cost = run.price * hours
there = run.steps * run.work / (run.faster * run.peak * run.other / 100) / 3600
worth = cost / there
