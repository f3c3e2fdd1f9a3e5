"""One notebook cell: whose it is, what nbgrader is told about it, how it is found again."""

from typing import Any

Cell = dict[str, Any]
Notebook = dict[str, Any]


def grade_id(task: str, role: str) -> str:
    """The name nbgrader and the cell's own id use: the task itself for what carries its points."""
    return task if role == "check" else f"{task}-{role}"


def code(name: str, source: str, **nbgrader: Any) -> Cell:
    """A code cell without outputs."""
    cell = _cell("code", name, source, nbgrader)
    return {**cell, "execution_count": None, "outputs": []}


def folded(cell: Cell) -> Cell:
    """The cell with its code out of sight, in JupyterLab and in Colab; it runs all the same."""
    hidden = {"jupyter": {"source_hidden": True}, "cellView": "form"}
    return {**cell, "metadata": {**cell["metadata"], **hidden}}


def markdown(name: str, source: str, **nbgrader: Any) -> Cell:
    """A text cell."""
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
    """A notebook that names the language but no version of anything, so it never goes stale."""
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
