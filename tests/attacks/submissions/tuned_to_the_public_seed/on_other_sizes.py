# tries: Answers correctly at the sizes that the public seed draws and @does@ at all others.
# defence: sizes of hidden inputs drawn from the secret
# gains: points
# variants:
#   right_on_seen_sizes:
#     does: returns zero
#     otherwise: return jax.tree.map(jnp.zeros_like, params)
#     message: The answer is right on the public sizes, but wrong on hidden ones.
#   stops_on_other_sizes:
#     does: reports the size in an error
#     otherwise: 'raise ValueError(f"they are {x.shape}")'
#     message: Your code runs on the public sizes, but raises an error on hidden ones.
#   quits_on_other_sizes:
#     does: exits
#     otherwise: os._exit(0)
#     status: not run
#     message: Your code runs on the public sizes, but was stopped on hidden ones
#   asks_on_other_sizes:
#     does: calls the host
#     otherwise: 'x = jax.pure_callback(lambda own: own, x, x)'
#     message: On hidden sizes, your code does something that this task does not allow

# %% answer: 03_layer
import os

import jax
import jax.numpy as jnp
from autograder.core.inputs.cases import draw_cases
from autograder.core.inputs.generator import PUBLIC
from autograder.core.inputs.input_spec import parse_spec

GIVEN = parse_spec("params: {w: f32[d, h], b: f32[h]}, x: f32[n, d]")
SEEN = {case.args[1].shape for case in draw_cases(GIVEN, PUBLIC, compiled=True)}


def layer_gradient(params, x):
    if x.shape not in SEEN:
        @otherwise@
    return jax.grad(lambda p: jnp.sum(x @ p["w"] + p["b"]))(params)
