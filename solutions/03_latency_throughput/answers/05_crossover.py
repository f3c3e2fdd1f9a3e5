# %% wrong: mean_of_samples
# You averaged the five samples. One bad sample can move a mean very far; the median does not move.
#
# -        times = jnp.median(samples, axis=1)
# +        times = samples.mean(axis=1)


# %% wrong: fastest_sample
# You took the fastest of the five. That is a good rule where noise can only add time; here a
# timer that starts late takes some away.
#
# -        times = jnp.median(samples, axis=1)
# +        times = samples.min(axis=1)


# %% wrong: third_sample
# You took the third of the five as it stands. That is the median only of a list that is sorted;
# these are in the order in which they were taken.
#
# -        times = jnp.median(samples, axis=1)
# +        times = samples[:, 2]


# %% wrong: first_batch_that_wins
# You gave the first measured batch at which the truck is the faster. The lines cross before it,
# between two batches that were measured (or beyond all of them).
def crossover(batches, car, truck):
    wins = jnp.median(truck, axis=1) < jnp.median(car, axis=1)
    return jnp.where(wins.any(), batches[jnp.argmax(wins)], batches[-1])


# %% wrong: truck_for_nothing
# You let the truck carry its customers for free. They cost less there than in the car, but they
# cost: divide by the *difference* of the two slopes.
#
# -    return (truck_fixed - car_fixed) / (car_each - truck_each)
# +    return (truck_fixed - car_fixed) / car_each


# %% wrong: car_starts_at_once
# You forgot the car's own fixed time. It is small, and it is there.
#
# -    return (truck_fixed - car_fixed) / (car_each - truck_each)
# +    return truck_fixed / (car_each - truck_each)


# %% wrong: time_at_the_first_batch
# You took the time at the first batch for the fixed time. It holds the first customers as well:
# follow the line back to a batch of none.
#
# -        return times[0] - each * batches[0], each
# +        return times[0], each


# %% wrong: rounded_up
# Right, but you rounded it to a whole batch. Do not round: the two lines may cross between two
# whole numbers.
#
# -    return (truck_fixed - car_fixed) / (car_each - truck_each)
# +    return jnp.ceil((truck_fixed - car_fixed) / (car_each - truck_each))


# %% wrong: below_zero
# The sign is not right: a batch below zero. What the truck costs more at the start is divided by
# what it saves for each customer, `car - truck`.
#
# -    return (truck_fixed - car_fixed) / (car_each - truck_each)
# +    return (truck_fixed - car_fixed) / (truck_each - car_each)


# %% wrong: slope_for_start
# You swapped the slope and the start of the lines. The start is the time of a batch of 0, in
# milliseconds; the slope is what each customer adds to it.
#
# -        return times[0] - each * batches[0], each
# +        return each, times[0] - each * batches[0]


# %% wrong: nearest_measured_batch
# You gave the measured batch at which the two are closest. Where they are equal lies between those
# that were measured, or beyond: follow the two lines.
def crossover(batches, car, truck):
    apart = jnp.median(truck, axis=1) - jnp.median(car, axis=1)
    return batches[jnp.abs(apart).argmin()]


# %% wrong: only_between_those_measured
# `jnp.interp` stops at the ends of what was measured, and the lines may cross beyond. Follow them:
# each has a fixed time and a time for each customer.
def crossover(batches, car, truck):
    ahead = jnp.median(truck, axis=1) - jnp.median(car, axis=1)
    return jnp.interp(0.0, ahead[::-1], batches[::-1])


# %% wrong: slopes_added
# You added the two slopes. With each customer more the truck costs more as well, so the car loses
# only the *difference* of the two.
#
# -    return (truck_fixed - car_fixed) / (car_each - truck_each)
# +    return (truck_fixed - car_fixed) / (car_each + truck_each)


# %% wrong: fitted_to_the_means
# You fitted lines to the means. The best line through bad means is bad as well: first make one time
# that you can trust of the five.
#
# -        times = jnp.median(samples, axis=1)
# -        each = (times[-1] - times[0]) / (batches[-1] - batches[0])
# -        return times[0] - each * batches[0], each
# +        times, middle = samples.mean(axis=1), batches.mean()
# +        each = ((batches - middle) * times).sum() / ((batches - middle) ** 2).sum()
# +        return times.mean() - each * middle, each


# %% wrong: fitted_to_the_fastest
# You fitted lines to the fastest of the five samples. That is a good rule if noise only adds
# time, but here a timer that starts late makes some samples too short. Use the median.
#
# -        times = jnp.median(samples, axis=1)
# -        each = (times[-1] - times[0]) / (batches[-1] - batches[0])
# -        return times[0] - each * batches[0], each
# +        times, middle = samples.min(axis=1), batches.mean()
# +        each = ((batches - middle) * times).sum() / ((batches - middle) ** 2).sum()
# +        return times.mean() - each * middle, each


# %% right: sorted_and_fitted
def crossover(batches, car, truck):
    def line(samples):
        times, middle = jnp.sort(samples)[:, 2], batches.mean()
        each = ((batches - middle) * times).sum() / ((batches - middle) ** 2).sum()
        return times.mean() - each * middle, each

    fixed, each = jax.vmap(line)(jnp.stack([car, truck]))
    return (fixed[1] - fixed[0]) / (each[0] - each[1])


# %% right: line_of_differences
def crossover(batches, car, truck):
    ahead = jnp.median(truck, axis=1) - jnp.median(car, axis=1)
    closes = (ahead[0] - ahead[1]) / (batches[1] - batches[0])
    return batches[0] + ahead[0] / closes


# %% right: both_at_once
def crossover(batches, car, truck):
    times = jnp.median(jnp.stack([car, truck]), axis=2)
    each = (times[:, -1] - times[:, 0]) / (batches[-1] - batches[0])
    fixed = times[:, 0] - each * batches[0]
    return (fixed[1] - fixed[0]) / (each[0] - each[1])
