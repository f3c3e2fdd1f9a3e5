"""Three graders behind one call: a class goes in, seconds and scores come out."""

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

from classes import Handed

from autograder import Course, Unit
from autograder.notebook.release import source_notebook, to_bytes

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
PLACE = ROOT / "_build" / "bench"  # below the course, so that `check` finds its tasks
OTTER = PLACE / "otter"  # an environment of its own: the course does not stand on it


@dataclass(frozen=True)
class Run:
    """One class, graded once."""

    count: int
    seconds: float
    pages: float  # seconds for the feedback pages, where another command makes them
    points: tuple[float, ...]  # of each student; all graders must say the same
    memory: int = 0  # most bytes that the grader and its processes held at once

    @property
    def rate(self) -> float:
        """Submissions a minute."""
        return 60 * self.count / self.seconds

    @property
    def rate_with_pages(self) -> float:
        """The same, feedback pages and all."""
        return 60 * self.count / (self.seconds + self.pages)


class GraderFailed(Exception):
    """A command ended badly; its output says why."""


def ours(course: Course, given: Handed) -> Run:
    """`autograder grade`, pages and all; a new class each time: nothing is kept from before."""
    folder = _fresh("ours")
    given.write(folder)
    command = ["autograder", "grade", given.unit.id, "--class", str(folder)]
    os.environ["AUTOGRADER_SECRET"] = str(PLACE / "secret")
    seconds, memory = _timed(command, ROOT)
    return Run(len(given.books), seconds, 0.0, _points(folder, given.unit), memory)


def plain(course: Course, given: Handed) -> Run:
    """`nbgrader autograde` as it comes: each notebook in a kernel, its checks in that kernel."""
    folder, unit = _fresh("plain"), given.unit.id
    source = folder / "source" / unit / f"{unit}.ipynb"
    source.parent.mkdir(parents=True)
    source.write_bytes(to_bytes(source_notebook(course, given.unit)))
    (folder / "nbgrader_config.py").write_text(
        "c = get_config()\n"
        "c.CourseDirectory.course_id = 'bench'\n"
        "c.ExecutePreprocessor.timeout = 600\n"
    )
    _timed(["nbgrader", "generate_assignment", unit], folder)
    given.write(folder)
    seconds, memory = _timed(["nbgrader", "autograde", unit], folder)
    pages, _ = _timed(["nbgrader", "generate_feedback", unit], folder)
    return Run(len(given.books), seconds, pages, _points(folder, given.unit), memory)


def otter(course: Course, given: Handed) -> Run:
    """`otter run` on each notebook, as its users do without Docker; the same checks as tests."""
    folder = _fresh("otter-class")
    given.write(folder)
    tests = folder / "autograder.zip"
    with ZipFile(tests, "w") as zipped:
        zipped.writestr("otter_config.json", json.dumps({"lang": "python", "zips": False}))
        for name, text in _otter_tests(given.unit).items():
            zipped.writestr(f"tests/{name}.py", text)
    points, seconds = [], 0.0
    for student in given.books:
        book = folder / "submitted" / student / given.unit.id / f"{given.unit.id}.ipynb"
        line = ["otter", "run", "-a", str(tests), "-o", str(book.parent), "--no-logo", str(book)]
        seconds += _timed(line, folder, OTTER / "bin")[0]
        results = json.loads((book.parent / "results.json").read_text())
        points.append(sum(test.get("score", 0.0) for test in results["tests"]))
    return Run(len(given.books), seconds, 0.0, tuple(points))


def install_otter() -> None:
    """Its environment, once; the versions that both have are ours."""
    if not (OTTER / "bin" / "otter").exists():
        uv = [str(BIN / "uv")]
        _timed([*uv, "venv", "--quiet", "--python", sys.executable, str(OTTER)], ROOT)
        python = ["--python", str(OTTER / "bin" / "python")]
        wanted = [
            "--compile-bytecode",  # as our own environment is
            "otter-grader",
            "ipykernel",
            "--editable",
            ".",
            "--constraint",
            "requirements.txt",
        ]
        _timed([*uv, "pip", "install", "--quiet", *python, *wanted], ROOT)


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
        handed = book.assignment_submissions(unit.id)
        found = {each.student.id: each.score for each in handed}
    return tuple(found[student] for student in sorted(found))


def _fresh(name: str) -> Path:
    folder = PLACE / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _timed(command: Sequence[str], cwd: Path, folder: Path = BIN) -> tuple[float, int]:
    """Seconds, and the most memory at once; the whole output goes to a log."""
    scratch = PLACE / "tmp"
    scratch.mkdir(exist_ok=True)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    more = {"PATH": path, "PYTHONPATH": str(ROOT), "TMPDIR": str(scratch)}
    log = PLACE / f"{Path(command[0]).name}.log"
    with log.open("w") as out:
        started = time.perf_counter()
        process = subprocess.Popen(
            [str(folder / command[0]), *command[1:]],
            cwd=cwd,
            env={**os.environ, **more},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        memory = _watch(process)
        seconds = time.perf_counter() - started
    if process.returncode:
        raise GraderFailed(f"{' '.join(command[:3])} ended with {process.returncode}: see {log}")
    return seconds, memory


def _watch(process: subprocess.Popen[bytes]) -> int:
    """Wait for it; the most that it and all below it held, shared pages counted once."""
    most = 0
    while process.poll() is None:
        most = max(most, held(process.pid))
        time.sleep(0.5)
    return most


def held(top: int) -> int:
    """What a process and all below it hold, shared pages counted once."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    family = {top}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(map(share, family))


def share(pid: int) -> int:
    """What a process holds, its part of shared pages."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:")), 0)
