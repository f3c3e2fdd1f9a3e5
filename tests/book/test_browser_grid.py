"""The explorable of chapter 14: which LSTM cells can run in each time step."""

import pytest
from browsing import Component

EXPLORABLE = "dependency-grid"
TOKENS = (1, 2, 3, 4, 6, 8, 12, 16)
LANES = (1, 2, 3, 4, 6, 8, 16, 32)


@pytest.mark.parametrize(
    ("layers", "tokens", "lanes", "gates", "steps", "work"),
    [
        # A wavefront takes layers + tokens - 1 steps.
        (1, 1, 32, 0, 1, 1), (1, 16, 32, 0, 16, 16), (6, 1, 32, 0, 6, 6), (4, 8, 32, 0, 11, 32),
        (6, 4, 32, 0, 9, 24),
        # Lanes beyond the number of layers do not help.
        (4, 8, 1, 0, 32, 32), (4, 8, 2, 0, 17, 32), (4, 8, 3, 0, 16, 32), (4, 8, 4, 0, 11, 32),
        (4, 8, 8, 0, 11, 32),
        # Gates without the state allow a tree. Its levels process all 8 tokens, then 7, 6 and 4:
        # those with a token 1, 2 or 4 before.
        (1, 1, 1, 1, 1, 1), (1, 8, 32, 1, 4, 25), (1, 8, 4, 1, 7, 25),
    ],
)  # fmt: skip
def test_steps_and_work_equal_a_count_by_hand(
    figure: Component, layers: int, tokens: int, lanes: int, gates: int, steps: int, work: int
) -> None:
    words, places = TOKENS.index(tokens), LANES.index(lanes)
    figure.set(layers=layers - 1, words=words, lanes=places, gates=gates)
    assert figure.texts("moments", "work") == (str(steps), str(work))
    assert figure.number("busy") == pytest.approx(100 * work / (steps * lanes), rel=0.05)
