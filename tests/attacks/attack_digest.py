"""What the proof that every attack is one stands on: judge, programs, counter, wall, corpus.

Switching a defence off and attacking takes half of the time of all tests, and comes out as it did
while nothing that it stands on has changed. So the digest of what it last succeeded with is kept;
where it is another one, or `--undefended` is given, all of it runs. `make attacks` runs it and
keeps the digest.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KEPT = HERE / "undefended.sha256"
STANDS_ON = (
    "autograder/judge",
    "autograder/program",
    "autograder/wall",
    "manylanes/_cost",
    "tests/attacks",
)


def digest() -> str:
    """Of every source file, by name and content."""
    found = hashlib.sha256((ROOT / "requirements.txt").read_bytes())
    for folder in STANDS_ON:
        for path in sorted((ROOT / folder).rglob("*.py")):
            found.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return found.hexdigest()


def unchanged() -> bool:
    """Whether it has succeeded with just this."""
    return KEPT.is_file() and KEPT.read_text().strip() == digest()


if __name__ == "__main__":
    before = digest()
    tests = [sys.executable, "-m", "pytest", "--undefended", str(HERE / "test_undefended.py")]
    code = subprocess.run([*tests, *sys.argv[1:]], cwd=ROOT, check=False).returncode
    if code == 0 and digest() == before:
        KEPT.write_text(f"{before}\n")
    sys.exit(code)
