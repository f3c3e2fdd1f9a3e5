"""Check the examples in a stub's docstrings (`>>> f(2)`, `(2, 3) -> 5`) on the solution."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from typing import Any

from autograder.authoring.proof import Violation
from autograder.core.course.task import Task
from autograder.core.grading.plain_data import as_data
from autograder.core.grading.show_values import show

OPENING = re.compile(r"[(\[{]")
ARROW = re.compile(r"\s*->\s*")
DIGITS = re.compile(r"\d+\.(\d+)")


def find_false_examples(task: Task, space: dict[str, Any]) -> Iterator[Violation]:
    """Yield a violation for each example of the stub that the solution does not reproduce.

    Examples are read from the docstrings of top-level functions. `space` is the namespace of the
    solution.
    """
    for node in ast.parse(task.stub).body:
        text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) else None
        if isinstance(node, ast.FunctionDef) and text:
            yield from _check_sessions(node.name, text, space)
            yield from _check_arrows(node.name, text, space)


def _check_sessions(name: str, text: str, space: dict[str, Any]) -> Iterator[Violation]:
    test = doctest.DocTestParser().get_doctest(text, space, name, None, None)
    reports: list[str] = []
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(verbose=False, optionflags=options)
    runner.run(test, out=reports.append)
    for report in reports:
        difference = "\n".join(report.strip("*\n").splitlines()[1:])  # without the location
        yield Violation(f"An example in the stub is wrong:\n{difference}")


def _check_arrows(name: str, text: str, space: dict[str, Any]) -> Iterator[Violation]:
    for arrow in ARROW.finditer(text):
        before = text[: arrow.start()]
        values = (_parse_value(before[opening.start() :]) for opening in OPENING.finditer(before))
        # The longest Python literal in brackets at the end of the text before the arrow.
        arguments = next((value for value in values if value is not None), None)
        expected = _value_after(text[arrow.end() :])
        if arguments is None or expected is None:
            continue  # an arrow between shapes or words is not an example
        try:
            got = as_data(
                space[name](*arguments) if isinstance(arguments, tuple) else space[name](arguments)
            )
        except Exception as error:
            remedy = f"Write it as `>>> {name}(...)`."
            yield Violation(
                f"An example in the stub raises {type(error).__name__}: {error}. {remedy}"
            )
            continue
        # A result with decimals may differ by one unit in the last one: by 0.1 for 95238.1.
        digits = max((len(match[1]) for match in DIGITS.finditer(expected)), default=0)
        if not _is_close(ast.literal_eval(expected), got, 10.0**-digits if digits else 0.0):
            remedy = f"Write {show(got)}, or fix the solution."
            problem = f"expects {expected}, but the solution returns another value."
            yield Violation(f"An example in the stub {problem} {remedy}")


def _value_after(text: str) -> str | None:
    """Return the source of the longest Python literal at the start of the text, or None.

    A tuple counts only if it is in parentheses.
    """
    for end in range(len(text), 0, -1):
        value = _parse_value(text[:end])
        # `(0, 1) -> 4, (0, 2) -> 8` contains two examples. The first result is not `4, (0, 2)`.
        if value is not None and (text.startswith("(") or not isinstance(value, tuple)):
            return text[:end].strip().rstrip(".")  # without a period that ends the sentence
    return None


def _parse_value(text: str) -> Any:
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError):
        return None


def _is_close(expected: Any, got: Any, tolerance: float) -> bool:
    got = got.tolist() if hasattr(got, "tolist") else got
    if isinstance(expected, (list, tuple)):
        same = isinstance(got, (list, tuple)) and len(expected) == len(got)
        return same and all(_is_close(*pair, tolerance) for pair in zip(expected, got, strict=True))
    if isinstance(expected, dict):
        same = isinstance(got, dict) and expected.keys() == got.keys()
        return same and all(_is_close(expected[key], got[key], tolerance) for key in expected)
    if isinstance(expected, (int, float)) and isinstance(got, (int, float)):
        return bool(abs(expected - got) <= tolerance)
    return bool(expected == got)
