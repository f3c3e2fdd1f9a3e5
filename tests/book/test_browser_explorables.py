"""Properties that all explorables share. Separate files test the properties of each."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, EXPLORABLES, PAGE_OF, PHONE, RECORDS, Component, Opener

# The scope of the parameter puts the tests of an explorable one after the other.
pytestmark = pytest.mark.parametrize("name", EXPLORABLES, scope="module")
# These draw a model, and the text next to it states the measurements.
MODELS = (
    "dependency-grid",
    "die-budget",
    "format-line",
    "in-the-dock",
    "residual-tape",
    "ring-chunks",
    "shall-i-rent",
)
# These draw the guesses of the reader and no record.
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
# Replace the element with a new one with other records.
AGAIN = """([name, records]) => {
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


def records(component: Component) -> list[dict[str, Any]]:
    return json.loads(component.find("script[type='application/json']").text_content() or "[]")


def replace_records(component: Component, found: list[dict[str, Any]]) -> Component:
    component.page.evaluate(AGAIN, [component.name, found])
    return component


def sliders(component: Component) -> list[str]:
    return component.find("input[type=range]").evaluate_all("all => all.map(e => e.id)")


def figures(component: Component) -> list[str]:
    return component.find("svg[data-picture]").evaluate_all("all => all.map(e => e.innerHTML)")


def test_print_shows_figures_without_controls(explorable: Explorable, name: str):
    shown = explorable(name)
    shown.page.emulate_media(media="print", color_scheme="dark")
    assert all(drawing.is_visible() for drawing in shown.find("svg[data-picture]").all())
    assert all(words.inner_text() for words in shown.find(".words").all())
    assert not any(control.is_visible() for control in shown.find("input, button").all())
    rules = "all => all.map(e => getComputedStyle(e).borderBlockStartWidth)"
    assert set(shown.find(":is(.presets, .controls) + .figures").evaluate_all(rules)) <= {"0px"}


def test_without_javascript_a_description_is_shown(open_page: Opener, name: str):
    page = open_page(PAGE_OF[name], java_script_enabled=False)
    still = page.locator(f"{name} .explorable-still")
    assert still.is_visible()
    assert len(still.inner_text().split()) > 10


def test_touch_moves_a_slider(explorable: Explorable, name: str):
    shown = explorable(name, viewport=PHONE, has_touch=True)
    slider = shown.find("input[type=range]").first
    slider.scroll_into_view_if_needed()
    before = slider.get_attribute("aria-valuetext")
    box = slider.bounding_box()
    assert box is not None
    shown.page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    assert slider.get_attribute("aria-valuetext") != before
    assert slider.input_value() == slider.get_attribute("max")


def test_keys_move_every_slider_and_changes_are_announced(explorable: Explorable, name: str):
    shown = explorable(name)
    assert shown.find("#live").count() == 1
    for slider in sliders(shown):
        said, drawn = [], []
        for key in ("Home", "ArrowRight", "End"):
            shown.press(slider, key)
            said.append(shown.find(f"#{slider}").get_attribute("aria-valuetext"))
            drawn.append(figures(shown))
        places = 1 + int(shown.find(f"#{slider}").get_attribute("max") or 0)
        assert len(set(said)) == min(3, places), slider
        assert drawn[0] != drawn[2], slider
        label = shown.find(f"label[for={slider}]").count()
        assert label or shown.find(f"#{slider}").get_attribute("aria-label"), slider
    shown.wait_for_announcement()  # otherwise, a slow machine may not have announced End yet
    before = shown.find("#live").text_content()
    shown.press(slider, "Home")
    shown.page.wait_for_function(
        "([e, before]) => e.textContent && e.textContent !== before",
        arg=[shown.find("#live").element_handle(), before],
    )


def test_tab_visits_every_control_with_a_visible_focus(explorable: Explorable, name: str):
    shown = explorable(name)
    shown.host.evaluate("host => { host.tabIndex = -1; host.focus(); }")
    controls = shown.host.evaluate(CONTROLS)
    visited = []
    for _ in controls:
        shown.page.keyboard.press("Tab")
        visited.append(shown.host.evaluate(FOCUSED))
    assert visited == [[control, True] for control in controls]
    shown.page.keyboard.press("Tab")
    assert shown.host.evaluate(FOCUSED) is None  # the focus leaves the explorable


def test_preset_can_be_chosen_by_keyboard(explorable: Explorable, name: str):
    shown = explorable(name)
    for button in shown.find("[data-preset]").all():
        button.focus()
        shown.page.keyboard.press("Enter")
        pressed = shown.find("[data-preset][aria-pressed=true]")
        assert pressed.all_inner_texts() == [button.inner_text()]


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


def test_series_without_measurements_is_omitted(explorable: Explorable, name: str):
    """Published measurements of other labs have their own marker."""
    shown = explorable(name)
    kinds = {record.device["kind"] for record in RECORDS.values()}
    drawn = {
        record["id"]: {point["case"] for point in record["points"]} for record in records(shown)
    }
    assert "cpu" in drawn or name in WITHOUT_RECORD
    assert drawn.keys() <= kinds | {"others"}
    assert not {"gpu", "others"} <= drawn.keys()
    # If one series has more than its roofs, every series has more.
    more = [bool(cases - {"roof", "overhead"}) for cases in drawn.values()]
    assert len(set(more)) <= 1
    assert "not measured yet" not in shown.all_text()
    lines = shown.find(":is(li, tr)").filter(has=shown.page.locator("svg.key .others"))
    assert all("nearest cases" in line for line in lines.all_inner_texts())


def test_measurements_of_the_book_are_shown(explorable: Explorable, name: str):
    shown = explorable(name)
    cpu = shown.find(":is(li, tr)").filter(has=shown.page.locator("svg.key .cpu"))
    said = cpu.all_inner_texts()
    assert bool(said) != (name in WITHOUT_RECORD)
    assert not [line for line in said if "not measured yet" in line]


def test_without_records_no_values_are_shown(explorable: Explorable, name: str):
    shown = replace_records(explorable(name), [])
    assert not [word for word in ("NaN", "undefined", "Infinity") if word in shown.all_text()]
    assert shown.find("svg.key :is(.cpu, .gpu, .others)").count() == 0


def test_record_of_the_reader_is_a_second_series(explorable: Explorable, name: str):
    shown = explorable(name)
    found = records(shown)
    assert shown.find(".own").count() == 0
    assert "Yours" not in shown.all_text()
    if name in WITHOUT_RECORD:
        return
    mine = {**found[0], "id": "laptop", "device": "My <b>Laptop</b> & Co"}
    mine["points"] = [{**point, "time": 2 * point["time"]} for point in found[0]["points"]]
    drawn = shown.find(".point.cpu").count()
    replace_records(shown, [*found, mine])
    assert "Yours" in shown.all_text()
    assert "My <b>Laptop</b> & Co" in shown.all_text()
    assert shown.find("svg.key .own").count() == shown.find("svg.key .cpu").count() > 0
    assert shown.find(".point.own").count() == shown.find(".point.cpu").count()
    if name not in MODELS:
        assert drawn == shown.find(".point.cpu").count() > shown.find("svg.key .cpu").count()
    violations = (
        Axe().run(shown.page, context=name, options={"preload": False}).response["violations"]
    )
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in violations] == []


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_text_is_readable_and_does_not_overlap(
    explorable: Explorable, name: str, view: dict[str, int]
):
    shown = explorable(name)
    shown.page.set_viewport_size(view)  # figures are drawn again for a new width
    shown.page.wait_for_function(
        "picture => Math.abs(picture.getScreenCTM().a - 1) < 0.01",
        arg=shown.find("svg[data-picture]").first.element_handle(),
    )
    for keys in ([], ["Home"], ["End"]):
        for slider in sliders(shown):
            shown.press(slider, *keys)
        assert shown.host.evaluate(SMALL) == [], keys
        assert shown.host.evaluate(CROWDED) == [], keys
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= view["width"]
