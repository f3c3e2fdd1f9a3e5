"""Run the linter, the type checker, the import contracts and the rules for courses.

For each check, print its name and result. If it fails, also print its output and its command.

`--quick` omits the check that takes minutes; the pre-commit hook uses this option.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

PROVE = "autograder prove"
STEPS = (
    ("lint", "ruff check ."),
    ("format", "ruff format --check ."),
    ("types", "mypy"),
    ("layers", "lint-imports"),
    ("rules for courses: stubs fail, solutions pass, wrong answers are named", PROVE),
    ("exercises in step with solutions", "autograder release --check"),
)


def main(arguments: list[str]) -> int:
    steps = [step for step in STEPS if arguments != ["--quick"] or step[1] != PROVE]
    failed = [name for name, command in steps if not passes(name, command)]
    if failed:
        print(f"\n{len(failed)} of {len(steps)} checks failed: {'; '.join(failed)}")
    return 1 if failed else 0


def passes(name: str, command: str) -> bool:
    program, *arguments = command.split()
    result = subprocess.run(
        [str(BIN / program), *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    succeeded = result.returncode == 0
    print(f"{'ok  ' if succeeded else 'FAIL'} {name}", flush=True)
    if not succeeded:
        print(f"{result.stdout}{result.stderr}\nrepeat it: .venv/bin/{command}\n")
    return succeeded


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
