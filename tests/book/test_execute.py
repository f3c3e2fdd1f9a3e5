"""Pages are executed at the same time, and a failed cell is reported by myst-nb."""

import books
import pytest
from _ext.rebuild import execute
from books import MiniBook
from test_cell_cache import CELL, HEAD

WAIT = """
import time
from pathlib import Path
Path("{own}.txt").touch()
stop = time.monotonic() + 60
while not Path("{other}.txt").exists():
    assert time.monotonic() < stop, "the other page did not start"
    time.sleep(0.01)
print("met {other}")
"""


def test_pages_run_at_the_same_time_and_a_failed_cell_is_reported(
    draft: MiniBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(books.SETTINGS, "nb_execution_mode", "cache")
    monkeypatch.setitem(books.SETTINGS["html_theme_options"], "launch_buttons", {})
    monkeypatch.setattr(execute, "KERNELS", 2)
    draft.write_pages("Words.")
    for own, other in (("one", "other"), ("other", "one")):
        code = WAIT.format(own=own, other=other)
        draft.write(f"{own}.md", HEAD + "# A page\n\n" + CELL.format(code))
    draft.write("third.md", HEAD + "# A page\n\n" + CELL.format("1 / 0"))
    draft.build()
    assert "met other" in draft.soup("one").get_text()
    assert "met one" in draft.soup("other").get_text()
    assert "third.md: WARNING: Executing notebook failed" in draft.warnings
    assert draft.warnings.count("WARNING") == 2  # the failure and the path of its traceback
