"""Results files of one machine join; otherwise the error names the difference."""

from dataclasses import replace
from pathlib import Path

import pytest

from manylanes import Roof
from manylanes._record.conditions import Conditions
from manylanes.records import Measurement, Record, RecordError, SuiteResults

DEVICE = {"kind": "cpu", "name": "Imaginary 9", "cores": 2, "clock_hz": 1, "caches": None}


def roofs(slower: float = 1.0) -> tuple[Measurement, ...]:
    compute = Measurement(
        "roofs", "roof", {"kind": "compute"}, 100, 0, "result", 0.1, 1, ((2 * slower, slower),)
    )
    memory = replace(compute, params={"kind": "memory"}, work=0, bytes=100)
    return compute, memory, replace(memory, case="overhead", params={})


def results(suite: str, slower: float = 1.0, **changes: object) -> SuiteResults:
    case = Measurement(suite, f"case_of_{suite}", {}, 100, 0, "result", 0.1, 1, ((4 * slower,),))
    whole = SuiteResults(
        suite, "2026", f"measure {suite}", None, DEVICE, {"jax": "1"}, "F32", "uniform", None,
        roofs(slower) + ((case,) if suite != "roofs" else ()),
    )  # fmt: skip
    return replace(whole, **changes)  # type: ignore[arg-type]


def saved(folder: Path, *files: SuiteResults) -> Path:
    for one in files:
        one.save(folder)
    return folder


def test_new_suite_does_not_change_other_numbers(tmp_path: Path) -> None:
    before = Record.load(saved(tmp_path, results("roofs"), results("batch", 1.02)))
    queries = (
        "roof[kind=compute].rate",
        "case_of_batch.time",
        "case_of_batch.rate / roof[kind=compute].rate",
        "roof[kind=compute].rate / case_of_batch.rate",
    )
    numbers = [before.query(text) for text in queries]
    after = Record.load(saved(tmp_path, results("accounts", 0.98, taken="2025")))
    assert [after.query(text) for text in queries] == numbers
    assert [row.label for row in after.measurements].count("overhead") == 1
    assert len(after.measurements) == len(before.measurements) + 1


def test_roof_beside_a_case_comes_from_the_same_run(tmp_path: Path) -> None:
    record = Record.load(saved(tmp_path, results("roofs"), results("batch", 1.05)))
    assert record.query("case_of_batch.time / roof[kind=compute].time").median == pytest.approx(
        4 / 1.5
    )
    assert record.query("roof[kind=compute].time").median == pytest.approx(1.5)
    assert record.query("roof[kind=compute].time", source_suite="batch").median == pytest.approx(
        1.575
    )
    (row,) = record.find("case_of_batch.time")
    assert row.source_suite == "batch"


def test_roofs_come_from_the_oldest_file_without_roofs_json(tmp_path: Path) -> None:
    two = results("batch", 1.05, taken="2026"), results("accounts", taken="2027")
    record = Record.load(saved(tmp_path, *two))
    assert record.query("roof[kind=compute].time").median == pytest.approx(1.575)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"device": {**DEVICE, "name": "Other"}},
         "device.name is 'Imaginary 9' in the first and 'Other' in"),
        ({"device": {**DEVICE, "lanes": 4}},
         "device.lanes is None in the first and 4 in the second"),
        ({"versions": {"jax": "2"}}, "versions.jax is '1' in the first and '2' in the second"),
        ({"precision": "TF32"}, "precision is 'F32' in the first and 'TF32' in the second"),
        ({"inputs": "zeros"}, "inputs is 'uniform' in the first and 'zeros' in the second"),
    ],
)  # fmt: skip
def test_incompatible_files_raise_an_error_with_the_field(
    tmp_path: Path, change: dict[str, object], field: str
) -> None:
    saved(tmp_path, results("roofs"), results("batch", **change))  # type: ignore[arg-type]
    with pytest.raises(RecordError) as caught:
        Record.load(tmp_path)
    message = str(caught.value)
    files = f"{tmp_path}/roofs.json and {tmp_path}/batch.json"
    assert message.startswith(f"Cannot join {files}: {field}")
    assert message.endswith(
        "Measure the older one again, move one of them into another folder, or load only "
        "compatible files: Record.load(folder, strict=False)."
    )


def test_different_clock_rates_are_compatible(tmp_path: Path) -> None:
    saved(tmp_path, results("roofs"), results("batch", device={**DEVICE, "clock_hz": 2}))
    assert len(Record.load(tmp_path).results) == 2


def test_different_roofs_are_incompatible(tmp_path: Path) -> None:
    saved(tmp_path, results("roofs"), results("batch", 1.09), results("accounts", 1.12))
    with pytest.raises(RecordError) as caught:
        Record.load(tmp_path)
    joined = Record.load(tmp_path, strict=False)
    assert [one.suite for one in joined.results] == ["roofs", "batch"]
    assert str(caught.value) == (
        f"Cannot join {tmp_path}/roofs.json and {tmp_path}/accounts.json: the fastest sample of "
        "roof[kind=compute] took 1000 ms in the first and 1120 ms in the second, more than 10% "
        "apart. Load only compatible files, Record.load(folder, strict=False), or measure both "
        "again on an idle machine: "
        "measure roofs && measure accounts"
    )


def test_file_without_roofs_is_incompatible(tmp_path: Path) -> None:
    bare = results("batch")
    saved(tmp_path, results("roofs"), replace(bare, measurements=bare.cases))
    with pytest.raises(RecordError, match=r"batch\.json has no roof\[kind=compute\], so"):
        Record.load(tmp_path)


def test_duplicate_case_is_rejected(tmp_path: Path) -> None:
    (case,) = results("batch").cases
    twin = results("other", measurements=(*roofs(), replace(case, suite="other")))
    saved(tmp_path, results("batch"), twin)
    with pytest.raises(RecordError, match=r"case_of_batch is in both .*batch\.json and .*other"):
        Record.load(tmp_path)


def conditions(before: float, after: float) -> Conditions:
    return Conditions((before, after), (0, 1), None, None, None, (2e-9, 1e-9))


@pytest.mark.parametrize(
    ("one", "noisy"),
    [
        (results("batch"), ["roof[kind=compute] is uncertain by a factor of 2.00",
                          "roof[kind=memory] is uncertain by a factor of 2.00"]),
        (results("batch", measurements=()), []),
        (results("batch", measurements=(), conditions=conditions(0.9, 2.9)), []),
        (results("batch", measurements=(), conditions=conditions(1.1, 1.0)),
         ["load 1.1 before and 1.0 after, on 2 cores"]),
        (results("batch", measurements=(), conditions=conditions(0.0, 3.1)),
         ["load 0.0 before and 3.1 after, on 2 cores"]),
    ],
)  # fmt: skip
def test_noise_lists_its_reasons(one: SuiteResults, noisy: list[str]) -> None:
    assert list(one.noise) == noisy


def test_clock_rate_is_four_cycles_per_multiply_add() -> None:
    assert conditions(0, 0).clocks_hz == pytest.approx((2e9, 4e9))
    assert replace(conditions(0, 0), multiply_add_s=None).clocks_hz is None


def test_roof_is_the_fastest_sample_of_its_device(tmp_path: Path) -> None:
    steady = tuple(replace(row, rounds_s=((1.0,),)) for row in roofs())
    record = Record.load(saved(tmp_path, results("roofs")))
    assert Roof.from_record(record) == Roof(100.0, 100.0, 1.5, DEVICE, quiet=False)
    results("roofs", measurements=steady, conditions=conditions(0, 0)).save(tmp_path)
    assert Roof.from_record(Record.load(tmp_path)).quiet
    results("roofs", measurements=steady).save(tmp_path)  # without conditions
    assert not Roof.from_record(Record.load(tmp_path)).quiet
