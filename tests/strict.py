"""For tests of our own programs: a fixture that their conftest names."""

from collections.abc import Iterator

import jax
import pytest


@pytest.fixture(autouse=True)
def strict_dtypes() -> Iterator[None]:
    """Two dtypes never mix by themselves: a silent widening is an error in our programs.

    Rank promotion stays allowed: adding a row to a matrix is what the exercises teach. Tasks and
    their answers have JAX as learners have it.
    """
    with jax.numpy_dtype_promotion("strict"):
        yield
