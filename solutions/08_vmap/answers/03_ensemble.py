# %% wrong: in_axes_over_dict
# You passed one 0 for the whole dictionary, so you mapped over `b` as well, which all networks
# share. Pass a dictionary with the same keys: `{"w": 0, "b": None, "out": 0}`.
def ensemble(nets, image):
    return jax.vmap(score, in_axes=(0, None))(nets, image).mean()


# %% wrong: unrolled
# Your mean is right, but your Python loop repeats the program for each network, and each copy loads
# the image again. Use `vmap`, which loads the image once.
def ensemble(nets, image):
    scores = [
        score({"w": w, "b": nets["b"], "out": out}, image) for w, out in zip(nets["w"], nets["out"])
    ]
    return sum(scores) / len(scores)


# %% wrong: image_copied
# Your mean is right, but you copied the image for each network, and every copy is loaded. Use
# `None` in `in_axes` to share one image.
def ensemble(nets, image):
    images = jnp.tile(image, (len(nets["w"]), 1))
    return jax.vmap(score, in_axes=({"w": 0, "b": None, "out": 0}, 0))(nets, images).mean()


# %% wrong: image_mapped
# You mapped over the image, so each network received one pixel. All networks share the image: use
# `None`.
def ensemble(nets, image):
    axes = {"w": 0, "b": None, "out": 0}
    return jax.vmap(score, in_axes=(axes, 0))(nets, image).mean()


# %% wrong: wrong_axis
# You mapped over axis 1, or divided by its size. Axis 1 counts the neurons. The networks are along
# axis 0.
def ensemble(nets, image):
    axes = {"w": 1, "b": 0, "out": 1}
    return jax.vmap(score, in_axes=(axes, None))(nets, image).mean()


# %% wrong: mean_of_the_weights
# You took the mean of the weights and computed one score. `score` is not linear, because it
# contains a `maximum`. Compute the score of each network first, then the mean.
def ensemble(nets, image):
    mean = {"w": nets["w"].mean(0), "b": nets["b"], "out": nets["out"].mean(0)}
    return score(mean, image)


# %% wrong: sum_for_mean
# You returned the sum of the scores. Divide by the number of networks: use `.mean()`.
def ensemble(nets, image):
    axes = {"w": 0, "b": None, "out": 0}
    return jax.vmap(score, in_axes=(axes, None))(nets, image).sum()


# %% wrong: bias_left_out
# You left out `b`. Call `score`, which adds it.
def ensemble(nets, image):
    return (jnp.maximum(nets["w"] @ image, 0) * nets["out"]).sum(axis=1).mean()


# %% wrong: mean_over_neurons
# You took the mean over the neurons as well. The score of a network is the *sum* over its neurons.
# Take the mean over the networks only.
def ensemble(nets, image):
    hidden = jnp.maximum(nets["w"] @ image + nets["b"], 0)
    return (hidden * nets["out"]).mean()


# %% wrong: all_scores
# You returned the scores of all networks. Return their mean.
def ensemble(nets, image):
    return jax.vmap(score, in_axes=({"w": 0, "b": None, "out": 0}, None))(nets, image)


# %% wrong: one_net_at_a_time
# Your mean is right, but you run one network after another: each iteration waits for the previous
# one. Use `vmap`.
def ensemble(nets, image):
    def one(w_and_out):
        return score({"w": w_and_out[0], "b": nets["b"], "out": w_and_out[1]}, image)

    return jax.lax.map(one, (nets["w"], nets["out"])).mean()


# %% wrong: all_pairs_multiplied
# You multiplied the neurons of each network by the `out` of every network. Each network has its own
# `out`. Multiply element by element, and sum over the neurons.
def ensemble(nets, image):
    hidden = jnp.maximum(nets["w"] @ image + nets["b"], 0)
    return (hidden @ nets["out"].T).mean()


# %% right: shared_by_closure
def ensemble(nets, image):
    def one(w, out):
        return score({"w": w, "b": nets["b"], "out": out}, image)

    return jnp.mean(jax.vmap(one)(nets["w"], nets["out"]))


# %% right: by_products
def ensemble(nets, image):
    hidden = jnp.maximum(nets["w"] @ image + nets["b"], 0)
    return (hidden * nets["out"]).sum() / len(hidden)


# %% right: with_einsum
def ensemble(nets, image):
    hidden = jnp.maximum(jnp.einsum("ehd,d->eh", nets["w"], image) + nets["b"], 0)
    return jnp.einsum("eh,eh->e", hidden, nets["out"]).mean()


# %% right: bias_broadcast
def ensemble(nets, image):
    everyone = jnp.broadcast_to(nets["b"], nets["out"].shape)
    return jax.vmap(score, in_axes=(0, None))({**nets, "b": everyone}, image).mean()
