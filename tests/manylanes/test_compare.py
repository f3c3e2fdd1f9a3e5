"""Comparison of two costs or two records."""

from typing import Any

import jax.numpy as jnp
import pytest
from jax import lax

from manylanes import compare, cost
from manylanes.records import Record


def test_costs_are_compared_by_total_and_op() -> None:
    first, second = (cost(fn, "f32[8, 8]") for fn in (lambda x: x @ x @ x, lambda x: jnp.sin(x)))
    rows = {name: rest for name, *rest in compare(first, second).rows}
    assert rows["work"] == [2 * 1024, 64, 32.0]
    assert rows["dot_general"] == [2 * 1024, 0, None]
    assert rows["sine"] == [0, 64, 0.0]
    assert "sent" not in rows
    table = str(compare(first, second)).splitlines()
    assert table[0].split() == ["first", "second", "first", "/", "second"]
    assert table[1].split() == ["work", "2,048", "64", "32"]


def test_bounds_have_no_ratio() -> None:
    def endless(x: Any) -> Any:
        return lax.while_loop(lambda c: c[0] < 1, lambda c: jnp.sin(c), jnp.sin(x) + x)

    comparison = compare(cost(endless, "f32[8]"), cost(jnp.sin, "f32[8]"))
    rows = {name: rest for name, *rest in comparison.rows}
    assert rows["work"] == [16, 8, None]
    assert rows["add"] == [8, 0, None]
    assert rows["sine"] == [8, 8, None]
    assert "\nfirst: work at least, span at least, bytes at least, peak at most, " in str(
        comparison
    )


def test_records_are_compared_case_by_case(record: Record) -> None:
    comparison = compare(record, record)
    assert [name for name, *_ in comparison.rows] == [row.label for row in record.measurements]
    assert all(ratio.median == 1 for *_, ratio in comparison.rows)
    assert "1 (1 to 1)" in str(comparison)


def test_different_types_cannot_be_compared(record: Record) -> None:
    with pytest.raises(ValueError, match="two costs or two records, not Cost and Record"):
        compare(cost(jnp.sin, "f32[8]"), record)
