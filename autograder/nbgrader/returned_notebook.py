"""A graded copy as a student gets it back, where a platform takes notebooks alone."""

from html import escape
from typing import Any

from autograder.nbgrader.folders import Shown


def with_feedback(book: dict[str, Any], shown: Shown) -> dict[str, Any]:
    """A graded copy as a student gets it back: points and comments in cells of their own.

    Text of a student's stays in its cells, and a comment is quoted: Jupyter shows it as markdown.
    """
    ours = book["metadata"]["autograder"]
    more = sum(shown.most.values()) - shown.settled
    rest = f" so far, {more:g} more are to come" if more else ""
    lines = [f"**{shown.score:g} of {shown.settled:g} points{rest}**", ""]
    lines += [f"Your file could not be read: {ours['refused']}", ""] if ours["refused"] else []
    lines += [
        f"- {ours['titles'].get(task, task)}: "
        + ("no score yet, of" if task in shown.waiting else f"{shown.scores[task]:g} of")
        + f" {most:g}"
        for task, most in shown.most.items()
    ]
    lines += [f"- handed in late: -{shown.late_penalty:g}"] if shown.late_penalty else []
    cells = [_said("feedback", "\n".join(lines))]
    for cell in book["cells"]:
        cells.append(cell)
        name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        if comment := shown.comments.get(name):
            quoted = "\n".join(f"> {line}" for line in escape(comment).splitlines())
            cells.append(_said(f"comment-{len(cells)}", f"**Comment**\n\n{quoted}"))
    return {**book, "cells": cells}


def _said(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}
