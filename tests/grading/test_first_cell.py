"""The first cell outside a clone installs the wheel or reports an error in one line.

It also checks the versions of JAX and its GPU plug-in.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml
from classroom import ROOT

from autograder import Course
from autograder.core.messages.errors import CheckFailed
from autograder.notebook.learner import jax_setup
from autograder.notebook.release import fill, release_notebook, source_notebook, to_bytes
from autograder.notebook.release.standard_cells import Site

CELL = """
import importlib.util, subprocess, sys
before = set(globals()) | {{"before", "commands"}}
commands = []
{pretend}
try:
    exec({source!r}, globals())
except Exception as end:
    print(getattr(end, "_render_traceback_", lambda: [repr(end)])()[0])
print(commands and commands[0][1:])
"""
NO_PACKAGES = """
importlib.util.find_spec = {missing}
class Done: returncode, stderr = {code}, {stderr!r}
subprocess.run = lambda line, **_: commands.append(line) or Done
"""


def run_cell_alone(source: str, folder: Path, pretend: str) -> str:
    """Return the output of the cell with only the standard library."""
    text = CELL.format(source=source, pretend=pretend)
    line = [sys.executable, "-I", "-S", "-c", text]
    result = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    assert result.stderr == ""
    return result.stdout


OFFLINE = "You are offline. Connect and run this cell again"
SLOW = "The network does not respond. Connect and "
RELEASES = "https://github.com/many-lanes/many-lanes/releases/expanded_assets/wheel"
WHEEL = ["--no-deps", "--no-index", "--find-links", RELEASES, "many-lanes"]
# Without our package, the cell installs the wheel. If only packages of others are missing, it
# installs these, and advice about the wheel would not help.
ALL, OTHERS = "lambda name: None", 'lambda name: None if name in ("flatbuffers", "yaml") else name'


@pytest.mark.parametrize(
    ("missing", "stderr", "line"),
    [
        (ALL, "Retrying after: Temporary failure in name resolution", OFFLINE),
        (ALL, "connection broken by 'ConnectTimeoutError'", SLOW),
        (ALL, "ERROR: Could not find a version that satisfies", "No package found at https://"),
        (ALL, "python3: No module named pip", "This Python has no pip. Run: python -m ensure"),
        (ALL, "error: externally-managed-environment", "This Python is managed"),
        (ALL, "first\nERROR: no space left", "ERROR: no space left"),
        (OTHERS, "Failed to resolve 'pypi.org'", f"{OFFLINE}: "),
        (OTHERS, "ERROR: Could not find a version", "pip cannot find flatbuffers, pyyaml."),
    ],
)
def test_install_failure_prints_one_line(
    blank: dict[str, Any], tmp_path: Path, missing: str, stderr: str, line: str
) -> None:
    pretend = NO_PACKAGES.format(missing=missing, code=1, stderr=stderr)
    lines = run_cell_alone(blank["cells"][1]["source"], tmp_path, pretend).splitlines()
    assert lines[0].startswith(line)
    assert missing == ALL or "wheel" not in lines[0]
    packages = WHEEL if missing == ALL else ["flatbuffers", "pyyaml"]
    assert lines[1:] == [str(["-m", "pip", "install", "--quiet", *packages])]


def test_old_python_is_reported_before_the_installation(
    blank: dict[str, Any], tmp_path: Path
) -> None:
    pretend = "sys.version_info, sys.version = (3, 10, 4), '3.10.4 (main)'"
    printed = run_cell_alone(blank["cells"][1]["source"], tmp_path, pretend)
    assert printed == "The course needs Python 3.11 or newer. This is 3.10.4\n[]\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel like `make wheel`, without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    line = [str(Path(sys.executable).parent / "uv"), "build", "--wheel", "--no-build-isolation"]
    line += ["--offline", "--quiet", "--python", sys.executable, "--out-dir", str(folder)]
    subprocess.run(line, cwd=ROOT, check=True)
    return next(folder.glob("*.whl"))


ALONE = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for source in {sources!r}:
    shell.run_cell(source).raise_error()
import autograder, jax, manylanes
from manylanes.records import Record, find_case
print(Record.from_book("gpu").id, find_case("gemm[n=2048]").work)
print(autograder.__file__, jax.__file__, sep="\\n")
"""


@pytest.fixture
def python_without_course(tmp_path: Path) -> Path:
    """Return the Python of an environment that lacks only our package."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    packages, theirs = tmp_path / "packages", Path(sysconfig.get_path("purelib"))
    packages.mkdir()
    for path in theirs.iterdir():
        if not path.name.lower().startswith(("many_lanes", "_editable", "autograder", "pip")):
            (packages / path.name).symlink_to(path)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    own = tmp_path / "venv/lib" / version / "site-packages"
    (own / "theirs.pth").write_text(str(packages))
    return python


@pytest.mark.proof  # creates an environment
def test_notebook_runs_with_only_the_wheel(
    blank: dict[str, Any], wheel: Path, python_without_course: Path, tmp_path: Path
) -> None:
    """Nothing is downloaded, and JAX is not replaced."""
    room = tmp_path / "room"
    room.mkdir()
    (room / wheel.name).write_bytes(wheel.read_bytes())
    setup = blank["cells"][1]["source"].replace("01_first", "00_first_hour")
    answer = "import jax.numpy as jnp\ndef no_negatives(x):\n    return jnp.maximum(x, 0)"
    text = ALONE.format(sources=[setup, answer, "check(no_negatives)"])
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(room), "PIP_NO_INDEX": "1"}
    result = subprocess.run(
        [python_without_course, "-c", text],
        cwd=room, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.stderr == "", result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Unit 00, First hour: ")
    assert lines[1].startswith("01_no_negatives: passed, ")
    assert lines[-3] == f"gpu {2 * 2048**3}", (
        "the wheel contains the records and suites of the book"
    )
    assert lines[-2].startswith(str(tmp_path / "venv/lib"))
    assert lines[-1].startswith(str(tmp_path / "packages"))


@pytest.mark.proof  # creates an environment
def test_documented_workflow_checks_a_notebook(
    blank: dict[str, Any], wheel: Path, python_without_course: Path, tmp_path: Path
) -> None:
    """Run the lines of the page with a local wheel, on a right answer and a blank notebook."""
    page = (ROOT / "book/grade_push.md").read_text()
    workflow = yaml.safe_load(page.partition("```yaml\n")[2].partition("```")[0])
    lines = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    place = re.search(r"https://\S+", lines[0])[0]
    assert place == Site.of(ROOT / "solutions").wheels
    unit = re.search(r"\w+(?=\.ipynb)", lines[1])[0]
    book = release_notebook(source_notebook(course := Course.find(ROOT), course.unit(unit)))
    right = {task.id: task.solution for task in course.unit(unit).tasks}
    environment = {"PATH": f"{python_without_course.parent}:/usr/bin:/bin", "HOME": str(tmp_path)}
    for answers, code in ((right, 0), ({}, 1)):
        (tmp_path / f"{unit}.ipynb").write_bytes(to_bytes(fill(book, answers)))
        script = "\n".join(lines).replace(place, f"{wheel.parent} --no-index")
        result = subprocess.run(
            ["bash", "-ec", script], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert result.returncode == code, result.stdout + result.stderr
        most = f"{course.unit(unit).points:g}"
        assert f"{unit}: {most if answers else 0} of {most} points" in result.stdout


def set_versions(monkeypatch: pytest.MonkeyPatch, **have: str) -> None:
    def version(name: str) -> str:
        if name.replace("-", "_") not in have:
            raise jax_setup.metadata.PackageNotFoundError(name)
        return have[name.replace("-", "_")]

    monkeypatch.setattr(jax_setup.metadata, "version", version)


def test_old_jax_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    set_versions(monkeypatch, jax="0.7.2", jaxlib="0.7.2")
    with pytest.raises(
        CheckFailed, match=r"JAX 0\.7\.2 is too old for the course, which needs 0\.8"
    ):
        jax_setup.machine()


@pytest.mark.parametrize("version", ["0.10.2", "0.13.0.dev20261101", "1.0"])
def test_recent_jax_is_accepted(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    set_versions(monkeypatch, jax=version, jaxlib=version, jax_cuda12_plugin=version)
    (line,) = jax_setup.machine().splitlines()
    assert line.endswith("runs on the CPU.")


def test_plugin_with_a_different_version_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    set_versions(monkeypatch, jax="0.10.2", jaxlib="0.10.2", jax_cuda12_plugin="0.9.0")
    _, line = jax_setup.machine().splitlines()
    assert line == (
        "Your GPU is not used: jax-cuda12-plugin is 0.9.0, and JAX is 0.10.2. "
        'Run: pip install "jax[cuda12]==0.10.2", and restart the kernel.'
    )
