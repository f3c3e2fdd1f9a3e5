"""The miniature course as an instructor would write it for plain nbgrader, with assert cells."""

from __future__ import annotations

from typing import Any

from autograder import Course, Task

Book = dict[str, Any]
UNITS = ("01_first", "02_second")  # nbgrader has no devices, no sharding and no counters
_ARRAYS = "import jax.numpy as jnp\nimport numpy as np\n\n"
# All students get the same parameters, because nbgrader has no individual ones.
GIVEN = {"01_ridge": "peak, bandwidth = 250, 40"}
PUBLIC_ASSERTS = {
    "01_double": _ARRAYS + "assert np.allclose(double(jnp.array([1.0, 2.0, 3.0])), [2, 4, 6])",
    "02_move_points": _ARRAYS
    + "eye = jnp.eye(4)\nassert np.allclose(move_points(eye, jnp.ones((2, 3))), np.ones((2, 3)))",
    "03_count_flops": "assert count_flops(2, 3, 4) == 48",
    "01_ridge": "assert ridge > 0",
    "02_best_split": "assert sorted(best_split(7, 3)) == [2, 2, 3]",
    "03_layer": _ARRAYS
    + """params = {"w": jnp.ones((2, 3)), "b": jnp.ones(3)}
assert np.allclose(layer_gradient(params, jnp.ones((4, 2)))["b"], 4)""",
}
HIDDEN_ASSERTS = {
    "01_double": "x = np.arange(-9, 9).astype(np.float32)\nassert np.allclose(double(x), 2 * x)",
    "02_move_points": """rng = np.random.default_rng(5)
matrix, points = rng.normal(size=(4, 4)), rng.normal(size=(7, 3))
expected = points @ matrix[:3, :3].T + matrix[:3, 3]
assert np.allclose(move_points(jnp.array(matrix), jnp.array(points)), expected, atol=1e-4)""",
    "03_count_flops": """assert count_flops(17, 5, 31) == 5270
assert count_flops(1, 1, 1) == 2""",
    "01_ridge": "assert abs(ridge - 6.25) < 0.01",
    "02_best_split": """for n, parts in [(0, 2), (10, 4), (23, 7), (40, 1)]:
    piles = best_split(n, parts)
    assert len(piles) == parts
    assert sum(piles) == n
    assert max(piles) - min(piles) <= 1""",
    "03_layer": """x = np.arange(12, dtype=np.float32).reshape(4, 3)
params = {"w": jnp.zeros((3, 2)), "b": jnp.zeros(2)}
found = layer_gradient(params, jnp.array(x))
assert np.allclose(found["w"], np.tile(x.sum(0)[:, None], (1, 2)))
assert np.allclose(found["b"], [4, 4])""",
}
# Inputs of the hidden asserts, as an output would show them.
INPUTS = ("10, 4", "23, 7", "40, 1", "17, 5, 31")


def source_book(course: Course, unit: str) -> Book:
    """Return the instructor's notebook for nbgrader's source folder."""
    cells = [_cell("markdown", "title", f"# {unit}")]
    for task in course.unit(unit).judged:
        cells += _cells(task)
    return {"cells": cells, "metadata": _KERNEL, "nbformat": 4, "nbformat_minor": 5}


_KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def _cells(task: Task) -> list[Book]:
    answer = f"# task: {task.id}\n### BEGIN SOLUTION\n{task.solution}\n### END SOLUTION"
    hidden = f"### BEGIN HIDDEN TESTS\n{HIDDEN_ASSERTS[task.id]}\n### END HIDDEN TESTS"
    return [
        _cell("markdown", f"{task.id}-text", task.prose),
        _cell("code", f"{task.id}-given", GIVEN.get(task.id, task.given)),
        _cell("code", f"{task.id}-answer", answer, solution=True),
        _cell(
            "code",
            task.id,
            f"{PUBLIC_ASSERTS[task.id]}\n{hidden}",
            grade=True,
            locked=True,
            points=task.points,
        ),
    ]


def _cell(kind: str, name: str, source: str, **nbgrader: Any) -> Book:
    cell: Book = {"cell_type": kind, "id": name, "metadata": {}, "source": source}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    if nbgrader:
        plain = {"schema_version": 3, "grade": False, "solution": False, "locked": False}
        cell["metadata"] = {"nbgrader": {**plain, "task": False, "grade_id": name, **nbgrader}}
    return cell
