"""Hardware limits of cases on machines without measurements."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from manylanes import Bound
from manylanes.records import Limits, Record, RecordError, find_case, hardware_limit

LIMITS = Limits(
    rates={"f32": 1e12, "bf16": 1e13, "fp8": 2e13},
    bandwidth=1e11,
    cache=1e7,
    cache_bandwidth=1e12,
    multiply_add_s=1e-9,
    call_s=1e-6,
    transfer_bandwidth=1e10,
)


@pytest.mark.parametrize(
    ("query", "least"),
    [
        ("gemm[n=2048].time", 1e-6 + 2 * 2048**3 / 1e12),  # arithmetic
        ("matvec[n=8192].time", 1e-6 + 4 * (8192**2 + 2 * 8192) / 1e11),  # memory
        ("matvec[n=1024].time", 1e-6 + 4 * (1024**2 + 2 * 1024) / 1e12),  # from the cache
        (
            "cached_stream[kib=16384].time",
            1e-6 + find_case("cached_stream[kib=16384]").bytes / 1e11,
        ),  # array bytes
        ("accounts[count=1].time", 1e-6 + 2**22 * 1e-9),  # a chain of multiply-adds
        ("min_plus[method=scalar loop].time", 1e-6 + 256**3 * 1e-9),  # sequential iterations
        ("formats[n=2048,dtype=bf16].time", 1e-6 + 2 * 2048**3 / 1e13),  # a matrix unit
        (
            "typed_gemm[n=1024,dtype=int8,out_dtype=int32].time",
            1e-6 + 2 * 1024**3 / 2e13,
        ),  # fp8 for 8 bits
        ("put[kib=64].time", 65536 / 1e10),
        ("one_lane.step", (1e-6 + 65536 * 1e-9) / 65536),
    ],
)
def test_time_limit_is_overhead_plus_the_longest_part(query: str, least: float) -> None:
    quantity, bound = hardware_limit(query, LIMITS) or pytest.fail("no limit")
    assert (quantity.median, bound) == (pytest.approx(least), Bound.LEAST)
    assert quantity.unit == "s"


def test_rate_limit_is_work_over_the_time_limit() -> None:
    time, _ = hardware_limit("gemm[n=2048].time", LIMITS) or pytest.fail("no limit")
    rate, bound = hardware_limit("gemm[n=2048].rate", LIMITS) or pytest.fail("no limit")
    assert (rate.median, rate.unit) == (pytest.approx(2 * 2048**3 / time.median), "FLOP/s")
    moved, also = hardware_limit("gemm[n=2048].bandwidth", LIMITS) or pytest.fail("no limit")
    assert (moved.median, moved.unit) == (pytest.approx(12 * 2048**2 / time.median), "B/s")
    assert bound is also is Bound.MOST


@pytest.mark.parametrize(
    "query",
    [
        "gemm[n=64].compile",
        "layer[batch=1].step",
        "pointer_chasing[kib=16,order=sorted].rate",
        "not_awaited[n=2048].time",  # not awaited, so it may not have run
        "not_awaited[n=2048].rate",
    ],
)
def test_quantities_without_a_count_have_no_limit(query: str) -> None:
    assert hardware_limit(query, LIMITS) is None


def test_unsupported_format_has_no_limit() -> None:
    assert hardware_limit("roof[kind=tf32].rate", LIMITS) is None


def test_unknown_case_suggests_a_similar_one() -> None:
    with pytest.raises(RecordError, match="no case 'gem'; did you mean 'gemm'"):
        find_case("gem[n=2048]")
    with pytest.raises(RecordError, match="names 2 cases; expected one"):
        find_case("gemm[n=2048].time / gemm[n=1024].time")


def test_cpu_record_does_not_exceed_the_limits_of_its_roofs() -> None:
    """Compare the formula with all CPU measurements; there, a transfer stays in one memory."""
    record = Record.load("book/data/records/cpu")
    roofs = {row.label: row for row in record.roof_results.roofs}
    compute, memory = roofs["roof[kind=compute]"], roofs["roof[kind=memory]"]
    limits = Limits(
        rates={"f32": compute.work / min(compute.samples_s)},
        bandwidth=memory.bytes / min(memory.samples_s),
        cache=max(record.device["caches"].values()),
    )
    faster = {
        row.label
        for row in record.measurements
        if (least := hardware_limit(f"{row.label}.time", limits))
        and row.quantity("time").median < least[0].median / 1.1
    }
    assert faster == set()


def test_no_awaited_gpu_call_exceeds_its_data_sheet() -> None:
    """A page shows this bound for a case without a measurement."""
    record = Record.load("book/data/records/gpu")
    facts = tomllib.loads(Path("book/data/hardware.toml").read_text())["h200"]
    (call,) = (row for row in record.roof_results.roofs if row.case == "overhead")
    limits = Limits(
        rates={"f32": facts["f32_tflops"]["value"] * 1e12},
        bandwidth=facts["bandwidth"]["value"] * 1e12,
        cache=facts["l2_cache"]["value"] * 1e6,
        cache_bandwidth=facts["l2_bandwidth"]["value"] * 1e12,
        call_s=min(call.samples_s),
    )
    rows = [row for row in record.measurements if row.suite not in ("roofs", "host_transfers")]
    bounds = {row.label: hardware_limit(f"{row.label}.time", limits) for row in rows}
    assert sum(least is not None for least in bounds.values()) > 50
    faster = {
        row.label
        for row in rows
        if (least := bounds[row.label]) and row.quantity("time").median < least[0].median / 1.02
    }
    assert faster == set()
