"""Runs of a suite: results, interruption at any point, and failures."""

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jax.export import export
from miniature_suite import MINIATURE, miniature, ticking

from manylanes.__main__ import main
from manylanes._device.machine import Machine
from manylanes._measure import Plan
from manylanes._measure.case import Case, f32
from manylanes._measure.plan import ROUNDS
from manylanes._measure.provenance import last_commit
from manylanes._measure.suites import book_suites
from manylanes._measure.workload import PINNED, Inputs, Workload
from manylanes._record.disk import DiskError
from manylanes._sample import Program
from manylanes.records import Record, RecordError, SuiteResults

LABELS = ["roof[kind=compute]", "roof[kind=memory]", "overhead", "dot[n=4]", "dot[n=8]"]


def test_run_writes_a_valid_results_file(record: Record, tmp_path: Path) -> None:
    (results,) = record.results
    assert os.listdir(tmp_path / "cpu") == ["tiny.json"]
    assert SuiteResults.parse(results.to_json(), tmp_path / "cpu" / "tiny.json") == results
    assert [row.label for row in record.measurements] == LABELS
    assert {tuple(map(len, row.rounds_s)) for row in record.measurements} == {(2, 2, 2)}
    assert [row.suite for row in record.measurements] == ["roofs"] * 3 + ["tiny"] * 2
    assert record.id == "cpu"
    assert results.precision == "F32_F32_F32"
    assert results.inputs == "uniform in [-1, 1)"
    assert results.commit is None
    assert record.device["kind"] == jax.default_backend()
    assert record.versions["jax"] == jax.__version__
    assert {row.donated for row in record.measurements} == {"result", "last input", "nothing"}


@pytest.mark.parametrize(
    ("log", "status", "expected"),
    [
        ("1a2b3c", None, "1a2b3c"),
        ("1a2b3c", " M _time.py", "1a2b3c with changes"),
        (None, None, None),
    ],
)
def test_results_contain_the_last_commit(
    log: str | None, status: str | None, expected: str | None
) -> None:
    class Repository(Machine):
        def run(self, *command: str) -> str | None:
            return {"log": log, "status": status}[command[3]]

    assert last_commit(Repository()) == expected


def test_every_round_visits_every_case() -> None:
    visits = [(visit.round, visit.case.label) for visit in MINIATURE.visits()]
    assert visits == [(round, label) for round in range(3) for label in LABELS]


def journal_of_a_whole_run(folder: Path) -> bytes:
    """Return the complete journal, just before the run deletes it."""
    journals: list[bytes] = []
    original = Path.unlink

    def read_and_unlink(path: Path, missing_ok: bool = False) -> None:
        if path.suffix == ".partial":
            journals.append(path.read_bytes())
        original(path, missing_ok=missing_ok)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "unlink", read_and_unlink)
        miniature(folder).measure()
    return journals[0]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return journal_of_a_whole_run(tmp_path_factory.mktemp("whole"))


@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_run_killed_at_any_byte_continues(journal: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(journal)))
    complete_lines = journal[:cut].split(b"\n")[:-1]
    with TemporaryDirectory() as folder:
        partial = Path(folder, "tiny.json.partial")
        partial.write_bytes(journal[:cut])
        record = miniature(Path(folder), clock=ticking(step=5e-3)).measure()
        assert os.listdir(folder) == ["tiny.json"]
    assert [row.label for row in record.measurements] == LABELS
    done = [json.loads(line) for line in complete_lines[1:]]
    for row in record.measurements:
        # The second run's clock ticks slower, which distinguishes its samples.
        first_run = [s for line in done if line["label"] == row.label for s in line["samples_s"]]
        assert row.samples_s[: len(first_run)] == tuple(first_run)
        assert all(s == pytest.approx(5e-3) for s in row.samples_s[len(first_run) :])
        assert len(row.samples_s) == 3 * 2


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_explains_how_to_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Workload, "sample", interrupt)
    assert main(["measure", "--suite", "roofs", "--out", str(tmp_path)]) == 130
    assert capsys.readouterr().err.endswith("Stopped. Run the same command to continue.\n")
    assert sorted(os.listdir(tmp_path)) == [".measuring", "roofs.json.partial"]


def test_partial_line_is_overwritten_after_two_interruptions(
    tmp_path: Path, journal: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete_lines = b"".join(line + b"\n" for line in journal.split(b"\n")[:3])
    (tmp_path / "tiny.json.partial").write_bytes(complete_lines + b'{"round": 0, ' + b" " * 5000)
    original, calls = Workload.sample, []

    def stop_at_the_second_call(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return original(*given)

    monkeypatch.setattr(Workload, "sample", stop_at_the_second_call)
    with pytest.raises(KeyboardInterrupt):
        miniature(tmp_path).measure()
    record = miniature(tmp_path).measure()
    assert len(calls) == 2 + 3 * 5 - 3
    assert [row.label for row in record.measurements] == LABELS


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"versions": {"jax": "0.1"}}, "other conditions (versions: jax 0.1 then, "),
        ({"device": {"kind": "gpu"}}, "other conditions (device: kind gpu then, cpu now, "),
    ],
)
def test_journal_of_another_machine_is_rejected(
    tmp_path: Path, journal: bytes, change: dict[str, object], message: str
) -> None:
    head, _, rest = journal.partition(b"\n")
    changed = json.dumps({**json.loads(head), **change}).encode()
    partial = tmp_path / "tiny.json.partial"
    partial.write_bytes(changed + b"\n" + rest)
    with pytest.raises(RecordError) as caught:
        miniature(tmp_path).measure()
    assert message in str(caught.value)
    assert str(caught.value).endswith("or use --fresh to start again.")
    assert partial.read_bytes() == changed + b"\n" + rest


def test_journal_of_another_plan_is_rejected(tmp_path: Path, journal: bytes) -> None:
    (tmp_path / "tiny.json.partial").write_bytes(journal)
    with pytest.raises(RecordError, match=r"begun under other conditions \(plan: "):
        miniature(tmp_path, plan=replace(MINIATURE, samples=3)).measure()


def test_damaged_journal_is_rejected(tmp_path: Path, journal: bytes) -> None:
    (tmp_path / "tiny.json.partial").write_bytes(journal.replace(b'"label"', b'"lable"', 1))
    with pytest.raises(RecordError, match=r"is damaged\. Use --fresh to discard it"):
        miniature(tmp_path).measure()


def test_full_disk_keeps_finished_visits(tmp_path: Path, journal: bytes) -> None:
    """A limit on file sizes simulates a full disk: a write fails within a line."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    room = len(journal) // 2
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limit[1]))
    try:
        with pytest.raises(DiskError, match=r"Cannot write .*tiny\.json\.partial: files may not"):
            miniature(tmp_path).measure()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert (tmp_path / "tiny.json.partial").stat().st_size == room
    assert not (tmp_path / "tiny.json").exists()
    stream = StringIO()
    miniature(tmp_path, stream=stream).measure()
    assert "Continuing after" in stream.getvalue()
    assert len(SuiteResults.load(tmp_path / "tiny.json").measurements) == len(LABELS)


HUGE = Case("huge", {}, lambda x: jnp.zeros(2**46) + x, (f32(),), 1, 1, "nothing")


def test_case_too_large_for_the_device_is_left_out(tmp_path: Path) -> None:
    plan, stream = Plan({**MINIATURE.suites, "big": (HUGE,)}, rounds=2), StringIO()
    results = miniature(tmp_path, plan=plan, stream=stream).measure()
    assert [row.label for row in results.measurements] == LABELS
    assert os.listdir(tmp_path) == ["big.json"]
    assert stream.getvalue().count("left out: huge does not run here: ") == 1


def test_case_that_fails_later_keeps_its_rounds(tmp_path: Path) -> None:
    calls: list[jax.Array] = []

    def fail_later(x: jax.Array) -> jax.Array:
        calls.append(x)
        if len(calls) > 40:
            raise MemoryError("allocated by another process")
        return x

    late = Case("late", {}, lambda x: x, (f32(3),), 0, 24, donated="nothing", uncompiled=fail_later)
    plan, stream = Plan({**MINIATURE.suites, "big": (late,)}, rounds=9), StringIO()
    results = miniature(tmp_path, plan=plan, stream=stream).measure()
    (rounds,) = (len(row.rounds_s) for row in results.measurements if row.suite == "big")
    assert 0 < rounds < 9
    message = f"late ran in only {rounds} of 9 rounds: allocated by another process"
    assert message in stream.getvalue()
    assert "left out" not in stream.getvalue()


def test_failing_roof_stops_the_run(tmp_path: Path) -> None:
    roofs, tiny = MINIATURE.suites.values()
    plan = Plan({"roofs": (*roofs, HUGE), "tiny": tiny}, rounds=1)
    with pytest.raises(RecordError, match="huge does not run here"):
        miniature(tmp_path, plan=plan).measure()
    assert os.listdir(tmp_path) == ["tiny.json.partial"]


@pytest.mark.parametrize(("tick", "rounds"), [(0.9, 7), (1.1, 5), (3.0, 2), (60.0, 1)])
def test_long_case_is_called_once_per_round(tmp_path: Path, tick: float, rounds: int) -> None:
    """A loop of a million iterations takes seconds if each of them is a launch."""
    plan = replace(MINIATURE, rounds=7)
    results = miniature(tmp_path, plan=plan, clock=ticking(tick)).measure()
    lengths = {tuple(map(len, row.rounds_s)) for row in results.measurements}
    assert lengths == {(1 if tick > 1 else 2,) * rounds}


def test_only_a_case_above_its_roof_has_doubts(tmp_path: Path) -> None:
    lie = Case("lie", {}, lambda x: x + 1, (f32(),), 10**9, 4, "nothing")
    record = miniature(tmp_path, plan=Plan({**MINIATURE.suites, "lies": (lie,)})).measure()
    # The call was awaited and the precision pinned, which rules out the other explanations.
    doubts = record.measurements[-1].doubts
    assert doubts == ("dead code removed", "another algorithm", "busy roof")
    assert {row.doubts for row in record.measurements[:-1]} == {()}


def test_large_data_rules_out_the_cache(tmp_path: Path) -> None:
    far = Case("far", {}, lambda x: x + 1, (f32(),), 0, 10**15, "nothing")
    near = Case("near", {}, lambda x: x + 1, (f32(),), 0, 10**4, "nothing")
    again = replace(far, name="again", array_bytes=10**4)  # many passes over a small array
    plan = Plan({**MINIATURE.suites, "reach": (near, far, again)})
    record = miniature(tmp_path, plan=plan).measure()
    unknown = record.device["caches"] is None
    in_cache = ["data in cache" in row.doubts for row in record.measurements[-3:]]
    assert in_cache == [True, unknown, True]


def roofs_on(kind: str) -> dict[str, Case]:
    cases = Plan.make(book_suites(), "roofs", quick=False, kind=kind).cases
    return {case.label: case for _, case in cases}


def test_gpu_roofs_are_large_products_in_three_formats() -> None:
    """Without a GPU, inspect the plan and lower the programs for CUDA."""
    on_cpu, on_gpu = roofs_on("cpu"), roofs_on("gpu")
    assert list(on_cpu) == ["roof[kind=compute]", "roof[kind=memory]", "overhead"]
    assert on_gpu.keys() - on_cpu.keys() == {"roof[kind=tf32]", "roof[kind=bf16]"}
    expected = {
        "roof[kind=compute]": ("precision = [HIGHEST, HIGHEST]", "f32"),
        "roof[kind=tf32]": ("precision = [HIGH, HIGH]", "f32"),
        "roof[kind=bf16]": ("", "bf16"),
    }
    for label, (precision, dtype) in expected.items():
        case = on_gpu[label]
        with jax.default_matmul_precision(PINNED):
            text = export(jax.jit(case.program), platforms=["cuda"])(*case.inputs).mlir_module()
        (dot,) = [line for line in text.splitlines() if "stablehlo.dot_general" in line]
        assert precision in dot
        assert dot.count(f"tensor<8192x8192x{dtype}>") == 3
        assert "algorithm" not in dot


def test_gpu_roofs_exceed_cpu_roofs_and_the_cache() -> None:
    """A CPU would need minutes and gigabytes for these roofs, so its roofs are smaller."""
    on_cpu, on_gpu = roofs_on("cpu"), roofs_on("gpu")
    compute, memory = on_gpu["roof[kind=compute]"], on_gpu["roof[kind=memory]"]
    assert compute.work == on_gpu["roof[kind=tf32]"].work > 50 * on_cpu[compute.label].work
    l2_cache_of_an_h200 = 50 * 2**20
    assert min(spec.size * 4 for spec in memory.inputs) > 20 * l2_cache_of_an_h200
    assert memory.bytes > on_cpu[memory.label].bytes


@pytest.mark.parametrize(("one", "calls"), [(1e-3, 1), (1e-4, 10), (5e-6, 200), (0.5, 1)])
def test_short_calls_share_a_sample(one: float, calls: int) -> None:
    case = next(case for case in MINIATURE.suites["roofs"] if case.name == "overhead")
    workload = Workload.prepare(case, Inputs(), ticking())
    made = []

    def call(x: Any) -> Any:
        made.append(x)
        return x

    workload.program = replace(workload.program, call=call)
    # The simulated clock advances with each call.
    samples, _ = workload.sample(3, lambda: len(made) * one)
    assert workload.calls == calls
    assert samples == pytest.approx([one] * 3)
    warm_up = len(made) - 3 * calls
    assert 1 <= warm_up <= 5e-3 / one + 1
    workload.sample(1, lambda: len(made) * one / 50)
    assert workload.calls == calls  # later rounds keep the number of calls of the first


def test_continued_case_keeps_its_calls_per_sample(tmp_path: Path, journal: bytes) -> None:
    head, first, *_ = journal.split(b"\n")
    entry = {**json.loads(first), "calls": 7}
    (tmp_path / "tiny.json.partial").write_bytes(head + b"\n" + json.dumps(entry).encode() + b"\n")
    results = miniature(tmp_path, clock=ticking(1e-5)).measure()
    assert results.measurements[0].calls == 7
    assert results.measurements[1].calls > 7


def test_plan_contains_the_selected_suite_and_the_roofs() -> None:
    suites = book_suites()
    plan, quick = (Plan.make(suites, "matmul", quick=each, kind="cpu") for each in (False, True))
    assert (list(plan.suites), plan.suite) == (["roofs", "matmul"], "matmul")
    assert list(Plan.make(suites, "roofs", quick=False, kind="cpu").suites) == ["roofs"]
    assert (plan.rounds, quick.rounds) == (ROUNDS, 1)
    assert quick.cases == plan.cases
    assert suites.select(None) == list(suites)
    assert suites.select(["matmul", "batch", "matmul"]) == ["matmul", "batch"]


@pytest.mark.parametrize("uncompiled", [True, False])
def test_uncompiled_case_calls_the_function_itself(uncompiled: bool) -> None:
    precisions, traced = [], []

    def called(x: jax.Array) -> jax.Array:
        precisions.append(jax.config.jax_default_matmul_precision)
        traced.append(isinstance(x, jax.core.Tracer))
        return x + 1

    program = (lambda x: x + 1) if uncompiled else called
    function = called if uncompiled else None
    case = Case("case", {}, program, (f32(4),), 4, 32, "nothing", uncompiled=function)
    workload = Workload.prepare(case, Inputs(), ticking())
    assert bool(traced) is not uncompiled
    workload.sample(2, ticking(0.5))
    assert (len(traced) > 1) is uncompiled
    assert set(traced) == {not uncompiled}
    assert set(precisions) == {PINNED}
    assert (workload.program.compile_s == 0) is uncompiled


def test_unawaited_call_is_awaited_after_the_clock_stops() -> None:
    """Each sample is one call that ends before the next one begins."""
    waited: list[bool] = []

    def clock() -> float:
        waited.append(bool(latest) and latest[-1].is_ready())
        return len(waited) / 10

    latest: list[jax.Array] = []
    case = Case("late", {}, lambda x: x + 1, (f32(4),), 4, 32, donated="nothing", awaited=False)
    workload = Workload.prepare(case, Inputs(), clock)
    call = workload.program.call

    def call_and_store(*args: object) -> jax.Array:
        latest.append(call(*args))
        return latest[-1]

    workload.program = Program(call_and_store, 0.0, None)
    waited.clear()
    samples, ruled_out = workload.sample(3, clock)
    assert workload.calls == 1
    assert len(samples) == 3
    assert all(waited[-6::2])  # the clock is read before a call, after the previous one ended
    assert "not awaited" not in ruled_out
    awaited = Workload.prepare(replace(case, awaited=True), Inputs(), clock)
    assert "not awaited" in awaited.sample(3, clock)[1]


def test_inputs_are_random_in_range_and_differ() -> None:
    drawn = np.asarray(Inputs().get(0, f32(100, 100)))
    assert drawn.dtype == np.float32
    assert -1 <= drawn.min() < -0.99
    assert 0.99 < drawn.max() < 1
    assert abs(drawn.mean()) < 0.05
    assert not np.array_equal(drawn, np.asarray(Inputs().get(1, f32(100, 100))))


def test_import_loads_only_jax_numpy_and_the_standard_library() -> None:
    def loaded(statement: str) -> set[str]:
        code = f"import sys; {statement}; print(*{{m.partition('.')[0] for m in sys.modules}})"
        python = [sys.executable, "-c", code]
        return set(subprocess.check_output(python, text=True).split())

    own = loaded("import manylanes, manylanes.__main__")
    allowed = loaded("import jax, jax.export, jaxlib, numpy") | set(sys.stdlib_module_names)
    assert "manylanes" in own
    assert own - allowed == {"manylanes"}


@pytest.mark.gpu
def test_miniature_suite_on_a_gpu(tmp_path: Path) -> None:
    if jax.default_backend() != "gpu":
        pytest.skip("no GPU here: JAX runs on " + jax.default_backend())
    record = miniature(tmp_path, clock=time.perf_counter).measure()
    assert record.device["kind"] == "gpu"
    assert len(record.measurements) == len(LABELS)
