"""The set-up names an invalid Python, packages have hashes, and the image contains no class."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from nbformat import writes
from nbformat.v4 import new_notebook
from playwright.sync_api import Browser

from autograder.authoring.skeletons import fill_template

ROOT = Path(__file__).resolve().parents[2]


def test_invalid_python_is_named(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    for name in ("Makefile", "tools/env.py"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    line = ["make", "PYTHON=/bin/true", "env"]
    run = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "PYTHON=/bin/true is not Python 3.11, 3.12 or 3.13" in run.stderr


def test_linked_environment_keeps_its_packages(tmp_path: Path) -> None:
    """The packages may belong to another project."""
    others = tmp_path / "others"
    for folder in (others, tmp_path / "tools"):
        folder.mkdir()
    shutil.copyfile(ROOT / "tools/env.py", tmp_path / "tools/env.py")
    (others / "package").touch()
    (tmp_path / ".venv").symlink_to(others)
    line = [sys.executable, "tools/env.py"]
    run = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert f".venv is a link to {others}" in run.stderr
    assert "Remove the link" in run.stderr
    assert [path.name for path in others.iterdir()] == ["package"]


def test_each_requirement_has_a_hash() -> None:
    """A hash detects a package file that a registry or an attacker has replaced."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    packages = [at for at, line in enumerate(lines) if not line.startswith(" ")]
    bare = [
        lines[at] for at in packages if not "".join(lines[at + 1 : at + 2]).startswith("    --hash")
    ]
    assert len(packages) > 100
    assert bare == []


def test_image_contains_no_class_files() -> None:
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = fill_template("course/gitignore").splitlines()
    of_a_class = [rule.strip("/") for rule in rules[: rules.index("/_build/")] if rule[0] != "#"]
    assert {"submitted", "*.csv"} <= {*of_a_class}
    left_in = [name for name in of_a_class if f"**/{name}" not in left_out]
    assert left_in == ["students.csv"]  # as *.csv


@pytest.mark.proof  # starts JupyterLab and a browser
def test_make_learn_opens_the_first_unit_without_nbgrader(tmp_path: Path, browser: Browser) -> None:
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "autograder").symlink_to("/bin/true")
    (bin_folder / "jupyter").symlink_to(Path(sys.executable).parent / "jupyter")
    shutil.copyfile(ROOT / "Makefile", tmp_path / "Makefile")
    shutil.copytree(ROOT / "tools/jupyter", tmp_path / "tools/jupyter")
    units = ["00_first_hour", "01_lanes"]
    for unit in units:
        (tmp_path / "my" / unit).mkdir(parents=True)
        (tmp_path / "my" / unit / f"{unit}.ipynb").write_text(writes(new_notebook()))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = f"--no-browser --port={port} --IdentityProvider.token="
    line = ["make", "--old-file=env", "learn", f"BIN={bin_folder}", f"ARGS={words}"]
    log = tmp_path / "log"
    with log.open("w") as out:
        server = subprocess.Popen(line, cwd=tmp_path, stderr=out, start_new_session=True)
    try:
        while "is running at" not in log.read_text():
            assert server.poll() is None, log.read_text()
            time.sleep(0.5)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        page.get_by_role("tab", name="00_first_hour.ipynb").wait_for()
        page.locator(".jp-DirListing-itemName").first.wait_for()
        assert page.locator(".jp-DirListing-itemName").all_inner_texts() == units
        menus = page.locator(".lm-MenuBar-itemLabel").all_inner_texts()
        page.close()
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)
    assert "Help" in menus
    assert "Nbgrader" not in menus
    assert "nbgrader" not in log.read_text()
