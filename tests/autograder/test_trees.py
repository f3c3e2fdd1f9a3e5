"""What is said where a dict or a list of arrays is taken for an array has a next step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from autograder.say.trees import ROWS
from autograder.say.trouble import trouble

Slip = Callable[[dict[str, Any]], Any]
PARAMS = {"w": jnp.ones((3, 3)), "b": jnp.ones(3)}


def taken_apart(params: Any) -> Any:
    w, b = params
    return jnp.ones(3) @ w + b


def columns(params: Any) -> Any:
    work, moved = params["w"]
    return work / moved


def pair(params: Any) -> Any:
    return jax.value_and_grad(jnp.sum)(params["b"])


def added(params: Any) -> Any:
    params += params
    return params


SLIPS: list[tuple[str, Slip]] = [
    ('Use brackets, `["w"]`', lambda params: params.w),  # type: ignore[attr-defined]
    ("gives its names", taken_apart),
    ("gives its names", lambda params: params["b"] - "w"),
    ("gives its names", lambda params: sum(part**2 for part in params)),
    ("`jax.tree.map(f, one, other)`", added),
    ("`jax.tree.map(f, one, other)`", lambda params: jnp.where(True, *2 * [params])),
    ("`jax.tree.map(f, one, other)`", lambda params: params / 2),  # type: ignore[operator]
    ("`jax.tree.map(f, one, other)`", lambda params: params["w"] * params),
    ("columns are the rows of `.T`", columns),
    ("take it apart first", lambda params: 0.5 * pair(params)),
    ("A list of arrays came", lambda params: jax.nn.sigmoid(jnp.split(params["b"], 3))),
]


def told(slip: Slip) -> str:
    with pytest.raises((TypeError, ValueError, AttributeError)) as caught:
        jax.jit(slip)(PARAMS)
    return trouble(caught.value).message


@pytest.mark.parametrize(("said", "slip"), SLIPS)
def test_a_slip_is_told_with_the_next_step(said: str, slip: Slip) -> None:
    assert said in told(slip)


def test_every_sentence_is_reached() -> None:
    ends = [ours[-30:] for _, _, ours in ROWS]
    heard = {end for _, slip in SLIPS for end in ends if told(slip).endswith(end)}
    assert heard == set(ends)
