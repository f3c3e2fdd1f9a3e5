"""The environment is built from a checkout, and the container image contains no class."""

from __future__ import annotations

import ast
import errno
import os
import re
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import course
import pytest
from nbformat import writes
from nbformat.v4 import new_notebook
from playwright.sync_api import Browser

from autograder.authoring.skeletons import fill_template

ROOT = Path(__file__).resolve().parents[2]
INTERRUPTED = "Interrupted. Run the same command again to continue."


def test_setup_starts_on_the_oldest_supported_python() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    oldest = re.findall(r"sys\.version_info < \((\d+), (\d+)\)", makefile)
    assert len(oldest) == 1
    version = (int(oldest[0][0]), int(oldest[0][1]))
    tree = ast.parse((ROOT / "tools/env.py").read_text(encoding="utf-8"), feature_version=version)
    imported = [node.module for node in tree.body if isinstance(node, ast.ImportFrom)]
    # Python before 3.9 cannot evaluate `tuple[int, ...]`, so annotations must not be evaluated.
    assert version >= (3, 9) or "__future__" in imported


def test_linked_environment_keeps_its_packages(tmp_path: Path) -> None:
    others, here = tmp_path / "others", tmp_path / "here"
    copied(here)
    others.mkdir()
    (others / "package").touch()
    (here / ".venv").symlink_to(others)
    command = [sys.executable, here / "tools/env.py"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert f".venv is a link to {others}" in run.stderr
    assert "Remove the link" in run.stderr
    assert [path.name for path in others.iterdir()] == ["package"]


def copied(folder: Path) -> Path:
    """Copy the files that the set-up reads."""
    (folder / "tools").mkdir(parents=True)
    names = ("Makefile", "tools/env.py", "tools/course.py", "requirements.txt", "pyproject.toml")
    for name in names:
        shutil.copyfile(ROOT / name, folder / name)
    return folder


def test_ctrl_c_ends_the_setup_with_one_line(tmp_path: Path) -> None:
    slow = tmp_path / "python"
    slow.write_text('#!/bin/sh\ntest "$1" = -c && echo 3 12 0 || { echo begun; sleep 60; }\n')
    slow.chmod(0o755)
    # A background job of a shell ignores SIGINT, and the setup would inherit that.
    start = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    setup_script = copied(tmp_path / "here") / "tools/env.py"
    line = [sys.executable, "-c", start, sys.executable, str(setup_script)]
    environment = {**os.environ, "PYTHON": str(slow)}
    pipe = subprocess.PIPE
    with subprocess.Popen(line, env=environment, stdout=pipe, stderr=pipe, text=True) as setup:
        assert setup.stdout is not None
        while setup.stdout.readline() != "begun\n":
            pass
        setup.send_signal(signal.SIGINT)
        assert setup.communicate()[1] == f"\n{INTERRUPTED}\n"
    assert setup.returncode == 130


def test_ctrl_c_ends_the_course_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "run", interrupted)
    monkeypatch.setattr(sys, "argv", ["course.py"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(copied(tmp_path / "here") / "tools/course.py"), run_name="__main__")
    assert end.value.code == 130
    assert capsys.readouterr().err == f"\n{INTERRUPTED}\n"


@pytest.mark.parametrize("path", [None, "/elsewhere/file"])
def test_read_only_folder_is_reported(
    path: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refused(**_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", path)

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    here = copied(tmp_path / "here")
    setup = runpy.run_path(str(here / "tools/env.py"))
    assert setup["main"]() == 2
    error = capsys.readouterr().err
    assert "this folder is read-only. Clone the project" in error
    assert f"({path or here})." in error
    assert "python3-venv" not in error


def test_invalid_python_is_named(tmp_path: Path) -> None:
    line = ["make", "PYTHON=/bin/true", "env"]
    here = copied(tmp_path / "here")
    run = subprocess.run(line, cwd=here, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "PYTHON=/bin/true is not Python 3.11, 3.12 or 3.13" in run.stderr


def test_book_step_shows_the_current_page() -> None:
    log = "reading sources... \x1b[39;49;00m[ 16%] \x1b[32m05_matmul_cost\x1b[39;49;00m\n"
    assert course.progress("building\n") == ""
    assert course.progress(f"{log}Executing notebook\n") == ", reading pages, 16%: 05_matmul_cost"
    log += "writing output... [100%] walls\nbuild succeeded.\n"
    assert course.progress(log) == ", writing pages, 100%: walls"


def test_each_requirement_has_a_hash() -> None:
    """A registry or an attacker may replace a file."""
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
