"""The last cell of the notebook prints a command that works in any folder."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path
from typing import Any

import nbformat
import pytest
from classroom import FIRST
from nbclient import NotebookClient
from nbgrader.utils import determine_grade

from autograder import Course
from autograder.notebook.release import fill, to_bytes


@pytest.mark.proof  # runs a notebook as JupyterLab does
def test_notebook_with_open_tasks_runs_and_its_command_judges_it(
    own_course: Course, blank: dict[str, Any], tmp_path: Path
) -> None:
    folder = own_course.path.parent / "exercises" / FIRST
    folder.mkdir(parents=True)
    task = own_course.unit(FIRST).task("double")
    path = folder / f"{FIRST}.ipynb"
    path.write_bytes(to_bytes(fill(blank, {task.id: task.solution})))
    book: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    cells = {cell["id"]: cell for cell in book.cells}
    # The Validate button of nbgrader treats printed failures like exceptions.
    assert [determine_grade(cells[each.id]) for each in own_course.unit(FIRST).tasks] == [
        (2.0, 2.0),
        (0, 4.0),
        (0, 2.0),
    ]
    printed = "".join(output["text"] for output in cells["everything"].outputs)
    assert printed.startswith(
        f"{FIRST}: 1 of 3 tasks passed.\n  02_move_points           not run yet"
    )
    command = printed.splitlines()[-1].strip()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = subprocess.run(shlex.split(command), cwd=elsewhere, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert done.stdout.endswith(f"{FIRST}: 2 of 8 points\n")
