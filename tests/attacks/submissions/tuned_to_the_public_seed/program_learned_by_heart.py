# tries: Submits a program that contains the public inputs and answers only those correctly.
# defence: hidden inputs drawn from the secret
# gains: points

# %% answer: 01_double
import jax.numpy as jnp
from autograder.core.inputs.cases import draw_cases
from autograder.core.inputs.input_spec import parse_spec


def double(x):
    known = [case.args[0] for case in draw_cases(parse_spec("x: f32[n]"), b"public", compiled=True)]
    found = [jnp.array_equal(x, array) for array in known if array.shape == x.shape]
    return jnp.where(jnp.any(jnp.array(found)), 2 * x, 0)
