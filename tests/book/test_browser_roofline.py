"""The roofline explorer in a browser: computed, stored and rejected values."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import PHONE, RECORDS, Component, reload, seconds

RECORD = RECORDS["cpu"]


@pytest.fixture
def roofs(explorable: Callable[..., Component]) -> Component:
    return explorable("roofline-explorer")


def row(roofs: Component, machine: str) -> list[str]:
    found = roofs.find("tbody tr").filter(has_text=machine)
    return [cell.replace("\u202f", " ") for cell in found.locator("td").all_inner_texts()]


def enter_machine(roofs: Component, peak: str, bandwidth: str, overhead: str) -> None:
    for wall, value in (("peak", peak), ("bandwidth", bandwidth), ("overhead", overhead)):
        roofs.find(f"#{wall}").fill(value)


def test_typed_machine_is_compared_with_its_three_limits(roofs: Component):
    enter_machine(roofs, "100", "10", "1000")
    roofs.button("matrix · vector, 8192").click()  # 2 · 8192² FLOP, half a FLOP per byte
    assert row(roofs, "Yours")[:3] == ["memory", "27.8 ms", "4.82 GFLOP/s"]
    roofs.button("product of 2048 \N{MULTIPLICATION SIGN} 2048").click()
    assert row(roofs, "Yours")[:3] == ["arithmetic", "173 ms", "99.4 GFLOP/s"]
    roofs.button("adding two arrays of 1000").click()
    assert row(roofs, "Yours")[:3] == ["dispatch", "1 ms", "999 kFLOP/s"]
    roofs.expect_announcement("Yours is limited by dispatch")


def test_reference_machine_agrees_with_the_record(roofs: Component):
    roofs.button("adding two arrays of 1000").click()
    overhead = RECORD.query("overhead.time").median
    wall, time, *_ = row(roofs, "CPU")
    assert wall == "dispatch"
    assert seconds(time) == pytest.approx(overhead, rel=0.1)


def test_raising_a_limit_helps_only_programs_that_it_limits(roofs: Component):
    roofs.button("matrix · vector, 8192").click()
    roofs.button("ten times the peak").click()
    assert row(roofs, "Yours")[3] == "1 times as fast"
    roofs.button("ten times the bandwidth").click()
    assert float(row(roofs, "Yours")[3].split()[0]) > 5
    roofs.button("no third machine").click()
    assert roofs.find("tbody tr").filter(has_text="Yours").count() == 0


def test_typed_machine_is_stored(roofs: Component):
    enter_machine(roofs, "1,000", "50", "2.5")
    assert roofs.find(".reach.typed").count() == 1
    reload(roofs.page)
    assert roofs.find("#peak").input_value() == "1\u202f000"
    assert roofs.find(".reach.typed").count() == 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("0", "Write a number above zero."),
        ("-3", "Write a number above zero."),
        ("1e99", "Write a number above zero."),
        ("fast", "Write a number in GB/s, such as 12 or 0.5 or 2e3."),
    ],
)
def test_invalid_limit_is_rejected_with_a_message(roofs: Component, wrong: str, message: str):
    enter_machine(roofs, "100", "10", "5")
    before = row(roofs, "Yours")
    roofs.find("#bandwidth").fill(wrong)
    assert roofs.text("bandwidth-line") == message
    assert row(roofs, "Yours") == before
    roofs.find("#bandwidth").fill("20 GB/s")
    assert roofs.text("bandwidth-line") == "read as 20"
    assert row(roofs, "Yours") != before


def test_decimals_are_read_and_ambiguous_numbers_need_a_choice(roofs: Component):
    enter_machine(roofs, "5,2", "1,234", "1")
    assert roofs.text("peak-line") == "read as 5.2"
    assert roofs.text("bandwidth-line") == "1,234: do you mean 1 234 or 1.234?"
    assert row(roofs, "Yours") == []
    roofs.button("1.234").click()
    assert roofs.text("bandwidth-line") == "read as 1.234"
    assert roofs.find("#bandwidth").evaluate("e => e === e.getRootNode().activeElement")
    roofs.button("product of 2048 \N{MULTIPLICATION SIGN} 2048").click()
    assert row(roofs, "Yours")[2] == "5.2 GFLOP/s"


def test_tap_on_a_measured_point_sets_the_program(explorable: Callable[..., Component]):
    roofs = explorable("roofline-explorer", viewport=PHONE, has_touch=True)
    before = roofs.text("work-value")
    roofs.find("[data-point]").first.tap(force=True)
    assert roofs.text("work-value") != before
