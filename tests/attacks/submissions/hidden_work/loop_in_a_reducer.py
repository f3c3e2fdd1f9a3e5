# tries: Hides a sequential loop in the function of a reduction, which looks like the steps of a sum.
# defence: only countable reduction bodies
# gains: points
# earned: 1
# message: a function that `reduce` calls is not a single sum, product, minimum or maximum

# %% answer: 01_total
import numpy as np
from jax import lax


def total(x):
    return lax.reduce(x, np.float32(0), lambda total, number: total + number + 0 * total, (0,))
