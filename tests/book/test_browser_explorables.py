"""Properties that all explorables share. Other files test the special behaviour of each."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, EXPLORABLES, PAGE_OF, PHONE, RECORDS, Component, Opener

# The scope of the parameter puts the tests of an explorable one after the other.
pytestmark = pytest.mark.parametrize("name", EXPLORABLES, scope="module")
# Explorables that draw a model, with text next to it that states the measurements.
MODELS = (
    "dependency-grid", "die-budget", "format-line", "in-the-dock", "residual-tape", "ring-chunks",
    "shall-i-rent",
)  # fmt: skip
# Explorables that draw the guesses of the reader and no record.
WITHOUT_RECORD = ("in-the-dock",)
assert EXPLORABLES  # otherwise, an empty folder would pass every test below
Explorable = Callable[..., Component]

# Texts that are displayed with less than 13 pixels, including the scale of their figure.
SMALL = """host => [...host.shadowRoot.querySelectorAll("*")].flatMap(e => {
  const words = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data.trim()).join("");
  if (!words || e.closest("style, title, .hidden")) return [];
  const matrix = e.ownerSVGElement && e.getScreenCTM();
  const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
  const size = parseFloat(getComputedStyle(e).fontSize) * scale;
  return size < 13 ? [`${size.toFixed(1)} px: ${words}`] : [];
})"""
# Texts that exceed the frame, or that overlap.
CROWDED = """host => [...host.shadowRoot.querySelectorAll("svg[data-picture]")].flatMap(picture => {
  const frame = host.getBoundingClientRect();
  const texts = [...picture.querySelectorAll("text")].map(e => [e.textContent, e.getBoundingClientRect()]);
  const out = texts.filter(([, r]) => r.left < frame.left - 1 || r.right > frame.right + 1);
  const on = texts.flatMap(([a, r], i) => texts.slice(i + 1).filter(([, s]) =>
    r.left < s.right - 2 && s.left < r.right - 2 && r.top < s.bottom - 4 && s.top < r.bottom - 4).map(([b]) => `${a} on ${b}`));
  return [...out.map(([words]) => `${words} outside`), ...on];
})"""  # noqa: E501
PAINT = """host => [...new Set([...host.shadowRoot.querySelectorAll(
  "svg[data-picture] :is(rect, circle, line, polyline, polygon, path)")].flatMap(e => {
    const { fill, stroke } = getComputedStyle(e);
    const paints = e.tagName === "line" ? [stroke] : [fill, stroke];
    return paints.filter(paint => paint !== "none" && paint !== "rgba(0, 0, 0, 0)");
  }))]"""
# Replace the element by a new one that has other records.
REPLACE = """([name, records]) => {
  const again = document.createElement(name);
  again.className = "explorable";
  again.innerHTML = '<script type="application/json"></' + 'script>';
  again.firstChild.textContent = JSON.stringify(records);
  document.querySelector(name).replaceWith(again);
}"""


# The focused element, and whether its outline is visible in the window.
FOCUSED = """host => {
  const e = host.shadowRoot.activeElement;
  if (!e) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(e), at = e.getBoundingClientRect();
  const seen = outlineStyle === "solid" && parseFloat(outlineWidth) >= 2 && at.bottom > 0 && at.top < innerHeight;
  return [[...host.shadowRoot.querySelectorAll("*")].indexOf(e), seen];
}"""  # noqa: E501
CONTROLS = """host => [...host.shadowRoot.querySelectorAll("*")].flatMap((e, at) =>
  e.matches("input, button, [tabindex='0']") && e.checkVisibility() && !e.disabled ? [at] : [])"""


@pytest.fixture
def figure(explorable: Explorable, name: str) -> Component:
    return explorable(name)


def read_records(component: Component) -> list[dict[str, Any]]:
    return json.loads(component.find("script[type='application/json']").text_content() or "[]")


def replace_records(component: Component, records: list[dict[str, Any]]) -> None:
    component.page.evaluate(REPLACE, [component.name, records])


def sliders(component: Component) -> list[str]:
    return component.find("input[type=range]").evaluate_all("all => all.map(e => e.id)")


def drawings_of(component: Component) -> list[str]:
    return component.find("svg[data-picture]").evaluate_all("all => all.map(e => e.innerHTML)")


def test_print_shows_figures_without_controls(figure: Component):
    figure.page.emulate_media(media="print", color_scheme="dark")
    assert all(drawing.is_visible() for drawing in figure.find("svg[data-picture]").all())
    assert all(words.inner_text() for words in figure.find(".words").all())
    assert not any(control.is_visible() for control in figure.find("input, button").all())
    rules = "all => all.map(e => getComputedStyle(e).borderBlockStartWidth)"
    assert set(figure.find(":is(.presets, .controls) + .figures").evaluate_all(rules)) <= {"0px"}


def test_without_javascript_a_description_is_shown(open_page: Opener, name: str):
    page = open_page(PAGE_OF[name], java_script_enabled=False)
    still = page.locator(f"{name} .explorable-still")
    assert still.is_visible()
    assert len(still.inner_text().split()) > 10


def test_touch_moves_a_slider(explorable: Explorable, name: str):
    figure = explorable(name, viewport=PHONE, has_touch=True)
    slider = figure.find("input[type=range]").first
    slider.scroll_into_view_if_needed()
    before = slider.get_attribute("aria-valuetext")
    box = slider.bounding_box()
    assert box is not None
    figure.page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    assert slider.get_attribute("aria-valuetext") != before
    assert slider.input_value() == slider.get_attribute("max")


def test_keys_move_every_slider_and_changes_are_announced(figure: Component):
    assert figure.count("#live") == 1
    for slider in sliders(figure):
        control, values, drawings = figure.find(f"#{slider}"), [], []
        for key in ("Home", "ArrowRight", "End"):
            figure.press(slider, key)
            values.append(control.get_attribute("aria-valuetext"))
            drawings.append(drawings_of(figure))
        places = 1 + int(control.get_attribute("max") or 0)
        assert len(set(values)) == min(3, places), slider
        assert drawings[0] != drawings[2], slider
        label = figure.count(f"label[for={slider}]")
        assert label or control.get_attribute("aria-label"), slider
    figure.wait_for_announcement()  # a slow machine may announce the End key late
    before = figure.find("#live").text_content()
    figure.press(slider, "Home")
    figure.page.wait_for_function(
        "([e, before]) => e.textContent && e.textContent !== before",
        arg=[figure.find("#live").element_handle(), before],
    )


def test_tab_visits_every_control_with_a_visible_focus(figure: Component):
    figure.host.evaluate("host => { host.tabIndex = -1; host.focus(); }")
    controls = figure.host.evaluate(CONTROLS)
    for control in controls:
        figure.page.keyboard.press("Tab")
        assert figure.host.evaluate(FOCUSED) == [control, True]
    figure.page.keyboard.press("Tab")
    assert figure.host.evaluate(FOCUSED) is None  # the focus leaves the explorable


def test_every_colour_follows_the_colour_scheme(explorable: Explorable, name: str):
    shown = explorable(name)
    paints = []
    for scheme in ("light", "dark"):
        shown.page.emulate_media(color_scheme=scheme)
        shown.page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
        paints.append(set(shown.host.evaluate(PAINT)))
    light, dark = paints
    assert light
    assert not light & dark


def test_series_without_measurements_is_omitted(figure: Component, name: str):
    """Published measurements of other labs have their own marker."""
    kinds = {record.device["kind"] for record in RECORDS.values()}
    cases = {it["id"]: {point["case"] for point in it["points"]} for it in read_records(figure)}
    assert "cpu" in cases or name in WITHOUT_RECORD
    assert cases.keys() <= kinds | {"others"}
    assert not {"gpu", "others"} <= cases.keys()
    # Either every series has measurements besides its roofs, or none has.
    assert len({bool(names - {"roof", "overhead"}) for names in cases.values()}) <= 1
    assert "not measured yet" not in figure.all_text()
    lines = figure.find(":is(li, tr)").filter(has=figure.page.locator("svg.key .others"))
    assert all("nearest cases" in line for line in lines.all_inner_texts())


def test_without_records_no_values_are_shown(figure: Component):
    replace_records(figure, [])
    assert not [word for word in ("NaN", "undefined", "Infinity") if word in figure.all_text()]
    assert figure.count("svg.key :is(.cpu, .gpu, .others)") == 0


def test_record_of_the_reader_is_a_second_series(figure: Component, name: str):
    records = read_records(figure)
    assert figure.count(".own") == 0
    assert "Yours" not in figure.all_text()
    if name in WITHOUT_RECORD:
        return
    own = {**records[0], "id": "laptop", "device": "My <b>Laptop</b> & Co"}
    own["points"] = [{**point, "time": 2 * point["time"]} for point in records[0]["points"]]
    points = figure.count(".point.cpu")
    replace_records(figure, [*records, own])
    assert "Yours" in figure.all_text()
    assert "My <b>Laptop</b> & Co" in figure.all_text()
    assert figure.count("svg.key .own") == figure.count("svg.key .cpu") > 0
    assert figure.count(".point.own") == figure.count(".point.cpu")
    if name not in MODELS:
        assert points == figure.count(".point.cpu") > figure.count("svg.key .cpu")
    report = Axe().run(figure.page, context=name, options={"preload": False}).response
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in report["violations"]] == []


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_text_is_readable_and_does_not_overlap(figure: Component, view: dict[str, int]):
    figure.page.set_viewport_size(view)  # figures are drawn again for a new width
    figure.page.wait_for_function(
        "picture => Math.abs(picture.getScreenCTM().a - 1) < 0.01",
        arg=figure.find("svg[data-picture]").first.element_handle(),
    )
    for keys in ([], ["Home"], ["End"]):
        for slider in sliders(figure):
            figure.press(slider, *keys)
        assert figure.host.evaluate(SMALL) == [], keys
        assert figure.host.evaluate(CROWDED) == [], keys
        assert figure.page.evaluate("document.documentElement.scrollWidth") <= view["width"]
