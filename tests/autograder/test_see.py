"""`see` shows a program or explains why it cannot."""

from __future__ import annotations

import pytest
from notebook_cells import notebook_shell

from autograder import Course

pytestmark = pytest.mark.usefixtures("notebook", "course")
BEGIN = "from autograder import check, see, start; start('01')"
SLOW = """# task: 01_double
def double(x):
    waste = x * 3
    return x + x + waste - waste"""


def outputs(capsys: pytest.CaptureFixture[str], *cells: str) -> tuple[str, str]:
    with notebook_shell() as shell:
        shell.run_cell(BEGIN)
        for cell in cells[:-1]:
            shell.run_cell(cell)
        capsys.readouterr()
        shell.run_cell(cells[-1]).raise_error()
        captured = capsys.readouterr()
    return captured.out, captured.err


def test_see_uses_the_largest_public_size(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = outputs(capsys, SLOW, "see(double)")
    assert err == ""
    row = next(line for line in out.splitlines() if "waste = x * 3" in line)
    assert row.split()[0] == "25%"
    assert row.endswith("multiply")
    assert "The book's CPU, AMD EPYC: " in out
    assert "The book's GPU, NVIDIA H200: " in out


def test_excess_cost_mentions_see(capsys: pytest.CaptureFixture[str]) -> None:
    expensive = (
        "# task: 02_move_points\n"
        "import jax.numpy as jnp\n"
        "def move_points(matrix, points):\n"
        "    each = jnp.pad(points, ((0, 0), (0, 1)), constant_values=1)\n"
        "    return (each @ matrix.T)[:, :3] + (each @ jnp.flip(matrix)).sum() * 0"
    )
    out, err = outputs(capsys, expensive, "check(move_points)")
    assert "Cost of each line: see(move_points)" in out + err


def test_data_dependent_loop_shows_its_trip_count(capsys: pytest.CaptureFixture[str]) -> None:
    cell = (
        "# task: 01_double\nimport jax\n"
        "def double(x):\n"
        "    rounds = 3 + (x[0] * 0).astype('int32')\n"
        "    return 2 * x + jax.lax.fori_loop(0, rounds, lambda i, y: y / 2, x) * 0"
    )
    out, err = outputs(capsys, cell, "see(double)")
    assert err == ""
    assert "not counted" not in out
    assert "3 divide" in next(line for line in out.splitlines() if "fori_loop" in line)


def test_library_function_is_shown_by_operation(capsys: pytest.CaptureFixture[str]) -> None:
    cell = "# task: 01_double\nimport jax.numpy as jnp\ndouble = jnp.negative"
    out, err = outputs(capsys, cell, "see(double)")
    assert err == ""
    assert out.startswith("No source lines to show")
    assert out.splitlines()[2].split()[0] == "negate"
    assert ".py" not in out


@pytest.mark.parametrize(
    ("cell", "call", "words"),
    [
        ("def count_flops(m, k, n):\n    return 0", "see(count_flops)", "is a Python function"),
        (
            "def double(x):\n    raise NotImplementedError('your turn')",
            "see(double)",
            "`see` has no program to show yet.",
        ),
        ("def double(x):\n    return x + y", "see(double)", "name 'y' is not defined"),
        ("def other(x):\n    return x", "see(other)", "see(f, x) shows any function"),
    ],
)
def test_see_explains_missing_output(
    cell: str, call: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = outputs(capsys, cell, call)
    assert out == ""
    assert words in err
