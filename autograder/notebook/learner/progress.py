"""Which tasks have passed, in a file beside the learner's notebook: it outlives the kernel.

It counts for no grade, so nobody guards it. A check that fails takes its task out again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from autograder.core.atomic import WriteError, write_atomic
from autograder.core.course.course import Unit

FILE = "progress.json"


def passed(unit: Unit, folder: Path) -> set[str]:
    """The tasks of the unit that passed in this folder's notebook; none where nothing says so."""
    try:
        said = json.loads((folder / FILE).read_bytes())
        return {task.id for task in unit.judged if task.id in said["passed"]}
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return set()


def keep(unit: Unit, folder: Path, passed: Iterable[str]) -> None:
    """Where the notebook lies in the folder, as it does unless some service runs it elsewhere."""
    if (folder / f"{unit.id}.ipynb").is_file():
        with suppress(WriteError):  # then it is known until the kernel ends, as without a folder
            write_atomic(folder / FILE, json.dumps({"passed": sorted(passed)}).encode())
