"""The book's frame, as a Sphinx extension. README.md says what a page may write."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

from . import (
    chapter,
    charts,
    element,
    explorable,
    facts,
    links,
    lint,
    measured,
    offline,
    origin,
    predict,
    reading,
    records,
    ruling,
    stale,
    tasks,
    watch,
)

PARTS = (
    chapter,
    charts,
    element,
    explorable,
    facts,
    links,
    lint,
    measured,
    offline,
    origin,
    predict,
    reading,
    records,
    ruling,
    stale,
    tasks,
    watch,
)


def setup(app: Sphinx) -> dict[str, Any]:
    for part in PARTS:
        part.setup(app)
    # What a page watches is not merged between processes; a build in one process takes seconds.
    return {"parallel_read_safe": False, "parallel_write_safe": True}
