"""The explorable of chapter 19: its bills follow from counts, utilisations, prices and facts."""

import re
import tomllib

import pytest
from books import ROOT
from browsing import Component, printed_number

EXPLORABLE = "shall-i-rent"
SOURCE = (ROOT / "book/_static/explorables/shall-i-rent.js").read_text(encoding="utf-8")
HARDWARE, LITERATURE = (
    tomllib.loads((ROOT / f"book/data/{name}.toml").read_text(encoding="utf-8"))
    for name in ("hardware", "literature")
)
OFFER = re.compile(r'\{ name: "(\w+)", peak: (\S+), memory: (\S+), watts: (\w+), price: (\S+) \}')
HOURS = {"minutes": 1 / 60, "hours": 1, "days": 24, "years": 24 * 365}


def bills(figure: Component) -> list[list[str]]:
    """Return the cells of each offer: time, cost, energy and memory."""
    rows = figure.find("tbody tr").all()
    return [
        [cell.replace("\u202f", " ") for cell in row.locator("td").all_inner_texts()]
        for row in rows
    ]


def amount(text: str) -> float:
    return float(text.split()[0].replace(",", ""))


def hours(text: str) -> float:
    return amount(text) * HOURS[text.split()[1]]


def test_utilisation_equals_that_of_the_page(figure: Component):
    """The roof must come from the results file of the case, round by round."""
    shares = re.findall(r"([\d.]+)\s%", figure.text("machines"))
    for share, batch in zip(shares, (1, 256), strict=True):
        expression = f"step[net=fcn,batch={batch}].rate / roof[kind=compute].rate."
        printed = printed_number(figure.page, expression)
        assert float(share) == pytest.approx(printed, rel=0.02)


def test_machines_agree_with_the_facts():
    """The script cannot read the tables, so it repeats their values."""
    offers = OFFER.findall(SOURCE)
    assert [name for name, *_ in offers] == ["T4", "H200", "B200"]
    for name, peak, memory, watts, price in offers:
        facts = HARDWARE[name.lower()]
        tera = facts.get("bf16_tflops") or facts["f16_tflops"]
        assert float(peak) == pytest.approx(tera["value"] * 1e12)
        assert float(memory) == facts["memory"]["value"] * 1e9
        assert watts == str(facts.get("power", {"value": "null"})["value"])
        listed = LITERATURE["verda"].get(name.lower(), {"value": "null"})
        assert price == str(listed["value"])
    cpu = LITERATURE["verda"]["cpu"]["value"]
    assert f"const RENTED = {{ memory: 16e9, watts: null, price: {cpu} }}" in SOURCE


def test_bill_follows_from_operations_peak_utilisation_and_price(figure: Component):
    figure.button("ResNet-50, 90 epochs").click()
    (one, other) = bills(figure)
    at = 6.28e12 * 450000 / 3600
    uses = [figure.number(f"use{side}-value") / 100 for side in "AB"]
    for (time, money, *_), peak, use, price in zip(
        (one, other), (989.4e12, 2250e12), uses, (3.39, 4.89), strict=True
    ):
        assert hours(time) == pytest.approx(at / peak / use, rel=0.005)
        assert amount(money) == pytest.approx(at / peak / use * price, rel=0.005)
    assert amount(one[2]) == pytest.approx(at / 989.4e12 / uses[0] * 0.7, rel=0.005)
    assert other[2] == "not known"


def test_typed_price_replaces_the_list_price_until_the_machine_changes(figure: Component):
    before = amount(bills(figure)[0][1])
    figure.find("#priceA").fill("6.78")
    assert amount(bills(figure)[0][1]) == pytest.approx(2 * before, rel=0.01)
    assert figure.text("priceA-line") == "read as 6.78"
    figure.press("offerA", "End")
    assert figure.find("#priceA").input_value() == "4.89"
    figure.press("offerA", "ArrowLeft", "ArrowLeft")
    assert figure.find("#priceA").input_value() == ""
    assert bills(figure)[0][1] == "enter its price"  # no price is invented


def test_break_even_utilisation_follows_from_peaks_and_prices(figure: Component):
    text = figure.text("chart-words")
    match = re.search(r"The B200 costs the same at a utilisation of ([\d.]+) %", text)
    even = float(match[1]) / 100
    use = figure.number("useA-value") / 100
    assert even == pytest.approx(use * (4.89 / 2250) / (3.39 / 989.4), rel=0.01)
