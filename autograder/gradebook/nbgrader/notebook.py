"""A healed submission as the notebook that nbgrader stores, shows to graders and sends back."""

from functools import lru_cache
from typing import Any

from autograder.gradebook.nbgrader.outputs import outputs
from autograder.notebooks import grade_id, release_notebook, source_notebook
from autograder.say.verdict import Verdict
from autograder.task.course import Course, Unit
from autograder.wall import Submission


def graded_notebook(
    course: Course, unit: Unit, submission: Submission, refused: str = "", file: str = ""
) -> dict[str, Any]:
    """Our cells with nbgrader's own metadata, the student's text in its places.

    `file` is the digest of what was handed in, for the receipt.
    """
    book = released(course, unit)
    ours = {cell["id"]: cell for cell in book["cells"]}
    cells = []
    for number, piece in enumerate(submission.pieces):
        if piece.role in ("extra", "text"):
            cells.append(_theirs(piece.role, number, piece.source))
            continue
        name = _name(piece.role, piece.task)
        source = ours[name]["source"] if piece.ours else piece.source
        cells.append({**ours[name], "source": source})
    metadata = {**book["metadata"], "autograder": {"file": file, "refused": refused}}
    return {**book, "cells": cells, "metadata": metadata}


def released(course: Course, unit: Unit) -> dict[str, Any]:
    """The student's notebook, made once for each state of the unit. Not to be changed."""
    return _released(course, unit, tuple(task.digest for task in unit.tasks))


@lru_cache(maxsize=4)
def _released(course: Course, unit: Unit, digests: tuple[str, ...]) -> dict[str, Any]:
    return release_notebook(source_notebook(course, unit))


def show_verdict(cell: Any, verdict: Verdict) -> None:
    """Write a verdict into its check cell."""
    from nbformat import from_dict

    cell["outputs"] = from_dict(outputs(verdict))  # type: ignore[no-untyped-call]
    cell["metadata"]["autograder"] = {"status": verdict.status.value}


def _name(role: str, task: str) -> str:
    return grade_id(task, "check" if role == "essay" else role) if task else role


def _theirs(role: str, number: int, source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"id": f"extra-{number}", "metadata": {}, "source": source}
    if role == "extra":
        return {**cell, "cell_type": "code", "execution_count": None, "outputs": []}
    return {**cell, "cell_type": "markdown"}
