"""The explorable of chapter 14: which LSTM cells can run in each time step."""

from __future__ import annotations

import pytest
from browsing import Component

EXPLORABLE = "dependency-grid"
WORDS = (1, 2, 3, 4, 6, 8, 12, 16)
LANES = (1, 2, 3, 4, 6, 8, 16, 32)


def set_sliders(figure: Component, layers: int, words: int, lanes: int, gates: int = 0) -> None:
    for name, place in (
        ("layers", layers - 1),
        ("words", WORDS.index(words)),
        ("lanes", LANES.index(lanes)),
        ("gates", gates),
    ):
        figure.press(name, "Home", *["ArrowRight"] * place)


def count_states(figure: Component) -> dict[str, int]:
    return {kind: figure.find(f"#grid .cell.{kind}").count() for kind in ("now", "done", "waits")}


@pytest.mark.parametrize(("layers", "words"), [(1, 1), (1, 16), (6, 1), (4, 8), (6, 4)])
def test_wavefront_takes_layers_plus_tokens_minus_one_steps(
    figure: Component, layers: int, words: int
) -> None:
    set_sliders(figure, layers, words, 32)
    assert figure.text("moments") == str(layers + words - 1)
    assert figure.text("work") == str(layers * words)


@pytest.mark.parametrize(("lanes", "moments"), [(1, 32), (2, 17), (3, 16), (4, 11), (8, 11)])
def test_lanes_beyond_the_number_of_layers_do_not_help(
    figure: Component, lanes: int, moments: int
) -> None:
    set_sliders(figure, 4, 8, lanes)
    assert figure.text("moments") == str(moments)
    assert figure.text("busy").startswith(f"{100 * 32 / (moments * lanes):.0f}")


def test_wavefront_advances_step_by_step(figure: Component) -> None:
    set_sliders(figure, 4, 8, 4)
    figure.press("moment", "Home")
    assert count_states(figure) == {"now": 1, "done": 0, "waits": 31}
    figure.press("moment", *["ArrowRight"] * 3)
    assert count_states(figure) == {"now": 4, "done": 6, "waits": 22}
    figure.press("moment", "End")
    assert count_states(figure) == {"now": 1, "done": 31, "waits": 0}


@pytest.mark.parametrize(
    ("words", "lanes", "moments", "work"), [(1, 1, 1, 1), (8, 32, 4, 25), (8, 4, 7, 25)]
)
def test_gates_without_the_state_allow_a_tree(
    figure: Component, words: int, lanes: int, moments: int, work: int
) -> None:
    """The levels process all 8 tokens, then 7, 6 and 4: those with a token 1, 2 or 4 before."""
    set_sliders(figure, 1, words, lanes, gates=1)
    assert figure.text("moments") == str(moments)
    assert figure.text("work") == str(work)


def test_step_beyond_the_end_becomes_the_last(figure: Component) -> None:
    set_sliders(figure, 4, 8, 1)
    figure.press("moment", "End")
    set_sliders(figure, 1, 1, 1)
    assert figure.find("#moment").get_attribute("aria-valuetext") == "1 of 1"
    assert count_states(figure)["now"] == 1


def test_number_in_a_square_is_its_time_step(figure: Component) -> None:
    figure.button("wavefront").click()
    numbers = [int(words) for words in figure.find("#grid text:not(.tick)").all_text_contents()]
    assert numbers == [layer + word + 1 for layer in range(4) for word in range(8)]
