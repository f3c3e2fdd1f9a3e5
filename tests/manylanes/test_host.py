"""The CPU beside a GPU: what one command measures of both, and for how long."""

import json
from pathlib import Path

import pytest
from miniature_suite import ROOFS
from test_series import PLANS, series

from manylanes._measure import Plan, host
from manylanes._measure.host import CPU_SHARE, Host
from manylanes.records import Record, RecordError


class Cpu:
    """Replaces the second process: writes results files and can fail."""

    def __init__(self) -> None:
        self.minutes: list[float] = []
        self.status = 0

    def __call__(self, words: list[str]) -> int:
        options = dict(zip(words[1::2], words[2::2], strict=False))
        self.minutes.append(float(options["--minutes"]))
        if not self.status:
            folder = Path(options["--out"])
            folder.mkdir()
            (folder / f"{options['--suite']}.json").touch()
        return self.status


@pytest.fixture
def cpu(monkeypatch: pytest.MonkeyPatch) -> Cpu:
    fake = Cpu()
    monkeypatch.setattr(host, "run_on_cpu", fake)
    return fake


def taken(folder: Path) -> dict[str, str]:
    return {results.suite: results.taken for results in Record.load(folder).results}


def test_command_measures_unfinished_suites_of_gpu_and_cpu(tmp_path: Path, cpu: Cpu) -> None:
    folder = tmp_path / "gpu"

    def command(seconds: float) -> None:
        Host(series(folder, plans=PLANS[:2], seconds=seconds), ["more"]).measure()

    cpu.status = 1
    with pytest.raises(RecordError, match="The CPU was not measured into"):
        command(6000)
    first = taken(folder)

    cpu.status = 0
    command(6000)
    assert taken(folder) == first, "the GPU's suites are done"
    assert (tmp_path / "gpu-host/more.json").exists()

    (folder / "more.json.partial").touch()
    command(6000)
    assert len(cpu.minutes) == 2, "the CPU's suites are done"
    second = taken(folder)
    assert second["more"] > first["more"]
    assert second["roofs"] == first["roofs"]
    assert cpu.minutes[1] == pytest.approx(100, rel=0.01), "the CPU has all the time"


def test_part_of_the_time_is_reserved_for_the_cpu(tmp_path: Path, cpu: Cpu) -> None:
    # A run ends with its last visit, which is a small part of many rounds.
    plans = (Plan({"roofs": ROOFS}, rounds=40, samples=2),)
    unlimited = series(tmp_path / "unlimited", plans=plans)
    start = unlimited.clock()
    unlimited.measure()
    limit = (unlimited.clock() - start) / 2  # too short for the GPU's suites
    gpu = series(tmp_path / "gpu", plans=plans, seconds=limit)
    Host(gpu, ["more"]).measure()
    assert list(gpu.folder.glob("*.partial"))
    (minutes,) = cpu.minutes
    assert 0 < minutes * 60 <= CPU_SHARE * limit


def test_the_second_process_uses_the_cpu(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JAX_PLATFORMS", "cuda")  # fails without a GPU
    assert host.run_on_cpu(["device", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["kind"] == "cpu"
