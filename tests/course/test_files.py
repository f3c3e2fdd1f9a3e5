"""Within a package, no two modules have the same name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("package", ["autograder", "manylanes"])
def test_module_names_are_unique(package: str) -> None:
    stems = (path.stem for path in (ROOT / package).rglob("*.py"))
    modules = Counter(stem for stem in stems if not stem.startswith("__"))
    assert [stem for stem, count in modules.items() if count > 1] == []
