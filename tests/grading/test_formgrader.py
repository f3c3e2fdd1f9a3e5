"""`autograder formgrader` opens formgrader, also before the first grading."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from classroom import FIRST, output

from autograder import Course
from autograder.classroom.grade.grade_class import open_formgrader
from autograder.classroom.gradebook_students import read_students
from autograder.cli.main import main
from autograder.nbgrader.internals import open_gradebook


@pytest.mark.proof  # starts a server
def test_formgrader_opens_its_page_and_lists_every_unit(course: Course, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "submitted").mkdir()
    line = [Path(sys.executable).parent / "autograder", "formgrader", "--class", tmp_path, "--"]
    line += [f"--port={port}", "--no-browser", "--IdentityProvider.token="]
    silent = subprocess.DEVNULL
    server = subprocess.Popen(line, cwd=course.path.parent, stdout=silent, stderr=silent)
    try:
        opened = _redirect_target(f"http://127.0.0.1:{port}/", server)
        assert opened.endswith("/formgrader/manage_assignments")
        with urlopen(f"http://127.0.0.1:{port}/formgrader/api/assignments", timeout=60) as answer:
            units = [unit["name"] for unit in json.load(answer)]
        assert units == sorted(course.units)
    finally:
        server.terminate()
        server.wait(timeout=30)


def _redirect_target(address: str, server: subprocess.Popen[bytes]) -> str:
    """Wait for the server and return the address of the final page."""
    while server.poll() is None:
        try:
            with urlopen(address, timeout=60) as answer:
                return str(answer.url)
        except URLError:
            time.sleep(0.5)
    raise AssertionError("the server stopped")


SIGNS = {
    "source/": lambda folder: (folder / "source/ps1").mkdir(parents=True),
    "nbgrader_config.py": lambda folder: (folder / "nbgrader_config.py").write_text("c.x = 1"),
    "gradebook.db": lambda folder: (folder / "gradebook.db").write_bytes(b""),
}


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(
    "words", [["collect", "a.zip"], ["grade"], ["formgrader"], ["sample-class"]]
)
def test_folder_of_another_nbgrader_course_is_rejected(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sign: str, words: list[str]
) -> None:
    """Otherwise, formgrader would lose its assignments, and our penalties would apply to them."""
    monkeypatch.chdir(course.path.parent)
    SIGNS[sign](tmp_path)
    before = sorted(tmp_path.rglob("*"))
    message = f"{tmp_path} contains another nbgrader course: {sign}.\nUse a separate folder"
    assert message in output(*words, "--class", tmp_path, code=2).err
    assert sorted(tmp_path.rglob("*")) == before


def test_class_without_a_ledger_is_not_another_course(
    course: Course,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """If only formgrader has run, the class has a gradebook but no ledger."""
    monkeypatch.setattr("os.execv", lambda *line: None)
    monkeypatch.chdir(course.path.parent)  # restores the folder that the next line changes
    open_formgrader(course, tmp_path, [])
    os.chdir(course.path.parent)
    with open_gradebook(tmp_path / "gradebook.db") as opened:
        opened.update_or_create_assignment(FIRST)
    (tmp_path / "nbgrader_config.py").unlink()
    main(["formgrader", "--class", str(tmp_path)])
    assert "another nbgrader course" not in capsys.readouterr().err


def test_formgrader_writes_names_to_the_gradebook(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "students.csv").write_text("id,first_name,last_name\nann,Ann,Archer\n")
    monkeypatch.setattr("os.execv", lambda *line: None)
    monkeypatch.chdir(course.path.parent)
    open_formgrader(course, tmp_path, [])
    (student,) = read_students(tmp_path / "gradebook.db")
    assert (student.id, student.first_name, student.last_name) == ("ann", "Ann", "Archer")
