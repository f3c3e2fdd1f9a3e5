"""Expressions are resolved over a store, without a build of a book."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from _ext.numbers.data_files import parse_toml
from _ext.numbers.expression import Expression
from _ext.numbers.resolve import evaluate, resolve
from _ext.numbers.store import Store, UnknownNameError
from _ext.numbers.value import ABSENT, UNTIMED, Value
from books import (
    DATA_SHEET,
    FILES,
    HARDWARE,
    NARROW,
    ROOT,
    ROW,
    measurement,
    results_file,
    write_others,
)

from manylanes.records import RecordError

NAMED_ROW = ROW.replace("at =", 'name = "large", at =')


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a small book with a record of a CPU, facts and a published value."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def store(folder: Path) -> Store:
    return Store(folder, ("cpu", "gpu"), bibliographies=("references.bib",))


@pytest.fixture
def bounded(store: Store) -> Store:
    """Return a store in which the facts of an H200 bound missing measurements of a GPU."""
    (store.folder / "hardware.toml").write_text(HARDWARE + DATA_SHEET)
    return replace(store, data_sheets={"gpu": "h200"})


def resolve_text(text: str, store: Store) -> Value:
    return resolve(Expression.read(text), store)


SHOWN = {
    "cpu: gemm[n=8].time": f"1.00{NARROW}ms",
    "cpu: gemm[n=8].time | us": f"1,000{NARROW}µs",
    "cpu: gemm[n=8].rate": f"2.00{NARROW}GFLOP/s",
    "cpu: gemm[n=8].bandwidth | MB/s": f"1,000{NARROW}MB/s",
    "cpu: gemm[n=8].compile": f"250{NARROW}ms",
    "cpu: gemm[n=16].time": f"3.0{NARROW}ms",  # the samples differ, so it has two digits
    "cpu: chain[order=left,n=16].time / chain[order=right,n=16].time": "50.0",
    "cpu: chain[order=right,n=16].time / chain[order=left,n=16].time | %": f"2.00{NARROW}%",
    # several records, properties of a device, and facts
    "cpu: device.cores": "2",
    "cpu: device.clock_hz": f"2.5{NARROW}GHz",
    "cpu: gemm[n=8].rate / device.clock_hz | kFLOP": f"0.000800{NARROW}kFLOP",
    "cpu: gemm[n=8].rate / device.cores": f"1.00{NARROW}GFLOP/s",
    "fact: h200.bandwidth / cpu: gemm[n=8].bandwidth": "4,800",
    "cpu: gemm[n=8].bandwidth / fact: h200.bandwidth | %": f"0.0208{NARROW}%",
    "fact: h200.bandwidth | GB/s": f"4,800{NARROW}GB/s",
}


def test_text_has_the_unit_and_the_digits_of_the_interval(store: Store) -> None:
    assert {text: resolve_text(text, store).text for text in SHOWN} == SHOWN


def test_measured_value_has_its_runs_its_place_and_its_version(store: Store) -> None:
    value = resolve_text("cpu: gemm[n=8].time", store)
    assert (value.kind, value.gap, value.own, value.parts) == ("measured", "", "", ())
    assert value.place == ("records", "cpu-matmul-gemm-m-8-k-8-n-8-dtype-f32")
    assert value.lines == (
        ("", "Median of 3 runs, Test Processor, 2 January 2026"),
        ("Range:", f"0.990 to 1.01{NARROW}ms"),
    )
    assert ("Commit:", "0123456789") in value.more
    assert value.jax == {"Test Processor": "0.10.2"}
    assert value.quantity is not None
    assert value.quantity.median == 1e-3


def test_stated_value_has_its_source(store: Store) -> None:
    value = resolve_text("fact: h200.bandwidth", store)
    assert (value.kind, value.place) == ("fact", ("hardware", "hardware-h200-bandwidth"))
    assert value.lines[-1] == ("h200.bandwidth:", "Maker et al., A GPU (2024)")


def test_published_measurement_is_a_source_and_replaces_a_missing_one(bounded: Store) -> None:
    write_others(bounded.folder / "others/lab.toml", NAMED_ROW)
    named = resolve_text("published: lab.large", bounded)
    assert (named.kind, named.text, named.parts) == ("others", f"1.25{NARROW}ms", ())
    value = resolve_text("gpu: gemm[n=2048].time | us", bounded)
    assert (value.kind, value.gap) == ("others", "gemm[n=2048].time")
    (part,) = value.parts
    assert (part.prefix, part.text, part.suffix) == ("others:", f"1,250{NARROW}µs", "V100, 2019")
    assert part.place == ("gpus", "others-lab-large")
    assert value.quantity is not None
    assert value.quantity.median == 1.25e-3
    # A number that depends on two missing measurements has no published value.
    twice = resolve_text("gpu: gemm[n=2048].rate * gemm[n=2048].time", bounded)
    assert twice.parts == ()


BOUNDED = {
    # 2 * 2048^3 operations at 50 TFLOP/s take 343.6 us, plus one launch
    "gpu: gemm[n=2048].time": f"at least 346{NARROW}µs",
    "gpu: gemm[n=2048].rate": f"at most 49.7{NARROW}TFLOP/s",
    # 268 MB at 4.8 TB/s take 55.9 us, plus one launch
    "gpu: matvec[n=8192].time": f"at least 57.9{NARROW}µs",
    "gpu: gemm[n=2048].time | ms": f"at least 0.346{NARROW}ms",
    "fact: h200.bandwidth / gpu: matvec[n=8192].bandwidth": "at least 1.04",
}


def test_bound_replaces_a_missing_measurement(bounded: Store) -> None:
    values = {text: resolve_text(text, bounded) for text in BOUNDED}
    assert {text: f"{it.prefix} {it.text}" for text, it in values.items()} == BOUNDED
    assert {it.kind for it in values.values()} == {"bound"}
    assert {it.place for it in values.values()} == {("hardware", "hardware-h200-f32-tflops")}
    assert {it.quantity for it in values.values()} == {None}  # a bar has no length


# Each expression, and words that its card contains.
LAUNCHED = {
    # The dependent operations take milliseconds; the launches, one for each iteration, take longer.
    "gpu: accounts[count=1].time": "at least 65,536 kernels",
    "gpu: accounts[count=1].rate": "at least 65,536 kernels",
    # An iteration of the loop is a product, and the first product precedes the loop.
    "gpu: lstm[method=hoisted,batch=1,m=256,steps=128].time": "at least 129 kernels",
    "gpu: step[net=tiny,batch=1].time": "at least 5 kernels",
    # An awaited call takes longer than a launch in a queue.
    "gpu: overhead.time": "at least one kernel",
    "gpu: gemm[n=16].time": "at least one kernel",
}


@pytest.mark.parametrize("text", LAUNCHED)
def test_launch_bound_is_in_the_card_of_an_untimed_case(bounded: Store, text: str) -> None:
    value = resolve_text(text, bounded)
    assert (value.kind, value.text) == (UNTIMED, UNTIMED)
    words = str(value.lines)
    assert "A sentence about launches" in words
    assert LAUNCHED[text] in words


UNBOUNDED = "gpu: gemm[n=2048].time / gpu: gemm[n=1024].time"


@pytest.mark.parametrize("text", [UNBOUNDED, "gpu: gemm[n=16].time / fact: h200.price"])
def test_value_without_a_bound_is_absent(bounded: Store, text: str) -> None:
    value = resolve_text(text, bounded)
    assert (value.kind, value.text) == (ABSENT, ABSENT)
    assert value.hint.startswith("There is no record 'gpu' yet.")
    assert evaluate(Expression.read(text), bounded) is None


@pytest.mark.parametrize(
    ("name", "large", "small"),
    [
        # 344 us from the data sheet, plus the awaited call of 50 us
        ("NVIDIA H200", "0.394", "0.0500"),
        # from its roofs: three matrices at 1 GB/s, plus a call of 50 us
        ("Another", "50.4", "0.0531"),
    ],
)
def test_missing_case_is_bounded_by_overhead_and_limits_of_its_device(
    bounded: Store, name: str, large: str, small: str
) -> None:
    roofs = [
        measurement("roof", {"kind": "compute"}, work=2 * 2048**3, rounds_s=[[1e-3]]),
        measurement("roof", {"kind": "memory"}, rounds_s=[[1e-3]]),
        measurement("overhead", {}, rounds_s=[[5e-5]]),
    ]
    write_gpu(bounded, "roofs", *[row | {"suite": "roofs"} for row in roofs], name=name)
    cases = ("accounts[count=1]", "gemm[n=2048]", "gemm[n=16]")
    untimed, bound, short = (resolve_text(f"gpu: {it}.time | ms", bounded) for it in cases)
    assert (untimed.text, bound.text, short.text) == (UNTIMED, f"{large}{NARROW}ms", UNTIMED)
    assert short.lines[0][0] == f"At least {small}{NARROW}ms:"
    hint = "The record 'gpu' does not contain gemm[n=2048].time yet."
    assert resolve_text(UNBOUNDED, bounded).hint.startswith(hint)


def write_gpu(store: Store, suite: str, *rows: dict[str, Any], name: str = "G") -> None:
    path = store.folder / f"records/gpu/{suite}.json"
    path.parent.mkdir()
    path.write_text(results_file(*rows, device={"kind": "gpu", "name": name, "caches": None}))


def test_record_without_a_memory_roof_bounds_nothing(bounded: Store) -> None:
    roof = measurement("roof", {"kind": "compute"}, work=2 * 2048**3, rounds_s=[[1e-3]])
    write_gpu(bounded, "roofs", roof | {"suite": "roofs"}, name="Another")
    assert resolve_text("gpu: gemm[n=2048].time", bounded).kind == ABSENT


def test_record_replaces_a_bound(bounded: Store) -> None:
    text = "gpu: gemm[n=2048].time"
    assert resolve_text(text, bounded).kind == "bound"
    write_gpu(bounded, "matmul", measurement("gemm", {"m": 2048, "k": 2048, "n": 2048}))
    value = resolve_text(text, bounded)
    assert (value.kind, value.text, value.gap) == ("measured", f"1.00{NARROW}ms", "")
    assert value.own == "gemm[n=2048].time"  # scripts add the value of the reader's GPU


MISSPELT = {
    "cpuu: gemm[n=8].rate": "no record 'cpuu'",
    "cpu: gem[n=8].rate": "did you mean 'gemm'",
    "cpu: gemm[n=9].rate": "it has gemm[m=8,k=8,n=8,dtype=f32]",
    "cpu: gemm.rate": "gemm matches 2 measurements",
    "cpu: gemm[n=8].speed": "There is no quantity .speed",
    "cpu: gemm[n=8].time | GB/s": "cannot be written in 'GB/s'; units: s, ms",
    "fact: h200.bandwith": "Did you mean: h200.bandwidth",
    "published: maker.gian": "Did you mean: maker.gain",
    "cpu: device.cors": "'cors' in record cpu. Did you mean: cores",
    "cpu: gemm[n=8].rate |": "cannot parse the expression",
}


@pytest.mark.parametrize("text", MISSPELT)
def test_misspelt_expression_raises_a_suggestion(store: Store, text: str) -> None:
    with pytest.raises((UnknownNameError, RecordError, ValueError)) as error:
        resolve_text(text, store)
    assert MISSPELT[text] in str(error.value)


SOCKETS = """
[sockets]
cpu = ["big"]
old = ["small"]

[big.cores]
value = 128
source = "maker"

[small.cores]
value = 32
source = "maker"

[small.power]
value = 180
unit = "W"
source = "maker"

[other.cores]
value = 64
source = "maker"
"""
CORE = "cpu: gemm[n=8].rate / device.cores"
FOREIGN = (
    f"{CORE} * fact: small.cores",
    f"{CORE} * fact: other.cores",
    f"{CORE} * fact: big.cores / small.power",
    "gpu: gemm[n=8].rate / cpu: device.cores * fact: small.cores",
)


def test_rate_per_core_needs_the_cores_of_its_own_socket(store: Store) -> None:
    (store.folder / "hardware.toml").write_text(HARDWARE + SOCKETS)
    assert resolve_text(f"{CORE} * fact: big.cores", store).kind == "measured"
    for text in FOREIGN:
        with pytest.raises(ValueError, match=r"the socket of the record 'cpu'; .* lists big"):
            resolve_text(text, store)


def test_changed_fact_is_read_again_and_zero_is_no_divisor(store: Store) -> None:
    text = "cpu: gemm[n=8].bandwidth / fact: h200.price"
    assert resolve_text(text, store).kind == "measured"
    zero = HARDWARE.replace("value = 30000", "value = 0")
    (store.folder / "hardware.toml").write_text(zero)
    with pytest.raises(ValueError, match=r"cannot divide by h200\.price: it is zero"):
        resolve_text(text, store)


def test_store_reports_the_files_and_rows_that_an_expression_uses(bounded: Store) -> None:
    write_others(bounded.folder / "others/lab.toml", NAMED_ROW)
    watched: set[str] = set()
    used: list[str] = []
    noted = replace(
        bounded,
        watch=lambda path: watched.add(path.relative_to(bounded.folder).as_posix()),
        note_use=lambda row: used.append(row.name),
    )
    resolve_text("gpu: gemm[n=2048].time", noted)
    assert {"records/gpu", "hardware.toml", "others", "others/lab.toml"} <= watched
    assert "records/cpu/matmul.json" not in watched
    assert used == ["large"]
    used.clear()
    resolve_text("published: lab.large", noted)
    assert set(used) == {"large"}
    watched.clear()
    resolve_text("cpu: gemm[n=8].time", noted)
    assert {"records/cpu", "records/cpu/matmul.json"} <= watched


def test_device_time_depends_on_the_trace() -> None:
    watched: set[str] = set()
    store = Store(ROOT / "book", watch=lambda path: watched.add(path.name))
    assert resolve_text("trace: h200_cnn_64.busy", store).kind == "measured"
    assert {"traces", "h200_cnn_64.trace.json.gz"} <= watched


def test_metrics_of_the_book_have_a_value_or_a_gap() -> None:
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    settings = config["sphinx"]["config"]
    book = ROOT / "book"
    store = Store(
        book, tuple(settings["lanes_records"]), settings["lanes_sheets"], ("references.bib",)
    )
    claims = parse_toml(book / "data/claims.toml").values()
    expressions = [Expression.read(claim["metric"]) for claim in claims if "metric" in claim]
    assert len(expressions) > 30
    for expression in expressions:
        value = resolve(expression, store)
        assert value.quantity == evaluate(expression, store) or value.kind == "others"
        assert bool(value.gap) == (evaluate(expression, store) is None)
        assert value.lines or value.parts or value.hint
