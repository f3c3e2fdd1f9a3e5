"""Build the book with plain Sphinx (`book/conf.py`) and compare it with Jupyter Book's build.

Run `python tools/plain_book.py` after `make book`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / "_build" / ".jupyter_cache"  # results of the cells that `make book` executed


def build(out: Path) -> subprocess.CompletedProcess[str]:
    """Build the book with plain Sphinx, with warnings as errors, as `make book` does."""
    options = ["-W", "-n", "--keep-going", "-q", "-D", f"nb_execution_cache_path={CACHE}"]
    command = [sys.executable, "-m", "sphinx", *options, str(ROOT / "book"), str(out)]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)


def differences(built: Path, plain: Path) -> Iterator[str]:
    """Yield the lines of visible text that differ between two builds, page by page."""
    for name in sorted({page.name for folder in (built, plain) for page in folder.glob("*.html")}):
        yield from unified_diff(
            text(built / name), text(plain / name), f"Jupyter Book: {name}", name, "", "", 0, ""
        )


def text(page: Path) -> list[str]:
    """Return the lines of visible text of a page, without reading times and chapter numbers.

    Sphinx versions split citations differently into words, which changes the reading times. A
    missing page has no lines.
    """
    if not page.exists():
        return []
    soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    for minutes in soup.select(".minutes-left, .chapter-number"):
        minutes.decompose()
    return [words for article in soup.select("article") for words in article.stripped_strings]


def main() -> int:
    plain = ROOT / "_build" / "plain"
    result = build(plain)
    lines = [] if result.returncode else list(differences(ROOT / "_build" / "html", plain))
    print(result.stdout + result.stderr, *lines, sep="\n")
    return result.returncode or bool(lines)


if __name__ == "__main__":
    sys.exit(main())
