"""Results files, queries, quantities and their intervals."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manylanes._record.conditions import Conditions
from manylanes._record.disk import DiskError
from manylanes._record.quantity import median_interval
from manylanes.records import Measurement, Quantity, Record, RecordError, SuiteResults


def row(case: str, params: dict, *samples: float, **over: object) -> Measurement:
    """Return a measurement with one round of these samples, or with `rounds_s`."""
    given = {"work": 0, "bytes": 0, "compile_s": 0.1, "rounds_s": (samples,), **over}
    return Measurement("matmul", case, params, donated="result", calls=1, **given)  # type: ignore[arg-type]


GEMM = [
    row("gemm", {"m": n, "k": n, "n": n, "dtype": "f32"}, n * 1e-3, n * 2e-3, n * 4e-3,
        work=2 * n**3, bytes=12 * n * n, compile_s=0.5)
    for n in (16, 32)
]  # fmt: skip
CHAIN = [
    row("chain", {"order": order, "n": 8}, *samples, work=100, bytes=64)
    for order, samples in (("left", (6.0, 8.0, 10.0)), ("right", (1.0, 2.0, 4.0)))
]
EMPTY = row("empty", {}, 1e-6, compile_s=0.0, doubts=("data in cache",))
RESULTS = SuiteResults(
    suite="matmul",
    taken="2026-01-02T03:04:05+00:00",
    command="python -m manylanes measure",
    commit=None,
    device={"kind": "cpu", "name": None, "lanes": 16, "caches": None, "cores": 2},
    versions={"jax": "0.10.2"},
    precision="F32_F32_F32",
    inputs="uniform in [-1, 1)",
    conditions=None,
    measurements=(*GEMM, *CHAIN, EMPTY),
)
NOTED = Conditions((0.1, 1.9), (0, 1), "--xla_x=1", "madvise", None, (1e-9, 2e-9))
MATMUL = Path("cpu", "matmul.json")


def record_of(*rows: Measurement) -> Record:
    """Return a record as loaded from a file, so that rows know their source suite and run."""
    return Record.join(Path("cpu"), [parsed(replace(RESULTS, measurements=rows))])


def parsed(results: SuiteResults, folder: str = "cpu") -> SuiteResults:
    return SuiteResults.parse(results.to_json(), Path(folder, f"{results.suite}.json"))


RECORD = record_of(*RESULTS.measurements)

seconds = st.floats(min_value=1e-9, max_value=1e4, allow_nan=False)
samples = st.lists(seconds, min_size=1, max_size=9).map(tuple)
names = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)
rows = st.builds(
    Measurement,
    suite=st.sampled_from(["matmul", "roofs"]),
    case=names,
    params=st.dictionaries(names, st.integers() | names | st.floats(allow_nan=False, width=32,
                           allow_infinity=False), max_size=3),
    work=st.integers(0, 10**18),
    bytes=st.integers(0, 10**15),
    donated=st.sampled_from(["result", "last input", "nothing"]),
    compile_s=seconds,
    calls=st.integers(1, 10**6),
    rounds_s=st.lists(samples, min_size=1, max_size=9).map(tuple),
    doubts=st.lists(st.text(max_size=20), max_size=3).map(tuple),
)  # fmt: skip


def test_saving_and_loading_round_trips(tmp_path: Path) -> None:
    folder = tmp_path / "cpu"
    folder.mkdir()
    RESULTS.save(folder)
    assert Record.load(folder) == RECORD


@given(st.lists(rows, max_size=4, unique_by=lambda row: row.label), st.sampled_from([None, NOTED]))
def test_any_results_survive_json(
    measurements: list[Measurement], conditions: Conditions | None
) -> None:
    results = replace(RESULTS, measurements=tuple(measurements), conditions=conditions)
    again = parsed(results)
    rows_as_built = [replace(row, source_suite="", run="") for row in again.measurements]
    assert replace(again, measurements=tuple(rows_as_built)) == results
    assert json.loads(results.to_json())["schema"] == 2


def interval_of(quantity: Quantity) -> tuple[float, float, float, str]:
    return quantity.median, quantity.low, quantity.high, quantity.unit


def test_quantities_and_their_units() -> None:
    assert interval_of(RECORD.query("gemm[n=16].time")) == (0.032, 0.016, 0.064, "s")
    rate = RECORD.query("gemm[n=16].rate")
    assert interval_of(rate) == pytest.approx((8192 / 0.032, 8192 / 0.064, 8192 / 0.016, "FLOP/s"))
    assert RECORD.query("gemm[n=16].bandwidth").median == pytest.approx(3072 / 0.032)
    assert RECORD.query("gemm[n=16].bandwidth").unit == "B/s"
    assert interval_of(RECORD.query("gemm[n=16].compile")) == (0.5, 0.5, 0.5, "s")
    assert RECORD.query("empty.time") == RECORD.query("empty[].time")
    step = record_of(replace(CHAIN[0], case="walk", params={"steps": 4})).query("walk.step")
    assert interval_of(step) == (2.0, 1.5, 2.5, "s")


def test_few_rounds_report_extremes() -> None:
    ratio = RECORD.query("chain[order=left,n=8].time / chain[order=right,n=8].time")
    assert interval_of(ratio) == (4.0, 6.0 / 4.0, 10.0 / 1.0, "")
    assert not ratio.has_interval


@pytest.mark.parametrize(
    ("count", "k"), [(5, None), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (45, 16), (100, 40)]
)
def test_interval_ends_are_order_statistics(count: int, k: int | None) -> None:
    """The ranks agree with tables of the sign test for 95 %."""
    interval = median_interval([float(value) for value in range(count, 0, -1)])
    assert interval == (None if k is None else (float(k), float(count + 1 - k)))


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ((15, 15, 25, 26, 25, 27, 26, 25, 26), "two modes, 15 s in 2 rounds and 26 s in 7 rounds"),
        ((15, 25, 26, 25, 27, 26, 25, 26, 25), ""),  # one round is an outlier, not a mode
        ((15, 15, 16, 15, 15, 15, 16, 16, 16), ""),  # closer than two timings of one program
        ((10, 12, 14, 17, 20, 24, 29, 35, 42), ""),  # a spread without a gap
        ((15, 25), ""),
    ],
)
def test_bimodal_rounds_are_detected(values: tuple[float, ...], text: str) -> None:
    modes = row("a", {}, rounds_s=tuple((float(value),) for value in values)).modes
    assert modes.startswith(text)
    assert bool(modes) == bool(text)


def rounds(*values: float) -> tuple[tuple[float, ...], ...]:
    return tuple((value * 0.9, value, value * 1.5) for value in values)


A = row("a", {}, rounds_s=rounds(1, 2, 3, 4, 5, 6, 7, 8, 9))
B = row("b", {}, rounds_s=rounds(2, 4, 6, 8, 10, 12, 14, 16, 18))


def test_one_outlier_does_not_change_the_interval() -> None:
    assert interval_of(record_of(A).query("a.time")) == (5, 2, 8, "s")
    outlier = replace(A, rounds_s=(*A.rounds_s[:-1], (9.0, 900.0, 900.0)))
    assert interval_of(record_of(outlier).query("a.time")) == (5, 2, 8, "s")
    assert record_of(A).query("a.time").has_interval


def test_ratio_within_one_run_pairs_rounds() -> None:
    """The machine became nine times slower during both measurements."""
    assert interval_of(record_of(A, B).query("b.time / a.time")) == (2, 2, 2, "")
    assert interval_of(record_of(A, B).query("a.time / b.time * b.time")) == (5, 2, 8, "s")


def test_ratio_of_two_runs_combines_intervals() -> None:
    later = replace(RESULTS, suite="other", taken="2027")
    other = replace(later, measurements=(replace(B, suite="other"),))
    apart = [parsed(replace(RESULTS, measurements=(A,))), parsed(other)]
    assert interval_of(Record.join(Path("cpu"), apart).query("b.time / a.time")) == (
        2,
        4 / 8,
        16 / 2,
        "",
    )
    # Two machines may have been measured in one and the same second.
    cpu, gpu = record_of(A), Record.join(Path("gpu"), [parsed(RESULTS_OF_B, "gpu")])
    assert interval_of(gpu.query("b.time") / cpu.query("a.time")) == (2, 4 / 8, 16 / 2, "")


RESULTS_OF_B = replace(RESULTS, measurements=(B,))


def test_products_and_mixed_units() -> None:
    squared = RECORD.query("chain[order=left].time*chain[order=right].time")
    assert interval_of(squared) == (16.0, 6.0, 40.0, "s*s")
    assert RECORD.query("gemm[n=16].rate / gemm[n=16].bandwidth").unit == "FLOP/B"
    assert RECORD.query("gemm[n=16].rate * gemm[n=16].time").unit == "FLOP"
    assert RECORD.query("gemm[n=16].time / gemm[n=16].rate").unit == "s*s/FLOP"


GEMMS = "it has gemm[m=16,k=16,n=16,dtype=f32], gemm[m=32,k=32,n=32,dtype=f32]."
CHAINS = "chain[order=left,n=8], chain[order=right,n=8]."
QUANTITIES = "use .time, .in_flight, .rate, .bandwidth, .step, .compile."
SYNTAX = "write case[param=value,...].quantity, joined by / or *."


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("gemm[n=64].time", f"Record cpu has no gemm[n=64]; {GEMMS}"),
        ("chain[n=8].time", f"chain[n=8] matches 2 measurements: {CHAINS}"),
        ("gem[n=16].time", "Record cpu has no case 'gem'; did you mean 'gemm'."),
        ("gemm[n=16].speed", f"There is no quantity .speed; {QUANTITIES}"),
        ("empty.rate", "empty has no .rate; it has .time, .compile."),
        ("gemm[n].time", "Cannot read 'n' in 'gemm[n].time': write param=value."),
        ("gemm[n=16]", f"Cannot read the query 'gemm[n=16]' at 'gemm[n=16]': {SYNTAX}"),
        ("empty.time + a.time",
         f"Cannot read the query 'empty.time + a.time' at '+ a.time': {SYNTAX}"),
        ("empty.time / empty.compile", "Cannot divide by empty.compile: it is zero."),
    ],
)  # fmt: skip
def test_ambiguous_or_unknown_query_lists_candidates(query: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        RECORD.query(query)
    assert str(caught.value) == message


def broken(**changes: object) -> str:
    raw = json.loads(RESULTS.to_json())
    for path, value in changes.items():
        target, (*parents, last) = raw, path.split("__")
        for key in parents:
            target = target[int(key) if isinstance(target, list) else key]
        if value is None and last in target:
            del target[last]
        else:
            target[last] = value
    return json.dumps(raw)


NOT_JSON = "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
LOAD = "the load before and after, two numbers, or null if unknown"
SECONDS = "a list of non-empty lists of seconds above 0"
GEMM_16 = "gemm[m=16,k=16,n=16,dtype=f32]"
OLD = "but this version reads schema 2. Measure it again with this version."
TWIN = {"measurements__0__case": "chain", "measurements__0__params": {"order": "left", "n": 8}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{nonsense", f" is not JSON: {NOT_JSON}. Restore the file, or run its command again."),
        (broken(schema=1), f" has schema 1, {OLD}"),
        (broken(versions=None), " has no 'versions'; it must be an object of strings."),
        (broken(mood="good"), " has an unknown field 'mood'."),
        (broken(conditions={"load": [0.5]}), f": conditions: load must be {LOAD}, not [0.5]."),
        (broken(measurements__1__rounds_s=[[]]),
         f": measurements[1]: rounds_s must be {SECONDS}, not [[]]."),
        (broken(measurements__1__rounds_s=[[0.1], [-1]]),
         f": measurements[1]: rounds_s must be {SECONDS}, not [[0.1], [-1]]."),
        (broken(measurements__0__work=-1),
         ": measurements[0]: work must be a whole number, 0 or more, not -1."),
        (broken(measurements__0__suite="batch"),
         f": {GEMM_16} belongs to the suite 'batch', but the file is named 'matmul'. "
         "Name the file after its suite."),
        (broken(**TWIN), " contains chain[order=left,n=8] twice. Remove one of the two rows."),
    ],
)  # fmt: skip
def test_malformed_file_raises_a_precise_error(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        SuiteResults.parse(text, MATMUL)
    assert str(caught.value) == f"cpu/matmul.json{message}"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gpu", r"no record .*gpu\. To measure one, run `manylanes measure --out .*gpu`\."),
        ("bad/roofs.json", r"roofs\.json is a file, but a record is a folder: give .*/bad\."),
        (".", r" is not a record, but contains some: .*/bad, .*/deep\. Give one of these\."),
        ("bare", r"bare has no results files\. To measure all suites, run `manylanes .*bare`"),
        ("bad", r"Cannot read .*bad/roofs\.json: .*decode"),
    ],
)
def test_unreadable_record_raises_record_error(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "package.json").write_text("{}")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "roofs.json").write_text('{"schema": 2}')
    (tmp_path / "bare").mkdir()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "roofs.json").write_bytes(b'{"schema"\xff\xfe')
    with pytest.raises(RecordError, match=message):
        Record.load(tmp_path / name)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full: free some space"),
        (errno.EACCES, "you may not write there: choose another place"),
    ],
)
def test_failed_write_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    path = tmp_path / "matmul.json"
    path.write_text("old")

    def fail(file: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(DiskError) as caught:
        RESULTS.save(tmp_path)
    assert str(caught.value).startswith(f"Cannot write {path}: {words}")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["matmul.json"]
