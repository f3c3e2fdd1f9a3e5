"""The die area in a browser: sliders, presets, throughput and messages."""

from __future__ import annotations

from browsing import Component

EXPLORABLE = "die-budget"


def figures(figure: Component) -> tuple[str, ...]:
    return figure.texts("cores", "chain", "crowd", "speed")


def test_design_shows_its_throughput(figure: Component):
    assert figures(figure) == ("5", "13.4 per cycle", "100 per cycle", "93.9 per cycle")
    figure.button("the smallest cores").click()
    # 1 / (0.01 / 1 + 0.99 / 500)
    assert figures(figure) == ("500", "1 per cycle", "500 per cycle", "83.5 per cycle")
    figure.button("rows of lanes").click()
    assert figures(figure)[:3] == ("10", "3.16 per cycle", "900 per cycle")


def test_every_core_is_drawn_with_its_area(figure: Component):
    for name in ("a few large cores", "rows of lanes", "one giant core", "the smallest cores"):
        figure.button(name).click()
        cores = int(figure.text("cores"))
        assert figure.find("#die rect.lanes").count() == cores
        overlap = figure.find("#die").evaluate(
            """svg => {
              const [frame, ...parts] = [...svg.querySelectorAll("rect")].map(e => e.getBBox());
              const right = frame.x + frame.width, foot = frame.y + frame.height;
              return parts.some(p => p.x < frame.x || p.y < frame.y || p.width <= 0
                || p.x + p.width > right || p.y + p.height > foot);
            }"""
        )
        assert not overlap


def test_arrow_keys_divide_the_area_between_control_and_lanes(figure: Component):
    figure.press("control", "ArrowRight")
    assert figure.texts("control-value", "cores") == ("200", "4")
    assert "120 tiles are left over" in figure.text("die-words")
    figure.press("control", "End")
    figure.press("lanes", "End")
    assert figure.texts("lanes-value", "control-value") == ("900", "100")
    figure.expect_announcement("1 core of 100 for control and cache and 900 for lanes")


def test_dependent_program_runs_at_the_speed_of_one_chain(figure: Component):
    figure.press("share", "End")
    assert figure.text("share-value") == "100 %"
    assert figures(figure)[3] == figures(figure)[1]
    figure.press("share", "Home")
    assert figures(figure)[2:] == ("100 per cycle", "99.9 per cycle")


def test_large_cores_win_if_a_tenth_of_the_operations_is_dependent(figure: Component):
    figure.press("share", *["ArrowRight"] * 3)
    words = figure.text("chart-words")
    assert "If 10 % of the operations are dependent" in words
    assert "a few large cores 60.8, rows of lanes 30.7" in words


def test_measurement_is_shown_next_to_the_model(figure: Component):
    assert "GFLOP/s and" in figure.text("machines")
    assert "a factor of about" in figure.text("machines")
