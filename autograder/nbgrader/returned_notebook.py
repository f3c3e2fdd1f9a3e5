"""Build a notebook with feedback, for platforms that return only notebooks to students."""

from html import escape
from typing import Any

from autograder.nbgrader.folders import FeedbackData


def add_feedback(book: dict[str, Any], data: FeedbackData) -> dict[str, Any]:
    """Return a graded notebook with additional cells for points and comments.

    The student's cells stay unchanged. Comments are escaped, because Jupyter renders them as
    markdown.
    """
    ours = book["metadata"]["autograder"]
    pending = sum(data.max_points.values()) - data.graded_points
    rest = f" so far, {pending:g} more not graded yet" if pending else ""
    lines = [f"**{data.score:g} of {data.graded_points:g} points{rest}**", ""]
    lines += [f"Your file could not be read: {ours['refused']}", ""] if ours["refused"] else []
    lines += [
        f"- {ours['titles'].get(task, task)}: "
        + ("no score yet, of" if task in data.waiting else f"{data.scores[task]:g} of")
        + f" {most:g}"
        for task, most in data.max_points.items()
    ]
    lines += [f"- late submission: -{data.late_penalty:g}"] if data.late_penalty else []
    cells = [_text_cell("feedback", "\n".join(lines))]
    for cell in book["cells"]:
        cells.append(cell)
        name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        if comment := data.comments.get(name):
            quoted = "\n".join(f"> {line}" for line in escape(comment).splitlines())
            cells.append(_text_cell(f"comment-{len(cells)}", f"**Comment**\n\n{quoted}"))
    return {**book, "cells": cells}


def _text_cell(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}
