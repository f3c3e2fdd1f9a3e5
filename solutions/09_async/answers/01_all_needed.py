# %% wrong: as_it_was
# The result needs only `x`, so the compiler drops all eight layers. Return what the last layer
# gives, and let each work on the result of the one before.
def eight(weights, x):
    results = []
    for _ in range(8):
        results.append(layer(weights, x))
    return x.sum()


# %% wrong: one_layer_eight_times
# Now one layer is needed, and the compiler works it out once: all eight are the same. Feed each the
# result of the one before.
def eight(weights, x):
    for _ in range(8):
        y = layer(weights, x)
    return y


# %% wrong: added_up
# You added up eight equal results. The compiler may work out one and multiply: each layer has to
# depend on the one before.
def eight(weights, x):
    return sum(layer(weights, x) for _ in range(8))


# %% wrong: squared_beforehand
# Right, but these are no longer the eight layers that you want to time: you multiplied the weights
# with themselves, which costs more than all eight together.
def eight(weights, x):
    twice = weights @ weights
    for _ in range(4):
        x = (twice @ x) % 16
    return x


# %% wrong: summed
# All eight are needed now. The task asks for the last result itself, with every entry, not for its
# sum.
def eight(weights, x):
    for _ in range(8):
        x = layer(weights, x)
    return x.sum()


# %% wrong: seven
# Your chain has seven layers. The first one gets `x`.
def eight(weights, x):
    for _ in range(7):
        x = layer(weights, x)
    return x


# %% wrong: nine
# Your chain has nine layers: one before the loop and eight in it.
def eight(weights, x):
    y = layer(weights, x)
    for _ in range(8):
        y = layer(weights, y)
    return y


# %% wrong: weights_turned
# Your layers use the weights turned round, as `x @ weights` does. A square matrix fits either way.
# `layer` multiplies the other way: call it as it is given.
#
# -        x = layer(weights, x)
# +        x = layer(weights.T, x)


# %% right: as_a_loop_of_the_program
def eight(weights, x):
    return jax.lax.fori_loop(0, 8, lambda i, x: layer(weights, x), x)


# %% right: as_a_scan
def eight(weights, x):
    last, _ = jax.lax.scan(lambda x, _: (layer(weights, x), None), x, None, length=8)
    return last


# %% right: by_hand
@jax.jit
def eight(weights, x):
    for _ in range(4):
        x = jnp.mod(weights @ (weights @ x % 16), 16)
    return x
