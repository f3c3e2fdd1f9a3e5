"""Commands that measure several suites: locking, compatibility and interruption."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from miniature_suite import ROOFS, TINY, Nowhere, ticking

from manylanes._measure import Plan, Series
from manylanes._measure.case import Case, f32
from manylanes._measure.workload import Workload
from manylanes.records import Record, RecordError, SuiteResults

MORE = (Case("sum", {}, lambda x: x + 1, (f32(4),), 4, 32, "nothing"),)
PLANS = (
    Plan({"roofs": ROOFS}, rounds=2, samples=2),
    Plan({"roofs": ROOFS, "more": MORE}, rounds=2, samples=2),
    Plan({"roofs": ROOFS, "tiny": TINY}, rounds=2, samples=2),
)


def series(folder: Path, **changes: object) -> Series:
    options: dict[str, object] = {
        "plans": PLANS,
        "folder": folder,
        "command": "python -m manylanes measure",
        "clock": ticking(),
        "machine": Nowhere(),
        "stream": StringIO(),
    }
    return Series(**{**options, **changes})  # type: ignore[arg-type]


def test_each_suite_has_a_file_with_roofs(tmp_path: Path) -> None:
    record = series(tmp_path / "mine").measure()
    assert sorted(os.listdir(tmp_path / "mine")) == [
        ".measuring", "more.json", "roofs.json", "tiny.json"
    ]  # fmt: skip
    assert record == Record.load(tmp_path / "mine")
    assert record.id == "mine"
    for results in record.results:
        assert [row.label for row in results.roofs] == [case.label for case in ROOFS]
    assert len({results.taken for results in record.results}) == 3


def test_another_suite_does_not_change_files(tmp_path: Path) -> None:
    series(tmp_path, plans=PLANS[:2]).measure()
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}
    series(tmp_path, plans=PLANS[2:]).measure()
    after = {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"tiny.json"}


def interrupt_after(visits: int, monkeypatch: pytest.MonkeyPatch, run: Series) -> None:
    original, remaining = Workload.sample, iter(range(visits))

    def sample(workload: Workload, *args: Any) -> Any:
        if next(remaining, None) is None:
            raise KeyboardInterrupt
        return original(workload, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Workload, "sample", sample)
        with pytest.raises(KeyboardInterrupt):
            run.measure()


def test_same_command_continues_with_remaining_suites(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(2 * 3 + 5, monkeypatch, series(tmp_path))
    assert sorted(path.name for path in tmp_path.glob("*.json*")) == [
        "more.json.partial", "roofs.json", "tiny.json.partial"
    ]  # fmt: skip
    done = (tmp_path / "roofs.json").read_bytes()
    stream = StringIO()
    series(tmp_path, stream=stream).measure()
    assert "Continuing with 2 of 3 suites; the others are done." in stream.getvalue()
    assert "Continuing after 5 of 8 visits." in stream.getvalue()
    assert (tmp_path / "roofs.json").read_bytes() == done
    assert not list(tmp_path.glob("*.partial"))


def test_fresh_measures_all_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(2 * 3 + 5, monkeypatch, series(tmp_path))
    done = (tmp_path / "roofs.json").read_bytes()
    series(tmp_path, fresh=True).measure()
    assert (tmp_path / "roofs.json").read_bytes() != done


def test_other_suites_do_not_continue_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(2, monkeypatch, series(tmp_path, plans=PLANS[2:]))
    message = r"begun under other conditions \(suites: \['tiny'\] then"
    with pytest.raises(RecordError, match=message):
        series(tmp_path).measure()


def test_second_run_in_a_folder_is_rejected(tmp_path: Path) -> None:
    """Another process holds the lock of the folder."""
    holding = (
        "import sys; from pathlib import Path; from manylanes._measure.lock import lock_folder\n"
        "with lock_folder(Path(sys.argv[1])):\n    print('held', flush=True); sys.stdin.read()"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", holding, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        with pytest.raises(RecordError) as caught:
            series(tmp_path).measure()
        message = str(caught.value)
        assert message.startswith(f"{tmp_path} is being measured by process {first.pid} on ")
        assert message.endswith("or stop it; then run the same command to continue.")
        assert os.listdir(tmp_path) == [".measuring"]
    finally:
        first.kill()
        first.communicate()
    series(tmp_path).measure()  # the kernel released the lock of the killed process


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"device": {"name": "Other", "caches": None}}, r"\(device\.\w+: .* there, .* here\)"),
        ({"versions": {"jax": "0.1"}}, r"\(versions\.jax: '0\.1' there, "),
    ],
)
def test_incompatible_folder_is_rejected_before_measuring(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    series(tmp_path, plans=PLANS[:1]).measure()
    roofs = SuiteResults.load(tmp_path / "roofs.json")
    replace(roofs, **change).save(tmp_path)
    with pytest.raises(RecordError, match=message):
        series(tmp_path, plans=PLANS[2:]).measure()
    assert not list(tmp_path.glob("tiny*"))
    series(tmp_path).measure()  # it measures every suite again, so no other file stays


def test_different_roofs_are_reported_and_results_kept(tmp_path: Path) -> None:
    series(tmp_path, plans=PLANS[:1]).measure()
    with pytest.raises(RecordError) as caught:
        series(tmp_path, plans=PLANS[2:], clock=ticking(3e-3)).measure()
    assert str(caught.value).startswith(f"The measurements are kept in {tmp_path}. However: ")
    assert "the fastest sample of roof[kind=compute] took" in str(caught.value)
    assert (tmp_path / "tiny.json").exists()


class Busy(Nowhere):
    """A machine with two cores and the given loads, one per reading."""

    def __init__(self, *loads: float) -> None:
        super().__init__()
        object.__setattr__(self, "loads", list(loads))

    def load(self) -> float | None:  # type: ignore[override]
        return self.loads.pop(0) if len(self.loads) > 1 else self.loads[0]  # type: ignore[attr-defined,no-any-return]

    def count_cores(self) -> int:
        return 2


@pytest.mark.parametrize(("load", "warned"), [(1.9, True), (0.4, False)])
def test_busy_machine_prints_a_warning(tmp_path: Path, load: float, warned: bool) -> None:
    stream = StringIO()
    series(tmp_path, machine=Busy(load), stream=stream).measure()
    has_warning = "the machine is busy (load 1.9 on 2 cores)" in stream.getvalue()
    assert has_warning == warned


def test_results_contain_the_conditions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XLA_FLAGS", os.environ.get("XLA_FLAGS", ""))
    record = series(tmp_path, plans=PLANS[:1], machine=Busy(0.5, 0.5, 7.5)).measure()
    (results,) = record.results
    conditions = results.conditions
    assert conditions is not None
    assert conditions.load == (0.5, 7.5)
    assert conditions.xla_flags == os.environ["XLA_FLAGS"]
    assert conditions.affinity == Nowhere().affinity()
    assert results.noise[0] == "load 0.5 before and 7.5 after, on 2 cores"
    if conditions.multiply_add_s is not None:  # the clock ticks once per reading
        assert conditions.multiply_add_s == pytest.approx((1e-3 / 2**18,) * 2)
    raw = json.loads((tmp_path / "roofs.json").read_text())
    assert list(raw["conditions"]) == [
        "load", "affinity", "xla_flags", "huge_pages", "governor", "multiply_add_s"
    ]  # fmt: skip


def test_results_contain_the_commit_at_the_start(tmp_path: Path) -> None:
    class Moving(Nowhere):
        readings = 0

        def run(self, *command: str) -> str | None:  # type: ignore[override]
            if "log" not in command:
                return None
            Moving.readings += 1
            return "before" if Moving.readings <= 2 else "later"

    record = series(tmp_path, plans=PLANS[:1], machine=Moving()).measure()
    assert record.results[0].commit == "before"


def visits_in(folder: Path) -> dict[str, int]:
    files = Record.load(folder).results
    return {file.suite: sum(len(row.rounds_s) for row in file.measurements) for file in files}


@pytest.mark.parametrize(
    ("seconds", "taken", "left"),
    [
        # First every case once, then as much of a second round as fits.
        (280, (5, 4, 5), "roofs: 1 visits; more: 4 visits; tiny: 5 visits. "),
        (90, (3, 4), "more: 4 visits; tiny: 5 cases. Run the same command"),
        (1e4, (6, 8, 10), ""),
    ],
)
def test_time_limit_is_shared_and_the_same_command_continues(
    tmp_path: Path, seconds: float, taken: tuple[int, ...], left: str
) -> None:
    """The clock advances by a second at each reading; a first visit reads it eight times."""
    stream = StringIO()
    options = {"clock": ticking(1.0), "stream": stream, "seconds": seconds}
    series(tmp_path, **options).measure()
    assert visits_in(tmp_path) == dict(zip(("roofs", "more", "tiny"), taken, strict=False))
    assert left in stream.getvalue()
    assert ("The time is up. Not measured: " in stream.getvalue()) == bool(left)
    for _ in range(20):  # more often than any row needs
        if list(tmp_path.glob("*.partial")):
            series(tmp_path, **options).measure()
    assert visits_in(tmp_path) == {"roofs": 6, "more": 8, "tiny": 10}


def test_first_round_completes_each_suite_before_the_next(tmp_path: Path) -> None:
    series(tmp_path, plans=PLANS[:0:-1], clock=ticking(1.0), seconds=60).measure()
    assert visits_in(tmp_path) == {"tiny": 5}
