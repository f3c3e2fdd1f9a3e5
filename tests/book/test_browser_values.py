"""Values that the explorables show after a few steps. Other files compare them with a model."""

import re
from collections.abc import Callable

import pytest
from browsing import Component

# The name of a button, sliders and their new places, sliders and pressed keys, or a typed text.
Step = str | dict[str, int] | dict[str, str] | tuple[str, str]
# A part of the explorable and its text, in which * stands for any text; a selector and the number
# of its elements; or "live" and the announcement for screen readers.
Values = dict[str, str | int]
PEAKS = ["32 arrays, 67.1*", "12 arrays, 25.2*", "12 arrays, 25.2*", "18 arrays, 37.7*",
         "33 arrays, 69.2*"]  # fmt: skip
SEVEN_BILLION = "7 billion weights, 140 billion tokens"
ROWS: list[tuple[str, list[Step], Values]] = [
    ("batch-time", ["dense, MNIST's shape", {"batch": -1}], {"batch-value": "256"}),
    # A network without this batch size shows its largest.
    ("batch-time", ["dense, MNIST's shape", {"batch": -1}, "ResNet's shape"],
     {"batch-value": "16", "live": "Batch size 16"}),
    ("brent-bound", [], {"#chart .point.cpu": 9, ".law.cpu": 1, "machines": "*fit to two dots*"}),
    # Many lanes do not help one account.
    ("brent-bound", ["one account, many lanes"],
     {"steps": "32", "busy": "13 %", "live": "1 account on 8 lanes: 32 steps"}),
    ("dependency-grid", [{"layers": 3, "words": 5, "lanes": 3, "gates": 0, "moment": 0}],
     {"#grid .cell.now": 1, "#grid .cell.done": 0, "#grid .cell.waits": 31}),
    ("dependency-grid", [{"layers": 3, "words": 5, "lanes": 3, "gates": 0, "moment": 3}],
     {"#grid .cell.now": 4, "#grid .cell.done": 6, "#grid .cell.waits": 22}),
    ("dependency-grid", [{"layers": 3, "words": 5, "lanes": 3, "gates": 0, "moment": -1}],
     {"#grid .cell.now": 1, "#grid .cell.done": 31, "#grid .cell.waits": 0}),
    # A step beyond the end becomes the last step.
    ("dependency-grid", [{"layers": 3, "words": 5, "lanes": 0, "gates": 0, "moment": -1},
                         {"layers": 0, "words": 0}],
     {"moment-value": "1 of 1", "#grid .cell.now": 1}),
    ("die-budget", [], {"cores": "5", "chain": "13.4 per cycle", "crowd": "100 per cycle",
                        "speed": "93.9 per cycle", "machines": "*GFLOP/s and*a factor of about*"}),
    ("die-budget", ["the smallest cores"],  # 1 / (0.01 / 1 + 0.99 / 500)
     {"cores": "500", "chain": "1 per cycle", "crowd": "500 per cycle", "speed": "83.5 per cycle"}),
    ("die-budget", ["rows of lanes"],
     {"cores": "10", "chain": "3.16 per cycle", "crowd": "900 per cycle"}),
    ("die-budget", [{"control": "ArrowRight"}],
     {"control-value": "200", "cores": "4", "die-words": "*120 tiles are left over*"}),
    ("die-budget", [{"control": -1, "lanes": -1}],
     {"lanes-value": "900", "control-value": "100",
      "live": "1 core of 100 for control and cache and 900 for lanes"}),
    # A program of dependent operations runs at the speed of one chain.
    ("die-budget", [{"share": -1}], {"share-value": "100 %", "speed": "13.4 per cycle"}),
    ("die-budget", [{"share": 0}], {"crowd": "100 per cycle", "speed": "99.9 per cycle"}),
    ("die-budget", [{"share": "ArrowRight ArrowRight ArrowRight"}],
     {"chart-words": "*If 10 % of the operations are dependent*a few large cores 60.8, "
                     "rows of lanes 30.7*"}),
    ("format-line", ["from 1 to 2", {"format": 0}, {"power": "ArrowRight " * 6}],
     {"step": "1", "most": "127"}),
    ("format-line", ["from 1 to 2", {"format": 0}, {"power": "ArrowRight " * 7}],
     {"step": "none", "live": "int8 has no value from 128 to 256"}),
    ("format-line", ["where bfloat16 stops counting"],
     {"step": "2", "live": "bfloat16 has 128 values from 256 to 512, 2 apart"}),
    ("format-line", ["the end of float16"],
     {"live": "float16 has no value from 65,536 to 131,072"}),
    ("fusion-switch", ["nothing to fuse"],
     {"kernels": "1", "saved": "0", "live": "1 operation, fused: 1 kernel"}),
    # Each machine with known limits has two lines, even without measurements.
    ("fusion-switch", [], {".law.cpu": 2, "machines": "*predicted*"}),
    ("lane-stepper", [], {"#chart .point.cpu": 4, "machines": "*8 paths*"}),
    ("matmul-cubes", [("m", "1,000"), ("k", "10"), ("n", "1e2")],
     {"flops": "*2,000,000*", "bytes": "*444,000*",  # 4 (10,000 + 1,000 + 100,000)
      "intensity": "4.5 FLOP/B", "m-line": "read as 1 000", "live": "2\u202fMFLOP"}),
    ("matmul-cubes", ["matrix · matrix"],
     {"machines": "*FLOP/s at 2,048 \N{MULTIPLICATION SIGN} 2,048*"}),
    # shuffled, sorted, and a published GPU measurement
    ("memory-cliffs", [{"kib": -1}], {"#list .ring": 3, "#pass .ring": 1}),
    ("program-map", ["sort"], {"wall": "memory"}),
    ("program-map", ["distances"],
     {"wall": "arithmetic", "live": "under the arithmetic roof"}),
    ("program-map", [{"way": -1}], {"way-value": "one product"}),
    ("program-map", [{"way": -1}, "sort"],
     {"way-value": "NumPy", "[aria-pressed=true]:text-is('sort')": 1}),
    # The peak is the input of each group, and two arrays for each layer of one group.
    *(("residual-tape", [{"group": place}], {"most": peak, "products": "64" if place else "48"})
      for place, peak in enumerate(PEAKS)),
    *(("residual-tape", [{"group": group, "moment": moment}], {"kept": "0 *", "#tape .full": 0})
      for group in (0, 2) for moment in (0, -1)),
    # The inputs of four groups are stored, and then the layers of one group are recomputed.
    ("residual-tape", [{"group": 2, "moment": 16}], {"kept": "4 *", "#tape .start.full": 4}),
    ("residual-tape", [{"group": 2, "moment": 20}],
     {"kept": "12 *", "#tape .into.full": 4, "#tape .product.full": 4}),
    ("residual-tape", [{"group": 2, "moment": 24}], {"kept": "3 *"}),
    ("residual-tape", [{"group": 2, "moment": -1}, {"group": 0}],
     {"moment-value": "32", "kept": "0 *"}),
    ("ring-chunks", [{"devices": 6, "step": 14}, {"devices": 0}],
     {"step-value": "2 of 2", "#table .chunk.whole": 4}),
    ("road-kitchen", [], {".ring": 2}),
    # A training needs 16 bytes per weight, and its activations add to them.
    ("shall-i-rent", ["digit classifier"], {"td:text-is('fits')": 2}),
    ("shall-i-rent", [SEVEN_BILLION], {"td:text-is('fits')": 2, "memory-words": "*112 GB*"}),
    ("shall-i-rent", [SEVEN_BILLION, ("tape", "29")],  # 141 GB, which is the whole memory
     {"td:text-is('fits')": 2}),
    ("shall-i-rent", [SEVEN_BILLION, ("tape", "30")],
     {"tr:nth-child(1) b:text-is('too large')": 1, "tr:nth-child(2) td:text-is('fits')": 1,
      "live": "does not fit into H200, fits into B200"}),
    ("tile-walker", ["tiles that fit"], {"traffic-words": "*Three tiles fit.*"}),
    ("tile-walker", ["tiles too large"], {"traffic-words": "*Three tiles do not fit.*"}),
    ("tile-walker", [{"now": 0}], {"matrices-words": "*Nothing has been multiplied yet.*"}),
    ("tile-walker", [{"now": 1}], {".fresh": 3}),  # the cache was empty
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
    # One kernel takes the same time in both waiting modes.
    ("time-line", [{"calls": 0, "way": 0}], {"done": "10 µs"}),
    ("time-line", [{"calls": 0, "way": 1}],
     {"done": "10 µs", "live": "1 kernel, wait after each kernel"}),
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
