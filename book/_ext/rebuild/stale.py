"""Execute a page again when the packages, data or tasks that its cells use have changed.

The execution cache compares only code cells and the kernel. Therefore, this module stores a stamp
for each page: a digest of the packages, data and tasks that the cells of the page use.
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

from ..html.theme import execution_cache

LOG = logging.getLogger(__name__)
STAMPS = "executed-against.json"
CELL = re.compile(r"^```\{code-cell\}.*?\n(.*?)^```\s*?$", re.MULTILINE | re.DOTALL)
VERSIONS = ("jax", "jaxlib", "numpy")
PAGE_VARIABLE = "LANES_PAGE"  # set by `make page`
Stamps = dict[str, str]


def hash_folders(folders: Iterable[Path]) -> str:
    """Hash the versions of JAX and NumPy, and the Python, TOML and JSON files below the folders.

    Files in a folder `_build` are ignored.
    """
    hasher = hashlib.sha256(repr([version(name) for name in VERSIONS]).encode())
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml", ".json"} and "_build" not in path.parts:
                hasher.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return hasher.hexdigest()


def needs(cells: str, book: Path) -> tuple[Path, ...]:
    """Return the folders on which code cells depend: all for `autograder`, and if uncertain."""
    packages = {name.split(".")[0] for name in imported_modules(cells)}
    own_packages = [Path(package.__path__[0]) for package in (manylanes, autograder)]
    data, tasks = book / "data", book.parent / "solutions"
    if packages & {"autograder", "?"}:
        # Chapter 00 shows the message of an autograder check, so its output depends on a task file.
        return (*own_packages, data, tasks)
    # manylanes never imports autograder (import-linter checks this), so cells that import only
    # manylanes do not depend on autograder.
    own = own_packages[:1] if "manylanes" in packages else []
    return (*own, *([data] if "data" in cells else []))


def imported_modules(cells: str) -> list[str]:
    """Return the modules that code cells import, with `?` if static analysis cannot find them."""
    if re.search(r"__import__|importlib|subprocess|exec\(|eval\(", cells):
        return ["?"]
    try:
        nodes = list(ast.walk(ast.parse(cells)))
    except SyntaxError:  # for example, an IPython magic command
        return ["?"]
    names = [item.name for node in nodes if isinstance(node, ast.Import) for item in node.names]
    return [*names, *(node.module or "?" for node in nodes if isinstance(node, ast.ImportFrom))]


def cells_of(book: Path) -> dict[str, str]:
    """Return the code of each page with code cells, by page name, without the cells' options."""
    pages = {}
    for path in sorted(book.rglob("*.md")):
        if cells := CELL.findall(path.read_text(encoding="utf-8")):
            lines = "".join(cells).splitlines()
            name = path.relative_to(book).with_suffix("").as_posix()
            pages[name] = "\n".join(line for line in lines if not line.startswith(":"))
    return pages


def pages_to_check(pages: dict[str, str]) -> dict[str, str]:
    """Return the pages whose stamps are compared in this build.

    `make page` compares one page and pages with the same cells, which share cached outputs. The
    next full build compares all pages.
    """
    page = os.environ.get(PAGE_VARIABLE)
    alone = pages.get(page) if page else None
    return {name: cells for name, cells in pages.items() if not page or cells == alone}


def remove_stale_runs(app: Sphinx) -> None:
    """Remove the cached runs of pages whose stamps have changed, and store the new stamps."""
    book = Path(app.srcdir)
    folder = execution_cache(app)
    file, digests = folder / STAMPS, dict[tuple[Path, ...], str]()
    now: Stamps = {}
    for name, cells in pages_to_check(cells_of(book)).items():
        folders = needs(cells, book)
        now[name] = digests[folders] = digests.get(folders) or hash_folders(folders)
    app.lanes_stamps = now  # type: ignore[attr-defined]
    before = json.loads(file.read_text()) if file.exists() else {}
    old = [name for name, stamp in now.items() if before.get(name) != stamp]
    if old:
        LOG.info("packages, data or tasks have changed; executing again: %s", ", ".join(old))
        remove_cached_runs(folder, {(book / f"{name}.md").resolve() for name in old})
        file.write_text(json.dumps({**before, **now}, indent=1, sort_keys=True))


def remove_cached_runs(folder: Path, pages: set[Path]) -> None:
    """Remove every cached run of the given pages, including runs of earlier versions."""
    cache = get_cache(folder)
    for record in cache.list_cache_records():
        if Path(record.uri).resolve() in pages:
            cache.remove_cache(record.pk)


def find_pages_with_new_stamps(app: Sphinx, env: BuildEnvironment, *_sets: set[str]) -> list[str]:
    """Return the pages to read again because their stamps have changed since they were read."""
    now = app.lanes_stamps  # type: ignore[attr-defined]
    before = getattr(env, "lanes_stamps", {})
    env.lanes_stamps = {**before, **now}  # type: ignore[attr-defined]
    return [page for page in now if page in env.found_docs and before.get(page) != now[page]]


def setup(app: Sphinx) -> None:
    # Run before myst-nb opens its cache.
    app.connect("builder-inited", remove_stale_runs, priority=100)
    app.connect("env-get-outdated", find_pages_with_new_stamps)
