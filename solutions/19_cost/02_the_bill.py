# ---
# title: The bill
# kind: value
# points: 1
# minutes: 12
# hints:
#   - "A step takes longer than at the peak. How long would it take at the peak, and how long did
#     it take? Divide the first by the second: that is the use."
#   - "`use = run.work / (run.took * run.peak)` in the right units: a TFLOP at one TFLOP/s takes a
#     second. An hour has 3,600 seconds, and a kilowatt is a thousand watts."
#   - "The other machine's hour may cost more by as much as it does more in it:
#     `run.price * run.faster * run.other / 100 / use`."
# ---

# %% [markdown]
# A step of your training was timed on a machine that you could rent. Say what the whole training
# will cost, and how much a faster machine may cost to be worth its price.
#
# A step does `run.work` TFLOP by the count of the network, and took `run.took` seconds. The
# machine's peak is `run.peak` TFLOP/s; it costs `run.price` dollars an hour (the exact time
# is billed, nothing is rounded) and draws `run.watts` watts all the time. The training has
# `run.steps` steps. The other machine's peak is `run.faster` times as high, and your program will
# use `run.other` per cent of that. Four digits are enough.
#
# | name | what |
# |---|---|
# | `use` | what the step reaches of the peak, 0 to 1: its model FLOP utilisation |
# | `hours` | hours of the whole training on the first machine |
# | `money` | dollars that they cost |
# | `energy` | kilowatt-hours that they draw |
# | `worth` | the price an hour at which the training costs as much on the other machine |

# %% given
run = figures(
    "work: 40..45, took: 0.5..0.7, peak: 101 | 103 | 107, steps: int in 40000..60000, "
    "price: 1.5..2.5, watts: int in 280..320, faster: 6 | 7 | 8, other: int in 3..5"
)
run

# %% answer
# Five numbers. The figures above are `run.work` and so on.
### BEGIN SOLUTION
use = run.work / (run.took * run.peak)
hours = run.steps * run.took / 3600
money = hours * run.price
energy = hours * run.watts / 1000
worth = run.price * run.faster * (run.other / 100) / use
### END SOLUTION

# %% check
check(use=use, hours=hours, money=money, energy=energy, worth=worth, tolerance=0.002)

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
