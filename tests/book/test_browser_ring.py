"""The explorable of chapter 18: chunks move along a ring, step by step."""

from __future__ import annotations

import pytest
from browsing import Component

EXPLORABLE = "ring-chunks"
DEVICES = range(2, 9)


def set_sliders(figure: Component, devices: int, step: int) -> None:
    figure.press("devices", "Home", *["ArrowRight"] * (devices - 2))
    figure.press("step", "Home", *["ArrowRight"] * step)


def count_chunks(figure: Component, kind: str) -> int:
    return figure.find(f"#table .chunk.{kind}").count()


def counts(figure: Component) -> list[int]:
    return [int(words) for words in figure.find("#table .count").all_text_contents()]


@pytest.mark.parametrize("devices", DEVICES)
def test_devices_start_with_their_own_values_and_end_with_sums(
    figure: Component, devices: int
) -> None:
    set_sliders(figure, devices, 0)
    assert counts(figure) == [1] * devices**2
    assert (count_chunks(figure, "alone"), count_chunks(figure, "came")) == (devices**2, 0)
    figure.press("step", "End")
    assert counts(figure) == [devices] * devices**2
    assert count_chunks(figure, "whole") == devices**2
    assert figure.text("messages") == str(2 * (devices - 1))


@pytest.mark.parametrize("devices", DEVICES)
def test_halfway_each_device_has_the_sum_of_one_chunk(figure: Component, devices: int) -> None:
    set_sliders(figure, devices, devices - 1)
    found = counts(figure)
    rows = [found[place : place + devices] for place in range(0, devices**2, devices)]
    assert [row.count(devices) for row in rows] == [1] * devices
    assert sorted(row.index(devices) for row in rows) == list(range(devices))
    assert count_chunks(figure, "came") == devices


def test_each_step_sends_one_chunk_per_device(figure: Component) -> None:
    figure.button("eight devices").click()
    assert figure.text("sent") == figure.text("whole").split(", ")[0]
    assert figure.text("messages") == "14"
    set_sliders(figure, 8, 4)
    letters = figure.find("#ring .sent").all_text_contents()
    assert sorted(letters) == list("ABCDEFGH")
    assert figure.text("sent").startswith("28.4")  # four eighths of 56.8 MB


def test_step_beyond_the_end_becomes_the_last(figure: Component) -> None:
    set_sliders(figure, 8, 14)
    figure.press("devices", "Home")
    assert figure.find("#step").get_attribute("aria-valuetext") == "2 of 2"
    assert count_chunks(figure, "whole") == 4
