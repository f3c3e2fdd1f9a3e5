"""Tag an edition: write the version into files and changelog, commit, and tag.

`make edition VERSION=1.0.0` runs this step first, and then builds the files of the edition.
`--notes` prints the section of CHANGELOG.md about the newest edition, for the release page.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHANGES = "CHANGELOG.md"
VERSION_FILES = ("pyproject.toml", "manylanes/pyproject.toml", "CITATION.cff")
VERSION = re.compile(r'(?m)^(version[:=\s]+"?)([\w.]+)(?="?$)')
UNRELEASED = "## [Unreleased]\n"


class EditionError(Exception):
    """An edition cannot be tagged, or its notes are missing.

    The message states the problem and the next step or, if git failed, only git's message.
    """


def main(arguments: list[str]) -> int:
    try:
        print(notes() if arguments == ["--notes"] else tag_edition(" ".join(arguments)))
    except EditionError as error:
        print(f"make edition: {error}", file=sys.stderr)
        return 2
    return 0


def notes() -> str:
    """Return the section below the first version heading of the changelog.

    Raise EditionError if there is no such heading.
    """
    text = (ROOT / CHANGES).read_text(encoding="utf-8")
    match = re.search(r"(?ms)^## \[\d[^\n]*\n(.*?)(?=^## \[|^\[[^]\n]+\]: |\Z)", text)
    if not match:
        raise EditionError(
            f"{CHANGES} names no edition. Run make edition VERSION=1.0.0 to write its heading."
        )
    return match[1].strip()


def tag_edition(version: str) -> str:
    tag = f"v{version}"
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise EditionError(f"{version!r} is not a version. Use the form VERSION=1.0.0.")
    if git("status", "--porcelain"):
        raise EditionError("Some changes are not committed. Commit or stash them.")
    if git("tag", "--list", tag):
        raise EditionError(f"{tag} is tagged. Use the next version.")
    changes = (ROOT / CHANGES).read_text(encoding="utf-8")
    if not re.search(re.escape(UNRELEASED) + r"\s*(?!\s|## |\[[^]\n]+\]: )", changes):
        raise EditionError(
            f"{CHANGES} has nothing under Unreleased. Describe what is new, and for whom."
        )
    heading = f"{UNRELEASED}\n## [{version}] - {date.today()}\n"
    changes = changes.replace(UNRELEASED, heading, 1)
    link = re.search(r"(?m)^\[Unreleased\]: (.*)/commits/.*$", changes)
    if link:
        changes = f"{changes.rstrip()}\n[{version}]: {link[1]}/releases/tag/{tag}\n"
    (ROOT / CHANGES).write_text(changes, encoding="utf-8")
    for name in VERSION_FILES:
        text = (ROOT / name).read_text(encoding="utf-8")
        (ROOT / name).write_text(VERSION.sub(rf"\g<1>{version}", text), encoding="utf-8")
    git("commit", "--all", "--quiet", "--message", f"Edition {version}")
    git("tag", tag)
    return f"  Tagged  {tag}. git push origin HEAD {tag} publishes it."


def git(*arguments: str) -> str:
    result = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise EditionError(f"git {arguments[0]}: {result.stderr.strip()}")
    return result.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
