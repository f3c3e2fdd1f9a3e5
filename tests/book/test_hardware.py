"""Related facts in hardware.toml agree within 2 %, so most edited digits break a relation."""

import tomllib
from pathlib import Path

import pytest

FACTS = tomllib.loads((Path(__file__).parents[2] / "book/data/hardware.toml").read_text("utf-8"))
PREFIX = {"M": 1e6, "G": 1e9, "T": 1e12}
UNITS = {f"{p}{u}": f for p, f in PREFIX.items() for u in ("FLOP/s", "B/s", "Hz", "B")}


def value(name: str) -> float:
    """Return a fact in units without a prefix, for example `h200.clock` in hertz."""
    machine, entry = name.split(".")
    fact = FACTS[machine][entry]
    return float(fact["value"]) * UNITS.get(fact.get("unit", ""), 1)


# 2 % covers the digits that data sheets round away.
@pytest.mark.parametrize(
    ("name", "factor", "other"),
    [
        # Each halving of the width doubles the rate of the matrix units.
        ("h200.fp8_tflops", 2, "h200.bf16_tflops"),
        ("h200.bf16_tflops", 2, "h200.tf32_tflops"),
        # A float32 lane does one multiplication and one addition in each cycle.
        ("h200.f32_tflops", 2 * value("h200.lanes"), "h200.clock"),
        ("t4.f32_tflops", 2 * value("t4.lanes"), "t4.clock"),
        ("rtx4060.f32_tflops", 2 * value("rtx4060.lanes"), "rtx4060.clock"),
        ("k80.f32_tflops", 2 * value("k80.lanes"), "k80.boost_clock"),
        # NVIDIA's multiprocessors of these generations have 64 or 128 float32 lanes each.
        ("h200.lanes", 128, "h200.multiprocessors"),
        ("t4.lanes", 64, "t4.multiprocessors"),
        ("rtx4060.lanes", 128, "rtx4060.multiprocessors"),
        # The H200 is attached by PCI Express 5.0.
        ("h200.cable_bandwidth", 1, "pcie5.bandwidth"),
    ],
)
def test_hardware_fact_is_a_multiple_of_another(name: str, factor: float, other: str) -> None:
    assert value(name) == pytest.approx(factor * value(other), rel=0.02)
