"""The explorable of chapter 18: chunks move along a ring, step by step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Component

DEVICES = range(2, 9)


@pytest.fixture
def ring(explorable: Callable[..., Component]) -> Component:
    return explorable("ring-chunks")


def set_sliders(ring: Component, devices: int, step: int) -> None:
    ring.press("devices", "Home", *["ArrowRight"] * (devices - 2))
    ring.press("step", "Home", *["ArrowRight"] * step)


def count_chunks(ring: Component, kind: str) -> int:
    return ring.find(f"#table .chunk.{kind}").count()


def counts(ring: Component) -> list[int]:
    return [int(words) for words in ring.find("#table .count").all_text_contents()]


@pytest.mark.parametrize("devices", DEVICES)
def test_devices_start_with_their_own_values_and_end_with_sums(
    ring: Component, devices: int
) -> None:
    set_sliders(ring, devices, 0)
    assert counts(ring) == [1] * devices**2
    assert (count_chunks(ring, "alone"), count_chunks(ring, "came")) == (devices**2, 0)
    ring.press("step", "End")
    assert counts(ring) == [devices] * devices**2
    assert count_chunks(ring, "whole") == devices**2
    assert ring.text("messages") == str(2 * (devices - 1))


@pytest.mark.parametrize("devices", DEVICES)
def test_halfway_each_device_has_the_sum_of_one_chunk(ring: Component, devices: int) -> None:
    set_sliders(ring, devices, devices - 1)
    found = counts(ring)
    rows = [found[place : place + devices] for place in range(0, devices**2, devices)]
    assert [row.count(devices) for row in rows] == [1] * devices
    assert sorted(row.index(devices) for row in rows) == list(range(devices))
    assert count_chunks(ring, "came") == devices


def test_each_step_sends_one_chunk_per_device(ring: Component) -> None:
    ring.button("eight devices").click()
    assert ring.text("sent") == ring.text("whole").split(", ")[0]
    assert ring.text("messages") == "14"
    set_sliders(ring, 8, 4)
    letters = ring.find("#ring .sent").all_text_contents()
    assert sorted(letters) == list("ABCDEFGH")
    assert ring.text("sent").startswith("28.4")  # four eighths of 56.8 MB


def test_step_beyond_the_end_becomes_the_last(ring: Component) -> None:
    set_sliders(ring, 8, 14)
    ring.press("devices", "Home")
    assert ring.find("#step").get_attribute("aria-valuetext") == "2 of 2"
    assert count_chunks(ring, "whole") == 4
