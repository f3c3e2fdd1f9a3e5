"""The student's notebook is generated, reproducible and free of solutions."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest
from classroom import FIRST, ROOT, output, run

from autograder import Course
from autograder.cli.main import main
from autograder.notebook.release import build, find_mismatch, release_notebook, source_notebook


@pytest.mark.parametrize("name", ["01_first", "02_second", "03_third"])
def test_released_bytes_equal_the_committed_notebook(course: Course, name: str) -> None:
    committed = ROOT / "tests/mini/exercises" / name / f"{name}.ipynb"
    built = build(course, course.unit(name))
    assert built.release == committed.read_bytes(), (
        "If meant: (cd tests/mini && autograder release)"
    )
    assert build(course, course.unit(name)).source == built.source


@pytest.mark.proof  # runs all of nbgrader
def test_nbgrader_generates_the_same_bytes(own_course: Course) -> None:
    root = own_course.path.parent
    shutil.copy(ROOT / "nbgrader_config.py", root)
    built = build(own_course, own_course.unit(FIRST))
    built.write()
    ours = built.release_path.read_bytes()
    shutil.rmtree(root / "exercises")
    run("nbgrader", "generate_assignment", FIRST, cwd=root, code=0)
    assert built.release_path.read_bytes() == ours
    assert [path.name for path in built.release_path.parent.iterdir()] == [f"{FIRST}.ipynb"]


def test_notebook_contains_no_solution_and_no_wrong_answer(course: Course) -> None:
    for unit in course.units.values():
        text = json.dumps(release_notebook(source_notebook(course, unit)))
        public = "".join(t.stub + t.check + t.given + t.prose for t in unit.tasks)
        for task in unit.tasks:
            hidden = [task.solution, *(v.source for v in (*task.wrong, *task.right))]
            for line in "\n".join(hidden).splitlines():
                if len(line.strip()) > 12 and line.strip() not in public:
                    assert json.dumps(line.strip())[1:-1] not in text, line


def test_check_mode_names_the_release_command(
    own_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own_course.path.parent)
    message = "01_first.ipynb is missing. Run: autograder release 01_first"
    assert message in output("release", "--check", code=1).err
    assert main(["release"]) == 0
    assert main(["release", "--check"]) == 0
    built = build(own_course, own_course.unit(FIRST))
    assert built.write() == []
    built.release_path.write_bytes(built.release.replace(b"Twice", b"Thrice"))
    assert "does not match its task files" in (find_mismatch(built) or "")


def test_first_cell_finds_its_clone(blank: dict[str, Any]) -> None:
    source = blank["cells"][1]["source"].replace('start("01_first")', "print(start.__module__)")
    text = f"import sys; sys.path[:] = [p for p in sys.path if p != {str(ROOT)!r}]\n{source}"
    result = run("python", "-c", text, cwd=ROOT / "tests/grading")
    assert result.stdout.strip() == "autograder.notebook.learner.session", result.stderr
