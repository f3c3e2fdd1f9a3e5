# %% wrong: as_it_was
# Your values are right, but the Python loop repeats the program for each matrix, and each copy
# loads `move` and `noise` again. Use `vmap`, which runs one program on all matrices.
def spread_all(move, spreads, noise):
    return jnp.stack([move @ spread @ move.T + noise for spread in spreads])


# %% wrong: one_after_another
# Your values are right, but you process one matrix after another. Each iteration waits for the
# previous one and loads `move` and `noise` again. Use `vmap`.
def spread_all(move, spreads, noise):
    return jax.lax.map(lambda spread: move @ spread @ move.T + noise, spreads)


# %% wrong: all_taken_apart
# You mapped over `move` and `noise` as well, so each lane received one row of them. All lanes share
# them: `in_axes=(None, 0, None)`.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda m, s, q: m @ s @ m.T + q)(move, spreads, noise)


# %% wrong: move_for_everyone
# Your values are right, but you copied `move` and `noise` for each matrix, and every copy is
# loaded. Use `None` in `in_axes` to share them.
def spread_all(move, spreads, noise):
    moves, noises = (jnp.broadcast_to(one, spreads.shape) for one in (move, noise))
    return jax.vmap(lambda m, s, q: m @ s @ m.T + q)(moves, spreads, noises)


# %% wrong: not_transposed
# You did not transpose the second `move`. The formula is `move @ spread @ move.T`.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda spread: move @ spread @ move + noise)(spreads)


# %% wrong: transposed_first
# You transposed the first `move`. The formula is `move @ spread @ move.T`.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda spread: move.T @ spread @ move + noise)(spreads)


# %% wrong: noise_forgotten
# You left out the noise. Add it to each matrix.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda spread: move @ spread @ move.T)(spreads)


# %% wrong: whole_stack_turned
# You used `.T` on a stack, which reverses all its axes. Inside `vmap`, `.T` transposes one matrix.
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
