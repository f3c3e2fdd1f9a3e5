"""Of long rows a change leaves out those that cannot come out otherwise, and no more."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import reach

FOLDERS = sorted({path.parent for path in reach.TESTS.glob("*/test_*.py")})
OF_THE_INSTRUMENT = "manylanes", "suites"  # which knows no grader


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_a_folder_imports_reaches_it(folder: Path) -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in folder.glob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = {n.module or "" for n in nodes if isinstance(n, ast.ImportFrom)}
    names |= {name.name for n in nodes if isinstance(n, ast.Import) for name in n.names}
    packages = {name.split(".")[0] for name in names} & {"manylanes", "autograder"}
    assert {f"{package}/" for package in packages} <= set(reach.REACHED_BY[folder.name])


@pytest.mark.parametrize(
    ("path", "reached"),
    [
        ("book/05_matmul_cost.md", ["book", "course"]),
        ("manylanes/_cost/analysis/trip_count.py", [folder.name for folder in FOLDERS]),
        (
            "autograder/core/grading/growth.py",
            [f.name for f in FOLDERS if f.name not in OF_THE_INSTRUMENT],
        ),
        ("tests/grading/classroom.py", ["grading"]),
        ("requirements.txt", [folder.name for folder in FOLDERS]),
        ("README.md", []),
    ],
)
def test_a_change_reaches_who_reads_it(path: str, reached: list[str]) -> None:
    found = [f.name for f in FOLDERS if reach.reaches({path}, f / "test_any.py", "test_any")]
    assert found == reached


def test_a_unit_that_changed_reaches_its_own_rows() -> None:
    file, changed = reach.TESTS / "honest/test_any.py", {"solutions/05_matmul_cost/01_bill.py"}
    rows = ["test_any[05_matmul_cost-3]", "test_any[06_roofline-3]", "test_any"]
    assert [reach.reaches(changed, file, row) for row in rows] == [True, False, True]


def test_of_the_rest_each_has_its_turn() -> None:
    rows = {f"tests/honest/test_both_ways.py::test[{number}]" for number in range(300)}
    seen = [{r for r in rows if reach.drawn(r, f"commit {n}", 3)} for n in range(30)]
    assert set().union(*seen) == rows
    assert all(len(rows) / 5 < len(some) < len(rows) / 2 for some in seen)
