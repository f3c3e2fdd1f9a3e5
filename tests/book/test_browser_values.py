"""Values that the explorables show after a few steps. Other files compare them with a model."""

import re
from collections.abc import Callable

import pytest
from browsing import Component

# The name of a button to click, sliders and their new positions, sliders and the keys to press on
# them, or a field and the text to type into it.
Step = str | dict[str, int] | dict[str, str] | tuple[str, str]
# A part of the explorable and its text, in which * stands for any text; a selector and the number
# of its elements; or "live" and the announcement for screen readers.
Values = dict[str, str | int]
PEAKS = ["32 arrays, 67.1*", "12 arrays, 25.2*", "12 arrays, 25.2*", "18 arrays, 37.7*",
         "33 arrays, 69.2*"]  # fmt: skip
SEVEN_BILLION = "7 billion weights, 140 billion tokens"
ROWS: list[tuple[str, list[Step], Values]] = [
    ("dependency-grid", [{"layers": 3, "words": 5, "lanes": 3, "gates": 0, "moment": 3}],
     {"#grid .cell.now": 4, "#grid .cell.done": 6, "#grid .cell.waits": 22}),
    ("die-budget", [], {"cores": "5", "chain": "13.4 per cycle", "crowd": "100 per cycle",
                        "speed": "93.9 per cycle", "machines": "*GFLOP/s and*a factor of about*"}),
    ("die-budget", ["the smallest cores"],  # 1 / (0.01 / 1 + 0.99 / 500)
     {"cores": "500", "chain": "1 per cycle", "crowd": "500 per cycle", "speed": "83.5 per cycle"}),
    # A program of dependent operations runs at the speed of one chain.
    ("die-budget", [{"share": -1}], {"share-value": "100 %", "speed": "13.4 per cycle"}),
    ("die-budget", [{"share": "ArrowRight ArrowRight ArrowRight"}],
     {"chart-words": "*If 10 % of the operations are dependent*a few large cores 60.8, "
                     "rows of lanes 30.7*"}),
    ("format-line", ["from 1 to 2", {"format": 0}, {"power": "ArrowRight " * 6}],
     {"step": "1", "most": "127"}),
    ("format-line", ["where bfloat16 stops counting"],
     {"step": "2", "live": "bfloat16 has 128 values from 256 to 512, 2 apart"}),
    ("matmul-cubes", [("m", "1,000"), ("k", "10"), ("n", "1e2")],
     {"flops": "*2,000,000*", "bytes": "*444,000*",  # 4 (10,000 + 1,000 + 100,000)
      "intensity": "4.5 FLOP/B", "m-line": "read as 1 000", "live": "2\u202fMFLOP"}),
    ("program-map", ["sort"], {"wall": "memory"}),
    ("program-map", ["distances"],
     {"wall": "arithmetic", "live": "under the arithmetic roof"}),
    # The peak is the input of each group, and two arrays for each layer of one group.
    *(("residual-tape", [{"group": place}], {"most": peak, "products": "64" if place else "48"})
      for place, peak in enumerate(PEAKS)),
    # The inputs of four groups are stored, and then the layers of one group are recomputed.
    ("residual-tape", [{"group": 2, "moment": 16}], {"kept": "4 *", "#tape .start.full": 4}),
    ("residual-tape", [{"group": 2, "moment": 20}],
     {"kept": "12 *", "#tape .into.full": 4, "#tape .product.full": 4}),
    # A training needs 16 bytes per weight, and its activations add to them.
    ("shall-i-rent", [SEVEN_BILLION], {"td:text-is('fits')": 2, "memory-words": "*112 GB*"}),
    ("shall-i-rent", [SEVEN_BILLION, ("tape", "29")],  # 141 GB, which is the whole memory
     {"td:text-is('fits')": 2}),
    ("shall-i-rent", [SEVEN_BILLION, ("tape", "30")],
     {"tr:nth-child(1) b:text-is('too large')": 1, "tr:nth-child(2) td:text-is('fits')": 1,
      "live": "does not fit into H200, fits into B200"}),
    ("tile-walker", [{"now": 2}],  # C[0, 0] is still in the cache
     {".hit": 1,
      "live": "C[0, 0] += A[0, 1] * B[1, 0]; 1 of the three elements were in the cache"}),
    ("time-line", ["launches hidden"],
     {"back": "12 µs", "done": "50 µs", "busy": "96*", "#rows .device": 6, "#rows .host": 6}),
    ("time-line", ["launch-bound"],
     {"back": "48 µs", "done": "50 µs", "busy": "24*", "#rows .device": 6, "#rows .host": 6}),
    ("time-line", ["launch-bound, as a command graph"],
     {"back": "16 µs", "done": "31 µs", "busy": "39*", "#rows .device": 6, "#rows .host": 1}),
    ("time-line", ["loss printed at each step"],
     {"back": "44 µs", "done": "48 µs", "busy": "50*", "#rows .device": 6, "#rows .host": 6}),
]  # fmt: skip


def take(figure: Component, step: Step) -> None:
    if isinstance(step, str):
        figure.button(step).click()
    elif isinstance(step, tuple):
        figure.find(f"#{step[0]}").fill(step[1])
    else:
        for slider, place in step.items():
            if isinstance(place, int):
                figure.set(**{slider: place})
            else:
                figure.press(slider, *place.split())


@pytest.mark.parametrize(("name", "steps", "values"), ROWS, ids=[row[0] for row in ROWS])
def test_steps_show_values(
    explorable: Callable[..., Component], name: str, steps: list[Step], values: Values
):
    figure = explorable(name)
    for step in steps:
        take(figure, step)
    for part, value in values.items():
        if isinstance(value, int):
            assert figure.count(part) == value, part
        elif part == "live":
            figure.expect_announcement(value)
        else:
            pattern = re.escape(value).replace(r"\*", ".*")
            assert re.fullmatch(pattern, figure.text(part), re.S), (part, figure.text(part))
