# ---
# title: "Mend it: one question, asked of every lane"
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


# %% wrong: as_it_was
# Right, but both networks run, and each is copied for every photo: where every lane may answer the
# question differently, both sides are carried out for all lanes. `updated` is the same for all: do
# not take it apart.
def answers(updated, old, new, photos):
    for_each = jnp.full(len(photos), updated)
    return jax.vmap(answer, in_axes=(0, None, None, 0))(for_each, old, new, photos)


# %% wrong: both_asked
# Right, but both networks run: `jnp.where` chooses between two answers, and both have to be there.
# `updated` is the same for all photos, so one question decides: choose the network first.
def answers(updated, old, new, photos):
    both = jnp.maximum(photos @ new.T, 0), jnp.maximum(photos @ old.T, 0)
    return jnp.where(updated > 0, *both)


# %% wrong: question_apart
# You took `updated` apart, and one number has no axis. It goes whole to everyone: `None`.
def answers(updated, old, new, photos):
    return jax.vmap(answer, in_axes=(0, None, None, 0))(updated, old, new, photos)


# %% wrong: everything_apart
# `vmap` took everything apart. The question and both networks go whole to every photo.
def answers(updated, old, new, photos):
    return jax.vmap(answer)(updated, old, new, photos)


# %% wrong: sides_swapped
# You swapped the sides: the new network answers if `updated` is above 0.
def answers(updated, old, new, photos):
    return jax.vmap(answer, in_axes=(None, None, None, 0))(updated, new, old, photos)


# %% wrong: maximum_forgotten
# You left the `maximum` out: no answer is below zero. Let `answer` do the work.
def answers(updated, old, new, photos):
    return photos @ jnp.where(updated > 0, new, old).T


# %% wrong: photos_as_columns
# The numbers are right, but rows and columns are swapped: you have a column for each photo. Lanes
# are stacked along axis 0 unless `out_axes` says otherwise.
def answers(updated, old, new, photos):
    return jax.vmap(answer, in_axes=(None, None, None, 0), out_axes=1)(updated, old, new, photos)


# %% wrong: always_the_new
# You always ask the new network. `updated` says which of the two answers.
def answers(updated, old, new, photos):
    return jnp.maximum(photos @ new.T, 0)


# %% wrong: always_the_old
# You always ask the old network. `updated` says which of the two answers.
def answers(updated, old, new, photos):
    return jnp.maximum(photos @ old.T, 0)


# %% wrong: python_asks
# A Python `if` asks now, and the program runs later: `updated` has no value yet. `jax.lax.cond` in
# `answer` asks when it runs.
def answers(updated, old, new, photos):
    return jnp.maximum(photos @ (new if updated > 0 else old).T, 0)


# %% wrong: one_photo_at_a_time
# Right, but you ask the question again for each photo, one photo after another. `vmap` with `None`
# for the question asks once, and does all photos side by side.
def answers(updated, old, new, photos):
    return jax.lax.map(lambda photo: answer(updated, old, new, photo), photos)


# %% right: by_closure
def answers(updated, old, new, photos):
    return jax.vmap(lambda photo: answer(updated, old, new, photo))(photos)


# %% right: choose_the_weights
def answers(updated, old, new, photos):
    return jnp.maximum(photos @ jnp.where(updated > 0, new, old).T, 0)


# %% right: cond_outside
def answers(updated, old, new, photos):
    chosen = jax.lax.cond(updated > 0, lambda: new, lambda: old)
    return jax.vmap(lambda photo: jnp.maximum(chosen @ photo, 0))(photos)


# %% right: all_photos_inside
def answers(updated, old, new, photos):
    def with_weights(weights):
        return jnp.maximum(photos @ weights.T, 0)

    return jax.lax.cond(updated == 0, lambda: with_weights(old), lambda: with_weights(new))
