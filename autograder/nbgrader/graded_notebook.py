"""Build the graded notebook, which nbgrader stores and graders see, from a submission."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.messages.verdict import Verdict
from autograder.nbgrader.score_outputs import outputs
from autograder.notebook.release import grade_id, release_notebook, source_notebook
from autograder.runner.submissions.open_submission import open_submission


def graded_notebook(course: Course, unit: Unit, student: str, path: Path) -> dict[str, Any]:
    """Return the unit's notebook with the answers and cells of the submission at `path`.

    The cells of the course have nbgrader's metadata. Rubrics are shown above essays. Raise
    NeedsReview if a person has to look at the file first.
    """
    opened = open_submission(course, unit, student, path)
    book = released_notebook(course, unit)
    released_cells = {cell["id"]: cell for cell in book["cells"]}
    rubrics = {}
    for task in unit.tasks:
        if task.rubric:
            lines = [f"- {worth:g}: {words}" for worth, words in task.rubric]
            cell = _student_cell("text", 0, "\n".join(["**Points for**", "", *lines]))
            rubrics[task.id] = {**cell, "id": f"{task.id}-rubric"}
    # A student may submit the graded notebook, which already contains the rubric cells.
    rubric_texts = {cell["source"] for cell in rubrics.values()}
    cells = []
    for number, piece in enumerate(opened.submission.pieces):
        if piece.source in rubric_texts:
            continue
        if piece.role in ("extra", "text"):
            cells.append(_student_cell(piece.role, number, piece.source))
            continue
        role = "check" if piece.role == "essay" else piece.role
        name = grade_id(piece.task, role) if piece.task else role
        source = released_cells[name]["source"] if piece.from_course else piece.source
        if piece.role == "essay" and piece.task in rubrics:
            cells.append(rubrics[piece.task])
        cells.append({**released_cells[name], "source": source})
    titles = {task.id: task.title for task in unit.tasks}
    facts = {"file": opened.file, "refused": opened.refused, "titles": titles}
    metadata = {**book["metadata"], "autograder": facts}
    return {**book, "cells": cells, "metadata": metadata}


def released_notebook(course: Course, unit: Unit) -> dict[str, Any]:
    """Return the unit's released notebook, cached by the tasks' digests. Do not modify it."""
    return _release_once(course, unit, tuple(task.digest for task in unit.tasks))


@lru_cache(maxsize=4)
def _release_once(course: Course, unit: Unit, digests: tuple[str, ...]) -> dict[str, Any]:
    return release_notebook(source_notebook(course, unit))


def show_verdict(cell: Any, verdict: Verdict) -> None:
    """Write a verdict's outputs and its status, or "no answer", into the task's check cell."""
    from nbformat import from_dict

    cell["outputs"] = from_dict(outputs(verdict))  # type: ignore[no-untyped-call]
    empty = any(finding.property in ("stub", "undefined") for finding in verdict.failures)
    cell["metadata"]["autograder"] = {"status": "no answer" if empty else verdict.status.value}


def _student_cell(role: str, number: int, source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"id": f"extra-{number}", "metadata": {}, "source": source}
    if role == "extra":
        return {**cell, "cell_type": "code", "execution_count": None, "outputs": []}
    return {**cell, "cell_type": "markdown"}
