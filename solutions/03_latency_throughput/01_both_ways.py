# ---
# title: Little both ways, in the right words
# kind: function
# points: 1
# minutes: 8
# hints:
#   - "Latency is a time: from asking to answer. Throughput is a rate: answers in a second. Each
#     machine gives you one of the two; find the other, then compare times with times."
#   - "Little's law: `inside = throughput * latency`. Of three figures any two give the third."
#   - "For the car `throughput = inside / latency`; for the truck `latency = inside / throughput`.
#     The lower latency is the sooner answer, the higher throughput the more answers."
# ---

# %% [markdown]
# Say which of two machines has the lower latency and which the higher throughput.
#
# Of the first machine, the car, you know its latency in seconds; of the second, the truck, its
# throughput in customers per second. Of both you know how many customers are inside at a time, on
# average. Car and truck are only names: in some cases the truck is the quicker one.

# %% answer
def compare(car, truck):
    """car: {"latency": 2, "inside": 2}, truck: {"throughput": 8, "inside": 64}
    -> (lower latency, higher throughput) = ("car", "truck"). Two to five lines."""
    ### BEGIN SOLUTION
    car_throughput = car["inside"] / car["latency"]
    truck_latency = truck["inside"] / truck["throughput"]
    sooner = "car" if car["latency"] < truck_latency else "truck"
    more = "car" if car_throughput > truck["throughput"] else "truck"
    return sooner, more
    ### END SOLUTION


# %% check
def machines(draw):
    # Each comparison is decided by a factor of two or more.
    names = ["car", "truck"]
    sooner, more = draw.pick(names), draw.pick(names)
    factor, latency, throughput = draw.int(2, 5), draw.int(2, 9), draw.int(2, 9)
    car_latency = latency if sooner == "car" else latency * factor
    truck_latency = latency * factor if sooner == "car" else latency
    car_rate = throughput * factor if more == "car" else throughput
    truck_rate = throughput if more == "car" else throughput * factor
    car = {"latency": car_latency, "inside": car_latency * car_rate}
    return car, {"throughput": truck_rate, "inside": truck_latency * truck_rate}


check(compare, given=machines)


# %% wrong: words_inverted
# Your two words have changed places, as in the article: you gave the *higher* latency and the
# *lower* throughput. Low latency means a short wait, and that is the quick machine.
def compare(car, truck):
    slow = "car" if car["latency"] > truck["inside"] / truck["throughput"] else "truck"
    few = "car" if car["inside"] / car["latency"] < truck["throughput"] else "truck"
    return slow, few


# %% wrong: higher_latency
# The throughput is right. For the latency you named the machine with the *longer* wait. Low
# latency is the sooner answer.
def compare(car, truck):
    slow = "car" if car["latency"] > truck["inside"] / truck["throughput"] else "truck"
    more = "car" if car["inside"] / car["latency"] > truck["throughput"] else "truck"
    return slow, more


# %% wrong: one_at_a_time
# You took throughput as one over latency, and latency as one over throughput. That holds for a
# machine with one customer inside. With many inside at once, many leave in the time that one
# takes: use Little's law.
def compare(car, truck):
    sooner = "car" if car["latency"] < 1 / truck["throughput"] else "truck"
    more = "car" if 1 / car["latency"] > truck["throughput"] else "truck"
    return sooner, more


# %% wrong: more_inside_wins
# Your latency is right. For the throughput you chose the machine that holds more customers. They
# may also stay longer; divide by the time that each stays.
def compare(car, truck):
    sooner = "car" if car["latency"] < truck["inside"] / truck["throughput"] else "truck"
    return sooner, "car" if car["inside"] > truck["inside"] else "truck"


# %% wrong: answers_swapped
# Both answers are right, in the other order: latency first, then throughput.
def compare(car, truck):
    sooner = "car" if car["latency"] < truck["inside"] / truck["throughput"] else "truck"
    more = "car" if car["inside"] / car["latency"] > truck["throughput"] else "truck"
    return more, sooner


# %% right: without_division
def compare(car, truck):
    sooner = "car" if car["latency"] * truck["throughput"] < truck["inside"] else "truck"
    more = "car" if car["inside"] > truck["throughput"] * car["latency"] else "truck"
    return sooner, more


# %% right: with_min_and_max
def compare(car, truck):
    latency = {"car": car["latency"], "truck": truck["inside"] / truck["throughput"]}
    rate = {"car": car["inside"] / car["latency"], "truck": truck["throughput"]}
    return min(latency, key=latency.get), max(rate, key=rate.get)


# %% right: filled_in_first
def compare(car, truck):
    car = dict(car, throughput=car["inside"] / car["latency"], name="car")
    truck = dict(truck, latency=truck["inside"] / truck["throughput"], name="truck")
    by_latency = sorted([car, truck], key=lambda machine: machine["latency"])
    by_throughput = sorted([car, truck], key=lambda machine: -machine["throughput"])
    return [by_latency[0]["name"], by_throughput[0]["name"]]
