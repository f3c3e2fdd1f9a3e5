# ---
# title: From which load on does the truck win?
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "First make one time that you can trust out of five samples. Some are too long, some too
#     short. Which summary of five numbers does not change, however wrong two of them are?"
#   - "The median, `jnp.median(car, axis=1)`. Then each machine is a straight line,
#     `time = fixed + each * batch`; its first and its last point give `each`, and that gives
#     `fixed`."
#   - "`each = (times[-1] - times[0]) / (batches[-1] - batches[0])`, `fixed = times[0] - each *
#     batches[0]`. The lines meet at `(truck_fixed - car_fixed) / (car_each - truck_each)`."
# ---

# %% [markdown]
# Two machines were timed at several batch sizes, five times each. Find the batch at which their
# times are equal; it need not be a whole number.
#
# Both follow a straight line, a fixed time plus so much for each customer: the car has the small
# fixed time, the truck costs less for each customer. But the clock is noisy: of the five samples
# at each batch, up to two are wrong, one because another program ran at that time, one because the
# timer started late. The other three are exact. The crossover lies between batch sizes that were
# measured, or even beyond them.
#
# `jnp.polyfit` is closed: it calls a library that nobody can count.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def crossover(batches, car, truck):
    """batches: f32[k], growing; car, truck: f32[k, 5], milliseconds -> f32[], the batch at which
    both take equally long. Four to eight lines.

    >>> samples = jnp.array([3.0, 4.0, 4.0, 4.0, 90.0])
    >>> car, truck = jnp.stack([samples, samples + 2]), jnp.stack([samples + 9, samples + 10])
    >>> float(crossover(jnp.array([1.0, 2.0]), car, truck))
    10.0
    """

    ### BEGIN SOLUTION
    def line(samples):
        times = jnp.median(samples, axis=1)
        each = (times[-1] - times[0]) / (batches[-1] - batches[0])
        return times[0] - each * batches[0], each

    (car_fixed, car_each), (truck_fixed, truck_each) = line(car), line(truck)
    return (truck_fixed - car_fixed) / (car_each - truck_each)
    ### END SOLUTION


# %% check
import numpy as np


def timings(draw):
    count, first = draw.each([2, 3, 4, 2, 3, 4]), draw.each([0, 1, 2, 3])
    batches = 2.0 ** np.arange(first, first + count)

    def samples(least_fixed, most_fixed, least_each, most_each):
        def timed(raw):
            fixed = least_fixed + raw[0, 0] % (most_fixed - least_fixed + 1)
            each = least_each + raw[0, 1] % (most_each - least_each + 1)
            time = fixed + each * batches
            late, busy = time - 1 - raw[:, 2] % 2, time + 1 + raw[:, 3] % 90
            five = np.stack([late, time, time, time, busy], axis=1)
            return np.take_along_axis(five, np.argsort(raw, axis=1), axis=1)

        return draw.array("f32", (count, 5), 0, 9999, then=timed)

    measured = draw.array("f32", (count,), 0, 0, then=lambda _: batches)
    return measured, samples(1, 9, 5, 13), samples(30, 200, 1, 4)


check(crossover, given=timings, tolerance=1e-4)
