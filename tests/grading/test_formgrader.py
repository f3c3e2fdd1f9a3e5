"""`autograder formgrader` opens formgrader, on a class that nobody has graded yet."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from classroom import SECOND, Class, hand_in, run
from nbformat import writes
from nbformat.v4 import new_code_cell, new_notebook

from autograder import Course
from autograder.gradebook.rows.standings import standing


@pytest.mark.proof  # starts a server
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
        assert opened.endswith("/formgrader/manage_assignments")
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


@pytest.mark.proof  # nbgrader's whole way once more
def test_an_assignment_of_the_instructors_own_is_nbgraders(klass: Class) -> None:
    """In the same course and gradebook, beside ours, with the points that nbgrader gives it."""
    source = klass.folder / "own"
    (source / "ps_old").mkdir(parents=True)
    book = new_notebook(
        cells=[
            _cell("x = 0", grade_id="answer", solution=True, locked=False),
            _cell("assert x == 2", grade_id="test", grade=True, locked=True, points=3),
        ]
    )
    (source / "ps_old/ps_old.ipynb").write_text(writes(book))
    where = ["--CourseDirectory.source_directory=own", "--CourseDirectory.release_directory=given"]
    made = run("nbgrader", "generate_assignment", "ps_old", *where, cwd=klass.folder)
    assert made.returncode == 0, made.stderr
    secret = klass.folder / "gradebook.db"
    nosy = f"x = 2\nopen({str(secret)!r}, 'ab')"
    afar = "x = 2\nimport socket\nsocket.create_connection(('192.0.2.1', 80))"
    kept = "x = 2\nopen('ps_old.ipynb', 'w').write('mine')"
    texts = {"ada": "x = 2", "bob": "x = 3", "eve": nosy, "mal": afar, "tom": kept}
    for student, text in texts.items():
        book.cells[0].source = text
        hand_in(klass.folder, student, writes(book).encode(), "ps_old")
    said = run("nbgrader", "autograde", "ps_old", cwd=klass.folder)
    assert said.returncode == 0, said.stderr
    assert "ps_old is no unit: nbgrader's own steps grade it, its kernel in our" in said.stderr
    grades = standing(klass.folder / "gradebook.db", "ps_old").grades
    points = dict.fromkeys(texts, 3.0) | {"bob": 0.0}
    assert {who: cells["test"].score for who, cells in grades.items()} == points
    seen = {
        who: (klass.folder / f"autograded/{who}/ps_old/ps_old.ipynb").read_text() for who in texts
    }
    assert "FileNotFoundError" in seen["eve"]
    assert "Network is unreachable" in seen["mal"]
    assert "ename" not in seen["ada"] + seen["tom"]
    pages = run("nbgrader", "generate_feedback", "ps_old", cwd=klass.folder)
    assert pages.returncode == 0, pages.stderr
    assert "Score: 3.0 / 3.0" in (klass.folder / "feedback/ada/ps_old/ps_old.html").read_text()
    assert klass.command("grade") == 0
    assert klass.command("verify") == 0


@pytest.mark.proof  # starts formgrader
def test_a_unit_that_was_lost_is_never_run_without_the_wall(
    klass: Class, own_course: Course
) -> None:
    (own_course.path / SECOND).rename(own_course.path / "02_renamed")
    config = klass.folder / "nbgrader_config.py"
    ours, own = str(klass.course.path.parent), str(own_course.path.parent)
    config.write_text(config.read_text().replace(ours, own))
    said = run("nbgrader", "autograde", SECOND, "--force", cwd=klass.folder)
    assert said.returncode != 0
    assert f"No unit of this course is called '{SECOND}' any more." in said.stderr


def _cell(source: str, **ours: object) -> Any:
    ours = {"schema_version": 3, "grade": False, "solution": False, "task": False, **ours}
    return new_code_cell(source, metadata={"nbgrader": ours})
