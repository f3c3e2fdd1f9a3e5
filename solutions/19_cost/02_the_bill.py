# ---
# title: The bill
# kind: value
# points: 2
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
