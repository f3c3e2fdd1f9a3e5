# %% wrong: unchanged
# Your result depends only on `x`, so the compiler removes all eight layers. Pass the output of each
# layer to the next one, and return the output of the last.
def eight_layers(weights, x):
    results = []
    for _ in range(8):
        results.append(layer(weights, x))
    return x.sum()


# %% wrong: same_input_every_time
# You call the same layer on the same `x` eight times, so the compiler computes this layer once.
# Pass the output of each layer to the next one.
def eight_layers(weights, x):
    for _ in range(8):
        y = layer(weights, x)
    return y


# %% wrong: results_summed
# You added up eight identical results. The compiler may compute one result and multiply it by
# eight. Let each layer depend on the previous one.
def eight_layers(weights, x):
    return sum(layer(weights, x) for _ in range(8))


# %% wrong: weights_multiplied_first
# Your values are right, but you multiplied the weights by themselves, which costs more than all
# eight layers together, so you no longer time the eight layers. Compute the layers one after
# another.
def eight_layers(weights, x):
    twice = weights @ weights
    for _ in range(4):
        x = (twice @ x) % 16
    return x


# %% wrong: sum_returned
# You returned the sum of the last output. All eight layers are now needed, but the task asks for
# the output itself, with all its elements.
#
# -    return x
# +    return x.sum()


# %% wrong: seven
# You computed seven layers. Compute eight: the first one gets `x`.
#
# -    for _ in range(8):
# +    for _ in range(7):


# %% wrong: nine
# You computed nine layers: one before the loop and eight in it. Start the loop with `x`.
def eight_layers(weights, x):
    y = layer(weights, x)
    for _ in range(8):
        y = layer(weights, y)
    return y


# %% wrong: weights_transposed
# You multiplied by the transposed weights, as `x @ weights` does. The shapes match because the
# matrix is square. Call `layer` unchanged.
#
# -        x = layer(weights, x)
# +        x = layer(weights.T, x)


# %% right: with_fori_loop
def eight_layers(weights, x):
    return jax.lax.fori_loop(0, 8, lambda i, x: layer(weights, x), x)


# %% right: with_scan
def eight_layers(weights, x):
    last, _ = jax.lax.scan(lambda x, _: (layer(weights, x), None), x, None, length=8)
    return last


# %% right: by_hand
@jax.jit
def eight_layers(weights, x):
    for _ in range(4):
        x = jnp.mod(weights @ (weights @ x % 16), 16)
    return x
