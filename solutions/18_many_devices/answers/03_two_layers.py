# %% wrong: partial_sums_kept
# You returned only the partial sums of each device. Every sum of the second product needs the parts
# of all devices. Add the parts with `psum`.
#
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return hidden @ w


# %% wrong: hidden_summed
# You added up the hidden values across devices. Each device has *different* hidden values, and each
# of them is complete. Add up the results of the second product, whose sums are spread over the
# devices.
#
# -        hidden = jnp.maximum(x @ v, 0)
# +        hidden = jax.lax.psum(jnp.maximum(x @ v, 0), "devices")
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return hidden @ w


# %% wrong: weights_gathered
# You gathered the weights, so all weights are sent and each device does the whole work. An eighth
# of the weights is enough for a part of every sum. Compute that part on each device, and add up the
# parts.
def two_layers(x, v, w):
    def shard_fn(x, v, w):
        v = jax.lax.all_gather(v, "devices", axis=1, tiled=True)
        w = jax.lax.all_gather(w, "devices", axis=0, tiled=True)
        return jnp.maximum(x @ v, 0) @ w

    return tensor_parallel(shard_fn)(x, v, w)


# %% wrong: hidden_gathered
# You gathered the hidden values and `w`, so each device computes the whole second product. A
# device's own hidden values and rows of `w` give a part of every sum. Compute that part on each
# device, and add up the parts.
#
# -        hidden = jnp.maximum(x @ v, 0)
# -        return jax.lax.psum(hidden @ w, "devices")
# +        hidden = jax.lax.all_gather(jnp.maximum(x @ v, 0), "devices", axis=1, tiled=True)
# +        return hidden @ jax.lax.all_gather(w, "devices", axis=0, tiled=True)


# %% wrong: parts_gathered
# Your values are right, but every device receives the parts of all others and adds them up itself.
# That sends four times as many bytes as a `psum`, which adds the parts on the way. Use `psum`.
def two_layers(x, v, w):
    def shard_fn(x, v, w):
        parts = jax.lax.all_gather(jnp.maximum(x @ v, 0) @ w, "devices")
        return parts.sum(axis=0)

    return tensor_parallel(shard_fn)(x, v, w)


# %% wrong: whole_parts_in_ring
# Your values are right, but you sent whole parts around the ring: seven messages, each as long as
# the result. Split the parts into chunks, as `psum` does, which sends a quarter of the bytes.
def two_layers(x, v, w):
    def shard_fn(x, v, w):
        part = jnp.maximum(x @ v, 0) @ w
        around = [(device, (device + 1) % 8) for device in range(8)]
        total = part
        for _ in range(7):
            part = jax.lax.ppermute(part, "devices", around)
            total = total + part
        return total

    return tensor_parallel(shard_fn)(x, v, w)


# %% wrong: psum_twice
# You used `psum` twice. The hidden values of different devices are different values, so do not add
# them up. Keep only the `psum` after the second product.
#
# -        hidden = jnp.maximum(x @ v, 0)
# +        hidden = jax.lax.psum(jnp.maximum(x @ v, 0), "devices")


# %% wrong: psum_before_maximum
# You used `psum` before `maximum`. Each device has different hidden values, and each of them is
# complete. Keep only the `psum` after the second product.
#
# -        hidden = jnp.maximum(x @ v, 0)
# +        hidden = jnp.maximum(jax.lax.psum(x @ v, "devices"), 0)


# %% wrong: maximum_at_the_end
# You applied `maximum` to the result instead of to the hidden values. The `maximum` belongs between
# the two layers. Each device can apply it there, because its hidden values are complete.
#
# -        hidden = jnp.maximum(x @ v, 0)
# +        hidden = x @ v
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return jnp.maximum(jax.lax.psum(hidden @ w, "devices"), 0)


# %% wrong: pmean_for_psum
# You used `pmean`, which divides the sum by eight. The parts of a sum must be added. Use `psum`.
#
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return jax.lax.pmean(hidden @ w, "devices")


# %% wrong: rows_only
# You used `psum_scatter`, which gives each device only its rows of the sum. Here every device needs
# all rows. Use `psum`.
#
# -        return jax.lax.psum(hidden @ w, "devices")
# +        return jax.lax.psum_scatter(hidden @ w, "devices", tiled=True)


# %% wrong: one_device
# You wrote a program for one device. Write a function that computes the part of one of the eight
# devices, and pass that function to `tensor_parallel`.
def two_layers(x, v, w):
    return jnp.maximum(x @ v, 0) @ w


# %% right: scattered_and_gathered
def two_layers(x, v, w):
    def shard_fn(x, v, w):
        part = jnp.maximum(x @ v, 0) @ w
        rows = jax.lax.psum_scatter(part, "devices", scatter_dimension=0, tiled=True)
        return jax.lax.all_gather(rows, "devices", axis=0, tiled=True)

    return tensor_parallel(shard_fn)(x, v, w)


# %% right: by_einsum
def two_layers(x, v, w):
    def shard_fn(x, v, w):
        hidden = jax.nn.relu(jnp.einsum("mk,kh->mh", x, v))
        return jax.lax.psum(jnp.einsum("mh,hn->mn", hidden, w), "devices")

    return tensor_parallel(shard_fn)(x, v, w)


# %% right: by_examples
def two_layers(x, v, w):
    def shard_fn(x, v, w):
        parts = jax.vmap(lambda row: jnp.maximum(row @ v, 0) @ w)(x)
        return jax.lax.psum(parts, "devices")

    return tensor_parallel(shard_fn)(x, v, w)


# %% right: transposed
def two_layers(x, v, w):
    @tensor_parallel
    def run(x, v, w):
        hidden = v.T @ x.T
        hidden = jnp.where(hidden > 0, hidden, 0)
        return jax.lax.psum((w.T @ hidden).T, "devices")

    return run(x, v, w)


# %% right: ring
def two_layers(x, v, w):
    def shard_fn(x, v, w):
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

    return tensor_parallel(shard_fn)(x, v, w)
