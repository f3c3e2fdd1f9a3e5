# ---
# title: "A large batch in small memory"
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "The gradients of a sum are the sum of the gradients. So what has to be there at the same
#     time, and what may be forgotten as soon as it has been added?"
#   - "A `scan` whose carry is a dict of gradients, and which takes the small batches in turn.
#     `jax.grad` goes inside: of a scan, it would keep the tape of every turn."
#   - "`turn(total, batch)` returns `jax.tree.map(jnp.add, total, jax.grad(astray)(params, *batch)),
#     None`, and starts from `jax.tree.map(jnp.zeros_like, params)`."
# ---

# %% [markdown]
# Give the gradients of `astray` summed over `k` small batches, with the arrays of one small batch
# in memory, and not of all.
#
# `x` and `y` hold `k` *micro-batches* of `n` examples. Together they are one large batch, and the
# gradients have to be those of the large batch exactly. This is how training uses a batch that
# does not fit into memory (*gradient accumulation*). The check reads your program: what is there
# at the same time, and the work. A `for` of Python's leaves no loop in the program: its turns
# stand side by side, and the compiler plans the arrays of all of them.

# %% given
import jax
import jax.numpy as jnp


def astray(params, x, y):
    """Half the sum of the squares of what two layers are off. x: f32[n, d], y: f32[n, c]."""
    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
    return 0.5 * ((hidden @ params["w2"] - y) ** 2).sum()


# %% answer
def large_batch(params, x, y):
    """params: {w1: f32[d, h], b1: f32[h], w2: f32[h, c]}, x: f32[k, n, d], y: f32[k, n, c]
    -> a dict like params. Three to six lines."""

    ### BEGIN SOLUTION
    def turn(total, batch):
        return jax.tree.map(jnp.add, total, jax.grad(astray)(params, *batch)), None

    return jax.lax.scan(turn, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, x, y):
    x, y = x.reshape(-1, x.shape[2]), y.reshape(-1, y.shape[2])
    hidden = np.maximum(x @ params["w1"] + params["b1"], 0)
    wrong = hidden @ params["w2"] - y
    back = wrong @ params["w2"].T * (hidden > 0)
    return {"w1": x.T @ back, "b1": back.sum(axis=0), "w2": hidden.T @ wrong}


def batches(draw):
    k, n, d, h, c = draw.each(
        [
            (1, 1, 1, 1, 1),
            (3, 2, 4, 5, 1),
            (2, 5, 3, 1, 2),
            (4, 1, 2, 3, 5),
            (5, 3, 6, 2, 4),
            (16, 32, 8, 32, 2),
        ]
    )
    return (
        {
            "w1": draw.array("f32", (d, h), -2, 2),
            # Odd, so that no hidden neuron stands at zero.
            "b1": draw.array("f32", (h,), -3, 3, then=lambda drawn: 2 * drawn + 1),
            "w2": draw.array("f32", (h, c), -2, 2),
        },
        draw.array("f32", (k, n, d), -2, 2, then=lambda drawn: 2 * drawn),
        draw.array("f32", (k, n, c), -3, 3),
    )


check(large_batch, spec=plain, given=batches, budget=Budget(peak=1.4, block=4, work=1.3))
