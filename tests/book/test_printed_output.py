"""Run the code cells of the pages and compare what they print with the prose that relies on it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from contextlib import chdir
from dataclasses import dataclass
from itertools import pairwise

import pytest
from books import CELL, ROOT
from notebook_cells import notebook_shell, run_cells

NUMBER = re.compile(r"[-+]?(\d[\d,]*)?\.?\d+(e[-+]?\d+)?")


class Printed:
    """The output of one cell: its text, and the numbers of each line by the other words of it.

    `printed["vmap"]` lists the numbers of all lines labelled "vmap", in order. Lines of numbers
    alone have the label "". Brackets, colons and percent signs are not part of a number.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.numbers: dict[str, list[float]] = {}
        for line in text.splitlines():
            bare = {word: word.strip("()[]{}:;,.%") for word in line.split()}
            label = " ".join(word for word in line.split() if not NUMBER.fullmatch(bare[word]))
            found = [bare[word].replace(",", "") for word in line.split()]
            numbers = [float(word) for word in found if NUMBER.fullmatch(word)]
            self.numbers.setdefault(label.strip(":"), []).extend(numbers)

    def __getitem__(self, label: str) -> list[float]:
        return self.numbers[label]


@dataclass(frozen=True)
class Row:
    """A sentence of a page, and the relation between printed values that makes it true.

    A relation compares printed values with one another, or with a value that the sentence states.
    """

    page: str
    cell: str  # text that occurs in the source of this cell and of no other cell of the page
    sentence: str  # as the page has it; line breaks do not count
    relation: Callable[[Printed], bool]


def rising(values: list[float]) -> bool:
    return all(a < b for a, b in pairwise(values))


def near(value: float, stated: float) -> bool:
    """Return True if a sentence may round the value to what it states, such as "three times"."""
    return abs(value - stated) <= 0.08 * stated


def errors_rise(printed: Printed, truth: str, *labels: str) -> bool:
    return rising([abs(printed[label][0] - printed[truth][0]) for label in labels])


def falling(values: list[float]) -> bool:
    return rising(values[::-1])


def pairs(values: list[float]) -> list[tuple[float, float]]:
    """Return the second and the third of each three values."""
    return list(zip(values[1::3], values[2::3], strict=True))


def error(printed: Printed, number_format: str) -> float:
    """Return the error of a format in the table of chapter 11, whose lines end with a bar."""
    (label,) = (it for it in printed.numbers if it.split()[0] == number_format)
    return printed[label][0]


PAGES_TO_10 = (
    Row(
        "ten_minutes",
        "PRODUCTS =",
        "the operations grow 160,000 times, the chain five times",
        lambda p: (
            near(p["block"][6] / p["tiny"][1], 160_000) and near(p["block"][7] / p["tiny"][2], 5)
        ),
    ),
    Row(
        "ten_minutes",
        "PRODUCTS =",
        "With one example of the tiny network [the update](12_backprop.md) is nearly a third",
        lambda p: 100 / 4 < 100 - p["tiny"][4] < 100 / 3,
    ),
    Row(
        "ten_minutes",
        "PRODUCTS =",
        "In the other five steps counted above, products are more than nineteen twentieths of the "
        "operations.",
        lambda p: min(p["tiny"][9], *p["picture"][4::5], *p["block"][4::5]) > 95,
    ),
    Row(
        "00_first_hour",
        "def month(balance, rate, deposit):",
        "Four calls, two lines.",
        lambda p: len(p.text.splitlines()) == 2,
    ),
    Row(
        "00_first_hour",
        "a_year",
        "Twelve months are a chain of 24 operations, for one account and for a thousand",
        lambda p: p["one account"][1] == 24 and p["accounts"][2] == 24,
    ),
    Row(
        "00_first_hour",
        "a_year",
        "1,024 numbers are one number after ten rounds",
        lambda p: p["a sum of"][:1] + p["a sum of"][2:3] == [1024, 10],
    ),
    Row(
        "00_first_hour",
        "math.fsum",
        "here the one nearest to the truth",
        lambda p: errors_rise(
            p, "without rounding", "many side by side", "last to first", "first to last"
        ),
    ),
    Row(
        "01_lanes",
        "def ask_first",
        "The third line is the sum of the first two, and one operation for the question and one "
        "for "
        "the choice.",
        lambda p: p["where"][0] == p["short"][0] + p["long"][0] + 2,
    ),
    Row(
        "01_lanes",
        "def ask_first",
        "(The six additional operations ask again for each side",
        lambda p: p["cond under vmap"][0] == p["where"][0] + 6,
    ),
    Row(
        "01_lanes",
        "def utilisation",
        "**Two thirds of all turns are waiting.** A single number, 3,711, keeps 4,095 others in "
        "the loop.",
        lambda p: (
            near(p["lanes in step at work"][1], 100 / 3) and p["longest turns, from"][1] == 3711
        ),
    ),
    Row(
        "01_lanes",
        "def utilisation",
        "Still, half of the turns are lost.",
        lambda p: near(p["rows of at work"][1], 50),
    ),
    Row(
        "01_lanes",
        "def safe_entropy",
        "The value is right and the gradient is not a number.",
        lambda p: "entropy 0.0 gradient nan" in p.text and p["safe_entropy gradient"] == [0, 0],
    ),
    Row(
        "02_two_machines",
        "def crowd",
        "Two programs may have the same number of operations and differ in {term}`span`",
        lambda p: p["chain"][0] == p["crowd"][0] and p["chain"][1] > p["crowd"][1],
    ),
    Row(
        "03_latency_throughput",
        "inside = h100",
        "Three quarters of a megabyte",
        lambda p: near(p["in flight kB"][0], 750),
    ),
    Row(
        "03_latency_throughput",
        "for loads in",
        "With one load for each thread most of these places must be full",
        lambda p: p["loads of each thread: warps"][1] > 64 / 2,
    ),
    Row(
        "03_latency_throughput",
        "for loads in",
        "with four loads a fifth of them",
        lambda p: near(p["loads of each thread: warps"][5] / 64, 1 / 5),
    ),
    Row(
        "03_latency_throughput",
        "for loads in",
        "Memory needs about three times as many warps as arithmetic here.",
        lambda p: near(p["loads of each thread: warps"][1] / 16, 3),
    ),
    Row(
        "03_latency_throughput",
        "def layer(weights, customers)",
        "From one customer to 64 the operations grow 64 times and the bytes by a sixteenth.",
        lambda p: p[""][7] == 64 * p[""][1] and near(p[""][8] / p[""][2], 1 + 1 / 16),
    ),
    Row(
        "03_latency_throughput",
        "def speed_up",
        "with a tenth that stays serial, no number of processors gains more than ten",
        lambda p: p["serial"][5] == 0.1 and max(p["serial"][6:10]) <= 10,
    ),
    Row(
        "04_memory",
        "jnp.bfloat16",
        "A number in `jnp.bfloat16` takes two bytes, float32 four, and a bool takes one, not a "
        "bit.",
        lambda p: (
            [p[f"{name} B, in a row"][1] / 8 for name in ("bool", "bfloat16", "float32")]
            == [1, 2, 4]
        ),
    ),
    Row(
        "04_memory",
        "def hits",
        "Go round a cycle that is one line too long, and the cache drops each line just before "
        "you come "
        "back to it: a sharp edge. With lookups at random the share that is found shrinks slowly.",
        lambda p: p["lines"][4] > 90 and p["lines"][7] == 0 and p["lines"][8] > 90,
    ),
    Row(
        "05_matmul_cost",
        "products = {",
        "A matrix and a vector use each number *of the matrix* once: half a FLOP for each byte",
        lambda p: p["matrix, vector"][2] == 0.5,
    ),
    Row(
        "05_matmul_cost",
        "products = {",
        "$2n^3$ operations, $12n^2$ bytes, $n/6$ FLOPs for each byte.",
        lambda p: p["matrix, matrix"] == [2 * 2048**3, 12 * 2048**2, round(2048 / 6, 2)],
    ),
    Row(
        "05_matmul_cost",
        "products = {",
        "two vectors a quarter, matrix and vector a half, points by a 4 by 4 matrix one",
        lambda p: [p["vector, vector"][2], p["million points"][2]] == [0.25, 1],
    ),
    Row(
        "05_matmul_cost",
        "fat, thin =",
        "The second line costs a hundred times the best.",
        lambda p: p["(A B) (C D) FLOP"] == [100 * p["A ((B C) D) FLOP"][0]],
    ),
    Row(
        "05_matmul_cost",
        "def sheet_by_sheet",
        "The last three do the same work. *All at once* has the shortest span and asks for a cube",
        lambda p: (
            p["sheet_by_sheet"][0] == p["all_at_once"][0] == p["matmul"][0]
            and p["all_at_once"][1] <= min(p["sheet_by_sheet"][1], p["matmul"][1])
            and p["all_at_once"][3] == 4 * 256**3
        ),
    ),
    Row(
        "06_roofline",
        "walls = {",
        "A program that does less than that, such as a product of two 16 by 16 matrices, has its "
        "call "
        "for a wall",
        lambda p: p["gemm call us"][0] == 16,
    ),
    Row(
        "07_jit",
        "jax.make_jaxpr(bell)",
        "Three operations and a sum:",
        lambda p: [p.text.count(op) for op in ("= mul", "= exp", "reduce_sum[")] == [2, 1, 1],
    ),
    Row(
        "07_jit",
        "print(*plain(lowered",
        "There is one `fusion`: one kernel.",
        lambda p: p.text.partition("ENTRY")[2].count(" fusion(") == 1,
    ),
    Row(
        "07_jit",
        "def grown",
        "Five calls, three programs; the others found theirs",
        lambda p: p.text.count("traced:") == 3,
    ),
    Row(
        "07_jit",
        "def scaled",
        "The second call still doubles; the third has another shape, is traced anew, and sees 5.",
        lambda p: p[""] == [2, 2, 2, 2, 5, 5, 5] and p.text.count("Python is here") == 2,
    ),
    Row(
        "07_jit",
        "def by_cond",
        "What it saves can be counted:",
        lambda p: near(p["by_where work bytes"][0] / p["by_cond work bytes"][0], 2),
    ),
    Row(
        "07_jit",
        "def written_out",
        "A loop in Python writes its body out once for each town; a loop of the program has it "
        "once.",
        lambda p: len({*p[""][1::3]}) == 1 and rising(p[""][2::3]),
    ),
    Row(
        "07_jit",
        "def written_out",
        "With fares the work and the span are the same:",
        lambda p: p["towns: work span bytes"][1:] == [2 * 512**3, 2 * 512, 2 * 512**3],
    ),
    Row(
        "08_vmap",
        "def squared",
        "a cube of all $512 \\cdot 512 \\cdot 64$ numbers",
        lambda p: p["vmap of squared"][2] == p["broadcasting"][2] == 4 * 512 * 512 * 64,
    ),
    Row(
        "08_vmap",
        "def squared",
        "`vmap` of a dot product is a {term}`matmul <contraction>`, which never writes the cube "
        "down; "
        "so is the `einsum`.",
        lambda p: p["vmap of dot"] == p["x @ y.T"] == p["einsum"],
    ),
    Row(
        "08_vmap",
        "def layer(weights, x)",
        "The work is the same. In turn, every customer is a matrix times a vector, and all "
        "weights are "
        "fetched 64 times.",
        lambda p: p["in turn"][0] == p["vmap"][0] and near(p["in turn"][1], 64 * 4 * 2048**2),
    ),
    Row(
        "08_vmap",
        "def with_where",
        "both networks run: twice the work, and still two matmuls",
        lambda p: near(p["where, each lane"][0] / p["cond, asked once"][0], 2),
    ),
    Row(
        "08_vmap",
        "def with_where",
        "everything that a branch uses is copied for every lane",
        lambda p: p["cond, each lane"][2] == 512 * 2 * 256 * 256 * 4,
    ),
    Row(
        "08_vmap",
        "def tree",
        "The tree's span grows like the logarithm of the row.",
        lambda p: p["tree"][4] - p["tree"][1] == p["tree"][7] - p["tree"][4],
    ),
    Row(
        "08_vmap",
        "def tree",
        "Its work, as JAX writes the program, is about four times the chain's.",
        lambda p: near(p["tree"][8] / p["chain"][8], 4),
    ),
    Row(
        "08_vmap",
        "def cheapest",
        "Side by side the days wait no longer than one. A cube under `vmap` is sixteen cubes.",
        lambda p: (
            p["in turn"][1] == 16 * p["vmap"][1] and p["vmap of the cube"][3] == 16 * 4 * 64**3
        ),
    ),
    Row(
        "09_async",
        "def folded",
        "The third and fourth line of the table can be checked without any clock:",
        lambda p: [line.split()[-1] for line in p.text.splitlines()] == ["False", "False", "True"],
    ),
    Row(
        "10_tiling",
        "class Near",
        "Four times the room, half the traffic.",
        lambda p: p[""][6] == 4 * p[""][1] and near(p[""][7] / p[""][2], 1 / 2),
    ),
    Row(
        "10_tiling",
        "class Near",
        "In a small room three equal tiles come near a factor of $\\sqrt 3$, as in the first "
        "lines.",
        lambda p: near(p[""][4], 3**0.5) and near(p[""][9], 3**0.5),
    ),
    Row(
        "10_tiling",
        "def in_tiles",
        "Work and bytes are nearly what they were",
        lambda p: p["sheets"][0] == p["in_tiles"][0] and near(p["in_tiles"][2], p["sheets"][2]),
    ),
)
PAGES_FROM_11: tuple[Row, ...] = (
    Row(
        "11_precision",
        "def sequential_sum",
        "From 256 on, neighbouring bfloat16 values are 2 apart",
        lambda p: p["sequential_sum: jnp.sum"] == [256, 300] and p["in float32"] == [300],
    ),
    Row(
        "11_precision",
        "def float_product",
        "Among the float formats, each additional fraction bit halves the error.",
        lambda p: rising([error(p, it) for it in ("f32", "f16", "bf16", "e4m3", "e5m2")]),
    ),
    Row(
        "11_precision",
        "def float_product",
        "The error of int8 lies between those of bfloat16 and fp8",
        lambda p: rising([error(p, it) for it in ("bf16", "int8", "e4m3")]),
    ),
    Row(
        "11_precision",
        "def round_to_tf32",
        "An error like the one in the last line indicates TF32; the error of float32 is far "
        "smaller",
        lambda p: 1e-4 < p["relative error with TF32 operands"][0] < 1e-3,
    ),
    Row(
        "11_precision",
        "def loss_fn",
        "In float16, the gradient is 0.",
        lambda p: p["float16 with loss scaling"] == [0, *p["float32 with loss scaling"][1:]],
    ),
    Row(
        "11_precision",
        "def kahan_sum",
        "returns the nearest float32 value here",
        lambda p: p["kahan_sum error"][0] < 2**-9 < p["sequential_sum error"][0],
    ),
    Row(
        "12_backprop",
        "PRODUCTS =",
        "The rule is wrong for three of the networks, and right for the fourth only by coincidence",
        lambda p: (
            p["block"][3] == 1
            and all(abs(p[it][3] - 1) > 0.1 for it in ("tiny", "dense", "picture"))
        ),
    ),
    Row(
        "12_backprop",
        "def one_layer",
        "(The peak that is printed above is smallest at groups of two",
        lambda p: min(p[""][1::3]) == p[""][1::3][1],
    ),
    Row(
        "12_backprop",
        "def scan_loop",
        "Here the compiled program holds all sixteen arrays at once.",
        lambda p: p["python_loop bytes"][0] > 16 * 4 * 128 * 256 > 8 * p["scan_loop bytes"][0],
    ),
    Row(
        "12_backprop",
        "def loss_fn(w):",
        "each step overshoots by more than the last one",
        lambda p: p[""][-1] > 1 > max(p[""][1], p[""][3]),
    ),
    Row(
        "13_cnn",
        "im2col",
        "The unfolded matrix is nine times the size of the images",
        lambda p: p["conv_im2col"][2] == 9 * p["conv"][2],
    ),
    Row(
        "13_cnn",
        "def vgg16",
        "holds three quarters of all parameters and does less than a hundredth of the work",
        lambda p: (
            0.7 < p[""][13 * 5 + 3] / p["VGG16"][0] < 0.8
            and p[""][13 * 5 + 4] / p["VGG16"][1] < 0.01
        ),
    ),
    Row(
        "13_cnn",
        "grouped =",
        "does 1/256 of the work but moves nearly as many bytes",
        lambda p: (
            p["full, library"][0] == 256 * p["depthwise, library"][0]
            and p["depthwise, library"][1] > 0.7 * p["full, library"][1]
        ),
    ),
    Row(
        "14_lstm",
        'for way in "eight", "two", "one", "outside"',
        "The products go from 1,024 to 129, and the work stays.",
        lambda p: (
            [p["eight"][0], p["outside"][0]] == [1024, 129] and p["eight"][1] == p["outside"][1]
        ),
    ),
    Row(
        "14_lstm",
        'for way in "eight", "two", "one", "outside"',
        "not one of the four is shorter",
        lambda p: min(p[it][2] for it in ("two", "one", "outside")) >= p["eight"][2],
    ),
    Row(
        "14_lstm",
        "for t, n, m in",
        "A text four times as long has four times the span.",
        lambda p: p[""][3 * 6 + 4] == 4 * p[""][4],
    ),
    Row(
        "14_lstm",
        'for order in "in turn", "wave"',
        "A quarter of the span, in exchange for two things.",
        lambda p: 3.5 < p["in turn"][1] / p["wave"][1] < 4.5 and p["wave"][2] > p["in turn"][2],
    ),
    Row(
        "14_lstm",
        "def two_steps",
        "for three and a half times the work behind the gates",
        lambda p: all(
            3 < tree / chain < 4
            for tree, chain in zip(p["tree"][2::3], p["chain"][2::3], strict=True)
        ),
    ),
    Row(
        "15_attention",
        "def attention",
        "So the work grows with the square of the text",
        lambda p: p["attention"][5] / p["attention"][1] == pytest.approx(64, rel=0.02),
    ),
    Row(
        "15_attention",
        '"read 512 tokens"',
        "The cache saves a factor of two hundred in operations",
        lambda p: 150 < p["read again to write one ms"][1] / p["write a token ms"][0] < 250,
    ),
    Row(
        "15_attention",
        "layers, wide, inner, known",
        "Beyond the batch whose caches weigh as much as the weights, more requests buy ever less.",
        lambda p: (
            p["GB ms"][12] == 64 > p["caches weigh as much as weights: requests"][0]
            and p["GB ms"][19] < 2 * p["GB ms"][15]
            and p["GB ms"][23] < 1.5 * p["GB ms"][19]
        ),
    ),
    Row(
        "16_training",
        "def shuffled",
        "It rises steeply at first and slowly later",
        lambda p: p["steps ######################"][1] < 90 < p["steps #########"][1],
    ),
    Row(
        "17_beyond_networks",
        "def squared_distances",
        "A squared distance cannot be negative, but hundreds of these are. Most points get a "
        "wrong nearest neighbour.",
        lambda p: (
            p["original"][0] > 100
            and p["original"][3] > 50
            and p["centred"][0] == p["centred"][3] == 0
        ),
    ),
    Row(
        "18_many_devices",
        "def scattered",
        "`psum` sends twice as many bytes as `psum_scatter`",
        lambda p: p["summed"][1:] == [2 * it for it in p["scattered"][1:]],
    ),
    Row(
        "18_many_devices",
        "took = ",
        "For the long array, the formula is right within a few hundredths.",
        lambda p: all(
            abs(predicted / measured - 1) < 0.04
            for predicted, measured in pairs(p["large predicted ms measured ms"])
        ),
    ),
    Row(
        "18_many_devices",
        "links = {",
        "so break-even is where it is for TF32",
        lambda p: all(p[f"bf16 over {it}"] == p[f"tf32 over {it}"] for it in ("PCIe", "NVLink")),
    ),
    Row(
        "18_many_devices",
        "card = fact",
        "So Google's machines had several times the peak.",
        lambda p: 3 < p["ratio"][0] < 10,
    ),
    Row(
        "19_cost",
        "def figures_of",
        "The oldest, in the wider format, is the cheapest of all.",
        lambda p: rising([p[it][4] for it in ("v100", "h100", "h200", "b200")]),
    ),
    Row(
        "19_cost",
        "def picojoules",
        "make an operation more than ten times cheaper, and a number only by half",
        lambda p: (
            p["H100, float32 pJ pJ"][0] > 10 * p["H100, bf16 units pJ pJ"][0]
            and p["H100, bf16 units pJ pJ"][1]
            == pytest.approx(p["H100, float32 pJ pJ"][1] / 2, rel=0.01)
        ),
    ),
    Row(
        "20_court",
        "def ruled",
        "Against the two older ones the factor is above fifty",
        lambda p: (
            p["cpu cores upheld"][1] < 50 < p["xeon cores misleading"][1]
            and p["epyc cores misleading"][1] > 50
        ),
    ),
    Row(
        "21_your_network",
        "on paper",
        "The operations agree to a few per cent",
        lambda p: (
            p["counted operations bytes"][0] < 1.06 * p["on paper operations bytes"][0]
            and p["counted operations bytes"][1] > 2 * p["on paper operations bytes"][1]
        ),
    ),
    Row(
        "21_your_network",
        "def asks",
        "Each of the other lines separates one suspect from the other two",
        lambda p: (
            p["twice the neurons"] == [2, 2, 1]
            and p["the same examples, a step"] == [128, 1, 0.25, 0.25]
            and p["a batch of all steps"] == [128, 4, 1, 1]
        ),
    ),
)
ROWS = (*PAGES_TO_10, *PAGES_FROM_11)


def page_text(page: str) -> str:
    return (ROOT / f"book/{page}.md").read_text(encoding="utf-8")


def cell_number(row: Row) -> int:
    cells = CELL.findall(page_text(row.page))
    found = [number for number, source in enumerate(cells) if row.cell in source]
    assert len(found) == 1, f"{row.page}: {len(found)} cells contain {row.cell!r}; 1 expected"
    return found[0]


@functools.cache
def outputs(page: str) -> list[str]:
    """Run the cells of a page in the folder of the book, up to the last that a row asks for."""
    last = max(cell_number(row) for row in ROWS if row.page == page)
    with chdir(ROOT / "book"), notebook_shell() as shell:
        return run_cells(shell, CELL.findall(page_text(page))[: last + 1])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.page}: {row.sentence[:40]}")
def test_sentence_agrees_with_printed_output(row: Row) -> None:
    text = " ".join(page_text(row.page).split())
    assert " ".join(row.sentence.split()) in text, f"{row.page} has no sentence {row.sentence!r}"
    printed = Printed(outputs(row.page)[cell_number(row)])
    assert row.relation(printed), f"{row.page}: {row.sentence}\nThe cell prints:\n{printed.text}"
