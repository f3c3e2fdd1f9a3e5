# %% wrong: one_number_for_the_dict
# A 0 for the whole dict takes `b` apart as well, and the networks share it. Write a dict of the
# same form in its place: `{"w": 0, "b": None, "out": 0}`.
def ensemble(nets, photo):
    return jax.vmap(score, in_axes=(0, None))(nets, photo).mean()


# %% wrong: a_line_for_each_network
# Right, but your loop writes the program of a network once for each network: the program grows with
# their number, and every one fetches the photo for itself. `vmap` writes it once, and fetches the
# photo once.
def ensemble(nets, photo):
    scores = [
        score({"w": w, "b": nets["b"], "out": out}, photo) for w, out in zip(nets["w"], nets["out"])
    ]
    return sum(scores) / len(scores)


# %% wrong: photo_for_everyone
# Right, but the photo is copied for each network, and every copy is read. `None` in `in_axes` gives
# the one photo to all.
def ensemble(nets, photo):
    photos = jnp.tile(photo, (len(nets["w"]), 1))
    return jax.vmap(score, in_axes=({"w": 0, "b": None, "out": 0}, 0))(nets, photos).mean()


# %% wrong: photo_apart
# You took the photo apart: each network saw one pixel. It goes whole to everyone, `None`.
def ensemble(nets, photo):
    axes = {"w": 0, "b": None, "out": 0}
    return jax.vmap(score, in_axes=(axes, 0))(nets, photo).mean()


# %% wrong: neurons_for_networks
# You took axis 1 apart, or divided by its size: those are the neurons. The networks lie along
# axis 0.
def ensemble(nets, photo):
    axes = {"w": 1, "b": 0, "out": 1}
    return jax.vmap(score, in_axes=(axes, None))(nets, photo).mean()


# %% wrong: mean_of_the_weights
# You made one network of the mean weights. The networks vote: each gives its score first, and then
# comes the mean. (`score` has a `maximum` in it, so it is not the same.)
def ensemble(nets, photo):
    mean = {"w": nets["w"].mean(0), "b": nets["b"], "out": nets["out"].mean(0)}
    return score(mean, photo)


# %% wrong: the_sum
# That is the sum of the scores. Divide by the number of networks: `.mean()`.
def ensemble(nets, photo):
    axes = {"w": 0, "b": None, "out": 0}
    return jax.vmap(score, in_axes=(axes, None))(nets, photo).sum()


# %% wrong: bias_left_out
# You left `b` out. Let `score` do the work: it knows what a network is.
def ensemble(nets, photo):
    return (jnp.maximum(nets["w"] @ photo, 0) * nets["out"]).sum(axis=1).mean()


# %% wrong: mean_over_neurons
# You took the mean over the neurons as well. A network's score is the *sum* over its neurons, and
# the mean is over the networks.
def ensemble(nets, photo):
    hidden = jnp.maximum(nets["w"] @ photo + nets["b"], 0)
    return (hidden * nets["out"]).mean()


# %% wrong: all_scores
# Those are the scores of all networks. Their mean is asked for, one number.
def ensemble(nets, photo):
    return jax.vmap(score, in_axes=({"w": 0, "b": None, "out": 0}, None))(nets, photo)


# %% wrong: one_net_at_a_time
# Right, but you take one network after another: each turn of your loop waits for the turn before,
# though no network needs another.
def ensemble(nets, photo):
    def one(w_and_out):
        return score({"w": w_and_out[0], "b": nets["b"], "out": w_and_out[1]}, photo)

    return jax.lax.map(one, (nets["w"], nets["out"])).mean()


# %% wrong: each_with_every_out
# You multiplied the neurons of each network with the `out` of every network. Each network has an
# `out` of its own: multiply entry by entry, and add up along the neurons.
def ensemble(nets, photo):
    hidden = jnp.maximum(nets["w"] @ photo + nets["b"], 0)
    return (hidden @ nets["out"].T).mean()


# %% right: shared_by_closure
def ensemble(nets, photo):
    def one(w, out):
        return score({"w": w, "b": nets["b"], "out": out}, photo)

    return jnp.mean(jax.vmap(one)(nets["w"], nets["out"]))


# %% right: by_products
def ensemble(nets, photo):
    hidden = jnp.maximum(nets["w"] @ photo + nets["b"], 0)
    return (hidden * nets["out"]).sum() / len(hidden)


# %% right: with_einsum
def ensemble(nets, photo):
    hidden = jnp.maximum(jnp.einsum("ehd,d->eh", nets["w"], photo) + nets["b"], 0)
    return jnp.einsum("eh,eh->e", hidden, nets["out"]).mean()


# %% right: bias_for_everyone
def ensemble(nets, photo):
    everyone = jnp.broadcast_to(nets["b"], nets["out"].shape)
    return jax.vmap(score, in_axes=(0, None))({**nets, "b": everyone}, photo).mean()
