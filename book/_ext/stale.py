"""What a page was executed against: packages, data and tasks. When they change, it runs again.

The execution cache knows code cells and the kernel only, so a changed package would go unseen.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

import autograder
import manylanes

from .theme import execution_cache

LOG = logging.getLogger(__name__)
STAMP = "executed-against"


def digest(folders: list[Path]) -> str:
    """Of the names and bytes of all sources and data below the folders."""
    summed = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml", ".json"} and "_build" not in path.parts:
                summed.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return summed.hexdigest()


def current(app: Sphinx) -> str:
    packages = [Path(package.__path__[0]) for package in (manylanes, autograder)]
    # Chapter 00 shows what a check says, and that stands in a task.
    return digest([*packages, Path(app.srcdir) / "data", Path(app.srcdir).parent / "solutions"])


def forget_old_runs(app: Sphinx) -> None:
    cache = execution_cache(app)
    stamp, now = cache / STAMP, current(app)
    app.lanes_executed_against = now  # type: ignore[attr-defined]
    if stamp.exists() and stamp.read_text() == now:
        return
    if cache.exists():
        LOG.info("packages, data or tasks changed: pages are executed again")
        shutil.rmtree(cache)
    cache.mkdir(parents=True)
    stamp.write_text(now)


def outdated(app: Sphinx, env: BuildEnvironment, *_sets: set[str]) -> list[str]:
    """Pages with cells, where what they ran against has changed."""
    now = app.lanes_executed_against  # type: ignore[attr-defined]
    before = getattr(env, "lanes_executed_against", now)
    env.lanes_executed_against = now  # type: ignore[attr-defined]
    if before == now:
        return []
    return [page for page in env.found_docs if "kernelspec" in env.metadata.get(page, {})]


def setup(app: Sphinx) -> None:
    # Before myst-nb opens its cache.
    app.connect("builder-inited", forget_old_runs, priority=100)
    app.connect("env-get-outdated", outdated)
