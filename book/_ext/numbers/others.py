"""Published measurements by other people, from `data/others/SOURCE.toml`.

Each file contains the measurements of one source. The head of a file contains the fields that all
rows share. A series contains the fields that the rows of the series share.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from manylanes.records import Quantity, find_case

from ..rebuild.watch import watch
from .others_file import OthersError, Row, describe_place, load_rows


def published_rows(env: BuildEnvironment) -> tuple[Row, ...]:
    """Return all published measurements; the current page is rebuilt when a file changes."""
    for path in (_folder(env), *_files(env)):
        watch(env, path)
    return load_all(env)


def load_all(env: BuildEnvironment) -> tuple[Row, ...]:
    """Return all published measurements, without making the current page depend on the files."""
    return tuple(row for file in _files(env) for row in load_rows(file, file.stat().st_mtime_ns))


def named_entries(env: BuildEnvironment) -> dict[str, dict[str, Any]]:
    """Return the published measurements that have a name, as entries by source and name."""
    entries: dict[str, dict[str, Any]] = {}
    for row in published_rows(env):
        if row.name:
            entries.setdefault(row.table, {})[row.name] = row.entry()
    return entries


def rows_of_case(env: BuildEnvironment, source: str, query: str) -> list[tuple[Row, Quantity]]:
    """Return the published measurements of a case or nearest case, oldest first, and their values.

    `source` is a kind of machine: `cpu` or `gpu`. The values have the quantity of the query, such
    as `rate`; rows that cannot be converted are omitted. Record that the current page uses the
    rows.
    """
    there = [row for row in published_rows(env) if row.kind == source and (row.case or row.nearest)]
    if not there:  # unknown cases are reported elsewhere
        return []
    label, measure = find_case(query).label, query.rpartition(".")[2]
    there = [row for row in there if _label(row) == label]
    pairs = [(row, value) for row in there if (value := row.convert(measure)) is not None]
    for row, _ in pairs:
        note_use(env, row)
    return sorted(pairs, key=lambda pair: pair[0].year)


def lines(row: Row) -> list[tuple[str, str]]:
    """Return the card of a published measurement: its program, machine and source."""
    result = [("Others measured:", row.program)]
    if row.differs:
        result.append(("nearest case:", row.differs))
    if not row.is_printed:
        per = f"{row.moves:,} bytes each" if row.moves else f"for {row.per:,}"
        result.append(("printed:", f"{row.printed}, {per}"))
    result.append(("on", f"{row.machine}, {row.year}, {row.library}"))
    return [*result, ("source:", f"{row.address}, {row.file}, {row.at}")]


def note_use(env: BuildEnvironment, row: Row) -> None:
    """Record that the current page uses a published measurement."""
    anchors_by_page(env).setdefault(env.docname, set()).add(row.anchor)


def anchors_by_page(env: BuildEnvironment) -> dict[str, set[str]]:
    """Return the anchors of the rows that each page uses, which are stored in the environment."""
    if not hasattr(env, "lanes_others"):
        env.lanes_others = {}  # type: ignore[attr-defined]
    return env.lanes_others  # type: ignore[no-any-return,attr-defined]


def warn_about_unused(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn about each published measurement that no page uses, or about an invalid file."""
    warn = logging.getLogger(__name__).warning
    anchors: set[str] = set().union(*anchors_by_page(env).values())
    try:
        for row in load_all(env):
            if row.anchor not in anchors:
                where = describe_place(row.table, row.number, row.program)
                warn(f"{where}: no page uses this row; show it on a page or delete it")
    except OthersError as problem:
        warn(str(problem))


def purge_anchors(_app: Sphinx, env: BuildEnvironment, page: str) -> None:
    anchors_by_page(env).pop(page, None)


def _folder(env: BuildEnvironment) -> Path:
    return Path(env.srcdir) / "data" / "others"


def _files(env: BuildEnvironment) -> list[Path]:
    return sorted(_folder(env).glob("*.toml"))


@lru_cache(maxsize=1024)
def _label(row: Row) -> str:
    case = row.case or row.nearest
    return str(find_case(case).label) if case else ""


def setup(app: Sphinx) -> None:
    app.connect("env-updated", warn_about_unused)  # emitted even if no page was read
    app.connect("env-purge-doc", purge_anchors)
