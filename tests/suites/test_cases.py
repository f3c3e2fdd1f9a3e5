"""Cases of the book run, give correct results, and have the work and bytes that they state."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from instrument import ticking
from jax.export import export
from reach import one_of_each

from manylanes import cost, device
from manylanes._book import RECORDS, SUITES
from manylanes._measure import Plan
from manylanes._measure.case import count_flops
from manylanes._measure.suites import book_suites, load_suite
from manylanes._measure.workload import PINNED, Inputs, Workload
from manylanes.records import Case, CountedCase, Record, f32, find_case, find_suite

SUITES_BY_NAME = book_suites()
GPU_ORDER = load_suite(SUITES / "_order.py").GPU
ALL_CASES = [case for cases in SUITES_BY_NAME.values() for case in cases]
# The first shapes of a grid represent all others.
LOWERED = [
    c for name, cases in SUITES_BY_NAME.items() for c in cases[: 4 if name == "shapes" else None]
]
SMALL = [
    c
    for c in ALL_CASES
    if not (c.input_makers or c.transfer)
    and sum(np.prod(i.shape) for i in c.inputs) <= 2 * 64**2 + 64
]


def random(seed: int, *shape: int) -> np.ndarray:
    return np.random.Generator(np.random.Philox(seed)).standard_normal(shape, np.float32)


def programs(suite: str, name: str, param: str) -> dict[Any, Callable[..., Any]]:
    """Return the programs of all cases with this name, by the value of the parameter."""
    return {c.params[param]: c.program for c in SUITES_BY_NAME[suite] if c.name == name}


def prepare(case: Case) -> Workload:
    return Workload.prepare(case, Inputs(), ticking())


def test_each_suite_has_a_file() -> None:
    files = {path.stem for path in SUITES.glob("[!_]*.py")}
    assert set(SUITES_BY_NAME) == {"roofs", *files}
    assert next(iter(SUITES_BY_NAME)) == "roofs"
    labels = [case.label for case in ALL_CASES]
    assert len(labels) == len(set(labels))


def test_a_case_is_counted_once_and_not_to_find_its_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Any] = []
    monkeypatch.setattr(
        "manylanes._measure.case.cost", lambda *call: counted.append(call) or cost(*call)
    )
    case = CountedCase("sum", {}, lambda x: x.sum(), (f32(8),))
    assert (case.work, case.bytes, case.launches) == (8, 36, 1)
    assert len(counted) == 1
    *_, last = (case for case in ALL_CASES if isinstance(case, CountedCase))
    assert find_case(last.label) is last
    assert last.label in {each.label for each in SUITES_BY_NAME[find_suite(last.label)]}
    assert len(counted) == 1


def test_gpu_measures_listed_suites_first_and_skips_loops_of_launches() -> None:
    suites = SUITES_BY_NAME
    plans = {
        name: Plan.make(suites, name, quick=False, kind="gpu")
        for name in ("tiles", "pointer_chasing")
    }
    unlisted = suites.keys() - set(GPU_ORDER)
    assert [suites.rank(name, "gpu") for name in GPU_ORDER] == list(range(len(GPU_ORDER)))
    assert {suites.rank(name, "gpu") for name in unlisted} == {len(GPU_ORDER)}
    # Making a plan counts the cost of all its cases, so the test plans only two suites.
    empty = {
        name
        for name, cases in suites.items()
        if all(case.device_kinds and "gpu" not in case.device_kinds for case in cases)
    }
    assert empty == {"memory_parallelism", "one_lane", "pointer_chasing", "working_set"}
    assert empty.isdisjoint(GPU_ORDER)
    assert plans["pointer_chasing"].is_empty
    roofs = [case.label for case in plans["tiles"].suites["roofs"]]
    launched = [case.label for _, case in plans["tiles"].cases if case.name != "library"]
    assert launched == roofs
    assert {suites.rank(name, "cpu") for name in suites} == {0}


def test_a_sample_of_a_transfer_has_one_call() -> None:
    case = next(c for c in SUITES_BY_NAME["host_transfers"] if c.name == "fetch")
    workload = Workload.prepare(case, Inputs(), ticking(1e-6))
    workload.sample(1, ticking(1e-3))
    assert workload.calls == 1


@pytest.mark.parametrize(
    "case", one_of_each(SMALL, lambda case: case.name), ids=lambda case: case.label
)
def test_a_case_runs_and_donates_the_stated_argument(case: Case) -> None:
    workload = prepare(case)
    given = [np.asarray(array, np.float64) for array in workload.args[-len(case.inputs) :]]
    expected = case.program(*given)
    before = list(workload.args)
    _, args = workload.sample(1, ticking(1.0)), workload.args
    if case.donated == "nothing":
        assert not any(array.is_deleted() for array in before)
        return
    place = 0 if case.donated == "result" else -1
    assert before[place].is_deleted()
    assert not any(array.is_deleted() for array in args)
    if case.donated == "result":
        np.testing.assert_allclose(args[0], expected, rtol=1e-4, atol=1e-4)


GRADIENT_CASES = [
    case for case in SUITES_BY_NAME["backprop"] if case.name in ("forward", "gradients")
]


@pytest.mark.parametrize("case", GRADIENT_CASES, ids=lambda case: case.label)
def test_backward_returns_a_gradient_for_each_weight(case: Case) -> None:
    """Compare the results of the two halves of a training step with the weights."""
    result = jax.eval_shape(case.program, *case.inputs)
    if case.name == "forward":
        (backward,) = (c for c in GRADIENT_CASES if c.params == case.params and c != case)
        assert result.shape[0] == case.params["batch"]
        assert case.work < backward.work
    else:
        assert result == case.inputs[-1]


@pytest.mark.proof  # large networks
def test_checkpointing_gives_the_same_gradients() -> None:
    stacks = [case for case in SUITES_BY_NAME["backprop"] if case.name == "stack"]
    stored, *recomputed = (jax.jit(c.program)(*prepare(c).args[1:]) for c in stacks)
    assert np.abs(stored).max() > 0
    for gradients in recomputed:
        np.testing.assert_allclose(gradients, stored, rtol=1e-3, atol=1e-9)


def test_min_plus_gradients_flow_to_the_chosen_stop() -> None:
    product, cube, scatter = (
        c for c in SUITES_BY_NAME["backprop"] if c.name == "min_plus_gradients"
    )
    draw = np.random.Generator(np.random.Philox(3))
    g, a, b = (draw.random((7, 7), np.float32) for _ in range(3))
    for slow, fast in zip(cube.program(g, a, b), scatter.program(g, a, b), strict=True):
        np.testing.assert_allclose(slow, fast, rtol=1e-6)
    np.testing.assert_allclose(product.program(g, a, b)[0], g @ b.T, rtol=1e-5)


def test_lstm_implementations_give_the_same_result() -> None:
    methods = programs("recurrent", "lstm", "method")
    (w, u), xs = random(4, 2, 4, 5, 5), random(5, 6, 3, 5)
    expected = methods.pop("separate")(*w, *u, xs)
    assert np.ptp(expected) > 0.5
    np.testing.assert_allclose(methods.pop("stacked")(w, u, xs), expected, rtol=1e-4, atol=1e-5)
    joined = [np.concatenate(each, axis=1) for each in (w, u)]
    assert methods
    for method in methods.values():
        np.testing.assert_allclose(method(*joined, xs), expected, rtol=1e-4, atol=1e-5)


def test_wavefront_order_gives_the_same_result() -> None:
    orders = programs("recurrent", "layers", "order")
    (w, u), xs = random(5, 2, 3, 5, 20), random(6, 6, 2, 5)
    expected = orders["layer by layer"](w, u, xs)
    assert expected.shape == xs.shape
    np.testing.assert_allclose(orders["wavefront"](w, u, xs), expected, rtol=1e-4, atol=1e-5)


def test_associative_scan_gives_the_result_of_scan() -> None:
    methods = programs("recurrent", "linear", "method")
    keep, new = random(6, 2, 9, 3)
    np.testing.assert_allclose(methods["tree"](keep, new), methods["scan"](keep, new), rtol=1e-4)


CHASES = [case for case in SUITES_BY_NAME["pointer_chasing"] if case.array_bytes <= 2**20]


@pytest.mark.parametrize("case", CHASES, ids=lambda case: case.label)
def test_a_pointer_chase_is_one_cycle_through_all_nodes(case: Case) -> None:
    entries, start = case.input_makers[0](), case.input_makers[1]()
    assert (entries.shape, entries.dtype) == (case.inputs[0].shape, case.inputs[0].dtype)
    place, nodes, visited = int(start), case.array_bytes // 64, set()
    for _ in range(nodes):
        visited.add(place)
        place = int(entries[place])
    assert place == int(start)
    lines = {4 * place // 64 for place in visited}
    assert len(visited) == len(lines) == nodes  # each node has its own cache line


def test_a_pointer_chase_continues_at_the_last_node() -> None:
    case = next(c for c in CHASES if c.array_bytes > 2**19)
    workload = prepare(case)
    start = int(workload.args[1])
    workload.sample(1, ticking(1.0))
    entries, place = np.asarray(workload.args[0]), start
    for _ in range(2 * int(case.params["steps"]) % (case.array_bytes // 64)):
        place = int(entries[place])
    assert int(workload.args[1]) == place


@pytest.mark.parametrize("name", ["put", "fetch"])
def test_each_transfer_copies(name: str) -> None:
    case = next(c for c in SUITES_BY_NAME["host_transfers"] if c.name == name)
    workload = prepare(case)
    (given,) = workload.args
    workload.sample(2, ticking(1.0))
    assert case.bytes == np.asarray(given).nbytes
    if name == "put":
        copy = jax.device_put(given)
        assert np.array_equal(copy, given)
        assert copy.unsafe_buffer_pointer() != given.ctypes.data
    else:
        assert workload.args[0] is not given  # JAX caches the copy of a fetched array
        assert np.array_equal(workload.args[0], given)


@pytest.mark.parametrize("case", SUITES_BY_NAME["formats"][::3], ids=lambda case: case.label)
def test_short_formats_are_multiplied_without_conversion(case: Case) -> None:
    workload = prepare(case)
    assert {array.dtype for array in workload.args} == {np.dtype(case.inputs[0].dtype)}
    with jax.default_matmul_precision(PINNED):
        lowered = jax.jit(case.program).lower(*case.inputs).as_text()
    (dot,) = [line for line in lowered.splitlines() if "dot_general" in line]
    assert "algorithm" not in dot
    assert "f32" not in dot
    # A rate above the float32 roof can be explained by a shorter format, unless the case uses one.
    _, ruled_out = workload.sample(1, ticking(1.0))
    assert "lower precision" not in ruled_out
    plain = next(case for case in SUITES_BY_NAME["matmul"] if case.params["n"] == 64)
    _, ruled_out = prepare(plain).sample(1, ticking(1.0))
    assert "lower precision" in ruled_out


WIDEST = """
import sys
from manylanes._measure.suites import book_suites
from manylanes._measure.workload import Inputs, Workload

(case,) = (case for case in book_suites()["vector"] if case.params["bits"] == int(sys.argv[1]))
Workload.prepare(case, Inputs(), lambda: 0.0)
"""


@pytest.mark.proof  # compiles each case in a process of its own
def test_vector_width_follows_the_preference_of_the_case(tmp_path: Path) -> None:
    """Read the generated code, because a new compiler may ignore the flag."""

    def widest(bits: int) -> int:
        folder = tmp_path / str(bits)
        # One thread generates code: several that write dumps have crashed the process.
        flags = f"--xla_dump_to={folder} --xla_dump_emitter_re=.*"
        flags += " --xla_cpu_parallel_codegen_split_count=1"
        command = [sys.executable, "-c", WIDEST, str(bits)]
        env = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
        if subprocess.run(command, env=env).returncode == -signal.SIGSEGV:
            # The crash is rare and in XLA's dump, not in the code that the test reads.
            subprocess.run(command, env=env, check=True)
        texts = [path.read_text() for path in folder.glob("*jit__lambda*.ir-with-opt.ll")]
        assert texts
        widths = re.findall(r"<(\d+) x float>", "".join(texts))
        return max(map(int, widths), default=1)

    lanes = [widest(case.params["bits"]) for case in SUITES_BY_NAME["vector"]]
    assert lanes[:2] == [1, 4]
    assert lanes == sorted(lanes)
    # Vectors are never wider than the registers of the machine.
    assert lanes[-1] == (device().lanes or lanes[-1])


@pytest.mark.parametrize(
    "case", one_of_each(LOWERED, lambda case: case.name), ids=lambda case: case.label
)
def test_a_case_lowers_for_cuda(case: Case) -> None:
    with jax.default_matmul_precision(PINNED):
        text = export(jax.jit(case.program), platforms=["cuda"])(*case.inputs).mlir_module()
    products = [line for line in text.splitlines() if re.search("lo.(dot_gen|convol)", line)]
    pinned = ["HIGHEST" in line and "DEFAULT" not in line for line in products]
    assert pinned == [case.pinned] * len(products)
    traced = str(jax.make_jaxpr(case.program)(*case.inputs))
    assert bool(products) == any(op in traced for op in ("dot_general", "conv_general"))


CASES = {case.label: case for case in ALL_CASES}
RESULTS = [(path, file) for path in RECORDS.iterdir() for file in Record.load(path).results]


def test_committed_records_are_valid() -> None:
    assert RECORDS / "cpu" in dict(RESULTS)
    for path, file in RESULTS:
        assert file.to_json() == (path / f"{file.suite}.json").read_text(encoding="utf-8")
        assert {row.label for row in file.measurements} <= CASES.keys()


@pytest.mark.proof  # counts half of all cases
def test_committed_records_have_the_current_work_and_bytes() -> None:
    # Another version of JAX may lower a gradient to other operations.
    same = [file for _, file in RESULTS if file.versions["jax"] == jax.__version__]
    for row in (row for file in same for row in file.measurements):
        case = CASES[row.label]
        assert (row.work, row.bytes) == (case.work, case.bytes), row.label


@pytest.mark.proof  # counts all cases of all suites
def test_stated_work_and_bytes_equal_cost() -> None:
    """Compare the formulas of the suites with the counter."""
    programs = [case for case in ALL_CASES if case.transfer is None]  # a transfer has no program
    for case in programs:
        counts = cost(case.program, *case.inputs)
        work, bytes_ = count_flops(counts), counts.bytes
        if case.tiled:
            assert case.work <= work, case.label
            assert case.bytes <= bytes_, case.label
        else:
            assert (case.work, case.bytes) == (work, bytes_), case.label


@pytest.mark.parametrize("tile", [8, 16, 256])
def test_tiled_product_counts_each_load_of_a_tile(tile: int) -> None:
    """Count one read tile of each matrix per step, and one write of each tile of the result."""
    n, moved = 512, 0
    for _row, _column in product(range(0, n, tile), repeat=2):
        moved += sum(2 * tile**2 for _ in range(0, n, tile)) + tile**2
    assert CASES[f"tiled[tile={tile},n={n},steps={(n // tile) ** 3}]"].bytes == 4 * moved
