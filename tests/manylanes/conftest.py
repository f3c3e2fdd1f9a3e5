from pathlib import Path

import pytest
from instrument import strict_dtypes
from miniature_suite import miniature

from manylanes.records import Record

__all__ = ["strict_dtypes"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hunt", type=int, default=15, help="programs thrown at the oracle")


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """Return the record of a run of the miniature suite in cpu/."""
    (tmp_path / "cpu").mkdir()
    miniature(tmp_path / "cpu").measure()
    return Record.load(tmp_path / "cpu")
