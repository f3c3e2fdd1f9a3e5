# %% wrong: as_it_was
# Your values are right, but both networks run. With a different predicate for each lane, all lanes
# execute both branches. `updated` is the same for all images: do not map over it.
def answers(updated, old, new, photos):
    for_each = jnp.full(len(photos), updated)
    return jax.vmap(answer, in_axes=(0, None, None, 0))(for_each, old, new, photos)


# %% wrong: both_asked
# Your values are right, but both networks run, because `jnp.where` needs both results. `updated` is
# the same for all images: select the network first.
def answers(updated, old, new, photos):
    both = jnp.maximum(photos @ new.T, 0), jnp.maximum(photos @ old.T, 0)
    return jnp.where(updated > 0, *both)


# %% wrong: question_apart
# You mapped over `updated`, which is one value without an axis. All images share it: use `None`.
def answers(updated, old, new, photos):
    return jax.vmap(answer, in_axes=(0, None, None, 0))(updated, old, new, photos)


# %% wrong: everything_apart
# You mapped over all arguments. All images share `updated` and both networks: use `None` for them.
def answers(updated, old, new, photos):
    return jax.vmap(answer)(updated, old, new, photos)


# %% wrong: sides_swapped
# You swapped the networks. Use the new one if `updated` is above 0.
def answers(updated, old, new, photos):
    return jax.vmap(answer, in_axes=(None, None, None, 0))(updated, new, old, photos)


# %% wrong: maximum_forgotten
# You left out the `maximum`, so some values are below zero. Call `answer`.
def answers(updated, old, new, photos):
    return photos @ jnp.where(updated > 0, new, old).T


# %% wrong: photos_as_columns
# Your values are right, but rows and columns are swapped: you returned a column for each image.
# `vmap` stacks along axis 0 unless `out_axes` is given. Leave out `out_axes`.
def answers(updated, old, new, photos):
    return jax.vmap(answer, in_axes=(None, None, None, 0), out_axes=1)(updated, old, new, photos)


# %% wrong: always_the_new
# You always used the new network. `updated` selects one of the two.
def answers(updated, old, new, photos):
    return jnp.maximum(photos @ new.T, 0)


# %% wrong: always_the_old
# You always used the old network. `updated` selects one of the two.
def answers(updated, old, new, photos):
    return jnp.maximum(photos @ old.T, 0)


# %% wrong: python_asks
# You used a Python `if`, which needs the value of `updated` during tracing, when there is none.
# `jax.lax.cond` in `answer` decides when the program runs.
def answers(updated, old, new, photos):
    return jnp.maximum(photos @ (new if updated > 0 else old).T, 0)


# %% wrong: one_photo_at_a_time
# Your values are right, but you process one image after another and evaluate the predicate for
# each. Use `vmap` with `None` for `updated`, which evaluates it once and processes all images in
# parallel.
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
