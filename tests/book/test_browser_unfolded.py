"""The explorable of chapter 13: the unfolded matrix times a kernel equals the convolution."""

import jax
import numpy as np
import pytest
from browsing import Component

EXPLORABLE = "unfolded-picture"
SIDE = 4


def drawn(figure: Component, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the padded image, and the rows that are filled."""
    numbers = [int(words) for words in figure.find("[data-number]").all_text_contents()]
    wide = SIDE + k - 1
    return np.reshape(numbers[: wide**2], (wide, wide)), np.reshape(numbers[wide**2 :], (-1, k * k))


@pytest.mark.parametrize(("arrows", "k"), [(0, 1), (1, 3), (2, 5)])
def test_rows_times_a_kernel_equal_the_convolution(figure: Component, arrows: int, k: int):
    figure.set(k=arrows, place=-1)
    picture, rows = drawn(figure, k)
    kernel = np.arange(k * k, dtype=np.float32) - 3
    images = picture[None, None].astype(np.float32)
    result = jax.lax.conv(images, kernel.reshape(1, 1, k, k), (1, 1), "VALID")
    assert (rows @ kernel).tolist() == np.asarray(result).ravel().tolist()


def test_each_position_becomes_a_row(figure: Component):
    figure.button("a corner").click()
    picture, rows = drawn(figure, 3)
    assert rows.tolist() == [picture[:3, :3].ravel().tolist()]
    assert figure.find("#unfolding .seen").count() == 2 * 9
    assert "5 of them zeros" in figure.text("unfolding-words")
    figure.press("place", "ArrowRight")
    assert drawn(figure, 3)[1].shape == (2, 9)
    figure.expect_announcement("They become row 2. Row 2: 0, 0, 0, 1, 2, 3, 5, 6, 7.")
    figure.button("1 by 1 kernel").click()
    assert "1 value. It becomes row 6." in figure.text("unfolding-words")
