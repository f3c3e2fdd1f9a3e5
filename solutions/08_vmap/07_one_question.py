# ---
# title: "Fix: one question, asked of every lane"
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "A lane cannot leave its row. If every lane may answer differently, both sides are carried out
#     for all of them, and each takes what it wants. Must every lane be asked here?"
#   - "`updated` is one number for all. What goes whole to everyone has `None` in `in_axes`, and a
#     question that is whole stays a question."
#   - "`jax.vmap(answer, in_axes=(None, None, None, 0))(updated, old, new, photos)`."
# ---

# %% [markdown]
# Rewrite `answers_slow` so that it gives the same answers with the work of one network, not of two.
#
# A service has two networks, and `updated` says which of them answers today: 0 the old one, else
# the new one. It is one number for all photos. `answer` does one photo, and `jax.lax.cond` in it
# takes one of two sides. `answers_slow` copies `updated` for every photo and takes the copies
# apart.

# %% given
import jax
import jax.numpy as jnp


def answer(updated, old, new, photo):
    """updated: one number, old and new: f32[h, d], photo: f32[d] -> f32[h]."""
    return jax.lax.cond(
        updated > 0,
        lambda: jnp.maximum(new @ photo, 0),
        lambda: jnp.maximum(old @ photo, 0),
    )


def answers_slow(updated, old, new, photos):
    for_each = jnp.full(len(photos), updated)
    return jax.vmap(answer, in_axes=(0, None, None, 0))(for_each, old, new, photos)


# %% answer
def answers(updated, old, new, photos):
    """updated: i32[], 0 or 1; old and new: f32[h, d], photos: f32[n, d] -> f32[n, h]. One line."""
    ### BEGIN SOLUTION
    return jax.vmap(answer, in_axes=(None, None, None, 0))(updated, old, new, photos)
    ### END SOLUTION


# %% check
import numpy as np


def networks(draw):
    d, h, n = draw.each([(1, 1, 1), (2, 5, 3), (7, 4, 9), (5, 1, 8), (16, 8, 2), (32, 16, 24)])
    on = draw.each([0, 1])
    return (
        draw.array("i32", (), 0, 1, then=lambda drawn: np.full_like(drawn, on)),
        draw.array("f32", (h, d)),
        draw.array("f32", (h, d)),
        draw.array("f32", (n, d)),
    )


check(
    answers,
    spec=lambda updated, old, new, photos: np.maximum(photos @ (new if updated else old).T, 0),
    given=networks,
    budget=Budget(work=1.5, span=2),
)
