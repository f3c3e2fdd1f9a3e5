# %% wrong: at_the_peak
# `hours`: you let the training run at the peak. The step was timed: it takes as long as it took.
#
# -hours = run.steps * run.took / 3600
# +hours = run.steps * run.work / run.peak / 3600

# %% wrong: used_twice
# `hours`: you divided the measured time by the use once more. It holds all waiting already.
#
# -hours = run.steps * run.took / 3600
# +hours = run.steps * run.took / use / 3600

# %% wrong: minutes
# You gave minutes, and the price is for an hour: an hour has 3,600 seconds.
#
# -hours = run.steps * run.took / 3600
# +hours = run.steps * run.took / 60

# %% wrong: paid_when_busy
# `money`: you paid for the part of the hours in which the machine computes. An hour is paid whether
# it computes or waits.
#
# -money = hours * run.price
# +money = hours * run.price * use

# %% wrong: watts_when_busy
# `energy`: you let the machine draw its watts while it computes, and nothing while it waits. It
# draws them all the time.
#
# -energy = hours * run.watts / 1000
# +energy = hours * run.watts / 1000 * use

# %% wrong: watt_hours
# `energy`: you gave watt-hours: a kilowatt is a thousand watts.
#
# -energy = hours * run.watts / 1000
# +energy = hours * run.watts

# %% wrong: joules
# `energy`: you gave kilojoules, and the task asks for kilowatt-hours: a kilowatt-hour is 3,600 of
# them.
#
# -energy = hours * run.watts / 1000
# +energy = run.steps * run.took * run.watts / 1000

# %% wrong: by_the_sheets
# `worth`: you compared only the two sheets. Your program will use another part of the other
# machine's peak than of this one's: take both uses.
#
# -worth = run.price * run.faster * (run.other / 100) / use
# +worth = run.price * run.faster

# %% wrong: of_this_peak
# `worth`: you used the other machine's share of its peak, and for the first machine its whole peak.
# The first has a `use` as well, and you found it.
#
# -worth = run.price * run.faster * (run.other / 100) / use
# +worth = run.price * run.faster * (run.other / 100)

# %% wrong: upside_down
# `worth` is upside down: the more the other machine does in an hour, the more its hour may cost.
#
# -worth = run.price * run.faster * (run.other / 100) / use
# +worth = run.price / run.faster / (run.other / 100) * use

# %% wrong: per_cent
# `use`: give a part of 1. You gave per cent.
#
# -worth = run.price * run.faster * (run.other / 100) / use
# +worth = run.price * run.faster * (run.other / 100) / use
# +use = 100 * use

# %% wrong: what_is_left
# `use`: you gave what the step does *not* reach. The task asks for what it reaches.
#
# -worth = run.price * run.faster * (run.other / 100) / use
# +worth = run.price * run.faster * (run.other / 100) / use
# +use = 1 - use

# %% wrong: the_whole_bill
# `worth` is a price for an hour: the other machine needs a different number of hours for the same
# training.
#
# -worth = run.price * run.faster * (run.other / 100) / use
# +worth = money

# %% wrong: uses_changed_places
# In `worth` the two uses have changed places. The more of its peak your program uses on the other
# machine, the more that machine's hour may cost.
#
# -worth = run.price * run.faster * (run.other / 100) / use
# +worth = run.price * run.faster * use / (run.other / 100)

# %% wrong: started_hours
# `money`: you rounded the hours up. The exact time is billed.
#
# -money = hours * run.price
# +money = -(-hours // 1) * run.price

# %% wrong: kilowatts
# `energy`: those are kilowatts. Times the hours it becomes kilowatt-hours.
#
# -energy = hours * run.watts / 1000
# +energy = run.watts / 1000

# %% right: by_both_rates
reached = run.work / run.took  # TFLOP/s
other = run.faster * run.peak * run.other / 100
use = reached / run.peak
hours = run.took * run.steps / 60 / 60
money = run.price * hours
energy = run.watts * hours * 1e-3
worth = run.price * other / reached

# %% right: by_both_bills
use = run.work / run.peak / run.took
seconds = run.steps * run.took
hours, energy = seconds / 3600, seconds * run.watts / 3.6e6
money = run.price * hours
there = run.steps * run.work / (run.faster * run.peak * run.other / 100) / 3600
worth = money / there
