"""The energy window covers exactly the counted calls, and the results files are consistent."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import joules
import pytest

TAKEN = Path(__file__).resolve().parents[2] / "book/data/joules"
WATTS = 300.0


def test_energy_of_each_roof_equals_power_times_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fake GPU draws 300 W, and each reading advances the clock by 0.1 s."""
    ticks = count()

    def clock() -> float:
        return next(ticks) / 10

    card = SimpleNamespace(
        NVML_CLOCK_SM=1,
        nvmlInit=lambda: None,
        nvmlDeviceGetHandleByIndex=lambda at: at,
        nvmlDeviceGetName=lambda card: "a card",
        nvmlSystemGetDriverVersion=lambda: "1",
        nvmlDeviceGetEnforcedPowerLimit=lambda card: 400_000,
        nvmlDeviceGetPowerUsage=lambda card: 1e3 * WATTS,
        nvmlDeviceGetClockInfo=lambda card, kind: 1980,
        nvmlDeviceGetTotalEnergyConsumption=lambda card: 1e3 * WATTS * clock(),
    )
    monkeypatch.setattr(joules, "SECONDS", 100.0)
    monkeypatch.setattr(joules, "WARM_S", 0.2)
    monkeypatch.setattr(joules, "sleep_briefly", lambda: 1)
    monkeypatch.setattr(joules, "make_queued_call", lambda workload: lambda: 20)
    monkeypatch.setattr(joules.Workload, "prepare", lambda case, inputs, clock: case)
    measured = joules.measure_roofs(card, clock)
    assert measured["limit_w"] == 400
    labels = [row["label"] for row in measured["rows"]]
    assert labels == ["idle", "roof[kind=compute]", "roof[kind=memory]", "overhead"]
    for row in measured["rows"]:
        assert row["joules"] / row["seconds"] == pytest.approx(WATTS, rel=0.01)
        assert row["calls"] == pytest.approx(
            row["seconds"] * 10 * (1 if row["work"] == 0 else 20), rel=0.01
        )


@pytest.mark.parametrize("file", sorted(TAKEN.glob("*.json")), ids=lambda file: file.stem)
def test_energy_counter_agrees_with_power_readings(file: Path) -> None:
    """The driver's power readings lag behind its energy counter by some tenths of a second."""
    for row in json.loads(file.read_text())["rows"]:
        watts = row["joules"] / row["seconds"]
        assert 0.95 * row["watts_min"] < watts < 1.05 * row["watts_max"]
