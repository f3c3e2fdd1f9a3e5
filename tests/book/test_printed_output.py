"""Run the code cells of the pages and compare what they print with the prose that relies on it."""

import functools
import re
from collections.abc import Callable
from contextlib import chdir
from itertools import pairwise
from pathlib import Path

import pytest
from books import CELL, ROOT
from notebook_cells import notebook_shell, run_cells

NUMBER = re.compile(r"[-+]?(\d[\d,]*)?\.?\d+(e[-+]?\d+)?")


class Printed:
    """The output of a cell: its text, and the numbers of its lines, by the words beside them.

    `printed["vmap"]` lists the numbers of all lines labelled "vmap", in order. Lines of numbers
    alone have the label "". Brackets, colons and percent signs are not part of a number.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.numbers: dict[str, list[float]] = {}
        for line in text.splitlines():
            bare = {word: word.strip("()[]{}:;,.%") for word in line.split()}
            label = " ".join(word for word in line.split() if not NUMBER.fullmatch(bare[word]))
            words = [bare[word].replace(",", "") for word in line.split()]
            numbers = [float(word) for word in words if NUMBER.fullmatch(word)]
            self.numbers.setdefault(label.strip(":"), []).extend(numbers)

    def __getitem__(self, label: str) -> list[float]:
        return self.numbers[label]


def rising(values: list[float]) -> bool:
    return all(a < b for a, b in pairwise(values))


def near(value: float, stated: float) -> bool:
    """Return True if a sentence may state the value as the rounded number `stated`."""
    return abs(value - stated) <= 0.08 * stated


def errors_rise(printed: Printed, truth: str, *labels: str) -> bool:
    return rising([abs(printed[label][0] - printed[truth][0]) for label in labels])


def error(printed: Printed, number_format: str) -> float:
    """Return the error of a format in the table of chapter 11, whose lines end with a bar."""
    (label,) = (it for it in printed.numbers if it.split()[0] == number_format)
    return printed[label][0]


# The sentences that rely on the output of a cell, and the relation between printed values that
# makes each of them true. A key is a page and text that occurs in the source of this cell and of no
# other cell of the page. Line breaks of a sentence do not count. A relation compares printed values
# with one another, or with a value that the sentence states.
SENTENCES: dict[tuple[str, str], dict[str, Callable[[Printed], bool]]] = {
    ("ten_minutes", "PRODUCTS ="): {
        "the number of operations grows by a factor of 160,000, but the span only by a "
        "factor of five": lambda p: (
            near(p["block"][6] / p["tiny"][1], 160_000) and near(p["block"][7] / p["tiny"][2], 5)
        ),
        "more than nineteen in twenty operations are in matrix products.": lambda p: (
            min(p["tiny"][9], *p["cnn"][4::5], *p["block"][4::5]) > 95
        ),
    },
    ("00_first_hour", "a_year"): {
        "a chain of 24 operations, for one account and for 1,024.": lambda p: (
            p["one account"][1] == p["accounts"][2] == 24
        ),
        "After ten levels, 1,024 values have become one.": lambda p: (
            p["a sum of"][:1] + p["a sum of"][2:3] == [1024, 10]
        ),
    },
    ("00_first_hour", "math.fsum"): {
        "In this example, it is the one nearest to the exact sum.": lambda p: errors_rise(
            p, "without rounding", "many side by side", "last to first", "first to last"
        ),
    },
    ("01_lanes", "def with_cond"): {
        "the sum of the first two lines, plus one operation for the comparison and one for "
        "the selection.": lambda p: p["where"][0] == p["short"][0] + p["long"][0] + 2,
    },
    ("01_lanes", "def utilisation"): {
        "**Two thirds of all iterations are spent waiting.** A single number, 3,711, "
        "keeps 4,095 other lanes in the loop.": lambda p: (
            near(p["lanes in step utilisation"][1], 100 / 3)
            and p["longest iterations, from"][1] == 3711
        ),
    },
    ("01_lanes", "def safe_entropy"): {
        "The value of `entropy` is right, but its gradient is `nan`.": lambda p: (
            "entropy 0.0 gradient nan" in p.text and p["safe_entropy gradient"] == [0, 0]
        ),
    },
    ("03_latency_throughput", "in_flight = h100"): {
        "Three quarters of a megabyte must be in flight": lambda p: near(p["in flight kB"][0], 750),
    },
    ("03_latency_throughput", "def layer(weights, x)"): {
        "the operations grow 64 times and the bytes by a sixteenth.": lambda p: (
            p[""][7] == 64 * p[""][1] and near(p[""][8] / p[""][2], 1 + 1 / 16)
        ),
    },
    ("04_memory", "def hit_rate"): {
        "one line longer than the cache, each line is evicted just before its next use, and the "
        "hit rate falls to zero. For random lookups, it falls slowly.": lambda p: (
            p["lines"][4] > 90 and p["lines"][7] == 0 and p["lines"][8] > 90
        ),
    },
    ("05_matmul_cost", "tall, wide ="): {
        "The second order takes a hundred times as many operations as the best one.": lambda p: (
            p["(A B) (C D) FLOP"] == [100 * p["A ((B C) D) FLOP"][0]]
        ),
    },
    ("05_matmul_cost", "def loop_over_stops"): {
        "The last three programs take the same number of operations. `broadcast_all` "
        "has a shorter span than `loop_over_stops`, but it creates an array of $n^3$ "
        "elements": lambda p: (
            p["loop_over_stops"][0] == p["broadcast_all"][0] == p["matmul"][0]
            and p["broadcast_all"][1] <= min(p["loop_over_stops"][1], p["matmul"][1])
            and p["broadcast_all"][3] == 4 * 256**3
        ),
    },
    ("07_jit", "print(*simplify(lowered"): {
        "There is one `fusion`, which is one kernel.": lambda p: (
            p.text.partition("ENTRY")[2].count(" fusion(") == 1
        ),
    },
    ("08_vmap", "def squared_distance"): {
        "`vmap` of a dot product is a {term}`matmul <contraction>`, which never stores "
        "that array, and so is the `einsum`.": lambda p: (
            p["vmap, dot"] == p["x @ y.T"] == p["einsum"]
        ),
    },
    ("08_vmap", "def layer(weights, x)"): {
        "vector product, and all weights are loaded 64 times.": lambda p: (
            p["one by one"][0] == p["vmap"][0] and near(p["one by one"][1], 64 * 4 * 2048**2)
        ),
    },
    ("08_vmap", "def with_where"): {
        "The work doubles, but there are still only two matmuls.": lambda p: near(
            p["where, per lane"][0] / p["cond, shared"][0], 2
        ),
    },
    ("10_tiling", "class FastMemory"): {
        "Four times the capacity halves the traffic.": lambda p: (
            p[""][6] == 4 * p[""][1] and near(p[""][7] / p[""][2], 1 / 2)
        ),
    },
    ("11_precision", "def sequential_sum"): {
        "From 256 on, neighbouring bfloat16 values are 2 apart": lambda p: (
            p["sequential_sum: jnp.sum"] == [256, 300] and p["in float32"] == [300]
        ),
    },
    ("11_precision", "def float_product"): {
        "Among the float formats, each additional fraction bit halves the error.": lambda p: rising(
            [error(p, it) for it in ("f32", "f16", "bf16", "e4m3", "e5m2")]
        ),
    },
    ("11_precision", "def loss_fn"): {
        "In float16, the gradient is 0.": lambda p: (
            p["float16 with loss scaling"] == [0, *p["float32 with loss scaling"][1:]]
        ),
    },
    ("11_precision", "def kahan_sum"): {
        "returns the nearest float32 value here": lambda p: (
            p["kahan_sum error"][0] < 2**-9 < p["sequential_sum error"][0]
        ),
    },
    ("12_backprop", "PRODUCTS ="): {
        "The rule is wrong for three of the networks, and right for the fourth only by "
        "coincidence": lambda p: (
            p["block"][3] == 1 and all(abs(p[it][3] - 1) > 0.1 for it in ("tiny", "dense", "cnn"))
        ),
    },
    ("12_backprop", "def one_layer"): {
        "smallest at groups of two": lambda p: min(p[""][1::3]) == p[""][1::3][1],
    },
    ("12_backprop", "def scan_loop"): {
        "Here the compiled program holds all sixteen arrays at once.": lambda p: (
            p["python_loop bytes"][0] > 16 * 4 * 128 * 256 > 8 * p["scan_loop bytes"][0]
        ),
    },
    ("13_cnn", "def vgg16"): {
        "holds three quarters of all parameters and does less than a hundredth of the "
        "work": lambda p: (
            0.7 < p[""][13 * 5 + 3] / p["VGG16"][0] < 0.8
            and p[""][13 * 5 + 4] / p["VGG16"][1] < 0.01
        ),
    },
    ("13_cnn", "grouped ="): {
        "does 1/256 of the work but moves nearly as many bytes": lambda p: (
            p["full, library"][0] == 256 * p["depthwise, library"][0]
            and p["depthwise, library"][1] > 0.7 * p["full, library"][1]
        ),
    },
    ("14_lstm", 'for name in "separate"'): {
        "The number of products falls from 1,024 to 129, but the work stays almost the "
        "same.": lambda p: (
            [p["separate"][0], p["hoisted"][0]] == [1024, 129]
            and p["separate"][1] == p["hoisted"][1]
            and p["concatenated"][1] > 0.99 * p["separate"][1]
        ),
    },
    ("14_lstm", 'for order in "layer by layer"'): {
        "about a quarter of the span, but more work and memory traffic.": lambda p: (
            3.5 < p["layer by layer"][1] / p["wavefront"][1] < 4.5
            and p["wavefront"][0] > p["layer by layer"][0]
            and p["wavefront"][2] > p["layer by layer"][2]
        ),
    },
    ("15_attention", '"prefill of 512 tokens"'): {
        "The cache saves a factor of two hundred in operations": lambda p: (
            150 < p["decode without cache, tokens ms"][1] / p["decode, batch size ms"][1] < 250
        ),
    },
    ("15_attention", "n_layers, d_model, d_ff, vocab"): {
        "Once the caches are larger than the weights, each further request adds less "
        "throughput.": lambda p: (
            p["GB ms"][12] == 64 > p["caches as large as the weights at batch size"][0]
            and p["GB ms"][19] < 2 * p["GB ms"][15]
            and p["GB ms"][23] < 1.5 * p["GB ms"][19]
        ),
    },
    ("17_beyond_networks", "def squared_distances"): {
        "A squared distance cannot be negative, but hundreds of these are. Most points "
        "get a wrong nearest neighbour.": lambda p: (
            p["original"][0] > 100
            and p["original"][3] > 50
            and p["centred"][0] == p["centred"][3] == 0
        ),
    },
    ("18_many_devices", "beta = "): {
        "For the long array, the formula is accurate to within a few per cent.": lambda p: all(
            abs(predicted / measured - 1) < 0.04
            for predicted, measured in zip(
                p["large predicted ms measured ms"][1::3],
                p["large predicted ms measured ms"][2::3],
                strict=True,
            )
        ),
    },
    ("19_cost", "def load_results"): {
        "The oldest GPU is the cheapest, although it uses the wider format.": lambda p: rising(
            [p[it][4] for it in ("v100", "h100", "h200", "b200")]
        ),
    },
    ("19_cost", "def picojoules"): {
        "an operation by a factor of more than ten, and that of a value only by half": lambda p: (
            p["H100, float32 pJ pJ"][0] > 10 * p["H100, bf16 units pJ pJ"][0]
            and p["H100, bf16 units pJ pJ"][1]
            == pytest.approx(p["H100, float32 pJ pJ"][1] / 2, rel=0.01)
        ),
    },
    ("20_court", "def apply_rules"): {
        "Relative to the two older sockets, the factor is above fifty": lambda p: (
            p["cpu cores upheld"][1] < 50 < p["xeon cores misleading"][1]
            and p["epyc cores misleading"][1] > 50
        ),
    },
    ("21_your_network", "on paper"): {
        "The operations agree to within a few per cent": lambda p: (
            p["counted operations bytes"][0] < 1.06 * p["on paper operations bytes"][0]
            and p["counted operations bytes"][1] > 2 * p["on paper operations bytes"][1]
        ),
    },
}
# Executing a page takes several seconds, so `make test` checks only the page `ten_minutes`.
ROWS = [
    pytest.param(
        page,
        cell,
        sentence,
        id=f"{page}: {sentence[:40]}",
        marks=() if page == "ten_minutes" else pytest.mark.proof,
    )
    for (page, cell), sentences in SENTENCES.items()
    for sentence in sentences
]


def page_text(page: str) -> str:
    return (ROOT / f"book/{page}.md").read_text(encoding="utf-8")


def cell_number(page: str, cell: str) -> int:
    cells = CELL.findall(page_text(page))
    matches = [number for number, source in enumerate(cells) if cell in source]
    assert len(matches) == 1, f"{page}: {len(matches)} cells contain {cell!r}; 1 expected"
    return matches[0]


@functools.cache
def outputs(page: str) -> list[str]:
    """Run the cells of a page in the folder of the book, up to the last one in SENTENCES."""
    last = max(cell_number(*place) for place in SENTENCES if place[0] == page)
    with chdir(ROOT / "book"), notebook_shell() as shell:
        return run_cells(shell, CELL.findall(page_text(page))[: last + 1])


@pytest.mark.parametrize(("page", "cell", "sentence"), ROWS)
def test_sentence_agrees_with_printed_output(page: str, cell: str, sentence: str) -> None:
    text = " ".join(page_text(page).split())
    assert " ".join(sentence.split()) in text, f"{page} has no sentence {sentence!r}"
    printed = Printed(outputs(page)[cell_number(page, cell)])
    message = f"{page}: {sentence}\nThe cell prints:\n{printed.text}"
    assert SENTENCES[page, cell][sentence](printed), message


def test_cell_for_the_readers_network_needs_no_other_cell_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chapter 16 promises one cell that runs wherever it is pasted."""
    title = "## Count the training step of your own network\n"
    section = page_text("16_training").split(title)[1]
    monkeypatch.chdir(tmp_path)
    exec(CELL.search(section)[1], {})
    assert "60,000 digits: at least" in capsys.readouterr().out
