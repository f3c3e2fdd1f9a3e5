"""Create notebook cells with nbgrader's metadata and with ids that identify the cells."""

from typing import Any

Cell = dict[str, Any]
Notebook = dict[str, Any]


def grade_id(task: str, role: str) -> str:
    """Return nbgrader's name for a cell, which is also the id of the cell.

    The check cell, which carries the points, has the name of the task.
    """
    return task if role == "check" else f"{task}-{role}"


def code(name: str, source: str, **nbgrader: Any) -> Cell:
    """Return a locked code cell without outputs. `nbgrader` overrides fields of its metadata."""
    cell = _cell("code", name, source, nbgrader)
    return {**cell, "execution_count": None, "outputs": []}


def hide_code(cell: Cell) -> Cell:
    """Return the cell with its code hidden in JupyterLab and in Colab."""
    hidden = {"jupyter": {"source_hidden": True}, "cellView": "form"}
    return {**cell, "metadata": {**cell["metadata"], **hidden}}


def markdown(name: str, source: str, **nbgrader: Any) -> Cell:
    """Return a locked text cell. `nbgrader` overrides fields of its metadata."""
    return _cell("markdown", name, source, nbgrader)


def _cell(kind: str, name: str, source: str, nbgrader: dict[str, Any]) -> Cell:
    flags = {"grade": False, "solution": False, "locked": True, "task": False, **nbgrader}
    return {
        "cell_type": kind,
        "id": name,
        "metadata": {"nbgrader": {**flags, "grade_id": name, "schema_version": 3}},
        "source": source.strip("\n"),
    }


def notebook(cells: list[Cell]) -> Notebook:
    """Return a notebook without the version of Python, which would go out of date."""
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
