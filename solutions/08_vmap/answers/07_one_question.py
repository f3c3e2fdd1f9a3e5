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
