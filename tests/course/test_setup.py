"""The set-up starts on every Python that the Makefile lets start it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_it_starts_on_the_oldest_python_that_may_start_it() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    oldest = re.findall(r"sys\.version_info < \((\d+), (\d+)\)", makefile)
    assert len(oldest) == 1
    version = (int(oldest[0][0]), int(oldest[0][1]))
    tree = ast.parse((ROOT / "tools/env.py").read_text(encoding="utf-8"), feature_version=version)
    imported = [node.module for node in tree.body if isinstance(node, ast.ImportFrom)]
    # Before 3.9 nothing could work out `tuple[int, ...]`: annotations have to stay text.
    assert version >= (3, 9) or "__future__" in imported
