"""Create sample classes with right answers and a given number of different programs."""

from dataclasses import dataclass
from pathlib import Path

from autograder import Course, Unit
from autograder.notebook.release import fill, release_notebook, source_notebook, to_bytes

# This code turns a right answer into a different program with the same results: the new program
# returns the maximum of each result and a constant. The results are assumed to be larger than the
# constant. Two students with the same program still have different source code.
_VARIANT = """

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
class SampleClass:
    """The notebooks of a class for one unit, by student."""

    unit: Unit
    notebooks: dict[str, bytes]

    def write(self, folder: Path) -> None:
        """Write the notebooks as submitted/STUDENT/UNIT/UNIT.ipynb, as nbgrader expects."""
        for student, data in self.notebooks.items():
            path = folder / "submitted" / student / self.unit.id / f"{self.unit.id}.ipynb"
            path.parent.mkdir(parents=True)
            path.write_bytes(data)

    def first(self, count: int) -> "SampleClass":
        """Return a class of the first `count` students."""
        return SampleClass(self.unit, dict(list(self.notebooks.items())[:count]))


def make_class(course: Course, unit: Unit, count: int, distinct: int) -> SampleClass:
    """Return a class of `count` students with `distinct` different programs for each program task.

    For all other tasks, each student has the solution.
    """
    blank = release_notebook(source_notebook(course, unit))
    notebooks = {}
    for index in range(count):
        fields = {"student": f"student-{index:04}", "count": index, "number": index % distinct}
        answers = {task.id: task.solution for task in unit.tasks}
        for task in unit.tasks:
            if task.kind.compiled:
                answers[task.id] += _VARIANT.format(name=task.names[0], **fields)
        notebooks[fields["student"]] = to_bytes(fill(blank, answers))
    return SampleClass(unit, notebooks)
