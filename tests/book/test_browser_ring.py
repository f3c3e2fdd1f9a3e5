"""The explorable of chapter 18: chunks move along a ring, step by step."""

import pytest
from browsing import Component

EXPLORABLE = "ring-chunks"
DEVICES = range(2, 9)


def counts(figure: Component) -> list[int]:
    return [int(words) for words in figure.find("#table .count").all_text_contents()]


@pytest.mark.parametrize("devices", DEVICES)
def test_devices_start_with_their_own_values_and_end_with_sums(
    figure: Component, devices: int
) -> None:
    figure.set(devices=devices - 2, step=0)
    assert counts(figure) == [1] * devices**2
    assert figure.count("#table .chunk.alone") == devices**2
    assert figure.count("#table .chunk.came") == 0
    figure.press("step", "End")
    assert counts(figure) == [devices] * devices**2
    assert figure.count("#table .chunk.whole") == devices**2
    assert figure.text("messages") == str(2 * (devices - 1))


def test_each_step_sends_one_chunk_per_device(figure: Component) -> None:
    figure.button("eight devices").click()
    assert figure.text("sent") == figure.text("whole").split(", ")[0]
    assert figure.text("messages") == "14"
    figure.set(devices=6, step=4)
    letters = figure.find("#ring .sent").all_text_contents()
    assert sorted(letters) == list("ABCDEFGH")
    assert figure.text("sent").startswith("28.4")  # four eighths of 56.8 MB
