# %% wrong: unchanged
# Your values are right, but the Python loop repeats the program for each matrix, and each copy
# loads `transition` and `noise` again. Use `vmap`, which runs one program on all matrices.
def propagate_all(transition, covariances, noise):
    return jnp.stack([transition @ covariance @ transition.T + noise for covariance in covariances])


# %% wrong: one_matrix_at_a_time
# Your values are right, but you process one matrix after another. Each iteration waits for the
# previous one and loads `transition` and `noise` again. Use `vmap`.
def propagate_all(transition, covariances, noise):
    return jax.lax.map(
        lambda covariance: transition @ covariance @ transition.T + noise, covariances
    )


# %% wrong: all_arguments_mapped
# You mapped over `transition` and `noise` as well, so each lane received one row of them. All lanes
# share them: `in_axes=(None, 0, None)`.
def propagate_all(transition, covariances, noise):
    return jax.vmap(lambda m, s, q: m @ s @ m.T + q)(transition, covariances, noise)


# %% wrong: transition_copied
# Your values are right, but you copied `transition` and `noise` for each matrix, and every copy is
# loaded. Use `None` in `in_axes` to share them.
def propagate_all(transition, covariances, noise):
    transitions, noises = (jnp.broadcast_to(one, covariances.shape) for one in (transition, noise))
    return jax.vmap(lambda m, s, q: m @ s @ m.T + q)(transitions, covariances, noises)


# %% wrong: not_transposed
# You did not transpose the second `transition`. The formula is `transition @ covariance @
# transition.T`.
def propagate_all(transition, covariances, noise):
    return jax.vmap(lambda covariance: transition @ covariance @ transition + noise)(covariances)


# %% wrong: transposed_first
# You transposed the first `transition`. The formula is `transition @ covariance @ transition.T`.
def propagate_all(transition, covariances, noise):
    return jax.vmap(lambda covariance: transition.T @ covariance @ transition + noise)(covariances)


# %% wrong: noise_forgotten
# You left out the noise. Add `noise` to each matrix.
def propagate_all(transition, covariances, noise):
    return jax.vmap(lambda covariance: transition @ covariance @ transition.T)(covariances)


# %% wrong: stack_transposed
# You used `.T` on a stack, which reverses all its axes. Inside `vmap`, `.T` transposes one matrix.
def propagate_all(transition, covariances, noise):
    return (transition @ (transition @ covariances).T).T + noise


# %% right: with_in_axes
def propagate_all(transition, covariances, noise):
    def one(transition, covariance, noise):
        return transition @ covariance @ transition.T + noise

    return jax.vmap(one, in_axes=(None, 0, None))(transition, covariances, noise)


# %% right: with_einsum
def propagate_all(transition, covariances, noise):
    return jnp.einsum("ij,njk,lk->nil", transition, covariances, transition) + noise


# %% right: stacked_products
def propagate_all(transition, covariances, noise):
    return jnp.matmul(jnp.matmul(transition, covariances), transition.T) + noise


# %% right: two_steps
def propagate_all(transition, covariances, noise):
    ahead = jax.vmap(jnp.dot, in_axes=(None, 0))(transition, covariances)
    behind = jax.vmap(jnp.dot, in_axes=(0, None))(ahead, transition.T)
    return jax.vmap(jnp.add, in_axes=(0, None))(behind, noise)
