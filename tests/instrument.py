"""Fixtures for the tests of manylanes and the suites: strict dtypes and a fake clock."""

from collections.abc import Callable, Iterator
from itertools import count

import jax
import pytest


@pytest.fixture(autouse=True)
def strict_dtypes() -> Iterator[None]:
    """Forbid implicit dtype promotion: a silent widening is an error in our programs.

    Rank promotion stays allowed, because the exercises add rows to matrices. Tasks and their
    answers run with the default settings of JAX, as they do for students.
    """
    with jax.numpy_dtype_promotion("strict"):
        yield


def ticking(step: float = 1e-3) -> Callable[[], float]:
    ticks = count()
    return lambda: next(ticks) * step
