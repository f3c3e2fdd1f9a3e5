from pathlib import Path

import pytest
from miniature_suite import miniature

from manylanes import Record


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """What a run of the miniature suite wrote to cpu.json."""
    return miniature(tmp_path / "cpu.json")()
