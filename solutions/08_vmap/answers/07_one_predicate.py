# %% wrong: unchanged
# Your values are right, but both networks run. If each lane has its own predicate, all lanes
# execute both branches. `updated` is the same for all images: do not map over it.
def answers(updated, old, new, images):
    per_image = jnp.full(len(images), updated)
    return jax.vmap(answer, in_axes=(0, None, None, 0))(per_image, old, new, images)


# %% wrong: both_run
# Your values are right, but both networks run, because `jnp.where` needs both results. `updated` is
# the same for all images: select the network first.
def answers(updated, old, new, images):
    both = jnp.maximum(images @ new.T, 0), jnp.maximum(images @ old.T, 0)
    return jnp.where(updated > 0, *both)


# %% wrong: predicate_mapped
# You mapped over `updated`, which is a scalar and has no axis. All images share it: use `None`.
def answers(updated, old, new, images):
    return jax.vmap(answer, in_axes=(0, None, None, 0))(updated, old, new, images)


# %% wrong: all_arguments_mapped
# You mapped over all arguments. All images share `updated` and both networks: use `None` for them.
def answers(updated, old, new, images):
    return jax.vmap(answer)(updated, old, new, images)


# %% wrong: networks_swapped
# You swapped the networks. Use the new one if `updated` is above 0.
def answers(updated, old, new, images):
    return jax.vmap(answer, in_axes=(None, None, None, 0))(updated, new, old, images)


# %% wrong: maximum_forgotten
# You left out the `maximum`, so some values are negative. Call `answer`, which applies it.
def answers(updated, old, new, images):
    return images @ jnp.where(updated > 0, new, old).T


# %% wrong: images_as_columns
# Your values are right, but rows and columns are swapped: you returned a column for each image.
# `vmap` stacks along axis 0 unless `out_axes` is given. Leave out `out_axes`.
def answers(updated, old, new, images):
    return jax.vmap(answer, in_axes=(None, None, None, 0), out_axes=1)(updated, old, new, images)


# %% wrong: always_new
# You always used the new network. `updated` selects one of the two.
def answers(updated, old, new, images):
    return jnp.maximum(images @ new.T, 0)


# %% wrong: always_old
# You always used the old network. `updated` selects one of the two.
def answers(updated, old, new, images):
    return jnp.maximum(images @ old.T, 0)


# %% wrong: python_if
# You used a Python `if`, which needs the value of `updated` during tracing, when there is none.
# `jax.lax.cond` in `answer` decides when the program runs.
def answers(updated, old, new, images):
    return jnp.maximum(images @ (new if updated > 0 else old).T, 0)


# %% wrong: one_image_at_a_time
# Your values are right, but you process one image after another and evaluate the predicate for
# each. Use `vmap` with `None` for `updated`, which evaluates it once and processes all images in
# parallel.
def answers(updated, old, new, images):
    return jax.lax.map(lambda image: answer(updated, old, new, image), images)


# %% right: by_closure
def answers(updated, old, new, images):
    return jax.vmap(lambda image: answer(updated, old, new, image))(images)


# %% right: choose_the_weights
def answers(updated, old, new, images):
    return jnp.maximum(images @ jnp.where(updated > 0, new, old).T, 0)


# %% right: cond_outside
def answers(updated, old, new, images):
    chosen = jax.lax.cond(updated > 0, lambda: new, lambda: old)
    return jax.vmap(lambda image: jnp.maximum(chosen @ image, 0))(images)


# %% right: all_images_inside
def answers(updated, old, new, images):
    def with_weights(weights):
        return jnp.maximum(images @ weights.T, 0)

    return jax.lax.cond(updated == 0, lambda: with_weights(old), lambda: with_weights(new))
