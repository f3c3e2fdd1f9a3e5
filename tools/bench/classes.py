"""Classes to grade: right answers, as many of them different programs as one asks for."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder import Course, Unit
from autograder.notebook.release import fill, release_notebook, source_notebook, to_bytes

# A right answer that is another program: no result of ours is so small that it is cut off.
# Equal programs come from different people: the text is each one's own.
_OTHERWISE = """

# {student}
_plain_{name} = {name}


def {name}(*args):
    import jax
    import jax.numpy as jnp

    def cut_{count}(x{count}):
        return x{count} if x{count}.dtype == bool else jnp.maximum(x{count}, -(2**20) - {number})

    return jax.tree.map(cut_{count}, _plain_{name}(*args))
"""


@dataclass(frozen=True)
class Handed:
    """A class: notebooks by student."""

    unit: Unit
    books: dict[str, bytes]

    def write(self, folder: Path) -> None:
        """As nbgrader wants them: submitted/<student>/<unit>/<unit>.ipynb."""
        for student, data in self.books.items():
            path = folder / "submitted" / student / self.unit.id / f"{self.unit.id}.ipynb"
            path.parent.mkdir(parents=True)
            path.write_bytes(data)

    def first(self, count: int) -> "Handed":
        """Some of them."""
        return Handed(self.unit, dict(list(self.books.items())[:count]))


def handed(course: Course, unit: Unit, count: int, distinct: int) -> Handed:
    """`count` students, `distinct` different programs for each task among them."""
    blank = release_notebook(source_notebook(course, unit))
    books = {}
    for place in range(count):
        words = {"student": f"student-{place:04}", "count": place, "number": place % distinct}
        books[words["student"]] = to_bytes(fill(blank, _answers(unit, words)))
    return Handed(unit, books)


def _answers(unit: Unit, words: dict[str, Any]) -> dict[str, str]:
    answers = {}
    for task in unit.tasks:
        answers[task.id] = task.solution
        if task.kind.compiled:
            answers[task.id] += _OTHERWISE.format(name=task.names[0], **words)
    return answers
