# ---
# class: tuned to the public seed
# tries: Answers correctly at the sizes that the public seed draws and returns zero at all others.
# defence: sizes are drawn from the secret
# gains: points
# says: The answer is right on the public sizes, but wrong on hidden ones.
# ---

# %% answer: 03_layer
import jax
import jax.numpy as jnp
from autograder.core.inputs.cases import draw_cases
from autograder.core.inputs.generator import PUBLIC
from autograder.core.inputs.input_spec import parse

GIVEN = parse("params: {w: f32[d, h], b: f32[h]}, x: f32[n, d]")
SEEN = {case.args[1].shape for case in draw_cases(GIVEN, PUBLIC, compiled=True)}


def layer_gradient(params, x):
    right = jax.grad(lambda p: jnp.sum(x @ p["w"] + p["b"]))(params)
    return right if x.shape in SEEN else jax.tree.map(jnp.zeros_like, params)
