"""`autograder formgrader` opens formgrader, on a class that nobody has graded yet."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from classroom import FIRST, run

from autograder import Course


def test_it_opens_on_its_own_page_and_knows_every_unit(course: Course, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "submitted").mkdir()
    line = [Path(sys.executable).parent / "autograder", "formgrader", "--class", tmp_path, "--"]
    line += [f"--port={port}", "--no-browser", "--IdentityProvider.token="]
    silent = subprocess.DEVNULL
    server = subprocess.Popen(line, cwd=course.path.parent, stdout=silent, stderr=silent)
    try:
        opened = _asked(f"http://127.0.0.1:{port}/", server)
        assert opened.endswith("/formgrader")
        with urlopen(f"http://127.0.0.1:{port}/formgrader/api/assignments", timeout=60) as answer:
            units = [found["name"] for found in json.load(answer)]
        assert units == sorted(course.units)
    finally:
        server.terminate()
        server.wait(timeout=30)


def _asked(address: str, server: subprocess.Popen[bytes]) -> str:
    """Where it leads to, once somebody answers."""
    while server.poll() is None:
        try:
            with urlopen(address, timeout=60) as answer:
                return str(answer.url)
        except URLError:
            time.sleep(0.5)
    raise AssertionError("it ended by itself")


def test_an_assignment_of_another_kind_is_told(course: Course, tmp_path: Path) -> None:
    """It fails before anything is removed or written, in a sentence."""
    from autograder.gradebook.nbgrader.config import prepare_class

    prepare_class(course.path.parent, tmp_path)
    place = tmp_path / "submitted/ada/ps_old"
    place.mkdir(parents=True)
    (place / "ps_old.ipynb").write_text('{"cells": []}')
    said = run("nbgrader", "autograde", "ps_old", cwd=tmp_path)
    assert said.returncode != 0
    assert "No unit of this course is called 'ps_old'." in said.stderr
    assert FIRST not in said.stderr
