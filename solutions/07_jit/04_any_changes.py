# ---
# title: "Mend it: a NumPy loop as one program"
# kind: program
# points: 1
# minutes: 10
# hints:
#   - "Which array does each turn hand to the next one? Which number says where the turn is?"
#   - "No array can be written into, so a turn returns the new one: `jnp.minimum` of the old prices
#     and of those by way of `via`."
#   - "`jax.lax.fori_loop(0, len(fares), turn, fares)`, where `turn(via, best)` returns
#     `jnp.minimum(best, best[:, via, None] + best[via])`."
# choices:
#   "0, len(fares)": a town that comes twice makes no journey cheaper
# ---

# %% [markdown]
# Turn `cheapest_numpy` into one JAX program: the cheapest journeys between all towns, with as many
# changes as it takes.
#
# `fares[i, j]` is the price of the ticket from town `i` to town `j`. Turn `via` of the loop lets
# everybody change in town `via`, too. (Its name is Floyd and Warshall's algorithm.) The program
# itself must not grow with the number of towns: the check looks at it for 700.

# %% given
import jax
import jax.numpy as jnp
import numpy as np


def cheapest_numpy(fares):
    best = np.array(fares)
    for via in range(len(best)):
        np.minimum(best, best[:, via, None] + best[via], out=best)
    return best


# %% answer
def cheapest(fares):
    """fares: f32[n, n] -> f32[n, n]. Three or four lines."""

    ### BEGIN SOLUTION
    def turn(via, best):
        return jnp.minimum(best, best[:, via, None] + best[via])

    return jax.lax.fori_loop(0, len(fares), turn, fares)
    ### END SOLUTION


# %% check
check(
    cheapest,
    spec=cheapest_numpy,
    given="fares: f32[n, n] in 1..99",
    budget=Budget(work=2, at={"n": 700}),
)
