"""Fill a student's notebook with answers, for the sample class, the benchmark and tests."""

import copy
from collections.abc import Mapping

from autograder.core.course.cell_marker import marker
from autograder.notebook.release.cells import Notebook


def fill(release: Notebook, answers: Mapping[str, str]) -> Notebook:
    """Return a copy of the released notebook with `answers`, a mapping from task id to answer.

    A task without an entry keeps its stub.
    """
    book = copy.deepcopy(release)
    for cell in book["cells"]:
        nbgrader = cell["metadata"].get("nbgrader", {})
        task = nbgrader.get("grade_id", "").removesuffix("-answer")
        if nbgrader.get("solution") and task in answers:
            mark = f"{marker(task, 'answer')}\n" if cell["cell_type"] == "code" else ""
            cell["source"] = mark + answers[task].strip("\n")
    return book
