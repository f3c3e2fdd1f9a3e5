"""Imports and commands load no heavy packages, and the package works outside a course."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.core.course.course import PACKAGE

HEAVY = ("nbgrader", "nbformat", "nbconvert", "IPython", "pytest", "hypothesis", "jax")


def run(code: str, cwd: Path, package: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(package), "NBGRADER_STUDENT": "ann"}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env=env, text=True, capture_output=True, check=False
    )


AUTHORS = ("autograder.authoring", "autograder.notebook.release", "doctest")
UNNEEDED = (
    *HEAVY,
    *AUTHORS,
    "numpy",
    "yaml",
    "autograder.core.grading",
    "autograder.notebook.learner",
)
COMMANDS = {"--help": UNNEEDED, "explain": UNNEEDED, "grade --help": UNNEEDED}
COMMANDS |= {"hint": UNNEEDED, "hint 01/01": (*HEAVY, *AUTHORS), "list": (*HEAVY, *AUTHORS)}


@pytest.mark.parametrize(
    ("names", "without"),
    [
        ("", UNNEEDED),
        ("Budget, Device, check, compare, figures, hint, see, start", (*HEAVY, *AUTHORS)),
    ],
    ids=["nothing", "all that a notebook asks for"],
)
def test_import_is_light(tmp_path: Path, names: str, without: tuple[str, ...]) -> None:
    code = f"import autograder\n{f'from autograder import {names}' if names else ''}\n"
    code += f"import sys; print([n for n in {without} if n in sys.modules])"
    assert run(code, tmp_path, PACKAGE.parent).stdout == "[]\n"


@pytest.mark.parametrize("words", COMMANDS)
def test_command_imports_only_its_dependencies(words: str) -> None:
    code = "import sys\nfrom autograder.cli.main import main\n"
    code += f"try: main({words.split()})\nexcept SystemExit: pass\n"
    code += f"print([n for n in {COMMANDS[words]} if n in sys.modules])"
    process = run(code, PACKAGE.parent / "tests/mini", PACKAGE.parent)
    assert process.stdout.splitlines()[-1:] == ["[]"], process.stderr


@pytest.mark.parametrize("error", ["CheckFailed('a\\nb')", "CourseError('a', 'b')"])
def test_ipython_shows_course_errors_without_a_traceback(tmp_path: Path, error: str) -> None:
    code = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell()\n"
        "shell.run_cell('from autograder import CheckFailed, CourseError')\n"
        f"shell.run_cell({f'raise {error}'!r})\n"
    )
    env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "IPYTHONDIR": str(tmp_path)}
    process = subprocess.run(
        [sys.executable, "-c", code], env=env, text=True, capture_output=True, check=False
    )
    assert process.stdout.split() == ["a", "b"], process.stderr
    assert process.stderr == ""


def test_import_works_without_a_course(tmp_path: Path) -> None:
    """As in the sandbox, there is no `solutions/` folder beside the package or inside it."""
    package = tmp_path / "package"
    package.mkdir()
    for name in ("autograder", "manylanes"):
        (package / name).symlink_to(PACKAGE.parent / name)
    code = (
        "from autograder import Budget, check, figures, hint, see, start\n"
        "import autograder.core.course.course as course\n"
        "from pathlib import Path\n"
        f"course.PACKAGE = Path({str(package / 'autograder')!r})\n"
        "print(start('01_first', student='bob'), hint(print), hint('x', 2))\n"
        "print(check(print, spec=abs, given='', budget=Budget(work=1)), check(a=1))\n"
        "print(figures('n: 1..9')._fields)\n"
    )
    process = run(code, tmp_path, package)
    message = (
        "Nothing was checked: no course found. Run the notebook in the folder of the course.\n"
    )
    assert process.stdout == f"None None None\n{message}{message}None None\n('n',)\n"
    assert process.stderr == ""
