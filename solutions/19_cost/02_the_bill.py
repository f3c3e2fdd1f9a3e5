# ---
# title: Compute the utilisation, cost and energy of a training run
# kind: value
# points: 2
# minutes: 12
# hints:
#   - "Compare two times: how long the step would take at the peak rate, and how long it took. The
#     first divided by the second is the utilisation."
#   - "`utilization = run.work / (run.took * run.peak)`: one TFLOP at one TFLOP/s takes a second. An
#     hour has 3,600 seconds, and a kilowatt is 1,000 watts."
#   - "An hour of the other machine may cost more by the factor by which it does more work in that
#     hour: `run.price * run.faster * run.other / 100 / utilization`."
# ---

# %% [markdown]
# A step of your training was timed on a rented machine. Compute what the whole training costs, and
# at what hourly price the training costs the same on a faster machine.
#
# - A step does `run.work` TFLOP and took `run.took` seconds. The training has `run.steps` steps.
# - The machine has a peak of `run.peak` TFLOP/s, costs `run.price` dollars per hour, and always
#   draws `run.watts` watts. The rental bills the exact time, without rounding.
# - Another machine has a peak that is `run.faster` times as high. Your program will reach
#   `run.other` per cent of that peak.
#
# The inputs are drawn at random. Four significant digits are enough.
#
# | name | value |
# |---|---|
# | `utilization` | fraction of the peak that the step reached, 0 to 1 (model FLOP utilisation) |
# | `hours` | hours of the whole training on the first machine |
# | `cost` | cost of the whole training in dollars |
# | `energy` | energy of the whole training in kilowatt-hours |
# | `worth` | hourly price in dollars at which the training costs the same on the other machine |

# %% given
run = figures(
    "work: 40..45, took: 0.5..0.7, peak: 101 | 103 | 107, steps: int in 40000..60000, "
    "price: 1.5..2.5, watts: int in 280..320, faster: 6 | 7 | 8, other: int in 3..5"
)
run

# %% answer
# Five values. The inputs above are `run.work` and so on.
### BEGIN SOLUTION
utilization = run.work / (run.took * run.peak)
hours = run.steps * run.took / 3600
cost = hours * run.price
energy = hours * run.watts / 1000
worth = run.price * run.faster * (run.other / 100) / utilization
### END SOLUTION

# %% check
check(utilization=utilization, hours=hours, cost=cost, energy=energy, worth=worth, tolerance=0.002)
