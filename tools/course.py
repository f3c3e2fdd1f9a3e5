"""`make course`: exercises, book, a graded sample class, and one screen that says where they are.

Each step keeps its full output in _build/logs/; the terminal shows one line a step.
"""

import difflib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
LOGS = ROOT / "_build" / "logs"
NO_SANDBOX = 4  # autograder grade: this machine has no sandbox, nothing was graded


@dataclass(frozen=True)
class Step:
    name: str
    doing: str
    commands: tuple[str, ...]


STEPS = (
    Step("exercises", "exercises from solutions", ("autograder release",)),
    Step(
        "book",
        "book",
        ("jupyter-book build book --config _config.yml --path-output . -W -n --keep-going",),
    ),
    Step(
        "class",
        "sample class, graded",
        ("autograder sample-class", "autograder grade --class _build/class"),
    ),
)

SCREEN = """
  Read    _build/html/index.html             make serve shows it at localhost:8000
  Solve   exercises/                         .venv/bin/jupyter lab exercises
  Grade   {grade}

  Next: README.md, or make help.
"""
GRADED = "_build/class/                      .venv/bin/autograder formgrader --class _build/class"
NOT_GRADED = "skipped: no sandbox on this machine (see above); everything else is ready"


def main(wanted: list[str]) -> int:
    if wanted[:1] == ["page"]:
        return page(*wanted[1:2] or [""])
    graded = GRADED
    for number, step in enumerate(STEPS, 1):
        if wanted and step.name not in wanted:
            continue
        code = run(step, number)
        if code == NO_SANDBOX:
            graded = NOT_GRADED
        elif code:
            return code
    if not wanted:
        print(SCREEN.format(grade=graded))
    return 0


def page(name: str) -> int:
    """The book with one page brought up to date; what others were executed against stays noted."""
    pages = sorted(path.stem for path in (ROOT / "book").glob("*.md"))
    if name not in pages:
        close = difflib.get_close_matches(name, pages, n=1, cutoff=0.4) or pages[:1]
        print(f"No page is called {name!r}. Say make page PAGE={close[0]}", file=sys.stderr)
        return 2
    os.environ["LANES_PAGE"] = name  # book/_ext/stale.py
    code = run(STEPS[1], 2)
    if not code:
        print(f"  Read    _build/html/{name}.html")
    return code


def run(step: Step, number: int) -> int:
    log = LOGS / f"{step.name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with log.open("w") as out, ticking(f"  [{number}/{len(STEPS)}] {step.doing}", started):
        codes = (call(command, out) for command in step.commands)
        code = next((code for code in codes if code), 0)
    state = {0: "done", NO_SANDBOX: "skipped"}.get(code, "FAILED")
    seconds = time.monotonic() - started
    print(f"  [{number}/{len(STEPS)}] {step.doing}: {state}, {seconds:.0f} s", flush=True)
    if code:
        tail = "\n".join(log.read_text().splitlines()[-25:])
        print(f"\n{tail}\n\nThe whole output: {log.relative_to(ROOT)}")
    return code


def call(command: str, out: TextIO) -> int:
    program, *arguments = command.split()
    out.write(f"$ {command}\n")
    out.flush()
    line = [str(BIN / program), *arguments]
    return subprocess.run(line, cwd=ROOT, stdout=out, stderr=out, check=False).returncode


@contextmanager
def ticking(text: str, started: float) -> Iterator[None]:
    """A line that counts the seconds while the step runs; on a terminal only."""
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.5):
            print(f"\r{text}: {time.monotonic() - started:.0f} s", end="\r", flush=True)

    thread = threading.Thread(target=tick, daemon=True)
    if sys.stdout.isatty():
        thread.start()
    try:
        yield
    finally:
        done.set()
        if thread.is_alive():
            thread.join()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
