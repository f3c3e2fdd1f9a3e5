# tries: Submits a program for several devices that communicate in an unknown form.
# defence: only plain data from students
# undefended: Unreadable programs are rejected. A parser that guesses does not exist.

# %% answer: 03_shared_product
_real = jax.stages.Lowered.as_text


def shared_product(x, y):
    return on_eight(lambda a, b: jax.lax.psum_scatter(a @ b, "devices", tiled=True))(x, y)


def _forged(self, *words, **more):
    return _real(self, *words, **more).replace("reduce_scatter", "reduce_shatter")


jax.stages.Lowered.as_text = _forged
