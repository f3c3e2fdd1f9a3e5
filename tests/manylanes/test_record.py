"""The record format: what is written can be read, asked and trusted; what is wrong is named."""

import errno
import json
import math
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manylanes import Measurement, Quantity, Record, RecordError
from manylanes._record.disk import DiskError, write_whole

GEMM = [
    Measurement("matmul", "gemm", {"m": n, "k": n, "n": n, "dtype": "f32"}, 2 * n**3, 12 * n * n,
                "result", 0.5, (n * 1e-3, n * 2e-3, n * 4e-3))
    for n in (16, 32)
]  # fmt: skip
CHAIN = [
    Measurement("matmul", "chain", {"order": order, "n": 8}, 100, 64, "result", 0.1, samples)
    for order, samples in (("left", (6.0, 8.0, 10.0)), ("right", (1.0, 2.0, 4.0)))
]
EMPTY = Measurement("roofs", "empty", {}, 0, 0, "nothing", 0.0, (1e-6,), ("data in cache",))
RECORD = Record(
    id="cpu",
    taken="2026-01-02T03:04:05+00:00",
    command="python -m manylanes measure",
    commit=None,
    device={"kind": "cpu", "name": None, "lanes": 16},
    versions={"jax": "0.10.2"},
    precision="F32_F32_F32",
    inputs="uniform in [-1, 1)",
    measurements=(*GEMM, *CHAIN, EMPTY),
)

seconds = st.floats(min_value=1e-9, max_value=1e4, allow_nan=False)
samples = st.lists(seconds, min_size=1, max_size=9).map(tuple)
names = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)
rows = st.builds(
    Measurement,
    suite=names,
    case=names,
    params=st.dictionaries(names, st.integers() | names | st.floats(allow_nan=False, width=32,
                           allow_infinity=False), max_size=3),
    work=st.integers(0, 10**18),
    bytes=st.integers(0, 10**15),
    donated=st.sampled_from(["result", "last input", "nothing"]),
    compile_s=seconds,
    samples_s=samples,
    doubts=st.lists(st.text(max_size=20), max_size=3).map(tuple),
)  # fmt: skip
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def test_saved_and_loaded_is_the_same(tmp_path: Path) -> None:
    RECORD.save(tmp_path / "cpu.json")
    assert Record.load(tmp_path / "cpu.json") == RECORD


@given(st.lists(rows, max_size=4, unique_by=lambda row: row.label))
def test_every_record_survives_json(measurements: list[Measurement]) -> None:
    record = replace(RECORD, measurements=tuple(measurements))
    assert Record.parse(record.dump()) == record
    assert json.loads(record.dump())["schema"] == 1


def test_one_measurement_is_one_line() -> None:
    lines = RECORD.dump().splitlines()
    assert sum('"samples_s"' in line for line in lines) == len(RECORD.measurements)


def test_quantities_and_their_units() -> None:
    assert RECORD.query("gemm[n=16].time") == Quantity(0.032, 0.016, 0.064, "s")
    rate = RECORD.query("gemm[n=16].rate")
    assert (rate.median, rate.low, rate.high, rate.unit) == pytest.approx(
        (8192 / 0.032, 8192 / 0.064, 8192 / 0.016, "FLOP/s")
    )
    assert RECORD.query("gemm[n=16].bandwidth").median == pytest.approx(3072 / 0.032)
    assert RECORD.query("gemm[n=16].bandwidth").unit == "B/s"
    assert RECORD.query("gemm[n=16].compile") == Quantity(0.5, 0.5, 0.5, "s")
    assert RECORD.query("empty.time") == RECORD.query("empty[].time")
    walk = replace(CHAIN[0], case="walk", params={"steps": 4})
    walked = replace(RECORD, measurements=(walk,)).query("walk.step")
    assert walked == Quantity(2.0, 1.5, 2.5, "s")


def test_a_ratio_spans_the_extremes_of_its_samples() -> None:
    ratio = RECORD.query("chain[order=left,n=8].time / chain[order=right,n=8].time")
    assert ratio == Quantity(4.0, 6.0 / 4.0, 10.0 / 1.0, "")


def test_products_and_mixed_units() -> None:
    assert RECORD.query("chain[order=left].time*chain[order=right].time") == Quantity(
        16.0, 6.0, 40.0, "s*s"
    )
    assert RECORD.query("gemm[n=16].rate / gemm[n=16].bandwidth").unit == "FLOP/B"
    assert RECORD.query("gemm[n=16].rate * gemm[n=16].time").unit == "FLOP"
    assert RECORD.query("gemm[n=16].time / gemm[n=16].rate").unit == "s*s/FLOP"


@given(samples, samples)
def test_ratios_are_consistent(above: tuple[float, ...], below: tuple[float, ...]) -> None:
    a = replace(CHAIN[0], case="a", samples_s=above)
    b = replace(CHAIN[0], case="b", samples_s=below)
    record = replace(RECORD, measurements=(a, b))
    ratio = record.query("a.time / b.time")
    assert ratio.low <= ratio.median <= ratio.high
    # Every ratio of two samples lies inside, and the extremes are two of them.
    every = [x / y for x in above for y in below]
    assert (ratio.low, ratio.high) == (min(every), max(every))
    upside_down = record.query("b.time / a.time")
    assert ratio.median * upside_down.median == pytest.approx(1)
    assert ratio.low * upside_down.high == pytest.approx(1)
    back = record.query("a.time / b.time * b.time")
    assert back.unit == "s"
    assert back.median == pytest.approx(record.query("a.time").median)


@given(samples)
def test_rate_and_time_agree(taken: tuple[float, ...]) -> None:
    row = replace(GEMM[0], samples_s=taken)
    assert row.quantity("rate").high == pytest.approx(row.work / row.quantity("time").low)
    assert row.quantity("bandwidth").low == pytest.approx(row.bytes / row.quantity("time").high)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (
            "gemm[n=64].time",
            "Record cpu has no gemm[n=64]; it has gemm[m=16,k=16,n=16,dtype=f32], "
            "gemm[m=32,k=32,n=32,dtype=f32].",
        ),
        (
            "chain[n=8].time",
            "chain[n=8] is not one measurement but 2: "
            "chain[order=left,n=8], chain[order=right,n=8].",
        ),
        ("gem[n=16].time", "Record cpu has no case 'gem'; did you mean 'gemm'."),
        ("lstm.time", "Record cpu has no case 'lstm'; it has gemm, chain, empty."),
        (
            "gemm[n=16].speed",
            "There is no quantity .speed: ask for .time, .rate, .bandwidth, .step, .compile.",
        ),
        ("empty.rate", "empty has no .rate: it has .time, .compile."),
        ("empty.step", "empty has no .step: it has .time, .compile."),
        ("gemm[n].time", "Cannot read 'n' in 'gemm[n].time': write param=value."),
        ("gemm[n=16,n=16].time", "'gemm[n=16,n=16].time' gives n twice."),
        (
            "gemm[n=16]",
            "Cannot read the query 'gemm[n=16]' at 'gemm[n=16]': "
            "write case[param=value,...].quantity, joined by / or *.",
        ),
        (
            "empty.time + empty.time",
            "Cannot read the query 'empty.time + empty.time' at '+ empty.time': "
            "write case[param=value,...].quantity, joined by / or *.",
        ),
        (
            "empty.time /",
            "Cannot read the query 'empty.time /' at '': "
            "write case[param=value,...].quantity, joined by / or *.",
        ),
        ("empty.time / empty.compile", "Cannot divide by empty.compile: it is zero."),
        (
            "gemm[order=None].time",
            "Record cpu has no gemm[order=None]; it has gemm[m=16,k=16,n=16,dtype=f32], "
            "gemm[m=32,k=32,n=32,dtype=f32].",
        ),
    ],
)
def test_a_query_without_one_answer_says_what_there_is(query: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        RECORD.query(query)
    assert str(caught.value) == message


@given(st.text(max_size=40) | st.text("gemchain[=,].time/* 168", max_size=40))
def test_any_text_is_answered_or_refused(query: str) -> None:
    refusal, answered = "", None
    try:
        answered = RECORD.query(query)
    except RecordError as error:
        refusal = str(error)
    assert refusal.endswith(".") or (answered is not None and math.isfinite(answered.median))


def broken(**changes: object) -> str:
    raw = json.loads(RECORD.dump())
    for path, value in changes.items():
        target, (*parents, last) = raw, path.split("__")
        for key in parents:
            target = target[int(key) if isinstance(target, list) else key]
        if value is None and last in target:
            del target[last]
        else:
            target[last] = value
    return json.dumps(raw)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{nonsense",
            "cpu.json is not JSON (line 1: Expecting property name enclosed in double quotes). "
            "Take the record again, or restore the file.",
        ),
        ("[]", "cpu.json must be an object, is []."),
        (
            broken(schema=7),
            "cpu.json has schema 7; this manylanes reads schema 1. "
            "Take the record again with this version.",
        ),
        (
            broken(schema=None),
            "cpu.json has schema None; this manylanes reads schema 1. "
            "Take the record again with this version.",
        ),
        (broken(versions=None), "cpu.json has no 'versions'; it must be an object of texts."),
        (broken(mood="good"), "cpu.json has a field 'mood' that no schema knows."),
        (broken(id=5), "cpu.json: id must be text, is 5."),
        (
            broken(measurements__1__samples_s=[]),
            "cpu.json: measurements[1]: samples_s must be a list of at least one number of "
            "seconds, each above 0, is [].",
        ),
        (
            broken(measurements__0__samples_s=[0.1, -1]),
            "cpu.json: measurements[0]: samples_s must be a list of at least one number of "
            "seconds, each above 0, is [0.1, -1].",
        ),
        (
            broken(measurements__0__work=1.5),
            "cpu.json: measurements[0]: work must be a whole number, 0 or more, is 1.5.",
        ),
        (
            broken(
                measurements__0__case="chain", measurements__0__params={"order": "left", "n": 8}
            ),
            "cpu.json: chain[order=left,n=8] stands there twice; a case has one place.",
        ),
    ],
)
def test_a_malformed_record_says_where_it_is_wrong(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(text, "cpu.json")
    assert str(caught.value) == message


@given(json_values, st.sampled_from(list(json.loads(RECORD.dump()))))
def test_whatever_stands_in_a_field_it_is_read_or_named(value: object, field: str) -> None:
    raw = json.loads(RECORD.dump())
    raw[field] = value
    refusal = "cpu.json"
    try:
        Record.parse(json.dumps(raw), "cpu.json")
    except RecordError as error:
        refusal = str(error)
    assert refusal.startswith("cpu.json")


def test_a_missing_record_says_how_to_take_one(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"manylanes measure --out gpu\.json` takes one"):
        Record.load(tmp_path / "gpu.json")


def test_an_unreadable_record_says_so(tmp_path: Path) -> None:
    (tmp_path / "cpu.json").write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match=r"Cannot read the record .*cpu\.json"):
        Record.load(tmp_path / "cpu.json")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full: free some space"),
        (errno.EROFS, "that disk is read-only: choose another place with --out"),
        (errno.EIO, os.strerror(errno.EIO)),
    ],
)
def test_a_failed_write_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    path = tmp_path / "cpu.json"
    path.write_text("old")

    def fail(file: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(DiskError) as caught:
        RECORD.save(path)
    assert str(caught.value).startswith(f"Cannot write {path}: {words}")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["cpu.json"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DiskError, match="that folder does not exist: make it"):
        write_whole(tmp_path / "nowhere" / "cpu.json", "text")
