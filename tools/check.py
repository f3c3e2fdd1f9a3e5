"""Run the linter, the type checker, the import contracts and the rules for courses.

Run two checks at a time. For each check, print its name and result. If it fails, also print its
output and its command.

`--quick` omits the check that takes minutes; the pre-commit hook uses this option.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

PROVE = "autograder prove"
STEPS = (
    ("lint", "ruff check ."),
    ("format", "ruff format --check ."),
    ("layers", "lint-imports"),
    ("types", "mypy"),
    ("exercises in step with solutions", "autograder release --check"),
    ("rules for courses: stubs fail, solutions pass, wrong answers are named", PROVE),
)


def main(arguments: list[str]) -> int:
    steps = [step for step in STEPS if arguments != ["--quick"] or step[1] != PROVE]
    with ThreadPoolExecutor(2) as pool:  # most commands use one core
        results = pool.map(run, [command for _, command in steps])
        reported = zip(steps, map(report_result, steps, results), strict=True)
        failed = [name for (name, _), succeeded in reported if not succeeded]
    if failed:
        print(f"\n{len(failed)} of {len(steps)} checks failed: {'; '.join(failed)}")
    return 1 if failed else 0


def run(command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the environment, and return its output and exit code."""
    program, *arguments = command.split()
    command_line = [str(BIN / program), *arguments]
    return subprocess.run(command_line, cwd=ROOT, capture_output=True, text=True, check=False)


def report_result(step: tuple[str, str], result: subprocess.CompletedProcess[str]) -> bool:
    """Print the result of a check, with its output if it failed. Return True if it passed."""
    name, command = step
    succeeded = result.returncode == 0
    print(f"{'ok  ' if succeeded else 'FAIL'} {name}", flush=True)
    if not succeeded:
        print(f"{result.stdout}{result.stderr}\nrepeat it: .venv/bin/{command}\n")
    return succeeded


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
