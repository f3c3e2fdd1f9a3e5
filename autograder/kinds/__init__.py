"""What a task may ask for: one file a kind, found by the name that a header gives it."""

from pathlib import Path

from autograder.judge.check import Kind
from autograder.kinds.function import FUNCTION
from autograder.kinds.interactive import INTERACTIVE
from autograder.kinds.program import PROGRAM
from autograder.kinds.prose import PROSE
from autograder.kinds.sharded import SHARDED
from autograder.kinds.value import VALUE
from autograder.say.errors import unknown

KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (PROGRAM, SHARDED, FUNCTION, INTERACTIVE, VALUE, PROSE)
}


def kind_called(name: str, path: Path | None = None, line: int | None = None) -> Kind:
    """The kind of that name; `path` and `line` say who asks."""
    if name not in KINDS:
        raise unknown("kind of task", name, list(KINDS), path, line)
    return KINDS[name]
