"""The examples of a stub: a learner believes them, so they are run."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from typing import Any

from autograder.authoring.proof import Breach
from autograder.core.course.task import Task
from autograder.core.grading.plain_data import as_data
from autograder.core.grading.show_values import show

OPENING = re.compile(r"[(\[{]")
ARROW = re.compile(r"\s*->\s*")
DIGITS = re.compile(r"\d+\.(\d+)")


def false_examples(task: Task, space: dict[str, Any]) -> Iterator[Breach]:
    """A breach for each example in the stub's docstrings that the solution does not give."""
    for node in ast.parse(task.stub).body:
        text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) else None
        if isinstance(node, ast.FunctionDef) and text:
            yield from _sessions(node.name, text, space)
            yield from _arrows(node.name, text, space)


def _sessions(name: str, text: str, space: dict[str, Any]) -> Iterator[Breach]:
    test = doctest.DocTestParser().get_doctest(text, space, name, None, None)
    said: list[str] = []
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(verbose=False, optionflags=options)
    runner.run(test, out=said.append)
    yield from (Breach(f"An example in the stub is false:\n{text}") for text in map(_brief, said))


def _brief(report: str) -> str:
    """A report of doctest's without its ruler and its line of a file that is not there."""
    return "\n".join(report.strip("*\n").splitlines()[1:])


def _arrows(name: str, text: str, space: dict[str, Any]) -> Iterator[Breach]:
    for arrow in ARROW.finditer(text):
        asked, told = _before(text[: arrow.start()]), _after(text[arrow.end() :])
        if asked is None or told is None:
            continue  # shapes, or words: nothing that could be run
        try:
            got = as_data(space[name](*asked) if isinstance(asked, tuple) else space[name](asked))
        except Exception as error:
            mend = f"write it as `>>> {name}(...)`."
            yield Breach(f"The stub's example stops with {type(error).__name__}: {error}; {mend}")
            continue
        # As much as a person reads off: 95238.1 stands for what lies within its last digit.
        digits = max((len(found[1]) for found in DIGITS.finditer(told)), default=0)
        if not _alike(ast.literal_eval(told), got, 10.0**-digits if digits else 0.0):
            mend = f"write {show(got)}, or mend the solution."
            yield Breach(f"The stub's example says {told}, and the solution differs; {mend}")


def _before(text: str) -> Any:
    """The longest bracketed value at the end of a text; None if there is none."""
    values = (_value(text[opening.start() :]) for opening in OPENING.finditer(text))
    return next((value for value in values if value is not None), None)


def _after(text: str) -> str | None:
    """The longest value at the start of a text, as it is written."""
    for end in range(len(text), 0, -1):
        value = _value(text[:end])
        # `(0, 1) -> 4, (0, 2) -> 8` are two examples, and no tuple.
        if value is not None and (text.startswith("(") or not isinstance(value, tuple)):
            return text[:end].strip().rstrip(".")  # the end of a sentence
    return None


def _value(text: str) -> Any:
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError):
        return None


def _alike(told: Any, got: Any, room: float) -> bool:
    got = got.tolist() if hasattr(got, "tolist") else got
    if isinstance(told, (list, tuple)):
        same = isinstance(got, (list, tuple)) and len(told) == len(got)
        return same and all(_alike(*pair, room) for pair in zip(told, got, strict=True))
    if isinstance(told, dict):
        same = isinstance(got, dict) and told.keys() == got.keys()
        return same and all(_alike(told[key], got[key], room) for key in told)
    if isinstance(told, (int, float)) and isinstance(got, (int, float)):
        return bool(abs(told - got) <= room)
    return bool(told == got)
