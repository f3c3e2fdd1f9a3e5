"""What a page was executed against: packages, data and tasks. When they change, it runs again.

The execution cache knows code cells and the kernel only, so a changed package would go unseen.
A stamp a page: what its cells do not import cannot change what they show.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from jupyter_cache import get_cache
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

import autograder
import manylanes

from .theme import execution_cache

LOG = logging.getLogger(__name__)
STAMPS = "executed-against.json"
CELL = re.compile(r"^```\{code-cell\}.*?\n(.*?)^```\s*?$", re.MULTILINE | re.DOTALL)
VERSIONS = ("jax", "jaxlib", "numpy")
ONLY = "LANES_PAGE"  # set by `make page`
Stamps = dict[str, str]


def digest(folders: Iterable[Path]) -> str:
    """Of the names and bytes of all sources and data below the folders."""
    summed = hashlib.sha256(repr([version(name) for name in VERSIONS]).encode())
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml", ".json"} and "_build" not in path.parts:
                summed.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return summed.hexdigest()


def needs(cells: str, book: Path) -> tuple[Path, ...]:
    """The folders that these cells may show something of. When in doubt, all of them."""
    packages = {name.split(".")[0] for name in imported(cells)}
    known = [Path(package.__path__[0]) for package in (manylanes, autograder)]
    data, tasks = book / "data", book.parent / "solutions"
    if packages & {"autograder", "?"}:
        # Chapter 00 shows what a check says, and that stands in a task.
        return (*known, data, tasks)
    # The grader stands on the instrument and never the other way round (import-linter looks), so
    # cells that import the instrument alone do not show the grader.
    own = known[:1] if "manylanes" in packages else []
    return (*own, *([data] if "data" in cells else []))


def imported(cells: str) -> list[str]:
    """The modules that cells import; `?` where Python cannot tell."""
    if re.search(r"__import__|importlib|subprocess|exec\(|eval\(", cells):
        return ["?"]
    try:
        nodes = list(ast.walk(ast.parse(cells)))
    except SyntaxError:  # a magic
        return ["?"]
    names = [item.name for node in nodes if isinstance(node, ast.Import) for item in node.names]
    return [*names, *(node.module or "?" for node in nodes if isinstance(node, ast.ImportFrom))]


def cells_of(book: Path) -> dict[str, str]:
    """The code of each page that has some, without options."""
    pages = {}
    for path in sorted(book.rglob("*.md")):
        if found := CELL.findall(path.read_text(encoding="utf-8")):
            lines = "".join(found).splitlines()
            name = path.relative_to(book).with_suffix("").as_posix()
            pages[name] = "\n".join(line for line in lines if not line.startswith(":"))
    return pages


def asked(pages: dict[str, str]) -> dict[str, str]:
    """`make page` asks for one page and leaves the others as they are: the next whole build finds
    them stale. Pages with the same cells share what was executed, so they go together."""
    page = os.environ.get(ONLY)
    alone = pages.get(page) if page else None
    return {name: cells for name, cells in pages.items() if not page or cells == alone}


def forget_old_runs(app: Sphinx) -> None:
    book = Path(app.srcdir)
    folder = execution_cache(app)
    file, made = folder / STAMPS, dict[tuple[Path, ...], str]()
    now: Stamps = {}
    for name, cells in asked(cells_of(book)).items():
        folders = needs(cells, book)
        now[name] = made[folders] = made.get(folders) or digest(folders)
    app.lanes_executed_against = now  # type: ignore[attr-defined]
    before = json.loads(file.read_text()) if file.exists() else {}
    old = [name for name, stamp in now.items() if before.get(name) != stamp]
    if old:
        LOG.info("executed again, since what they show has changed: %s", ", ".join(old))
        forget(folder, {(book / f"{name}.md").resolve() for name in old})
        file.write_text(json.dumps({**before, **now}, indent=1, sort_keys=True))


def forget(folder: Path, pages: set[Path]) -> None:
    """Take every run of these pages out of the cache, earlier texts of theirs too."""
    cache = get_cache(folder)
    for record in cache.list_cache_records():
        if Path(record.uri).resolve() in pages:
            cache.remove_cache(record.pk)


def outdated(app: Sphinx, env: BuildEnvironment, *_sets: set[str]) -> list[str]:
    """Pages with cells, where what they ran against has changed."""
    now = app.lanes_executed_against  # type: ignore[attr-defined]
    before = getattr(env, "lanes_executed_against", {})
    env.lanes_executed_against = {**before, **now}  # type: ignore[attr-defined]
    return [page for page in now if page in env.found_docs and before.get(page) != now[page]]


def setup(app: Sphinx) -> None:
    # Before myst-nb opens its cache.
    app.connect("builder-inited", forget_old_runs, priority=100)
    app.connect("env-get-outdated", outdated)
