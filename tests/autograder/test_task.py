"""Task files: everything is derived from them, and invalid files get a clear error."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder import Course, CourseError, Task
from autograder.authoring.skeletons import write_task
from autograder.core.course.edits import apply_edit
from autograder.core.course.plan import load_check
from autograder.core.course.task_file import answers_path
from autograder.core.kinds.program import PROGRAM

FILE = Path(__file__).parent.parent / "mini/solutions/01_first/02_move_points.py"
GOOD = f"{FILE.read_text()}\n\n{answers_path(FILE).read_text()}"


def test_task_is_derived_from_its_file(course: Course) -> None:
    task = course.units["01_first"].task("move_points")
    assert (task.id, task.unit, task.kind) == ("02_move_points", "01_first", PROGRAM)
    assert (task.title, task.points, task.minutes) == ("Move every point: one product", 4.0, 10)
    assert task.star
    assert len(task.hints) == 3
    assert task.prose == "Move every point by the matrix.\n\nOne product is enough."
    assert task.given == "import jax\nimport jax.numpy as jnp"
    assert task.names == ("move_points",)
    assert [item.name for item in task.right] == ["with_einsum", "with_vmap"]
    assert task.wrong[1].message == ("The rows of the matrix belong to the result: transpose it.")
    assert task.wrong[1].source == task.solution.replace(".T", "")
    assert task.wrong[2].source.startswith("def move_points")


def test_stubs_of_values_and_prose(course: Course) -> None:
    unit = course.units["02_second"]
    assert unit.task("ridge").stub == "# FLOP per byte\nridge = ..."
    prose = unit.task("04_explain")
    assert prose.stub == "Three sentences are enough.\n\n*Your answer.*"
    assert prose.solution.endswith("instead of a thousand times.")
    assert (prose.names, prose.points, prose.check) == ((), 0, "")


def test_unknown_unit_suggests_the_closest_name(course: Course) -> None:
    with pytest.raises(
        CourseError, match=r"No unit is called '02_secnd'\.\nDid you mean 02_second\?"
    ):
        course.unit("02_secnd")


def line_of(text: str, start: str) -> int:
    """Return the number of the line that starts with the given text."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith(start))


OLD = "# -    return points @ matrix[:3, :3].T + matrix[:3, 3]\n"
NEW = "# +    return points @ matrix[:3, :3] + matrix[:3, 3]\n"
TURN = "def move_points(matrix, points):\n    return points @ matrix[:3, :3].T\n"


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("# ---\n# title", "# title", "# title", "The header is missing."),
        ("# kind: program", "# kind: progam", "# kind", "Did you mean program?"),
        ("# points: 4\n", "", "# ---", "The header lacks `points`."),
        ("# points: 4", "# points: many", "# points", "wrong type.\nWrite a number."),
        ("# points: 4", "# points: true", "# points", "wrong type.\nWrite a number."),
        ("# minutes: 10", "# minutes: true", "# minutes", "wrong type.\nWrite a whole number."),
        ("# star: true", '# "points": 5', '# "points"', "The header has two `points` lines."),
        ("# points: 4", "# points: 0", "# points", "`points: 0` is not allowed."),
        ("# points: 4", '# "points": many', "# ---", "`points: many` has the wrong type."),
        ("# ---\n# title: ", "# ---\n# title: \0", "# title", "contains a control character."),
        ("# star: true", "# star: a: b", "# star", "Quote a value that contains a colon."),
        ("# minutes: 10", "minutes: 10", "minutes", "A header line does not start with `#`."),
        ("# %% given", "# %% givn", "# %% givn", "task file are `[markdown]`, `given`"),
        ("wrong: not_transposed", "wrong: moved_twice", "# Right values", "Two cells are called"),
        ("    ### BEGIN SOLUTION\n", "", "    ### END", "is where the other marker is expected"),
        ("# %% check", "# %% given", "# ---", "There are 0 check cells."),
        (TURN, "def (\n", "def (", "Invalid Python"),
        ("check(\n    move_points,", "print(\n    move_points,", "import numpy", "`check` 0 times"),
        (OLD + NEW, "", "# The rows", "The cell `wrong: not_transposed` has no answer."),
        (OLD, "", NEW, "The edit adds lines, but it does not say where."),
        (OLD, OLD.replace("-  ", "-"), "# -  return", "right after each `-`."),
        (NEW, NEW.replace("points", "("), OLD, "Invalid Python"),
    ],
)
def test_malformed_file_reports_line_and_remedy(
    tmp_path: Path, old: str, new: str, at: str, words: str
) -> None:
    assert old in GOOD
    path = tmp_path / "01_broken.py"
    text = GOOD.replace(old, new, 1)
    write_task(path, text)
    with pytest.raises(CourseError) as caught:
        Task.read(path)
    assert words in str(caught.value)
    file = path if at in path.read_text() else answers_path(path)
    line = line_of(file.read_text(), at.rstrip("\n"))
    assert str(caught.value).startswith(f"{file}:{line}: ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GOOD, r"Move it to answers/01_whole\.py\."),
        (
            GOOD.replace("# %% [markdown]\n# Move", "# Move", 1),
            "There is text before the first cell",
        ),
    ],
    ids=["known answers", "text before the first cell"],
)
def test_misplaced_text_is_rejected(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "01_whole.py"
    path.write_text(text)
    with pytest.raises(CourseError, match=words):
        Task.read(path)


def test_edit_replaces_unique_lines_in_order(tmp_path: Path) -> None:
    solution = "def f(x):\n    y = x\n    x = 1\n    y = x\n    return y\n"
    block = ["-def f(x):", "+import math", "+", "+", "+def f(x):", "", "-    x = 1", "-    y = x"]
    whole = "import math\n\n\ndef f(x):\n    y = x\n    return y"
    assert apply_edit(solution, block, tmp_path, 1) == whole
    with pytest.raises(CourseError, match=r":8: `y = x` occurs 2 times in the solution\."):
        apply_edit(solution, ["-    y = x", "+    y = 2"], tmp_path, 8)
    with pytest.raises(
        CourseError, match=r":10: `x = 1` is before the lines that the last edit changed"
    ):
        apply_edit(solution, ["-    x = 1", "+    x = 2", "-    x = 1"], tmp_path, 8)


def test_error_in_a_course_cell_names_the_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "01_broken.py"
    text = GOOD.replace("import jax\n", "import jax\n1 / 0\n", 1)
    write_task(path, text)
    with pytest.raises(CourseError) as caught:
        load_check(Task.read(path))
    line = line_of(text, "1 / 0")
    assert str(caught.value) == f"{path}:{line}: ZeroDivisionError: division by zero"
