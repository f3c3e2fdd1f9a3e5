"""What JAX says of a convolution whose shapes do not fit is told with a next step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from autograder.say.trouble import trouble
from autograder.say.windows import ROWS

Slip = Callable[[], Any]
PICTURES = jnp.ones((2, 6, 8, 3))
LAYOUT = ("NHWC", "HWIO", "NHWC")


def convolved(*kernel: int, groups: int = 1, layout: Any = LAYOUT, pictures: Any = PICTURES) -> Any:
    return lax.conv_general_dilated(
        pictures,
        jnp.ones(kernel),
        (1, 1),
        "SAME",
        dimension_numbers=layout,
        feature_group_count=groups,
    )


def largest(start: Any, window: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    return lax.reduce_window(PICTURES, start, lax.max, window, strides, "VALID")


SLIPS: list[tuple[str, Slip]] = [
    ("have 3 channels in 1 group(s), and the kernel takes 4", lambda: convolved(3, 3, 4, 5)),
    ("have 3 channels in 3 group(s)", lambda: convolved(3, 3, 3, 3, groups=3)),
    ("without it JAX looks for them elsewhere", lambda: convolved(3, 3, 3, 5, layout=None)),
    ("4 channels, which 3 groups cannot", lambda: convolved(3, 3, 1, 4, groups=3)),
    ("3 axes and the kernel 4", lambda: convolved(3, 3, 3, 5, pictures=PICTURES[0])),
    ("4 axes and the kernel 3", lambda: convolved(3, 3, 3)),
    ("for the window and for its strides", lambda: largest(-jnp.inf, (2, 2), (1, 2, 2, 1))),
    ("for the window and for its strides", lambda: largest(-jnp.inf, (1, 2, 2, 1), (2, 2))),
    ("`-jnp.inf` for the largest", lambda: largest(0, (1, 2, 2, 1), (1, 2, 2, 1))),
]


def told(slip: Slip) -> str:
    with pytest.raises((TypeError, ValueError)) as caught:
        slip()
    return trouble(caught.value).message


@pytest.mark.parametrize(("said", "slip"), SLIPS)
def test_a_slip_is_told_with_the_next_step(said: str, slip: Slip) -> None:
    assert said in told(jax.jit(slip))


def test_every_sentence_is_reached() -> None:
    ends = [ours[-30:] for _, _, ours in ROWS]
    heard = {end for _, slip in SLIPS for end in ends if told(jax.jit(slip)).endswith(end)}
    assert heard == set(ends)
