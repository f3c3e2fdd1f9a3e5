from collections.abc import Iterator
from pathlib import Path

import jax
import pytest
from miniature_suite import miniature

from manylanes import Record


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hunt", type=int, default=15, help="programs thrown at the oracle")


@pytest.fixture(autouse=True)
def strict_dtypes() -> Iterator[None]:
    """Two dtypes never mix by themselves: a silent widening is an error in our programs.

    Rank promotion stays allowed: adding a row to a matrix is what the exercises teach. Tasks and
    their answers have JAX as learners have it.
    """
    with jax.numpy_dtype_promotion("strict"):
        yield


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """What a run of the miniature suite wrote into cpu/."""
    (tmp_path / "cpu").mkdir()
    miniature(tmp_path / "cpu")()
    return Record.load(tmp_path / "cpu")
