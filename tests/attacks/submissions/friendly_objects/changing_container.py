# tries: Returns a custom container that unpacks into different parts each time.
# defence: separate process for student code
# undefended: It targets graders that unpack a result twice. Ours accepts arrays in lists and dictionaries only.
# message: dicts, tuples and lists of arrays.

# %% answer: 03_layer
import jax
import jax.numpy as jnp

unpacked = []


class Gradient:
    def __init__(self, parts):
        self.parts = parts


def parts_of(gradient):
    unpacked.append(gradient)
    names = ["b", "w"] if len(unpacked) % 2 else ["w", "b"]
    return [gradient.parts[name] for name in names], None


def put_together(_, parts):
    return Gradient(dict(zip("bw", parts)))


jax.tree_util.register_pytree_node(Gradient, parts_of, put_together)


def layer_gradient(params, x):
    return Gradient(jax.grad(lambda p: jnp.sum(x @ p["w"] + p["b"]))(params))
