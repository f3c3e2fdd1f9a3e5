"""Names are unique, the folders of the book's extension import downwards, task files are short."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ["autograder", "manylanes", "book/_ext"]


@pytest.mark.parametrize("package", PACKAGES)
def test_module_names_are_unique(package: str) -> None:
    stems = (path.stem for path in (ROOT / package).rglob("*.py"))
    modules = Counter(stem for stem in stems if not stem.startswith("__"))
    assert [stem for stem, count in modules.items() if count > 1] == []


# The folders of the book's extension. Each imports only itself and those after it.
EXTENSION = ("pages", "lint", "figures", "claims", "numbers", "rebuild", "html")


def test_folders_of_the_extension_import_downwards() -> None:
    folder = ROOT / "book/_ext"
    assert {path.name for path in folder.iterdir() if (path / "__init__.py").exists()} == {
        *EXTENSION
    }
    upwards = [
        f"{path.relative_to(folder)}: {name}"
        for path in folder.glob("*/*.py")
        for name in re.findall(r"from \.\.(\w+)", path.read_text(encoding="utf-8"))
        if EXTENSION.index(name) <= EXTENSION.index(path.parent.name)
    ]
    assert upwards == []


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_are_unique(package: str) -> None:
    """Several modules may define `main`, `call` or Sphinx's `setup`. Other names must be unique."""
    names = Counter(
        node.name
        for path in (ROOT / package).rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in names.items() if count > 1} <= {"main", "call", "setup"}


def test_task_files_have_at_most_120_lines() -> None:
    tasks = (ROOT / "solutions").glob("*/[0-9]*.py")
    assert [
        task for task in tasks if len(task.read_text(encoding="utf-8").splitlines()) > 120
    ] == []
