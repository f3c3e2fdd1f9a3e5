"""Measure whether speed and memory change with the size of a class.

`python tools/bench/scaling.py 10000` grades 10,000 submissions of the miniature course and reads
the ledger while it grows. Each row of the printed table contains the number of lines in the ledger,
the seconds since the start, the lines per second since the last row, and the memory of the command,
without and with its child processes. Each submission answers one task, and no two answers are
equal. To time realistic programs, run `make bench`.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from graders import BIN, FOLDER, ROOT, process_memory, tree_memory

from autograder import Course
from autograder.notebook.release import fill, release_notebook, source_notebook, to_bytes

UNIT = "02_second"
STEPS = 20  # approximate number of rows of the table; each submission adds two lines to the ledger


def main(count: int) -> int:
    folder = FOLDER / "many"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "tests/mini/solutions", folder / "solutions")
    shutil.copy(ROOT / "_config.yml", folder)
    course = Course.find(folder)
    write_submissions(course, folder, count)
    line = [str(BIN / "autograder"), "grade", UNIT]
    os.environ["AUTOGRADER_SECRET"] = str(FOLDER / "secret")
    with (FOLDER / "many.log").open("w") as log:
        process = subprocess.Popen(line, cwd=folder, stdout=log, stderr=log)
        print("lines of the results  seconds  lines/s  command MiB  with its processes MiB")
        began = last = time.perf_counter()
        before = 0
        for lines in _line_counts(folder / "ledger.jsonl", process, max(1, 2 * count // STEPS)):
            now = time.perf_counter()
            rate = (lines - before) / (now - last)
            alone, total = process_memory(process.pid) >> 20, tree_memory(process.pid) >> 20
            row = f"{lines:>20} {now - began:>8.0f} {rate:>8.1f} {alone:>12} {total:>23}"
            print(row, flush=True)
            before, last = lines, now
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) >> 20
    print(
        f"{time.perf_counter() - began:.0f} s, exit code {process.returncode}, {size} MiB on disk"
    )
    return process.returncode


def write_submissions(course: Course, folder: Path, count: int) -> None:
    """Write `count` submissions, of which every third is wrong and no two have equal answers."""
    unit = course.unit(UNIT)
    blank, task = release_notebook(source_notebook(course, unit)), unit.judged[0]
    for index in range(count):
        answer = task.solution if index % 3 else task.kind.constant_answer(task.names, "0")
        data = to_bytes(fill(blank, {task.id: f"{answer}\n# student {index}\n"}))
        path = folder / "submitted" / f"student-{index:05}" / unit.id / f"{unit.id}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(data)


def _line_counts(path: Path, process: "subprocess.Popen[bytes]", step: int) -> Iterator[int]:
    """Yield the number of lines in a file whenever it has grown by `step`, until a process ends.

    The file is read every 0.5 s and may not exist at first.
    """
    lines, goal, position = 0, step, 0
    while process.poll() is None:
        time.sleep(0.5)
        if path.is_file():
            with path.open("rb") as file:
                file.seek(position)
                text = file.read()
            lines, position = lines + text.count(b"\n"), position + len(text)
        if lines >= goal:
            yield lines
            goal = lines + step


if __name__ == "__main__":
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    sys.exit(main(int(sys.argv[1])))
