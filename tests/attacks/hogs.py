"""Hogs: submissions that want no points but use up resources, each in a different way.

    python tests/attacks/hogs.py --unit 05 --size 100

grades a class of honest students, and then the same class with eight of them replaced by hogs,
with `autograder grade` and its production limits. It prints the CPU time of both, and fails
if an honest student does not get full points. It is not a test, because it measures time.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograder import Course, Task, Unit
from autograder.notebook.release import fill, release_notebook, source_notebook, to_bytes
from autograder.runner.sandbox.linux import proc_usage

ROOT = Path(__file__).resolve().parents[2]
Book = dict[str, Any]
Say = Callable[[Task], str]

_HEAD = """
import jax
import jax.numpy as jnp

{solution}

_plain_{name} = {name}


def {name}(*args):
    places = jnp.arange(1 << 24) * 7919 % (1 << 24)
    start = sum(jnp.sum(leaf, dtype=jnp.float32) for leaf in jax.tree.leaves(args))

    def turn(i, held):
        return held.at[places].set(held[0] + 1.0)

    held = jax.lax.fori_loop(0, {rounds}, turn, jnp.zeros(1 << 24) + start)
    return jax.tree.map(lambda r: jnp.where(held[0] == 0.5, r - r, r), _plain_{name}(*args))
"""
_LARGE = """
import jax
import jax.numpy as jnp


def {name}(*args):
    return jnp.zeros(15 << 20) + sum(jnp.sum(leaf) for leaf in jax.tree.leaves(args))
"""
_FORKS = """
import os, time


def burn():
    for _ in range(8):
        if not os.fork():
            while True:
                pass
    time.sleep(1000)


burn()
"""


def _answer_kind(kind: str, text: str) -> Say:
    """Return a function that answers the tasks of one kind with `text` and the others correctly."""

    def answer(task: Task) -> str:
        meant = "compiled" if task.kind.compiled else "drawn" if task.kind.takes_inputs else ""
        if kind not in (meant, "every"):
            return task.solution
        return text.format(name=task.names[0], solution=task.solution, rounds=_ROUNDS.get(text, 0))

    return answer


_TUNED = _HEAD + "# just below the limit on moved bytes\n"
_ROUNDS = {_HEAD: 500, _TUNED: 12}
_RETURN = "def {name}(*args):\n    return "
# The answers, an extra cell, and how often that cell is inserted before them.
HOGS: dict[str, tuple[Say, str, int]] = {
    "sleeping": (_answer_kind("none", ""), "import time\ntime.sleep(15)", 40),
    "slow_moves": (_answer_kind("compiled", _HEAD), "", 0),
    "tuned_moves": (_answer_kind("compiled", _TUNED), "", 0),
    "long_lists": (_answer_kind("drawn", _RETURN + "list(range(10**6))"), "", 0),
    "wide_results": (_answer_kind("drawn", _RETURN + "[[] for _ in range(300_000)]"), "", 0),
    "large_results": (_answer_kind("compiled", _LARGE), "", 0),
    "forks": (_answer_kind("every", _FORKS), _FORKS, 3),
    "endless": (_answer_kind("every", "while True:\n    pass"), "while True:\n    pass", 3),
}


def make_notebook(course: Course, unit: Unit, hog: str = "") -> Book:
    """Return a notebook with correct answers, or the notebook of a hog."""
    blank = release_notebook(source_notebook(course, unit))
    if not hog:
        return fill(blank, {task.id: task.solution for task in unit.tasks})
    answer, cell, count = HOGS[hog]
    book = fill(blank, {task.id: answer(task) for task in unit.judged})
    cells = [_cell(cell) for _ in range(count)]
    return {**book, "cells": [*book["cells"][:2], *cells, *book["cells"][2:]]}


def _cell(source: str) -> Book:
    named = {"cell_type": "code", "id": secrets.token_hex(4), "metadata": {}}
    return {**named, "execution_count": None, "outputs": [], "source": source}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unit", default="05")
    parser.add_argument("--size", type=int, default=100)
    options = parser.parse_args()
    course = Course.find(ROOT)
    unit = course.unit(options.unit)
    times = []
    for hogs in ((), tuple(HOGS)):
        with tempfile.TemporaryDirectory() as folder:
            times.append(_graded(course, unit, options.size, hogs, Path(folder)))
    print(f"CPU time with hogs: {times[1] / times[0]:.2f} times that without")
    return 0


def _graded(course: Course, unit: Unit, size: int, hogs: tuple[str, ...], folder: Path) -> float:
    sys.path.insert(0, str(ROOT / "tools/bench"))
    from classes import make_class

    make_class(course, unit, size, size).write(folder / "class")
    submitted = folder / "class/submitted"
    for hog, honest in zip(hogs, sorted(submitted.iterdir()), strict=False):
        path = submitted / hog / unit.id / f"{unit.id}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(to_bytes(make_notebook(course, unit, hog)))
        shutil.rmtree(honest)
    words = [sys.executable, "-m", "autograder.cli.main", "grade", unit.id, "--class"]
    begun = time.monotonic()
    with (folder / "said").open("w") as out:
        line = [*words, str(folder / "class")]
        environment = {**os.environ, "AUTOGRADER_SECRET": str(folder / "secret")}
        process = subprocess.Popen(
            line, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT
        )
        seconds = _processor_seconds(process)
    output = (folder / "said").read_text()
    print(f"{size} students, {len(hogs)} of them hogs: {time.monotonic() - begun:.0f} s,")
    print(f"  {seconds:.0f} s of CPU time, exit code {process.returncode}")
    rows = [row for row in output.splitlines() if row.strip().startswith("student-")]
    full = [row for row in rows if row.split()[-3] == row.split()[-1]]
    print(f"  {len(full)} of {size - len(hogs)} honest students have full points")
    print("\n".join(r for r in output.splitlines() if r.split()[:1] and r.split()[0] in HOGS))
    if len(full) != size - len(hogs):
        sys.exit(output)
    return seconds


def _processor_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return the CPU time of a process and all its descendants, as last seen."""
    seen: dict[int, float] = {}
    while process.poll() is None:
        seen.update(proc_usage.usage(process.pid).own)
        time.sleep(0.05)
    return sum(seen.values())


if __name__ == "__main__":
    sys.exit(main())
