"""A fixture with a valid course."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_course import SmallCourse, make_course


@pytest.fixture
def course(tmp_path: Path) -> SmallCourse:
    return make_course(tmp_path)
