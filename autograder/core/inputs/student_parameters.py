"""Draw the parameters of a value task for each student. All machines draw the same values."""

from __future__ import annotations

import os
from collections import namedtuple
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from autograder.core.inputs.cases import resolve
from autograder.core.inputs.generator import Stream, round_to_three_digits
from autograder.core.inputs.input_spec import Name, parse_spec

_student: ContextVar[str] = ContextVar("student", default="")


def student() -> str:
    """Return the name of the student whose parameters are drawn.

    The name is set by `name_student` or `drawing_for`, or else by the environment variable
    NBGRADER_STUDENT or JUPYTERHUB_USER. Otherwise, it is "you".
    """
    names = (_student.get(), os.environ.get("NBGRADER_STUDENT"), os.environ.get("JUPYTERHUB_USER"))
    return next((name for name in names if name), "you")


def name_student(name: str) -> None:
    """Set the student whose parameters are drawn from now on."""
    _student.set(name)


@contextmanager
def drawing_for(name: str) -> Iterator[None]:
    """Set the student whose parameters are drawn inside this context."""
    token = _student.set(name)
    try:
        yield
    finally:
        _student.reset(token)


def figures(text: str) -> Any:
    """Return a named tuple of parameters, drawn from the student's name and `text`.

    For example, `peak, bandwidth = figures("peak: 100..400, bandwidth: 10..60")` draws two numbers.
    """
    spec = parse_spec(text)
    stream = Stream(b"figures", student(), text)

    def choose(name: str, entry: Name, low: Any, high: Any) -> Any:
        if entry.choices:
            return entry.choices[int(stream.whole(0, len(entry.choices) - 1))]
        if entry.real:
            return round_to_three_digits(float(stream.real(low, high)), low, high)
        return int(stream.whole(low, high))

    env = resolve(spec, choose)
    return namedtuple("Figures", list(spec.args))(*spec.fill(env))
