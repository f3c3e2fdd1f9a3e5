"""The axis tracer: JAX runs the displayed line of code and must return the drawn result."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from browsing import Component

EXPLORABLE = "axis-tracer"
PROGRAMS = [
    "rows",
    "columns",
    "columns, stacked as rows",
    "matching rows",
    "one vector for all rows",
    "all pairs",
    "all pairs, nested in reverse",
    "rows with columns",
]


def drawn_values(figure: Component, name: str, shape: str) -> np.ndarray:
    """Return the values that are drawn for an array."""
    texts = figure.find(f"[data-of='{name}']").all_text_contents()
    return np.array([float(text) for text in texts]).reshape(eval(shape))


def shape_of(figure: Component, name: str) -> str:
    """Return the shape above an array, such as `(4, 3)`."""
    (words,) = [w for w in figure.find(".name").all_text_contents() if w.startswith(name + " ")]
    return words.removeprefix(name + " ")


@pytest.mark.parametrize("program", PROGRAMS)
def test_jax_returns_the_drawn_result(figure: Component, program: str):
    figure.button(program).click()
    figure.set(now=-1)
    names = {"vmap": jax.vmap, "dot": jnp.dot, "diff": jnp.diff}
    arrays = [text.split()[0] for text in figure.find(".name").all_text_contents()]
    for name in arrays[:-1]:
        names[name] = jnp.asarray(drawn_values(figure, name, shape_of(figure, name)))
    expected = eval(figure.text("code"), names)
    assert figure.text("out") == shape_of(figure, "result") == str(expected.shape)
    assert drawn_values(figure, "result", str(expected.shape)).tolist() == expected.tolist()


def test_all_programs_are_tested(figure: Component):
    assert figure.find("[data-preset]").all_inner_texts() == PROGRAMS
