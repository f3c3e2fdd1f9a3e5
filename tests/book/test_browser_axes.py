"""The axis tracer: JAX runs the displayed line of code and must return the drawn result."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from browsing import Component

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


@pytest.fixture
def tracer(explorable: Callable[..., Component]) -> Component:
    return explorable("axis-tracer")


def drawn_values(tracer: Component, name: str, shape: str) -> np.ndarray:
    """Return the values that are drawn for an array."""
    drawn = tracer.find(f"[data-of='{name}']").all_text_contents()
    return np.array([float(words) for words in drawn]).reshape(eval(shape))


def shape_of(tracer: Component, name: str) -> str:
    """Return the shape above an array, such as `(4, 3)`."""
    (words,) = [w for w in tracer.find(".name").all_text_contents() if w.startswith(name + " ")]
    return words.removeprefix(name + " ")


@pytest.mark.parametrize("program", PROGRAMS)
def test_jax_returns_the_drawn_result(tracer: Component, program: str):
    tracer.button(program).click()
    tracer.press("now", "End")
    names = {"vmap": jax.vmap, "dot": jnp.dot, "diff": jnp.diff}
    there = [w.split()[0] for w in tracer.find(".name").all_text_contents()]
    for name in there[:-1]:
        names[name] = jnp.asarray(drawn_values(tracer, name, shape_of(tracer, name)))
    right = eval(tracer.text("code"), names)
    assert tracer.text("out") == shape_of(tracer, "result") == str(right.shape)
    assert drawn_values(tracer, "result", str(right.shape)).tolist() == right.tolist()


def test_lane_receives_a_row_of_one_array_and_the_whole_other_array(tracer: Component):
    tracer.button("one vector for all rows").click()
    tracer.press("now", "Home", "ArrowRight", "ArrowRight")
    kinds = tracer.find(".cell").evaluate_all("all => all.map(cell => cell.classList[1])")
    plain, a, b = ["plain"] * 3, ["a"] * 3, ["b"] * 3
    assert kinds == [*plain, *a, *plain, *plain, *b, "there", "c", "empty", "empty"]
    assert tracer.text("lanes") == "4"
    assert tracer.text("into") == "x (3,), y (3,)"
    assert "Lane 2 computes dot(x, y)" in tracer.text("arrays-words")


def test_all_programs_are_tested(tracer: Component):
    assert tracer.find("[data-preset]").all_inner_texts() == PROGRAMS
