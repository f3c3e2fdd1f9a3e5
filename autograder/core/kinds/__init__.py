"""The kinds of tasks, each in its own module. The header of a task file names its kind."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.core.messages.errors import unknown

if TYPE_CHECKING:
    from autograder.core.grading.check import Kind

KINDS = ("program", "sharded", "function", "interactive", "value", "prose")


def find_kind(name: str, path: Path | None = None, line: int | None = None) -> Kind:
    """Import and return a kind of task.

    Raise CourseError for an unknown name; the error states `path` and `line`.
    """
    if name not in KINDS:
        raise unknown("kind of task", name, list(KINDS), path, line)
    kind: Kind = getattr(import_module(f"autograder.core.kinds.{name}"), name.upper())
    return kind
