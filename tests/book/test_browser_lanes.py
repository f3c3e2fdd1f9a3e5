"""The lane stepper, compared with a simulation in Python."""

from browsing import Component

EXPLORABLE = "lane-stepper"


def simulate(values: list[int]) -> tuple[int, int]:
    """Return the number of steps and busy lane-steps if all lanes reconverge in every iteration."""
    steps = busy = 0
    while values:
        steps, busy = steps + 1, busy + len(values)  # if x is 1
        values = [x for x in values if x != 1]
        if not values:
            break
        odd = [x for x in values if x % 2]
        even = [x for x in values if not x % 2]
        steps += 2 + 2 * bool(even) + bool(odd)  # if x is odd ... go to 0
        busy += 2 * len(values) + 2 * len(even) + len(odd)
        values = [x // 2 for x in even] + [3 * x + 1 for x in odd]
    return steps, busy


def test_steps_and_utilisation_equal_the_simulation(figure: Component):
    figure.button("Collatz, 1, 2, 3, …").click()
    for key, lanes in (("Home", 1), ("ArrowRight", 2), ("ArrowRight", 4), ("End", 32)):
        figure.press("lanes", key)
        steps, busy = simulate(list(range(1, lanes + 1)))
        assert figure.text("total") == str(steps)
        assert figure.text("whole") == f"{round(100 * busy / (steps * lanes))} %"


def test_step_changes_only_the_lanes_in_the_mask(figure: Component):
    figure.button("if: lanes differ").click()
    figure.press("now", "Home")
    assert figure.text("mask") == "11111111"
    assert figure.button("step back").is_disabled()
    figure.button("one step").click()
    assert figure.text("mask") == "01010101"
    assert figure.text("active") == "4 of 8"
    current = figure.find("li[aria-current]")
    assert current.inner_text() == "x = x / 2"
    figure.button("to the end").click()
    assert figure.text("mask") == "all done"
    assert figure.find(".value").all_text_contents() == [
        str(10 * (x // 2 + 1) if x % 2 == 0 else 10 * (3 * x + 1)) for x in range(1, 9)
    ]
