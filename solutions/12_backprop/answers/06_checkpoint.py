# %% wrong: unchanged
# Your values are right, but the input of every layer is stored for the backward pass: four arrays
# for each group. Apply `jax.checkpoint` to a group.
#
# -        @jax.checkpoint


# %% wrong: checkpoint_per_layer
# Your values are right, but you applied `jax.checkpoint` to a single layer, so the input of every
# layer is stored. Apply `jax.checkpoint` to a group of four layers.
def gradients_recomputed(groups, x, y):
    def loss(groups):
        def group(x, four):
            return jax.lax.scan(jax.checkpoint(layer), x, four)

        return ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean()

    return jax.grad(loss)(groups)


# %% wrong: gradients_of_inputs
# You computed the gradients with respect to `x`. `jax.grad` differentiates with respect to the
# first argument. Make `groups` the first argument.
def gradients_recomputed(groups, x, y):
    @jax.checkpoint
    def group(x, four):
        return jax.lax.scan(layer, x, four)

    return jax.grad(lambda x: ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean())(x)


# %% wrong: sum_for_mean
# You computed the gradients of the sum. The loss is the mean, so compute the gradients of the mean.
def gradients_recomputed(groups, x, y):
    group = jax.checkpoint(lambda x, four: jax.lax.scan(layer, x, four))
    return jax.grad(lambda groups: ((jax.lax.scan(group, x, groups)[0] - y) ** 2).sum())(groups)


# %% wrong: gradient_stopped
# You used `stop_gradient`, which treats its argument as a constant, so the gradients of all earlier
# groups are 0. Use `jax.checkpoint`, which does not store the values but recomputes them.
def gradients_recomputed(groups, x, y):
    def loss(groups):
        def group(x, four):
            return jax.lax.scan(layer, jax.lax.stop_gradient(x), four)

        return ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean()

    return jax.grad(loss)(groups)


# %% wrong: quadratic_recomputation
# Your values are right, and your program stores few arrays, but for each group you run all earlier
# groups again. The work grows with the square of the number of groups. Store the input of each
# group.
def gradients_recomputed(groups, x, y):
    def into(i):
        def step(x, one):
            at, four = one
            moved = jax.lax.scan(layer, x, four)[0]
            return jnp.where(at < i, moved, x), None

        return jax.lax.scan(step, x, (jnp.arange(len(groups)), groups))[0]

    def run(x, four):
        return jax.lax.scan(layer, x, four)[0]

    def back(g, i):
        i = len(groups) - 1 - i
        g, of_four = jax.vjp(run, into(i), groups[i])[1](g)
        return g, of_four

    g = 2 * (into(len(groups)) - y) / x.size
    return jax.lax.scan(back, g, jnp.arange(len(groups)))[1][::-1]


# %% right: by_hand
def gradients_recomputed(groups, x, y):
    def run(x, four):
        return jax.lax.scan(layer, x, four)[0]

    def forth(x, four):
        return run(x, four), x

    def back(g, kept):
        return jax.vjp(run, *kept)[1](g)

    last, into = jax.lax.scan(forth, x, groups)
    return jax.lax.scan(back, 2 * (last - y) / x.size, (into, groups), reverse=True)[1]


# %% right: nested_checkpoints
def gradients_recomputed(groups, x, y):
    again = jax.checkpoint(layer)
    group = jax.checkpoint(lambda x, four: jax.lax.scan(again, x, four))
    return jax.grad(lambda groups: ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean())(groups)


# %% right: layers_unrolled
def gradients_recomputed(groups, x, y):
    @jax.checkpoint
    def group(x, four):
        for w in four:
            x = jnp.maximum(x @ w, 0)
        return x, None

    def loss(groups):
        error = jax.lax.scan(group, x, groups)[0] - y
        return jnp.vdot(error, error) / error.size

    return jax.grad(loss)(groups)
