"""Run one notebook cell in a namespace, and say what it raised in the student's own terms."""

import linecache
import re
from dataclasses import asdict
from types import CodeType
from typing import Any

from autograder.say.trouble import trouble
from autograder.say.verdict import Finding

LENGTH = 2000  # letters of each text; the judge cuts there again, and reads no endless answer
# The magics whose cell runs as if they were not there; every other cell magic takes its cell away.
_RUNS_ITS_CELL = re.compile(r"\A\s*(%%(time|capture|prun)\b.*\n\s*)+")


class Magic:
    """Stands where IPython's shell does: `%magic` and `!command` do nothing here."""

    def __getattr__(self, name: str) -> Any:
        return nothing


def nothing(*args: Any, **kwargs: Any) -> None:
    """Takes anything, does nothing: `check` and `hint` in a student's own cells, `display`."""


def run_cell(source: str, name: str, space: dict[str, Any]) -> dict[str, Any] | None:
    """Execute; returns what it raised, as a finding, or None."""
    try:
        exec(_compile(source, name), space)
    except BaseException as error:  # SystemExit too: in a notebook it ends a cell, no more
        return finding(error)
    return None


def finding(error: BaseException) -> dict[str, Any]:
    """An error in plain words, as data."""
    try:
        found = asdict(trouble(error))
        return {
            name: text[:LENGTH] if isinstance(text, str) else text for name, text in found.items()
        }
    except BaseException:  # a student's own __str__ may raise whatever it likes
        words = "Your code stopped with an error whose message cannot be shown."
        return asdict(Finding("raised", False, words))


def _compile(source: str, name: str) -> CodeType:
    file = f"<{name}>"
    source = _RUNS_ITS_CELL.sub(lambda found: "\n" * found[0].count("\n"), source)
    try:
        code = compile(source, file, "exec")
    except SyntaxError:
        from IPython.core.inputtransformer2 import TransformerManager  # only for magics

        source = TransformerManager().transform_cell(source)  # type: ignore[no-untyped-call]
        code = compile(source, file, "exec")
    lines = [line + "\n" for line in source.splitlines()]
    linecache.cache[file] = (len(source), None, lines, file)
    return code
