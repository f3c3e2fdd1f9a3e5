"""The drawing of the die: every core is inside it."""

from browsing import Component

EXPLORABLE = "die-budget"
OUTSIDE = """svg => {
  const [frame, ...parts] = [...svg.querySelectorAll("rect")].map(e => e.getBBox());
  const right = frame.x + frame.width, foot = frame.y + frame.height;
  return parts.some(p => p.x < frame.x || p.y < frame.y || p.width <= 0
    || p.x + p.width > right || p.y + p.height > foot);
}"""


def test_every_core_is_drawn_inside_the_die(figure: Component):
    for name in ("a few large cores", "rows of lanes", "one giant core", "the smallest cores"):
        figure.button(name).click()
        assert figure.count("#die rect.lanes") == int(figure.text("cores"))
        assert not figure.find("#die").evaluate(OUTSIDE)
