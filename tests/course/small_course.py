"""A valid course of one chapter and one unit, of which tests break a rule."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from autograder import Course
from autograder.authoring.proof import Proof
from autograder.authoring.prove import UnitPiece
from autograder.authoring.skeletons import write_task
from autograder.notebook.release import build

UNIT = "02_made"
CONFIG = Path(__file__).parents[2] / "_config.yml"
TASK = """\
# ---
# title: Made for a test
# kind: {kind}
# points: {points}
# minutes: 5
# star: {star}
# hints:
#   - "One."
#   - "Two."
#   - "Three."
# ---

# %% [markdown]
# Do it.

# %% given
{given}

# %% answer
def {name}(x):
    ### BEGIN SOLUTION
    return x
    ### END SOLUTION

# %% check
check({name}, given="x: f32[n]")

# %% wrong: doubled
# You doubled it.
def {name}(x):
    return x + x

# %% right: knows_more
import jax

def {name}(x):
    return jax.lax.associative_scan(lambda _, last: last, x)
"""
PAGE = """\
# A title

```{code-cell} ipython3
from manylanes import time
print(time)

def thrice(x):
    return 3 * x
```
"""
EXPERIMENT = "from manylanes import time"
TASKS = {
    "01_one": {"kind": "program", "points": 2, "given": EXPERIMENT},
    "02_two": {"kind": "function", "points": 2},
    "03_three": {"kind": "function", "points": 3},
    "04_four": {"kind": "program", "points": 3, "star": "true"},
}


def task(stem: str, **over: object) -> str:
    """Return a task file."""
    usual = {"given": "import math", "star": "false", "name": stem[3:]}
    return TASK.format(**{**usual, **TASKS.get(stem, {}), **over})


@dataclass(frozen=True)
class SmallCourse:
    """The course in its own folder."""

    root: Path

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {name}: this changes nothing"
        self.write(name, text.replace(old, new))

    def release(self) -> None:
        course = Course(self.root / "solutions")
        build(course, course.unit(UNIT)).write()

    @property
    def unit(self) -> UnitPiece:
        return UnitPiece(self.root, self.root / "solutions" / UNIT)

    def proofs(self) -> list[Proof]:
        """Return the proofs of the unit; test_prove.py has those of tasks."""
        return list(self.unit.proofs())

    def broken(self) -> list[str]:
        return [str(proof) for proof in self.proofs() if proof.broken]


def make_course(root: Path) -> SmallCourse:
    """Create a course that keeps every rule."""
    course = SmallCourse(root)
    for stem in TASKS:
        write_task(root / f"solutions/{UNIT}/{stem}.py", task(stem))
    course.write(f"book/{UNIT}.md", PAGE)
    course.write("book/_toc.yml", f"parts:\n  - chapters:\n      - file: {UNIT}\n")
    course.write("book/_static/explorables/made-thing.js", "")
    course.write("_config.yml", CONFIG.read_text())  # a notebook links to its repository
    course.release()
    return course
