"""Published measurements by other people, from `data/others/SOURCE.toml`.

One file is one source. Fields that its rows share are in the head or in a series.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from manylanes.records import Quantity, find_case

from .figure import OthersError, Row, loaded, where_of
from .watch import watch


def rows(env: BuildEnvironment) -> tuple[Row, ...]:
    for path in (_folder(env), *_files(env)):
        watch(env, path)
    return read(env)


def read(env: BuildEnvironment) -> tuple[Row, ...]:
    """Return the rows without noting a dependency, for use outside of a page."""
    return tuple(row for file in _files(env) for row in loaded(file, file.stat().st_mtime_ns))


def named(env: BuildEnvironment) -> dict[str, dict[str, Any]]:
    """Return the entries by source and name, for all rows that have a name."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows(env):
        if row.name:
            found.setdefault(row.table, {})[row.name] = row.entry()
    return found


def of(env: BuildEnvironment, source: str, query: str) -> list[tuple[Row, Quantity]]:
    """Return the rows of this case on this kind of machine, oldest first."""
    there = [row for row in rows(env) if row.kind == source and (row.case or row.nearest)]
    if not there:  # another function reports unknown cases
        return []
    label, asked = find_case(query).label, query.rpartition(".")[2]
    there = [row for row in there if _label(row) == label]
    found = [(row, value) for row in there if (value := row.answers(asked)) is not None]
    for row, _ in found:
        note(env, row)
    return sorted(found, key=lambda pair: pair[0].year)


def lines(row: Row) -> list[tuple[str, str]]:
    """Return the lines of the card: program, machine, author and place."""
    said = [("Others measured:", row.said)]
    if row.differs:
        said.append(("nearest case:", row.differs))
    if not row.is_printed:
        of = f"{row.moves:,} bytes each" if row.moves else f"for {row.per:,}"
        said.append(("printed:", f"{row.printed}, {of}"))
    said.append(("on", f"{row.machine}, {row.year}, {row.library}"))
    return [*said, ("source:", f"{row.address}, {row.file}, {row.at}")]


def note(env: BuildEnvironment, row: Row) -> None:
    """Note that the current page uses this row."""
    asked(env).setdefault(env.docname, set()).add(row.anchor)


def asked(env: BuildEnvironment) -> dict[str, set[str]]:
    if not hasattr(env, "lanes_others"):
        env.lanes_others = {}  # type: ignore[attr-defined]
    return env.lanes_others  # type: ignore[no-any-return,attr-defined]


def unasked(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn about each row that no page shows."""
    tell = logging.getLogger(__name__).warning
    seen: set[str] = set().union(*asked(env).values())
    try:
        for row in read(env):
            if row.anchor not in seen:
                where = where_of(row.table, row.number, row.said)
                tell(f"{where}: no page uses this row; show it on a page or delete it")
    except OthersError as problem:
        tell(str(problem))


def forget(_app: Sphinx, env: BuildEnvironment, page: str) -> None:
    asked(env).pop(page, None)


def _folder(env: BuildEnvironment) -> Path:
    return Path(env.srcdir) / "data" / "others"


def _files(env: BuildEnvironment) -> list[Path]:
    return sorted(_folder(env).glob("*.toml"))


@lru_cache(maxsize=1024)
def _label(row: Row) -> str:
    asked = row.case or row.nearest
    return str(find_case(asked).label) if asked else ""


def setup(app: Sphinx) -> None:
    app.connect("env-updated", unasked)  # also if no page was read again
    app.connect("env-purge-doc", forget)
