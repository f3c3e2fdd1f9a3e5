"""A fixture with a valid course."""

from __future__ import annotations

from pathlib import Path

import pytest
from made import Made, made


@pytest.fixture
def course(tmp_path: Path) -> Made:
    return made(tmp_path)
