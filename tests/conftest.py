"""The strictest JAX there is, for every test that uses it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Wall-clock time is never asserted, not even by hypothesis.
settings.register_profile("course", deadline=None)
settings.load_profile("course")


@pytest.fixture(autouse=True)
def strict_dtypes() -> Iterator[None]:
    """Two dtypes never mix by themselves: a silent widening is an error in our programs.

    Rank promotion stays allowed: adding a row to a matrix is what the exercises teach.
    JAX is not imported for this: tests that do without it stay fast.
    """
    if jax := sys.modules.get("jax"):
        with jax.numpy_dtype_promotion("strict"):
            yield
    else:
        yield
