# %% wrong: its_own_part
# Each device has added up only its own strip: the sums need the parts of all.
#
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return hidden @ w


# %% wrong: a_mean
# `pmean` adds up and divides by eight. Do not average the parts of a sum.
#
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return jax.lax.pmean(hidden @ w, "devices")


# %% wrong: largest_part
# `pmax` keeps the largest part of each sum. They have to be added.
#
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return jax.lax.pmax(hidden @ w, "devices")


# %% wrong: hidden_added_up
# You added up the hidden numbers of different devices. They are different numbers: it is the second
# product whose sums are spread over the devices.
#
# -        hidden = jnp.maximum(x @ v, 0)
# +        hidden = jax.lax.psum(jnp.maximum(x @ v, 0), "devices")
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return hidden @ w


# %% wrong: both_added_up
# You added up twice. The hidden numbers of different devices are different numbers, and only the
# sum of the second product is spread.
#
# -        hidden = jnp.maximum(x @ v, 0)
# +        hidden = jax.lax.psum(jnp.maximum(x @ v, 0), "devices")


# %% wrong: added_up_before_the_maximum
# You added up what goes into the `maximum`, over the devices. These are different hidden numbers,
# each of them whole on its device: it is the second product whose sums are spread.
#
# -        hidden = jnp.maximum(x @ v, 0)
# +        hidden = jnp.maximum(jax.lax.psum(x @ v, "devices"), 0)


# %% wrong: added_up_too_early
# You added up what goes into the `maximum`, over the devices, and not what comes out of `w`. The
# hidden numbers are different ones, each whole on its device: only the second product is spread.
#
# -        hidden = jnp.maximum(x @ v, 0)
# -        return jax.lax.psum(hidden @ w, "devices")
# +        hidden = jnp.maximum(jax.lax.psum(x @ v, "devices"), 0)
# +        return hidden @ w


# %% wrong: maximum_twice
# You took the `maximum` of the result as well. It stands only between the layers.
#
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return jnp.maximum(jax.lax.psum(hidden @ w, "devices"), 0)


# %% wrong: maximum_at_the_end
# You took the `maximum` of the result. It stands between the layers, where each device has its own
# hidden numbers whole.
#
# -        hidden = jnp.maximum(x @ v, 0)
# +        hidden = x @ v
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return jnp.maximum(jax.lax.psum(hidden @ w, "devices"), 0)


# %% wrong: maximum_forgotten
# You left out the `maximum` between the layers.
#
# -        hidden = jnp.maximum(x @ v, 0)
# +        hidden = x @ v


# %% wrong: rows_alone
# `psum_scatter` leaves each device its rows of the sum. Here every device needs all of them.
#
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return jax.lax.psum_scatter(hidden @ w, "devices", tiled=True)


# %% wrong: everything_everywhere
# You gathered the weights: then each of the eight devices does the whole work, and all weights are
# sent. An eighth of the weights is enough for a part of the result.
def two_layers(x, v, w):
    def strip(x, v, w):
        v = jax.lax.all_gather(v, "devices", axis=1, tiled=True)
        w = jax.lax.all_gather(w, "devices", axis=0, tiled=True)
        return jnp.maximum(x @ v, 0) @ w

    return tensor_parallel(strip)(x, v, w)


# %% wrong: hidden_gathered
# You gathered the hidden numbers, and the weights that belong to them: then each device does the
# whole second product. With only its own hidden numbers and its own rows it gets a part of every
# sum.
#
# -        hidden = jnp.maximum(x @ v, 0)
# -        return jax.lax.psum(hidden @ w, "devices")
# +        hidden = jax.lax.all_gather(jnp.maximum(x @ v, 0), "devices", axis=1, tiled=True)
# +        return hidden @ jax.lax.all_gather(w, "devices", axis=0, tiled=True)


# %% wrong: parts_gathered
# Every device gets the parts of all and adds them up by itself. That is right, but four times the
# bytes of a `psum`, which adds between the steps.
def two_layers(x, v, w):
    def strip(x, v, w):
        parts = jax.lax.all_gather(jnp.maximum(x @ v, 0) @ w, "devices")
        return parts.sum(axis=0)

    return tensor_parallel(strip)(x, v, w)


# %% wrong: whole_round_the_ring
# You sent whole parts round the ring: seven messages, each as long as the result. Cut into chunks
# it is a quarter of the bytes.
def two_layers(x, v, w):
    def strip(x, v, w):
        part = jnp.maximum(x @ v, 0) @ w
        around = [(device, (device + 1) % 8) for device in range(8)]
        total = part
        for _ in range(7):
            part = jax.lax.ppermute(part, "devices", around)
            total = total + part
        return total

    return tensor_parallel(strip)(x, v, w)


# %% wrong: sum_on_one_alone
# One device has the whole sum, and the others have only a part. All need the whole sum.
def two_layers(x, v, w):
    def strip(x, v, w):
        part = jnp.maximum(x @ v, 0) @ w
        for half in (4, 2, 1):
            pairs = [(device + half, device) for device in range(half)]
            part = part + jax.lax.ppermute(part, "devices", pairs)
        return part

    return tensor_parallel(strip)(x, v, w)


# %% wrong: one_device
# That is a program of one device: nothing says what each of the eight does.
def two_layers(x, v, w):
    return jnp.maximum(x @ v, 0) @ w


# %% right: scattered_and_gathered
def two_layers(x, v, w):
    def strip(x, v, w):
        part = jnp.maximum(x @ v, 0) @ w
        rows = jax.lax.psum_scatter(part, "devices", scatter_dimension=0, tiled=True)
        return jax.lax.all_gather(rows, "devices", axis=0, tiled=True)

    return tensor_parallel(strip)(x, v, w)


# %% right: by_einsum
def two_layers(x, v, w):
    def strip(x, v, w):
        hidden = jax.nn.relu(jnp.einsum("mk,kh->mh", x, v))
        return jax.lax.psum(jnp.einsum("mh,hn->mn", hidden, w), "devices")

    return tensor_parallel(strip)(x, v, w)


# %% right: by_examples
def two_layers(x, v, w):
    def strip(x, v, w):
        parts = jax.vmap(lambda row: jnp.maximum(row @ v, 0) @ w)(x)
        return jax.lax.psum(parts, "devices")

    return tensor_parallel(strip)(x, v, w)


# %% right: transposed
def two_layers(x, v, w):
    @tensor_parallel
    def run(x, v, w):
        hidden = v.T @ x.T
        hidden = jnp.where(hidden > 0, hidden, 0)
        return jax.lax.psum((w.T @ hidden).T, "devices")

    return run(x, v, w)


# %% right: round_the_ring
def two_layers(x, v, w):
    def strip(x, v, w):
        part = jnp.maximum(x @ v, 0) @ w
        me, around = jax.lax.axis_index("devices"), [(d, (d + 1) % 8) for d in range(8)]
        chunks = part.reshape(8, len(part) // 8, -1)
        total = chunks[me]
        for step in range(1, 8):
            total = jax.lax.ppermute(total, "devices", around)
            total = total + chunks[(me - step) % 8]
        done = jnp.zeros_like(chunks).at[(me - 7) % 8].set(total)
        for step in range(7):
            total = jax.lax.ppermute(total, "devices", around)
            done = done.at[(me - 8 - step) % 8].set(total)
        return done.reshape(part.shape)

    return tensor_parallel(strip)(x, v, w)
