"""Find what a person wrote in a notebook, and move it into a later release."""

import hashlib
import json
from collections import defaultdict
from typing import Any

from autograder.core.course.cell_marker import read_marker
from autograder.notebook.release.cells import Cell, Notebook

_LEARNER_FIELDS = ("attachments", "outputs", "execution_count")
STAMP = "released"  # metadata key of the stamp, a digest of the released source


def stamp(source: str) -> str:
    """Return a short digest of a cell's source, without the white space at its ends."""
    return hashlib.sha256(source.strip().encode("utf-8", "replace")).hexdigest()[:12]


def read_book(data: bytes) -> Notebook | None:
    """Return the notebook, or None if the data is not JSON with a list of cells."""
    try:
        book = json.loads(data)
    except (ValueError, RecursionError):
        return None
    cells = book.get("cells") if isinstance(book, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        return None
    return book  # type: ignore[no-any-return]


def find_written_cells(book: Notebook) -> list[Cell]:
    """Return the nonempty cells that a person wrote: their stamp is missing or does not match."""
    return [cell for cell in book["cells"] if text(cell).strip() and not _is_unchanged(cell)]


def move_answers(old: Notebook, release: Notebook) -> tuple[Notebook, bool]:
    """Return the release with the learner's cells from `old`, and whether all have a place.

    Unchanged and empty cells, and cells whose text the release contains, are not moved. The
    metadata of `old` takes precedence.
    """
    named = [cell["metadata"]["nbgrader"]["grade_id"] for cell in release["cells"]]
    names = {name: place for place, name in enumerate(named)}
    sources = {text(cell).strip() for cell in release["cells"]}
    stamped = any(_stamp(cell) for cell in old["cells"])
    answers: dict[int, Cell] = {}
    added: dict[int, list[Cell]] = defaultdict(list)
    at, complete = -1, True
    for cell in old["cells"]:
        place = next((names[name] for name in _cell_names(cell) if name in names), None)
        at = at if place is None else place
        if _is_unchanged(cell) or text(cell).strip() in sources or not text(cell).strip():
            continue
        if place is not None and place not in answers and _can_hold(release["cells"][place], cell):
            answers[place] = cell
        elif place is None and stamped and not _cell_names(cell):
            added[at].append({**cell, "source": text(cell)})
        else:
            complete = False
    cells = added[-1][:]
    for place, cell in enumerate(release["cells"]):
        answer = answers.get(place, cell)
        fields = {key: answer[key] for key in _LEARNER_FIELDS if key in answer}
        cells += [{**cell, **fields, "source": text(answer)}, *added[place]]
    old_metadata = old.get("metadata")
    metadata = release["metadata"] | (old_metadata if isinstance(old_metadata, dict) else {})
    return {**release, "cells": cells, "metadata": metadata}, complete


def remove_answer(book: Notebook, task: str) -> Notebook:
    """Return the notebook without the cells that answer one task."""
    return {
        **book,
        "cells": [cell for cell in book["cells"] if f"{task}-answer" not in _cell_names(cell)],
    }


def have_equal_text(one: Notebook, other: Notebook) -> bool:
    """Return True if two notebooks have cells with equal types and sources. Ignore outputs."""
    both = (
        [(cell.get("cell_type"), text(cell)) for cell in book["cells"]] for book in (one, other)
    )
    return next(both) == next(both)


def text(cell: Cell) -> str:
    """Return the source of a cell as one string. A file may store the source as a list of lines."""
    source = cell.get("source")
    lines = source if isinstance(source, list) else [source]
    return "".join(line for line in lines if isinstance(line, str))


def _can_hold(cell: Cell, answer: Cell) -> bool:
    solution = cell["metadata"]["nbgrader"]["solution"]
    return bool(solution) and cell["cell_type"] == answer.get("cell_type")


def _is_unchanged(cell: Cell) -> bool:
    return bool(_stamp(cell) == stamp(text(cell)))


def _stamp(cell: Cell) -> Any:
    return _metadata(cell, "autograder").get(STAMP)


def _cell_names(cell: Cell) -> list[str]:
    """Return a list with the cell's name, or [] if the cell has no name.

    A marker takes precedence over metadata, because a pasted cell may have another cell's metadata.
    """
    marked = read_marker(text(cell)) if cell.get("cell_type") == "code" else None
    if marked:
        return [marked[0] if marked[1] == "check" else f"{marked[0]}-answer"]
    name = _metadata(cell, "nbgrader").get("grade_id")
    return [name] if isinstance(name, str) and name else []


def _metadata(cell: Cell, key: str) -> dict[str, Any]:
    metadata = cell.get("metadata")
    value = metadata.get(key) if isinstance(metadata, dict) else None
    return value if isinstance(value, dict) else {}
