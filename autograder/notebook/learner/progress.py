"""Store the passed tasks in a file beside the student's notebook, for the next kernel.

The file does not affect grades, so it is not protected. A failed check removes its task from the
file, and so does `check()` if a task does not pass with the final values.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from autograder.core.atomic import WriteError, write_atomic
from autograder.core.course.course import Unit

FILE = "progress.json"


def load(unit: Unit, folder: Path) -> set[str]:
    """Return the stored passed tasks of the unit, or an empty set if there is no readable file."""
    try:
        stored = json.loads((folder / FILE).read_bytes())
        return {task.id for task in unit.judged if task.id in stored["passed"]}
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return set()


def save(unit: Unit, folder: Path, passed: Iterable[str]) -> None:
    """Store the passed tasks, but only if the folder contains the notebook.

    Some notebook services run a notebook in another folder. A failure to write is ignored.
    """
    if (folder / f"{unit.id}.ipynb").is_file():
        with suppress(WriteError):  # the session keeps the passed tasks until the kernel ends
            write_atomic(folder / FILE, json.dumps({"passed": sorted(passed)}).encode())
