"""The data of the book as the page that Sphinx is reading uses it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from ..rebuild.watch import watch
from .others_file import OthersError, Row, describe_place
from .store import Store


def store_of(env: BuildEnvironment) -> Store:
    """Return the data of the book; its dependencies and uses are those of the current page."""
    return Store(
        Path(env.srcdir),
        tuple(env.config.lanes_records),
        env.config.lanes_sheets,
        tuple(env.config.bibtex_bibfiles),
        watch=partial(watch, env),
        note_use=partial(note_use, env),
    )


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
        for row in Store(Path(env.srcdir)).published_rows():
            if row.anchor not in anchors:
                where = describe_place(row.table, row.number, row.program)
                warn(f"{where}: no page uses this row; show it on a page or delete it")
    except OthersError as problem:
        warn(str(problem))


def purge_anchors(_app: Sphinx, env: BuildEnvironment, page: str) -> None:
    anchors_by_page(env).pop(page, None)


def setup(app: Sphinx) -> None:
    app.add_config_value("lanes_records", [], "env")
    app.add_config_value("lanes_sheets", {}, "env")
    app.connect("env-updated", warn_about_unused)  # emitted even if no page was read
    app.connect("env-purge-doc", purge_anchors)
