"""Grade a class with one of three graders and return its time, memory and scores."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

from classes import SampleClass

from autograder import Course, Unit
from autograder.notebook.release import source_notebook, to_bytes

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
FOLDER = ROOT / "_build" / "bench"  # inside the course, so that `check` finds its tasks
OTTER = FOLDER / "otter"  # a separate environment, because the course does not depend on otter


@dataclass(frozen=True)
class Run:
    """The result of grading one class."""

    count: int
    seconds: float
    pages: float  # seconds for feedback pages if a separate command writes them, else 0
    points: tuple[float, ...]  # points of each student
    memory: int = 0  # peak memory of the grader and its processes in bytes; 0 if not measured

    @property
    def rate(self) -> float:
        """Return the submissions per minute, without a separate command for feedback pages."""
        return 60 * self.count / self.seconds

    @property
    def rate_with_pages(self) -> float:
        """Return the submissions per minute, including feedback pages."""
        return 60 * self.count / (self.seconds + self.pages)


class GraderError(Exception):
    """A command failed (its output is in a log file), or a right answer lost points."""


def run_autograder(course: Course, sample: SampleClass) -> Run:
    """Run `autograder grade`, with feedback pages, in a new class folder.

    Set AUTOGRADER_SECRET in the environment of this process.
    """
    folder = _empty_folder("ours")
    sample.write(folder)
    command = ["autograder", "grade", sample.unit.id, "--class", str(folder)]
    os.environ["AUTOGRADER_SECRET"] = str(FOLDER / "secret")
    seconds, memory = _run_timed(command, ROOT)
    return Run(len(sample.notebooks), seconds, 0.0, _points(folder, sample.unit), memory)


def run_nbgrader(course: Course, sample: SampleClass) -> Run:
    """Run `nbgrader autograde` and `generate_feedback`, with a timeout of 600 s for each cell.

    The checks run in the kernel of the notebook. `seconds` is the time of `autograde`.
    """
    folder, unit = _empty_folder("plain"), sample.unit.id
    source = folder / "source" / unit / f"{unit}.ipynb"
    source.parent.mkdir(parents=True)
    source.write_bytes(to_bytes(source_notebook(course, sample.unit)))
    (folder / "nbgrader_config.py").write_text(
        "c = get_config()\n"
        "c.CourseDirectory.course_id = 'bench'\n"
        "c.ExecutePreprocessor.timeout = 600\n"
    )
    _run_timed(["nbgrader", "generate_assignment", unit], folder)
    sample.write(folder)
    seconds, memory = _run_timed(["nbgrader", "autograde", unit], folder)
    pages, _ = _run_timed(["nbgrader", "generate_feedback", unit], folder)
    return Run(len(sample.notebooks), seconds, pages, _points(folder, sample.unit), memory)


def run_otter(course: Course, sample: SampleClass) -> Run:
    """Run `otter run` on one notebook after another without Docker; its tests call `check`."""
    folder = _empty_folder("otter-class")
    sample.write(folder)
    tests = folder / "autograder.zip"
    with ZipFile(tests, "w") as zipped:
        zipped.writestr("otter_config.json", json.dumps({"lang": "python", "zips": False}))
        for name, text in _otter_tests(sample.unit).items():
            zipped.writestr(f"tests/{name}.py", text)
    points, seconds = [], 0.0
    for student in sample.notebooks:
        book = folder / "submitted" / student / sample.unit.id / f"{sample.unit.id}.ipynb"
        line = ["otter", "run", "-a", str(tests), "-o", str(book.parent), "--no-logo", str(book)]
        seconds += _run_timed(line, folder, OTTER / "bin")[0]
        results = json.loads((book.parent / "results.json").read_text())
        points.append(sum(test.get("score", 0.0) for test in results["tests"]))
    return Run(len(sample.notebooks), seconds, 0.0, tuple(points))


def install_otter() -> None:
    """Create otter's environment if it is missing.

    requirements.txt constrains the versions of the packages that it lists; otter is not among them.
    """
    if not (OTTER / "bin" / "otter").exists():
        uv = [str(BIN / "uv")]
        _run_timed([*uv, "venv", "--quiet", "--python", sys.executable, str(OTTER)], ROOT)
        python = ["--python", str(OTTER / "bin" / "python")]
        packages = [
            "--compile-bytecode",  # as in our environment
            "otter-grader",
            "ipykernel",
            "--editable",
            ".",
            "--constraint",
            "requirements.txt",
        ]
        _run_timed([*uv, "pip", "install", "--quiet", *python, *packages], ROOT)


def _otter_tests(unit: Unit) -> dict[str, str]:
    head = (
        "from autograder import Budget\nfrom otter.test_files import test_case\nOK_FORMAT = False\n"
    )
    return {
        task.id: f"{head}name = {task.id!r}\npoints = {task.points}\n\n\n"
        f"@test_case(points={task.points})\ndef judged(env):\n"
        f"    exec({task.check!r}, env | {{'Budget': Budget}})\n"
        for task in unit.judged
    }


def _points(folder: Path, unit: Unit) -> tuple[float, ...]:
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as book:
        submissions = book.assignment_submissions(unit.id)
        scores = {row.student.id: row.score for row in submissions}
    return tuple(scores[student] for student in sorted(scores))


def _empty_folder(name: str) -> Path:
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _run_timed(command: Sequence[str], cwd: Path, folder: Path = BIN) -> tuple[float, int]:
    """Run a command, write its output to a log, and return its seconds and peak memory in bytes.

    The seconds may be up to 0.5 too high, the interval at which `_wait` polls the process. Raise
    GraderError if the command fails.
    """
    scratch = FOLDER / "tmp"
    scratch.mkdir(exist_ok=True)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    variables = {"PATH": path, "PYTHONPATH": str(ROOT), "TMPDIR": str(scratch)}
    log = FOLDER / f"{Path(command[0]).name}.log"
    with log.open("w") as out:
        started = time.perf_counter()
        process = subprocess.Popen(
            [str(folder / command[0]), *command[1:]],
            cwd=cwd,
            env={**os.environ, **variables},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        memory = _wait(process)
        seconds = time.perf_counter() - started
    if process.returncode:
        raise GraderError(
            f"{' '.join(command[:3])} failed with exit code {process.returncode}. See {log}"
        )
    return seconds, memory


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process. Return the peak memory of it and its descendants in bytes, as sampled."""
    peak = 0
    while process.poll() is None:
        peak = max(peak, tree_memory(process.pid))
        time.sleep(0.5)
    return peak


def tree_memory(top: int) -> int:
    """Return the memory of a process and its descendants in bytes.

    A page that several processes share is divided among them (proportional set size).
    """
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    tree = {top}
    while children := {pid for pid, parent in parents.items() if parent in tree} - tree:
        tree |= children
    return sum(map(process_memory, tree))


def process_memory(pid: int) -> int:
    """Return the proportional set size of a process in bytes, or 0 if it cannot be read."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:")), 0)
