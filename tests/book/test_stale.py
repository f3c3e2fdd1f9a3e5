"""Cells run again when what they were executed against has changed, and only then."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from books import MiniBook


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ("book/data/claims.toml", True),
        ("solutions/01_first/01_double.py", True),
        ("solutions/01_first/notes.txt", False),
    ],
)
def test_data_and_tasks_are_part_of_the_stamp(
    mini: Callable[..., MiniBook], changed: str, again: bool
):
    book = mini("Words.")
    stamp = book.folder / "_build" / ".jupyter_cache" / "executed-against"
    before = stamp.read_text()
    with (book.folder / changed).open("a") as file:
        file.write("\n# changed\n")
    book.build()
    assert (stamp.read_text() != before) == again
