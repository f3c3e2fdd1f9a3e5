"""READMEs are short, and within a package, no two modules have the same name."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from autograder.authoring.chapter_page import Page
from autograder.authoring.chapter_rules import MOST_WORDS

ROOT = Path(__file__).resolve().parents[2]
DERIVED = re.compile(r"<!-- (?:begin|the table): .*?<!-- end.*?-->", re.DOTALL)


def test_readmes_are_short() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*README.md"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = [ROOT / line for line in listed.stdout.splitlines()]
    texts = {path: DERIVED.sub("", path.read_text(encoding="utf-8")) for path in paths}
    words = {str(path.relative_to(ROOT)): Page(path, text).words for path, text in texts.items()}
    assert len(words) > 10
    assert {name: count for name, count in words.items() if count > MOST_WORDS} == {}


@pytest.mark.parametrize("package", ["autograder", "manylanes"])
def test_module_names_are_unique(package: str) -> None:
    stems = (path.stem for path in (ROOT / package).rglob("*.py"))
    modules = Counter(stem for stem in stems if not stem.startswith("__"))
    assert [stem for stem, count in modules.items() if count > 1] == []
