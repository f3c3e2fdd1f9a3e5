"""What a task may ask for: one file a kind, found by the name that a header gives it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.core.messages.errors import unknown

if TYPE_CHECKING:
    from autograder.core.grading.check import Kind

KINDS = ("program", "sharded", "function", "interactive", "value", "prose")


def kind_called(name: str, path: Path | None = None, line: int | None = None) -> Kind:
    """The kind of that name, loaded when it is first asked for; `path` and `line` say who asks."""
    if name not in KINDS:
        raise unknown("kind of task", name, list(KINDS), path, line)
    kind: Kind = getattr(import_module(f"autograder.core.kinds.{name}"), name.upper())
    return kind
