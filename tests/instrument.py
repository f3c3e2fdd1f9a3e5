"""What tests of the instrument and of the suites share: strict dtypes, a clock that ticks."""

from collections.abc import Callable, Iterator
from itertools import count

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


def ticking(step: float = 1e-3) -> Callable[[], float]:
    ticks = count()
    return lambda: next(ticks) * step
