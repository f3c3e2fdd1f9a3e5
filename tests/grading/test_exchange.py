"""Two accounts on one machine, as in JupyterHub, and nbgrader's exchange between them.

No hub runs here: the test runs the commands that the buttons of JupyterHub run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from classroom import SECOND, Class, notebook_bytes, run

from autograder.cli.main import main
from autograder.nbgrader.read_grades import read_grades

PROGRAM = Path(sys.executable).parent / "nbgrader"
STUDENT = "nobody"  # an account that exists on every machine
AS_STUDENT = ["setpriv", f"--reuid={STUDENT}", "--clear-groups", "--"]


@pytest.fixture
def shared() -> Iterator[Path]:
    """Create a folder that both accounts can access, with an exchange and a home folder.

    Skip the test without root, or if the second account cannot import nbgrader.
    """
    if os.geteuid() != 0:
        pytest.skip("only root can use two accounts")
    tried = [*AS_STUDENT, sys.executable, "-c", "import nbgrader"]
    if subprocess.run(tried, cwd="/", capture_output=True, check=False).returncode:
        pytest.skip("the second account cannot read this environment")
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    (folder / "exchange").mkdir()
    (folder / "exchange").chmod(0o777)
    (folder / "home").mkdir()
    shutil.chown(folder / "home", STUDENT)
    yield folder
    shutil.rmtree(folder)


def student(shared: Path, *words: str) -> None:
    home = str(shared / "home")
    result = subprocess.run(
        [*AS_STUDENT, str(PROGRAM), *words, f"--Exchange.root={shared / 'exchange'}"],
        cwd=home,
        env={"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def instructor(klass: Class, shared: Path, command: str) -> None:
    run(
        "nbgrader",
        command,
        SECOND,
        f"--Exchange.root={shared / 'exchange'}",
        cwd=klass.folder,
        code=0,
    )


@pytest.mark.proof  # runs all of nbgrader
def test_exchange_from_release_to_feedback(klass: Class, shared: Path) -> None:
    assert main(["release", SECOND]) == 0
    instructor(klass, shared, "release_assignment")
    student(shared, "fetch_assignment", SECOND, "--course=many-lanes")
    fetched = shared / "home" / SECOND / f"{SECOND}.ipynb"
    answers = {task.id: task.solution for task in klass.course.unit(SECOND).judged}
    fetched.write_bytes(notebook_bytes(klass.course, SECOND, answers))
    student(shared, "submit", SECOND, "--course=many-lanes")
    instructor(klass, shared, "collect")
    assert klass.command("grade", SECOND) == 0
    grades = read_grades(klass.folder / "gradebook.db", SECOND).grades[STUDENT]
    most = sum(task.points for task in klass.course.unit(SECOND).judged)
    assert sum(cell.score for cell in grades.values()) == most
    instructor(klass, shared, "release_feedback")
    student(shared, "fetch_feedback", SECOND, "--course=many-lanes")
    (page,) = (shared / "home" / SECOND / "feedback").glob("*/*.html")
    assert page.read_bytes() == klass.made("feedback", STUDENT).read_bytes()
