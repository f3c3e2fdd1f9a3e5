"""The suite `handing`: what a clock sees beside the call has to be little of it."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from manylanes._measure.suites import book_suites
from manylanes.records import Case

PEEKS = [case for case in book_suites()["handing"] if case.name == "peeks"]


@pytest.mark.parametrize("case", PEEKS, ids=lambda case: dict(case.params)["how"])
def test_the_timer_asks_one_result_whether_it_is_there(case: Case) -> None:
    """It asks each leaf: a list of a thousand numbers took it longer than their one copy."""
    assert case.uncompiled is not None
    assert len(jax.tree.leaves(case.uncompiled(jnp.arange(1000.0)))) == 1
