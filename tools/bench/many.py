"""A class that fills a lecture hall many times over: do speed and memory stay as they were?

`python tools/bench/many.py 10000` grades so many submissions of the miniature course and reads its
ledger while it grows: at each step how many lines a second, and what is held by the command itself
and by it with all its processes. What grows with the class shows as a slope in either. One task of
each is answered, with figures of the student's own: what programs cost to judge, `make bench` says.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from graders import BIN, PLACE, ROOT, held, share

from autograder import Course
from autograder.notebook.release import fill, release_notebook, source_notebook, to_bytes

UNIT = "02_second"
STEPS = 20  # lines of the table: ten while judging, ten while pages are written


def main(count: int) -> int:
    folder = PLACE / "many"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "tests/mini/solutions", folder / "solutions")
    shutil.copy(ROOT / "_config.yml", folder)
    course = Course.find(folder)
    hand_in(course, folder, count)
    line = [str(BIN / "autograder"), "grade", UNIT]
    os.environ["AUTOGRADER_SECRET"] = str(PLACE / "secret")
    with (PLACE / "many.log").open("w") as log:
        process = subprocess.Popen(line, cwd=folder, stdout=log, stderr=log)
        print("lines of the ledger  seconds  lines/s  command MiB  with its processes MiB")
        began = last = time.perf_counter()
        before = 0
        for lines in _grown(folder / "ledger.jsonl", process, max(1, 2 * count // STEPS)):
            now = time.perf_counter()
            rate = (lines - before) / (now - last)
            alone, whole = share(process.pid) >> 20, held(process.pid) >> 20
            row = f"{lines:>19} {now - began:>8.0f} {rate:>8.1f} {alone:>12} {whole:>23}"
            print(row, flush=True)
            before, last = lines, now
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) >> 20
    print(
        f"{time.perf_counter() - began:.0f} s, exit code {process.returncode}, {size} MiB on disk"
    )
    return process.returncode


def hand_in(course: Course, folder: Path, count: int) -> None:
    """Every third is wrong; no two texts are the same."""
    unit = course.unit(UNIT)
    blank, task = release_notebook(source_notebook(course, unit)), unit.judged[0]
    for place in range(count):
        answer = task.solution if place % 3 else task.kind.constant_answer(task.names, "0")
        data = to_bytes(fill(blank, {task.id: f"{answer}\n# student {place}\n"}))
        path = folder / "submitted" / f"student-{place:05}" / unit.id / f"{unit.id}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(data)


def _grown(path: Path, process: "subprocess.Popen[bytes]", step: int) -> Iterator[int]:
    """The number of lines, whenever it has grown by a step."""
    lines, wanted, place = 0, step, 0
    while process.poll() is None:
        time.sleep(0.5)
        if path.is_file():
            with path.open("rb") as file:
                file.seek(place)
                text = file.read()
            lines, place = lines + text.count(b"\n"), place + len(text)
        if lines >= wanted:
            yield lines
            wanted = lines + step


if __name__ == "__main__":
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    sys.exit(main(int(sys.argv[1])))
