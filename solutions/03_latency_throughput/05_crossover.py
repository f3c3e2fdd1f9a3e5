# ---
# title: From which load on does the truck win?
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "First make one trustworthy time out of five samples. A few of them are spoilt, some upwards,
#     some downwards. Which summary of five numbers does not care how far off two of them are?"
#   - "The median. Then each machine is a straight line, `time = fixed + each * batch`; two of its
#     points, or a fit, give `fixed` and `each`."
#   - "`np.polyfit(batches, medians, 1)` gives `(each, fixed)`. The lines meet at
#     `(truck_fixed - car_fixed) / (car_each - truck_each)`."
# ---

# %% [markdown]
# Two machines were timed at several batch sizes, five times each. Find the batch at which their
# times are equal, as a number with a point.
#
# Both follow a straight line, a fixed time plus so much for each customer: the car has the small
# fixed time, the truck costs less for each customer. But the clock is noisy: of the five samples
# at each batch, up to two are spoilt, one because another program ran meanwhile, one because the
# timer started late. The other three are exact. The crossover lies between batch sizes that were
# measured, or even beyond them. `np.polyfit(x, y, 1)` gives the slope and the height at zero of the
# line through points, if you want a fit.

# %% answer
def crossover(batches, car, truck):
    """batches: [1, 2, 4]; car, truck: for each batch a list of five times in milliseconds
    -> the batch, such as 7.5, at which both take equally long. Five to eight lines."""

    ### BEGIN SOLUTION
    def line(samples):
        times = [sorted(five)[2] for five in samples]
        each = (times[-1] - times[0]) / (batches[-1] - batches[0])
        return times[0] - each * batches[0], each

    (car_fixed, car_each), (truck_fixed, truck_each) = line(car), line(truck)
    return (truck_fixed - car_fixed) / (car_each - truck_each)
    ### END SOLUTION


# %% check
def timings(draw):
    batches = [1, 2, 4, 8, 16, 32, 64][draw.int(0, 2) :][: draw.int(2, 4)]
    car_fixed, truck_each = draw.int(1, 9), draw.int(1, 4)
    truck_fixed, car_each = car_fixed + draw.int(20, 200), truck_each + draw.int(1, 9)

    def samples(fixed, each):
        rows = []
        for batch in batches:
            time = fixed + each * batch
            late, busy = time - draw.int(0, 2), time + draw.int(0, 90)
            rows.append(draw.shuffle([late, time, time, time, busy]))
        return rows

    return batches, samples(car_fixed, car_each), samples(truck_fixed, truck_each)


check(crossover, given=timings, tolerance=1e-6)

# %% wrong: mean_of_samples
# You averaged the five samples. One spoilt sample moves a mean as far as it likes; the median
# does not move.
import numpy as np


def crossover(batches, car, truck):
    car_each, car_fixed = np.polyfit(batches, [sum(five) / 5 for five in car], 1)
    truck_each, truck_fixed = np.polyfit(batches, [sum(five) / 5 for five in truck], 1)
    return (truck_fixed - car_fixed) / (car_each - truck_each)


# %% wrong: fastest_sample
# You took the fastest of the five. That is a good rule where noise can only add time; here a
# timer that starts late takes some away.
import numpy as np


def crossover(batches, car, truck):
    car_each, car_fixed = np.polyfit(batches, [min(five) for five in car], 1)
    truck_each, truck_fixed = np.polyfit(batches, [min(five) for five in truck], 1)
    return (truck_fixed - car_fixed) / (car_each - truck_each)


# %% wrong: first_batch_that_wins
# You gave the first measured batch at which the truck is the faster. The lines cross before it,
# between two batches that were measured (or beyond all of them).
def crossover(batches, car, truck):
    for batch, mine, other in zip(batches, car, truck):
        if sorted(other)[2] < sorted(mine)[2]:
            return float(batch)
    return float(batches[-1])


# %% wrong: truck_for_nothing
# You let the truck carry its customers for nothing. They cost less there than in the car, but
# they cost: divide by the *difference* of the two slopes.
import numpy as np


def crossover(batches, car, truck):
    car_each, car_fixed = np.polyfit(batches, np.median(car, axis=1), 1)
    _, truck_fixed = np.polyfit(batches, np.median(truck, axis=1), 1)
    return (truck_fixed - car_fixed) / car_each


# %% wrong: car_starts_at_once
# You forgot the car's own fixed time. It is small, and it is there.
import numpy as np


def crossover(batches, car, truck):
    car_each, _ = np.polyfit(batches, np.median(car, axis=1), 1)
    truck_each, truck_fixed = np.polyfit(batches, np.median(truck, axis=1), 1)
    return truck_fixed / (car_each - truck_each)


# %% right: with_polyfit
import numpy as np


def crossover(batches, car, truck):
    car_each, car_fixed = np.polyfit(batches, np.median(car, axis=1), 1)
    truck_each, truck_fixed = np.polyfit(batches, np.median(truck, axis=1), 1)
    return (truck_fixed - car_fixed) / (car_each - truck_each)


# %% right: line_of_differences
from statistics import median


def crossover(batches, car, truck):
    ahead = [median(b) - median(a) for a, b in zip(car, truck)]
    closes = (ahead[0] - ahead[1]) / (batches[1] - batches[0])
    return batches[0] + ahead[0] / closes


# %% right: most_common_sample
from collections import Counter

import numpy as np


def crossover(batches, car, truck):
    def fit(samples):
        times = [Counter(five).most_common(1)[0][0] for five in samples]
        design = np.stack([np.ones(len(batches)), batches], axis=1)
        return np.linalg.lstsq(design, np.array(times, float), rcond=None)[0]

    fixed, each = fit(truck) - fit(car)
    return -fixed / each
