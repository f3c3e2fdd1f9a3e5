"""What surrounds a notebook: what importing costs, and the sandbox, where there is no course."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import autograder
from autograder.task.course import PACKAGE

HEAVY = ("nbgrader", "nbformat", "nbconvert", "IPython", "pytest", "hypothesis", "jax")


def run(code: str, cwd: Path, package: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(package), "NBGRADER_STUDENT": "ann"}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env=env, text=True, capture_output=True, check=False
    )


def test_importing_is_light(tmp_path: Path) -> None:
    code = f"import autograder, sys; print([n for n in {HEAVY} if n in sys.modules])"
    assert run(code, tmp_path, PACKAGE.parent).stdout == "[]\n"


@pytest.mark.parametrize("error", ["CheckFailed('a\\nb')", "CourseError('a', 'b')"])
def test_ipython_shows_the_text_alone(tmp_path: Path, error: str) -> None:
    code = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell()\n"
        "shell.run_cell('from autograder import CheckFailed, CourseError')\n"
        f"shell.run_cell({f'raise {error}'!r})\n"
    )
    env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "IPYTHONDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, text=True, capture_output=True, check=False
    )
    assert done.stdout.split() == ["a", "b"], done.stderr
    assert done.stderr == ""


def test_where_there_is_no_course_nothing_happens(tmp_path: Path) -> None:
    """As in the sandbox: the package alone, no `solutions/` beside or inside it."""
    package = tmp_path / "package"
    package.mkdir()
    for name in ("autograder", "manylanes"):
        (package / name).symlink_to(PACKAGE.parent / name)
    code = (
        "from autograder import Budget, check, figures, hint, start\n"
        "import autograder.task.course as course\n"
        "from pathlib import Path\n"
        f"course.PACKAGE = Path({str(package / 'autograder')!r})\n"
        "print(start('01_first', student='bob'), hint(print), hint('x', 2))\n"
        "print(check(print, spec=abs, given='', budget=Budget(work=1)), check(a=1))\n"
        "print(figures('n: 1..9')._fields)\n"
    )
    done = run(code, tmp_path, package)
    said = "There is no course here, so nothing was checked.\n"
    assert done.stdout == f"None None None\n{said}{said}None None\n('n',)\n"
    assert done.stderr == ""


def test_the_public_list_is_short_and_true() -> None:
    assert autograder.__all__ == sorted(autograder.__all__)
    assert all(hasattr(autograder, name) for name in autograder.__all__)
