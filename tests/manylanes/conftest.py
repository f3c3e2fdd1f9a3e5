from pathlib import Path

import pytest
from miniature_suite import miniature

from manylanes import Record


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hunt", type=int, default=15, help="programs thrown at the oracle")


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """What a run of the miniature suite wrote to cpu.json."""
    return miniature(tmp_path / "cpu.json")()
