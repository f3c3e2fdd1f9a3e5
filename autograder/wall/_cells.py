"""Run one notebook cell in a namespace, and say what it raised in the student's own terms."""

import linecache
import traceback
from types import CodeType
from typing import Any

_SHOWN = 300  # characters of an exception's message


class Magic:
    """Stands where IPython's shell does: `%magic` and `!command` do nothing here."""

    def __getattr__(self, name: str) -> Any:
        return nothing


def nothing(*args: Any, **kwargs: Any) -> None:
    """Takes anything, does nothing: `check` and `hint` in a student's own cells, `display`."""


def run_cell(source: str, name: str, space: dict[str, Any]) -> dict[str, Any] | None:
    """Execute; returns what it raised, described, or None."""
    try:
        exec(_compile(source, name), space)
    except BaseException as error:  # SystemExit too: in a notebook it ends a cell, no more
        return describe(error)
    return None


def _compile(source: str, name: str) -> CodeType:
    file = f"<{name}>"
    try:
        code = compile(source, file, "exec")
    except SyntaxError:
        from IPython.core.inputtransformer2 import TransformerManager  # only for magics

        source = TransformerManager().transform_cell(source)
        code = compile(source, file, "exec")
    lines = [line + "\n" for line in source.splitlines()]
    linecache.cache[file] = (len(source), None, lines, file)
    return code


def describe(error: BaseException) -> dict[str, Any]:
    """Type, message and the innermost line of the student's own code."""
    found = {"type": type(error).__name__, "message": "", "where": "", "line": 0, "text": ""}
    try:
        found["message"] = str(error)[:_SHOWN]
    except BaseException:  # a student's __str__ may raise whatever it likes
        found["message"] = "(its message cannot be shown)"
    if isinstance(error, SyntaxError):
        found |= {"where": str(error.filename), "line": error.lineno or 0}
        found["text"] = (error.text or "").strip()[:_SHOWN]
        return found
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename.startswith("<") and frame.filename.endswith(">") and frame.line:
            found |= {"where": frame.filename, "line": frame.lineno or 0}
            found["text"] = frame.line.strip()[:_SHOWN]
    return found
