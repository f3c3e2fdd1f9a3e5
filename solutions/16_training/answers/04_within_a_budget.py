# %% wrong: all_pictures_each_step
# Your network reads, but every step goes through all pictures. Thirty-two of them give nearly the
# same direction, for a twentieth of the work.
#
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = jnp.broadcast_to(x, (20, 640, 64)), jnp.broadcast_to(y, (20, 640))

# %% wrong: ten_large_steps
# Ten rounds through the pictures, and only ten steps: you waited with each step until all pictures
# had been seen. Step after every few of them, and the same work makes many steps.
#
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = x[None], y[None]

# %% wrong: one_round
# You went through the pictures once. The budget has room for ten rounds.
#
# -    return jax.lax.scan(one_round, start, None, length=10)[0]
# +    return one_round(start, None)[0]

# %% wrong: twenty_rounds
# Your network reads, but after twenty rounds. The budget has room for ten, and a little more.
#
# -    return jax.lax.scan(one_round, start, None, length=10)[0]
# +    return jax.lax.scan(one_round, start, None, length=20)[0]

# %% wrong: labels_unread
# You took the sign from a picture's place in the row. `y` says which sign it is.
#
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = x.reshape(20, 32, 64), (jnp.arange(640) % 10).reshape(20, 32)

# %% wrong: one_batch_alone
# You trained only on the first 32 pictures, again and again. The network remembers these and does
# not know other pictures of the signs (overfitting).
#
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = jnp.broadcast_to(x[:32], (20, 32, 64)), jnp.broadcast_to(y[:32], (20, 32))

# %% wrong: always_from_the_start
# Every turn takes its gradients at `start` and not at the weights it was handed: two hundred steps
# in the direction of the first. Take them at the carry.
#
# -        slopes = jax.grad(cross_entropy)(params, *batch)
# +        slopes = jax.grad(cross_entropy)(start, *batch)

# %% wrong: timid
# The steps are too small: at a rate of 0.001 two hundred of them hardly change the weights.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, slopes), None
# +        return jax.tree.map(lambda p, s: p - 0.001 * s, params, slopes), None

# %% wrong: too_far
# Your steps grew until all weights were NaN. Either they are far too large, and a smaller rate
# helps; or they go the wrong way, and a smaller rate only makes that slower: weights move *against*
# their gradients.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, slopes), None
# +        return jax.tree.map(lambda p, s: p - 30 * s, params, slopes), None

# %% wrong: squares_that_diverge
# With squares the weights diverge: the gradient of a square grows with the error, so if the rate is
# too large each step goes further than the one before. Take a much smaller rate, or
# `cross_entropy`, whose gradients stay small.
#
# -    def turn(params, batch):
# -        slopes = jax.grad(cross_entropy)(params, *batch)
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, slopes), None
# +    def squares(params, x, y):
# +        hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
# +        off = hidden @ params["w2"] + params["b2"] - jax.nn.one_hot(y, 10)
# +        return (off**2).sum(axis=1).mean()
# +    def turn(params, batch):
# +        slopes = jax.grad(squares)(params, *batch)
# +        return jax.tree.map(lambda p, s: p - s, params, slopes), None

# %% wrong: last_layer_alone
# You moved only `w2` and `b2`. The hidden layer keeps its random weights, and that is not enough to
# read the pictures.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, slopes), None
# +        moved = {name: params[name] - 0.3 * slopes[name] for name in ("w2", "b2")}
# +        return {**params, **moved}, None

# %% wrong: uphill
# You went uphill: a gradient points to where the loss grows, so the weights move against it. While
# the sign is wrong, no rate and no number of steps helps.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, slopes), None
# +        return jax.tree.map(lambda p, s: p + 0.1 * s, params, slopes), None

# %% wrong: not_carried
# What came back is `start`: your turns return the weights they were handed, and the moved ones are
# lost. The carry that a turn returns is what the next one gets.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, slopes), None
# +        return params, jax.tree.map(lambda p, s: p - 0.3 * s, params, slopes)["b2"]


# %% right: numbered_steps
def train(start, x, y):
    def turn(i, params):
        at = i % 20 * 32
        rows = jax.lax.dynamic_slice_in_dim(x, at, 32)
        signs = jax.lax.dynamic_slice_in_dim(y, at, 32)
        slopes = jax.grad(cross_entropy)(params, rows, signs)
        return {name: params[name] - 0.5 * slopes[name] for name in params}

    return jax.lax.fori_loop(0, 240, turn, start)


# %% right: smaller_batches
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = x.reshape(40, 16, 64), y.reshape(40, 16)
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, slopes), None
# +        return jax.tree.map(lambda p, s: p - 0.15 * s, params, slopes), None


# %% right: a_rate_that_falls
def train(start, x, y):
    def turn(params, turned):
        at, rate = turned
        pick = jnp.arange(32) + at
        slopes = jax.grad(cross_entropy)(params, x[pick], y[pick])
        return jax.tree.map(lambda p, s: p - rate * s, params, slopes), None

    steps = jnp.arange(200)
    return jax.lax.scan(turn, start, (steps * 32 % 640, 0.8 * (1 - steps / 200)))[0]
