"""A normalized submission: the sequence of cells that is graded."""

from collections.abc import Mapping
from dataclasses import dataclass, field

FRAME = ("title", "setup", "closing", "everything")
EXTRA = "extra"
TEXT = "text"
ANSWERS = ("answer", "essay")


@dataclass(frozen=True)
class GradedCell:
    """One cell of the graded sequence."""

    role: str  # one of FRAME, EXTRA or TEXT; for a task: prose, given, answer, essay or check
    task: str
    source: str

    @property
    def from_course(self) -> bool:
        """Return True if the cell's text comes from the course, False if a student wrote it."""
        return self.role not in ("answer", "essay", EXTRA, TEXT)


@dataclass(frozen=True)
class Submission:
    """The normalized submission of one student for one unit."""

    student: str
    pieces: tuple[GradedCell, ...]
    answered: frozenset[str]  # tasks whose answer cell differs from the stub
    wrappers: tuple[GradedCell, ...] = ()  # course code that wraps answers; run after all cells
    required_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by task
    repeated: frozenset[str] = frozenset()  # tasks with several answers, of which the last counts

    @property
    def sources(self) -> dict[str, str]:
        """Return the text of each answer that counts, by task."""
        return {piece.task: piece.source for piece in self.pieces if piece.role in ANSWERS}

    @property
    def answers(self) -> dict[str, str]:
        """Return the text of each answer that differs from the stub, by task."""
        return {task: text for task, text in self.sources.items() if task in self.answered}

    def code(self) -> list[tuple[str, GradedCell]]:
        """Return pairs of a name and a cell to run, in order; error messages quote the name.

        These are `given` cells, answers and the student's own code, and then the wrappers. The name
        is the task, or "cell N" for the student's own code.
        """
        runs = [p for p in self.pieces if p.role in ("given", "answer", EXTRA)]
        runs += self.wrappers
        return [(f"cell {n}" if p.role == EXTRA else p.task, p) for n, p in enumerate(runs, 1)]
