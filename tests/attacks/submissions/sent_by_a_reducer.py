# ---
# class: malformed programs
# tries: Hands over a program of several devices whose messages are of no known form.
# defence: data alone
# undefended: What cannot be read is refused; a reader that guessed would have to be written first.
# unit: 03_third
# ends: failed
# ---

# %% answer: 03_shared_product
_real = jax.stages.Lowered.as_text


def shared_product(x, y):
    return on_eight(lambda a, b: jax.lax.psum_scatter(a @ b, "devices", tiled=True))(x, y)


def _forged(self, *words, **more):
    return _real(self, *words, **more).replace("reduce_scatter", "reduce_shatter")


jax.stages.Lowered.as_text = _forged
