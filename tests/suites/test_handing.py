"""In the suite `handing`, the timer adds little to the time of a call."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from manylanes._measure.suites import book_suites
from manylanes.records import Case

PEEKS = [case for case in book_suites()["handing"] if case.name == "peeks"]


@pytest.mark.parametrize("case", PEEKS, ids=lambda case: dict(case.params)["how"])
def test_a_case_returns_one_array(case: Case) -> None:
    """The timer checks each leaf. For a list of 1,000 leaves, this took longer than copying one
    array.
    """
    assert case.uncompiled is not None
    assert len(jax.tree.leaves(case.uncompiled(jnp.arange(1000.0)))) == 1
