"""What is made of a checkout: the environment, and an image that holds no class."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

from autograder.author.own import _FILES

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


def test_an_environment_behind_a_link_keeps_what_is_in_it(tmp_path: Path) -> None:
    others, here = tmp_path / "others", tmp_path / "here"
    (here / "tools").mkdir(parents=True)
    for name in ("tools/env.py", "requirements.txt", "pyproject.toml"):
        shutil.copyfile(ROOT / name, here / name)
    others.mkdir()
    (others / "kept").touch()
    (here / ".venv").symlink_to(others)
    command = [sys.executable, here / "tools/env.py"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert f".venv is a link to {others}" in run.stderr
    assert "Remove the link" in run.stderr
    assert [path.name for path in others.iterdir()] == ["kept"]


def test_what_is_installed_is_what_was_locked() -> None:
    """A file that the registry's server, or somebody on the way, puts in its place is refused."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    packages = [at for at, line in enumerate(lines) if not line.startswith(" ")]
    bare = [
        lines[at] for at in packages if not "".join(lines[at + 1 : at + 2]).startswith("    --hash")
    ]
    assert len(packages) > 100
    assert bare == []


def test_no_class_gets_into_the_image_wherever_in_the_checkout_it_lies() -> None:
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = _FILES[".gitignore"].splitlines()
    of_a_class = [rule.strip("/") for rule in rules[: rules.index("/_build/")] if rule[0] != "#"]
    assert {"submitted", "*.csv"} <= {*of_a_class}
    left_in = [name for name in of_a_class if f"**/{name}" not in left_out]
    assert left_in == ["students.csv"]  # as *.csv
