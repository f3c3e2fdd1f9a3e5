# %% wrong: as_it_was
# Right, but the program is as long as the list: Python wrote the loop out, a piece for each
# tracker, and each piece fetches `move` and `noise` again. `vmap` makes one piece for all.
def spread_all(move, spreads, noise):
    return jnp.stack([move @ spread @ move.T + noise for spread in spreads])


# %% wrong: one_after_another
# Right, but you take one tracker after another: each turn of the loop waits for the turn before it
# and fetches `move` and `noise` again, though no tracker needs another.
def spread_all(move, spreads, noise):
    return jax.lax.map(lambda spread: move @ spread @ move.T + noise, spreads)


# %% wrong: all_taken_apart
# `vmap` took `move` and `noise` apart as well: a row of them for each tracker. They go whole to
# everyone: `in_axes=(None, 0, None)`.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda m, s, q: m @ s @ m.T + q)(move, spreads, noise)


# %% wrong: move_for_everyone
# Right, but `move` and `noise` are copied for each tracker, and every copy is read. `None` in
# `in_axes` hands the same two to all.
def spread_all(move, spreads, noise):
    moves, noises = (jnp.broadcast_to(one, spreads.shape) for one in (move, noise))
    return jax.vmap(lambda m, s, q: m @ s @ m.T + q)(moves, spreads, noises)


# %% wrong: not_transposed
# The second `move` stands as its transpose: `move @ spread @ move.T`.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda spread: move @ spread @ move + noise)(spreads)


# %% wrong: transposed_first
# You turned the wrong one: it is `move @ spread @ move.T`.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda spread: move.T @ spread @ move + noise)(spreads)


# %% wrong: noise_forgotten
# You left the noise out: it is added to each.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda spread: move @ spread @ move.T)(spreads)


# %% wrong: whole_stack_turned
# `.T` of a stack reverses all its axes, the trackers' too. Inside `vmap` it turns one matrix, as it
# should.
def spread_all(move, spreads, noise):
    return (move @ (move @ spreads).T).T + noise


# %% right: with_in_axes
def spread_all(move, spreads, noise):
    def one(move, spread, noise):
        return move @ spread @ move.T + noise

    return jax.vmap(one, in_axes=(None, 0, None))(move, spreads, noise)


# %% right: with_einsum
def spread_all(move, spreads, noise):
    return jnp.einsum("ij,njk,lk->nil", move, spreads, move) + noise


# %% right: stacked_products
def spread_all(move, spreads, noise):
    return jnp.matmul(jnp.matmul(move, spreads), move.T) + noise


# %% right: two_steps
def spread_all(move, spreads, noise):
    ahead = jax.vmap(jnp.dot, in_axes=(None, 0))(move, spreads)
    behind = jax.vmap(jnp.dot, in_axes=(0, None))(ahead, move.T)
    return jax.vmap(jnp.add, in_axes=(0, None))(behind, noise)
