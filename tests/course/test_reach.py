"""CI runs the required long rows with every commit, and a different share of the others."""

from __future__ import annotations

from pathlib import Path

import pytest
import reach


class Row(pytest.Item):
    def runtest(self) -> None:
        raise NotImplementedError


def row(request: pytest.FixtureRequest, file: str, name: str) -> Row:
    made = Row.from_parent(request.session, name=name)
    made.path = Path(reach.TESTS, file)
    return made


@pytest.mark.parametrize(
    ("file", "name", "expected"),
    [
        ("honest/test_any.py", "test_any[05_matmul_cost-3]", True),
        ("honest/test_any.py", "test_any[06_roofline-3]", False),
        ("honest/test_any.py", "test_any", False),
        ("grading/test_edited.py", "test_any", True),
    ],
)
def test_changed_unit_or_file_requires_its_rows(
    request: pytest.FixtureRequest, file: str, name: str, expected: bool
) -> None:
    paths = {"solutions/05_matmul_cost/01_bill.py", "tests/grading/test_edited.py", "README.md"}
    assert reach.has_changed(paths, row(request, file, name)) is expected


@pytest.mark.parametrize(
    ("path", "file", "name", "repeats", "expected"),
    [
        ("book/07_jit.md", "book/test_any.py", "test_any", False, True),
        ("book/07_jit.md", "book/test_any.py", "test_any", True, False),
        ("book/07_jit.md", "book/test_any.py", "test_any[07_jit]", False, True),
        ("book/07_jit.md", "book/test_any.py", "test_any[08_vmap]", False, False),
        ("book/_static/course.css", "book/test_any.py", "test_any[08_vmap]", False, True),
        ("book/07_jit.md", "honest/test_any.py", "test_any", False, False),
        ("README.md", "book/test_any.py", "test_any", False, False),
    ],
)
def test_changed_book_requires_its_rows_unless_they_repeat_others(
    request: pytest.FixtureRequest, path: str, file: str, name: str, repeats: bool, expected: bool
) -> None:
    item = row(request, file, name)
    item.add_marker(reach.one_of_each([1, 2])[1].marks[0] if repeats else pytest.mark.proof)
    assert reach.has_changed({path}, item) is expected


def test_every_row_is_drawn_after_some_commits() -> None:
    rows = {f"tests/honest/test_both_ways.py::test[{number}]" for number in range(300)}
    drawn = [{r for r in rows if reach.is_drawn(r, f"commit {n}", 3)} for n in range(30)]
    assert set().union(*drawn) == rows
    assert all(len(rows) / 5 < len(some) < len(rows) / 2 for some in drawn)
