# %% wrong: state_not_carried
# Each of your steps starts from zeros, so no step depends on an earlier token. Pass the state that
# a step returns to the next one.
def run_lstm(params, xs):
    zeros = jnp.zeros((xs.shape[1], params["u"].shape[0]))
    h, c = jax.vmap(lambda x: hard_step(params, (zeros, zeros), x))(xs)
    return (h[-1], c[-1]), h


# %% wrong: only_h_carried
# You carried `h`, but `c` starts from zeros at every token. The state consists of both. Carry the
# pair `(h, c)`.
def run_lstm(params, xs):
    zeros = jnp.zeros((xs.shape[1], params["u"].shape[0]))

    def step(state, x):
        h, _ = hard_step(params, state, x)
        return (h, zeros), h

    return jax.lax.scan(step, (zeros, zeros), xs)


# %% wrong: initial_state_one_row
# Your initial state has one row for all sequences, but a step returns one row for each of them. A
# carry must keep its shape. Start with zeros of shape `(n, m)`.
#
# -    zeros = jnp.zeros((xs.shape[1], params["u"].shape[0]))
# +    zeros = jnp.zeros(params["u"].shape[0])


# %% wrong: initial_state_int32
# Your initial state has the dtype int32, but a step returns float32. A carry must keep its dtype.
# Call `jnp.zeros` without a dtype.
#
# -    zeros = jnp.zeros((xs.shape[1], params["u"].shape[0]))
# +    zeros = jnp.zeros((xs.shape[1], params["u"].shape[0]), int)


# %% wrong: scan_over_batch
# Your `scan` loops over the sequences. `scan` goes along the first axis, and the first axis of `xs`
# is time. Scan over `xs` itself.
def run_lstm(params, xs):
    def step(state, x):
        state = hard_step(params, state, x)
        return state, state[0]

    zeros = jnp.zeros((xs.shape[0], params["u"].shape[0]))
    return jax.lax.scan(step, (zeros, zeros), xs.swapaxes(0, 1))


# %% wrong: c_returned
# You kept `c` of every time step. The next layer reads the output `h`. Keep `h`.
#
# -        return state, state[0]
# +        return state, state[1]


# %% wrong: h_before_each_token
# You kept the `h` *before* each token: the first `h` is all zeros, and the last one is missing.
# Keep the `h` that the step returns.
#
# -        state = hard_step(params, state, x)
# -        return state, state[0]
# +        return hard_step(params, state, x), state[0]


# %% wrong: batch_axis_first
# Your values are right, but the first axis of your result counts the sequences. Make time the first
# axis, as in `xs`.
#
# -    return jax.lax.scan(step, (zeros, zeros), xs)
# +    last, every = jax.lax.scan(step, (zeros, zeros), xs)
# +    return last, every.swapaxes(0, 1)


# %% wrong: three_results
# You returned three arrays. Return a pair: the last state, which is itself the pair `(h, c)`, and
# every `h`.
#
# -    return jax.lax.scan(step, (zeros, zeros), xs)
# +    (h, c), every = jax.lax.scan(step, (zeros, zeros), xs)
# +    return h, c, every


# %% wrong: results_swapped
# You swapped the two results. Return the last state first, and then every `h`.
#
# -    return jax.lax.scan(step, (zeros, zeros), xs)
# +    return jax.lax.scan(step, (zeros, zeros), xs)[::-1]


# %% wrong: tokens_reversed
# You processed the tokens in reverse order. Start with the first token.
#
# -    return jax.lax.scan(step, (zeros, zeros), xs)
# +    return jax.lax.scan(step, (zeros, zeros), xs, reverse=True)


# %% wrong: quadratic_work
# Your values are right, but you run the sequence from its start again for every token, so the work
# grows with the square of the length. Run it once and keep the `h` of each step.
def run_lstm(params, xs):
    zeros = jnp.zeros((xs.shape[1], params["u"].shape[0]))

    def after(last):
        def step(state, now):
            at, x = now
            h, c = hard_step(params, state, x)
            return (jnp.where(at <= last, h, state[0]), jnp.where(at <= last, c, state[1])), None

        return jax.lax.scan(step, (zeros, zeros), (jnp.arange(len(xs)), xs))[0]

    h, c = jax.vmap(after)(jnp.arange(len(xs)))
    return (h[-1], c[-1]), h


# %% right: python_loop
def run_lstm(params, xs):
    state = (jnp.zeros((xs.shape[1], params["b"].size // 4)),) * 2
    every = []
    for x in xs:
        state = hard_step(params, state, x)
        every.append(state[0])
    return state, jnp.stack(every)


# %% right: each_sequence_by_vmap
def run_lstm(params, xs):
    def one(words):
        def step(state, x):
            state = hard_step(params, state, x)
            return state, state[0]

        zeros = jnp.zeros(params["u"].shape[0])
        return jax.lax.scan(step, (zeros, zeros), words)

    return jax.vmap(one, in_axes=1, out_axes=((0, 0), 1))(xs)


# %% right: by_fori_loop
def run_lstm(params, xs):
    t, n, _ = xs.shape
    m = params["u"].shape[0]

    def step(at, carry):
        state, every = carry
        state = hard_step(params, state, xs[at])
        return state, every.at[at].set(state[0])

    zeros = jnp.zeros((n, m))
    return jax.lax.fori_loop(0, t, step, ((zeros, zeros), jnp.zeros((t, n, m))))
