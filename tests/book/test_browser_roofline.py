"""The roofline explorer in a browser: computed, stored and rejected values."""

from collections.abc import Callable

from browsing import DESKTOP, Component, reload

EXPLORABLE = "roofline-explorer"


def row(figure: Component, machine: str) -> list[str]:
    cells = figure.find("tbody tr").filter(has_text=machine).locator("td")
    return [cell.replace("\u202f", " ") for cell in cells.all_inner_texts()]


def enter_machine(figure: Component, peak: str, bandwidth: str, overhead: str) -> None:
    for wall, value in (("peak", peak), ("bandwidth", bandwidth), ("overhead", overhead)):
        figure.find(f"#{wall}").fill(value)


def test_typed_machine_is_compared_with_its_three_limits(figure: Component):
    enter_machine(figure, "100", "10", "1000")
    figure.button("matrix · vector, 8192").click()  # 2 · 8192² FLOP, half a FLOP per byte
    assert row(figure, "Yours")[:3] == ["memory", "27.8 ms", "4.82 GFLOP/s"]
    figure.button("product of 2048 \N{MULTIPLICATION SIGN} 2048").click()
    assert row(figure, "Yours")[:3] == ["arithmetic", "173 ms", "99.4 GFLOP/s"]
    figure.button("adding two arrays of 1000").click()
    assert row(figure, "Yours")[:3] == ["dispatch", "1 ms", "999 kFLOP/s"]
    figure.expect_announcement("Yours is limited by dispatch")


def test_raising_a_limit_helps_only_programs_that_it_limits(figure: Component):
    figure.button("matrix · vector, 8192").click()
    figure.button("ten times the peak").click()
    assert row(figure, "Yours")[3] == "1 times as fast"
    figure.button("ten times the bandwidth").click()
    assert float(row(figure, "Yours")[3].split()[0]) > 5
    figure.button("no third machine").click()
    assert figure.find("tbody tr").filter(has_text="Yours").count() == 0


def test_typed_machine_is_stored(explorable: Callable[..., Component]):
    figure = explorable(EXPLORABLE, viewport=DESKTOP)
    enter_machine(figure, "1,000", "50", "2.5")
    assert figure.count(".reach.typed") == 1
    reload(figure.page)
    assert figure.find("#peak").input_value() == "1\u202f000"
    assert figure.count(".reach.typed") == 1


def test_invalid_limit_is_rejected_with_a_message(figure: Component):
    enter_machine(figure, "100", "10", "5")
    before = row(figure, "Yours")
    messages = dict.fromkeys(("0", "-3", "1e99"), "Write a number above zero.")
    messages["fast"] = "Write a number in GB/s, such as 12 or 0.5 or 2e3."
    for text, message in messages.items():
        figure.find("#bandwidth").fill(text)
        assert figure.text("bandwidth-line") == message
        assert row(figure, "Yours") == before
    figure.find("#bandwidth").fill("20 GB/s")
    assert figure.text("bandwidth-line") == "read as 20"
    assert row(figure, "Yours") != before
