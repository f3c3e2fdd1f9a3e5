"""What a task may ask for: one file a kind, found by the name that a header gives it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.say.errors import unknown

if TYPE_CHECKING:
    from autograder.judge.check import Kind

_NAMES = ("program", "sharded", "function", "interactive", "value", "prose")


class _Kinds(Mapping[str, "Kind"]):
    """Each is loaded when it is first asked for: a table of names needs none of them."""

    def __getitem__(self, name: str) -> Kind:
        if name not in _NAMES:
            raise KeyError(name)
        kind: Kind = getattr(import_module(f"autograder.kinds.{name}"), name.upper())
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


KINDS = _Kinds()


def kind_called(name: str, path: Path | None = None, line: int | None = None) -> Kind:
    """The kind of that name; `path` and `line` say who asks."""
    if name not in KINDS:
        raise unknown("kind of task", name, list(KINDS), path, line)
    return KINDS[name]
