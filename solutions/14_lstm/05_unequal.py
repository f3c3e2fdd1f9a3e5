# ---
# title: Texts of unequal length
# kind: program
# points: 1
# minutes: 14
# hints:
#   - "All texts take all steps, since the loop is one for all. What may a text that has ended do
#     with the step it is made to take?"
#   - "Compute the new state of every text, and then choose, text by text: the new one where the
#     text still has a word, the old one where it has ended. `h` and `c` alike."
#   - "`scan` may go through `(jnp.arange(len(xs)), xs)`, so that a turn knows its number `at`. With
#     `live = (at < lengths)[:, None]` the choice is `jnp.where(live, new, old)`, twice."
# ---

# %% [markdown]
# Run texts of unequal length side by side, and give the state of each after its own last word.
#
# `xs[t]` is word `t` of each of `n` texts. Text `k` has `lengths[k]` words; after them stand
# numbers that mean nothing, so that all fill the same array (*padding*). Once a text has ended its
# state stays as it is, `h` and `c`. A text without a word keeps the zeros that it began with; one
# may be as long as the array. `hard_step` is the step of the second task. Each word of the array
# goes through it once.

# %% given
import jax
import jax.numpy as jnp


def hard_step(params, state, x):
    """A step whose gates are open or shut. state: h and c, each f32[n, m]; x: f32[n, d]."""
    h, c = state
    i, f, g, o = jnp.split(x @ params["w"] + h @ params["u"] + params["b"], 4, axis=-1)
    c = jnp.where(f > 0, c, 0) + jnp.where(i > 0, jnp.clip(g, -3, 3), 0)
    return jnp.where(o > 0, jnp.clip(c, -3, 3), 0), c


# %% answer
def last_states(params, xs, lengths):
    """params: {w: f32[d, 4*m], u: f32[m, 4*m], b: f32[4*m]}, xs: f32[t, n, d], lengths: i32[n]

    -> h and c of each text, each f32[n, m]. Eight to ten lines."""

    ### BEGIN SOLUTION
    def turn(state, now):
        at, x = now
        live = (at < lengths)[:, None]
        h, c = hard_step(params, state, x)
        return (jnp.where(live, h, state[0]), jnp.where(live, c, state[1])), None

    nothing = jnp.zeros((len(lengths), params["u"].shape[0]))
    return jax.lax.scan(turn, (nothing, nothing), (jnp.arange(len(xs)), xs))[0]
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, xs, lengths):
    m = params["u"].shape[0]
    hs, cs = np.zeros((len(lengths), m)), np.zeros((len(lengths), m))
    for k, length in enumerate(lengths):
        h = c = np.zeros(m)
        for x in xs[: int(length), k]:
            i, f, g, o = np.split(x @ params["w"] + h @ params["u"] + params["b"], 4)
            c = c * (f > 0) + np.clip(g, -3, 3) * (i > 0)
            h = np.clip(c, -3, 3) * (o > 0)
        hs[k], cs[k] = h, c
    return hs, cs


def some_texts(draw):
    """An empty text and one as long as the array, either first; and a case with neither."""
    t, n, d, m = draw.each(
        [(1, 1, 1, 1), (4, 3, 2, 3), (7, 2, 1, 4), (3, 5, 4, 2), (9, 4, 3, 5), (16, 8, 6, 8)]
    )

    inside = draw.each([0, 0, 0, 1, 0, 0])  # at least so many words, and so many fewer than t
    ends = draw.each([(t, t), (0, t), (t, 0), (t - 1, 1), (t, 0), (0, t)])

    def both_ends(lengths):
        lengths[:1], lengths[-1:] = ends
        return lengths

    params = {
        "w": draw.array("f32", (d, 4 * m)),
        "u": draw.array("f32", (m, 4 * m)),
        "b": draw.array("f32", (4 * m,)),
    }
    words = draw.array("f32", (t, n, d), -4, 4)
    return params, words, draw.array("i32", (n,), inside, t - inside, then=both_ends)


check(last_states, spec=plain, given=some_texts, budget=Budget(work=1.5))
