from pathlib import Path

import pytest
from miniature_suite import miniature

from manylanes import Record


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """What a run of the miniature suite wrote into cpu/."""
    (tmp_path / "cpu").mkdir()
    miniature(tmp_path / "cpu")()
    return Record.load(tmp_path / "cpu")
