"""`make course`: create the exercises, build the book and grade a sample class.

`make book` runs only the second step. `make page` runs it for one page.

Each step writes its full output to _build/logs/ and one line to the terminal.
"""

import difflib
import os
import re
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
# Exit code of `autograder release` if it kept an exercise that contains work, or a TODO remains.
INCOMPLETE = 1
NO_SANDBOX = 4  # exit code of autograder grade if it has no sandbox to grade in


@dataclass(frozen=True)
class Step:
    name: str
    description: str
    usual_time: str  # time of the first run on two cores
    commands: tuple[str, ...]
    next_step: str  # text that tells the user what to do after this step
    tolerated: int = 0  # an exit code other than 0 that does not stop the run


STEPS = (
    Step(
        "exercises",
        "exercises from solutions",
        "5 s",
        ("autograder release", "autograder start"),
        """\
  Solve   my/                                make learn opens it in JupyterLab
""",
        INCOMPLETE,
    ),
    Step(
        "book",
        "book",
        "a minute or two",
        ("jupyter-book build book --config _config.yml --path-output . -W -n --keep-going",),
        """\
  Read    _build/html/index.html             make serve shows it at localhost:8000
""",
    ),
    Step(
        "class",
        "sample class, graded",
        "20 s",
        ("autograder sample-class", "autograder grade --class _build/class"),
        """\
  Grade   _build/class/                      .venv/bin/autograder formgrader --class _build/class
""",
        NO_SANDBOX,
    ),
)
_STATES = {
    0: "done",
    INCOMPLETE: "done, except exercises that contain work or a TODO",
    NO_SANDBOX: "skipped, no sandbox",
}
NEXT = "\n  Next: README.md, or make help."


def main(names: list[str]) -> int:
    if names[:1] == ["page"]:
        return page(*names[1:2] or [""])
    for number, step in enumerate(STEPS, 1):
        if names and step.name not in names:
            continue
        code = run(step, number)
        if code not in (0, step.tolerated):
            return code
        if not names and code != NO_SANDBOX:
            print(step.next_step, end="", flush=True)
    if not names:
        print(NEXT)
    return 0


def page(name: str) -> int:
    """Build the book, but execute and update only one page. Return 2 if there is no such page."""
    pages = sorted(path.stem for path in (ROOT / "book").glob("*.md"))
    if name not in pages:
        close = difflib.get_close_matches(name, pages, n=1, cutoff=0.4) or pages[:1]
        print(
            f"There is no page {name!r}. Run, for example: make page PAGE={close[0]}",
            file=sys.stderr,
        )
        return 2
    os.environ["LANES_PAGE"] = name  # read by book/_ext/rebuild/stale.py
    code = run(STEPS[1], 2)
    if not code:
        print(f"  Read    _build/html/{name}.html")
    return code


def run(step: Step, number: int) -> int:
    log = LOGS / f"{step.name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    label = f"  [{number}/{len(STEPS)}] {step.description}"
    with log.open("w") as out, print_progress(f"{label} (usually {step.usual_time})", started, log):
        code = 0
        for command in step.commands:
            code = call(command, out) or code
            if code not in (0, step.tolerated):
                break
    state = "FAILED" if code not in (0, step.tolerated) else _STATES[code]
    print(f"{label}: {state}, {time.monotonic() - started:.0f} s{' ' * 60}", flush=True)
    if code:
        tail = "\n".join(log.read_text().splitlines()[-25:])
        print(f"\n{tail}\n\nFull output: {log.relative_to(ROOT)}")
    return code


def call(command: str, out: TextIO) -> int:
    program, *arguments = command.split()
    out.write(f"$ {command}\n")
    out.flush()
    line = [str(BIN / program), *arguments]
    return subprocess.run(line, cwd=ROOT, stdout=out, stderr=out, check=False).returncode


@contextmanager
def print_progress(text: str, started: float, log: Path) -> Iterator[None]:
    """Print the progress of a step: in place on a terminal, else one line every ten seconds."""
    done = threading.Event()
    terminal = sys.stdout.isatty()

    def print_lines() -> None:
        while not done.wait(0.5 if terminal else 10):
            line = f"{text}: {time.monotonic() - started:.0f} s{progress(log.read_text())}"
            print(
                f"\r{line:<100}" if terminal else line, end="\r" if terminal else "\n", flush=True
            )

    thread = threading.Thread(target=print_lines, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def progress(text: str) -> str:
    """Return the page that Sphinx is processing and the percentage of pages done, or ""."""
    plain = re.sub(r"\x1b\[[\d;]*m", "", text)  # without escape codes
    pages = re.findall(
        r"(executing|reading|writing) \w+\.\.\. .*?\[ *(\d+%)\].*?(\w+)\W*$", plain, re.M
    )
    if not pages:
        return ""
    activity, share, page = pages[-1]
    return f", {activity} pages, {share}: {page}"


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nInterrupted. Run the same command again to continue.", file=sys.stderr)
        sys.exit(130)
