"""In the results files, energy agrees with power and time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

TAKEN = Path(__file__).resolve().parents[2] / "book/data/joules"


@pytest.mark.parametrize("file", sorted(TAKEN.glob("*.json")), ids=lambda file: file.stem)
def test_energy_counter_agrees_with_power_readings(file: Path) -> None:
    """The driver's power readings lag behind its energy counter by some tenths of a second."""
    for row in json.loads(file.read_text())["rows"]:
        watts = row["joules"] / row["seconds"]
        assert 0.95 * row["watts_min"] < watts < 1.05 * row["watts_max"]
