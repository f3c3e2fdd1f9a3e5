"""Predictions and their comparison with timings, on a simulated clock."""

from itertools import count
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import AbstractMesh, AxisType
from jax.sharding import PartitionSpec as P

from manylanes import Roof, Roofline, Timing, roofline
from manylanes.records import Record

# A product of two 64 x 64 matrices: 524,288 operations, 49,152 bytes.
WORK, BYTES = 2 * 64**3, 3 * 64 * 64 * 4
SPECS = ("f32[64, 64]", "f32[64, 64]")


def product(a: Any, b: Any) -> Any:
    return a @ b


def predict_product(rate: float, bandwidth: float, call_s: float = 0.0) -> Roofline:
    return roofline(product, *SPECS, on=Roof(rate, bandwidth, call_s))


@pytest.mark.parametrize(
    ("roof", "limit", "message"),
    [
        ((WORK / 1.0, BYTES / 0.1), "compute", "limited by arithmetic"),
        ((WORK / 0.1, BYTES / 1.0), "memory", "limited by memory bandwidth"),
        ((WORK / 0.1, BYTES / 0.1, 1.0), "call", "limited by dispatch overhead"),
        ((WORK / 1.0, BYTES / 0.9), "compute", "limited by arithmetic, then memory bandwidth"),
    ],
)
def test_limit_is_the_longest_part(roof: tuple[float, ...], limit: str, message: str) -> None:
    prediction = predict_product(*roof)
    assert (prediction.limit, prediction.verdict) == (limit, message)


def test_prediction_lies_between_longest_part_and_sum() -> None:
    prediction = predict_product(WORK / 0.2, BYTES / 0.3, 0.1)
    assert prediction.low_s == pytest.approx(0.3)
    assert prediction.high_s == pytest.approx(0.6)
    assert str(prediction).startswith(
        "300 ms to 600 ms, limited by memory bandwidth, then arithmetic\n"
    )
    assert "the ridge is at" in str(prediction)  # the glossary's word


@pytest.mark.parametrize(
    ("seconds", "message"),
    [
        (0.5, "as predicted, within the margin of 10%"),
        (0.65, "as predicted"),
        (1.8, "3.0 times the upper prediction: it waits for something"),
        (0.1, "3.0 times faster than the lower prediction: see the explanations"),
    ],
)
def test_timing_is_compared_with_the_prediction(seconds: float, message: str) -> None:
    prediction = predict_product(WORK / 0.2, BYTES / 0.3, 0.1).with_timing(
        Timing(0.1, (seconds,) * 7)
    )
    assert message in str(prediction)


def test_measure_runs_the_counted_program() -> None:
    """The clock advances by a millisecond at each reading."""
    ticks = count()
    ones = jnp.ones((64, 64))
    roof = Roof(WORK / 1e-3, BYTES / 1e-4)
    prediction = roofline(product, ones, ones, on=roof)
    timed = prediction.measure(clock=lambda: next(ticks) * 1e-3, repeats=7)
    assert prediction.timing is None
    assert timed.timing is not None
    assert timed.timing.median == pytest.approx(1e-3)
    assert timed.timing.compared
    assert "Measured 1 ms: as predicted" in str(timed)


def test_roofline_takes_the_arguments_of_cost() -> None:
    def fn(x: Any, n: Any) -> Any:
        return lax.fori_loop(0, n, lambda i, x: jnp.sin(x), x)

    roof = Roof(1.0, 1.0)
    assert roofline(fn, "f32[5]", "i32[]", on=roof, rounds={0: 7}).work == 35
    assert roofline(lax.ragged_dot, "f32[12, 4]", "f32[3, 4, 5]", "i32[3]", on=roof,
                    platform="cuda").work == 480  # fmt: skip


def test_measure_passes_static_arguments_and_keywords() -> None:
    ticks = count()

    def fn(x: Any, times: int, *, by: Any) -> Any:
        for _ in range(times):
            x = x * by
        return x

    for given in (fn, jax.jit(fn, static_argnums=1)):
        prediction = roofline(given, np.ones(8), 3, by=np.ones(8), static=1, on=Roof(24e3, 1e9))
        assert prediction.work == 24
        assert prediction.measure(clock=lambda: next(ticks) * 1e-3, repeats=1).timing is not None


def test_inexact_counts_are_reported() -> None:
    def fn(x: Any) -> Any:
        return lax.while_loop(lambda c: c[0] < 9, lambda c: c * 2, x) + 1

    message = str(roofline(fn, "f32[8]", on=Roof(1e9, 1e9)))
    assert message.startswith("at least 64 ns to 72 ns, limited by memory bandwidth\n")
    bounds = "work at least, bytes at least"
    assert f"The prediction is not exact, because the counts are not ({bounds})." in message
    assert "not counted: loop 0 (test_roofline.py:" in message


def test_nothing_is_predicted_without_counts() -> None:
    def fn(x: Any) -> Any:
        return lax.while_loop(lambda c: c[0] < 9, lambda c: c * 2, x)

    prediction = roofline(fn, "f32[8]", on=Roof(1e9, 1e9))
    assert prediction.summary == "unknown: nothing in this program could be counted"
    assert "not counted: loop 0" in str(prediction)
    done = roofline(lambda x: x[:0], "f32[0]", on=Roof(1e9, 1e9))
    assert done.summary == "0 ns: the program does no work and moves no bytes"


def test_bytes_sent_are_not_predicted() -> None:
    mesh = AbstractMesh((4,), ("d",), axis_types=(AxisType.Auto,))
    fn = jax.shard_map(
        lambda x: lax.psum(x, "d"), mesh=mesh, in_specs=P("d"), out_specs=P(), check_vma=False
    )
    prediction = roofline(fn, "f32[8, 16]", on=Roof(1e9, 1e9))
    assert "Not predicted: 192 bytes that each device sends to another." in str(prediction)


def test_record_or_folder_provides_the_roof(record: Record, tmp_path: Path) -> None:
    prediction = roofline(product, *SPECS, on=record)
    assert prediction.roof == Roof.from_record(record)
    assert roofline(product, *SPECS, on=tmp_path / "cpu") == prediction
    assert roofline(product, *SPECS, on=str(tmp_path / "cpu")) == prediction


def test_notebook_shows_the_text() -> None:
    prediction = predict_product(1e10, 1e10, 1e-6)
    assert repr(prediction) == str(prediction)
