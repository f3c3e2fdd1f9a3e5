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
)


def setup(app: Sphinx) -> dict[str, Any]:
    for part in PARTS:
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
