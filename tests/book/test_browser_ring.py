"""The explorable of chapter 18: chunks that go round a ring, step by step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Component

DEVICES = range(2, 9)


@pytest.fixture
def ring(explorable: Callable[..., Component]) -> Component:
    return explorable("ring-chunks")


def put(ring: Component, devices: int, step: int) -> None:
    ring.press("devices", "Home", *["ArrowRight"] * (devices - 2))
    ring.press("step", "Home", *["ArrowRight"] * step)


def chunks(ring: Component, kind: str) -> int:
    return ring.find(f"#table .chunk.{kind}").count()


def counts(ring: Component) -> list[int]:
    return [int(words) for words in ring.find("#table .count").all_text_contents()]


@pytest.mark.parametrize("devices", DEVICES)
def test_it_begins_with_what_is_each_devices_own_and_ends_with_sums(
    ring: Component, devices: int
) -> None:
    put(ring, devices, 0)
    assert counts(ring) == [1] * devices**2
    assert (chunks(ring, "alone"), chunks(ring, "came")) == (devices**2, 0)
    ring.press("step", "End")
    assert counts(ring) == [devices] * devices**2
    assert chunks(ring, "whole") == devices**2
    assert ring.text("messages") == str(2 * (devices - 1))


@pytest.mark.parametrize("devices", DEVICES)
def test_half_way_each_device_has_the_whole_sum_of_one_chunk(ring: Component, devices: int) -> None:
    put(ring, devices, devices - 1)
    found = counts(ring)
    rows = [found[place : place + devices] for place in range(0, devices**2, devices)]
    assert [row.count(devices) for row in rows] == [1] * devices
    assert sorted(row.index(devices) for row in rows) == list(range(devices))
    assert chunks(ring, "came") == devices


def test_each_step_is_a_message_of_one_chunk(ring: Component) -> None:
    ring.button("eight devices").click()
    assert ring.text("sent") == ring.text("whole").split(", ")[0]
    assert ring.text("messages") == "14"
    put(ring, 8, 4)
    letters = ring.find("#ring .sent").all_text_contents()
    assert sorted(letters) == list("ABCDEFGH")
    assert ring.text("sent").startswith("28.4")  # four eighths of 56.8 MB


def test_a_step_that_there_is_no_more_becomes_the_last(ring: Component) -> None:
    put(ring, 8, 14)
    ring.press("devices", "Home")
    assert ring.find("#step").get_attribute("aria-valuetext") == "2 of 2"
    assert chunks(ring, "whole") == 4
