"""Tasks that are added, removed, renumbered or swapped after grading, and backups."""

from __future__ import annotations

import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from classroom import SECOND, Class, grade_sql
from stored_results import store_results
from test_manual_grades import COMMENTED

from autograder import Course
from autograder.nbgrader.read_grades import UnitGrades, read_grades

Capture = pytest.CaptureFixture[str]
DUE = "2026-03-01 12:00:00.000000"


@pytest.fixture
def changed_course(klass: Class, own_course: Course, monkeypatch: pytest.MonkeyPatch) -> Class:
    """Grade by hand and comment. Then remove task 02, renumber 03 to 02 and add 05."""
    klass.sql(grade_sql("manual_score = 1.5"), "bob", "03_layer")
    klass.sql(grade_sql("extra_credit = 0.5"), "ada", "01_ridge")
    klass.sql(COMMENTED, "Nearly.")
    klass.sql("UPDATE assignment SET duedate = ?", DUE)
    monkeypatch.chdir(own_course.path.parent)
    (klass.folder / "nbgrader_config.py").unlink()  # it contains the path of another course
    unit = own_course.path / SECOND
    (unit / "02_best_split.py").unlink()
    (unit / "03_layer.py").rename(unit / "02_layer.py")
    first = (own_course.path / "01_first/01_double.py").read_text()
    (unit / "05_double.py").write_text(first.replace("points: 2", "points: 3"))
    store_submitted(klass, own_course)
    return Class(own_course, klass.folder)


def store_submitted(klass: Class, course: Course) -> None:
    """Store results of the unchanged notebooks under the changed course."""
    books = {who: klass.made("submitted", who).read_bytes() for who in ("ada", "bob", "cyd")}
    store_results(course, klass.folder, {who: {} for who in books}, books=books)


def current_grades(klass: Class) -> UnitGrades:
    return read_grades(klass.folder / "gradebook.db", SECOND)


def dump(klass: Class) -> list[str]:
    with closing(sqlite3.connect(klass.folder / "gradebook.db")) as book:
        return list(book.iterdump())


def test_update_prints_changes_and_keeps_other_grades(changed_course: Class) -> None:
    before = dump(changed_course)
    printed = changed_course.output("grade", SECOND, code=2).err
    assert f"autograder grade {SECOND} --update-tasks --class {changed_course.folder}" in printed
    for line in (
        "03_layer becomes 02_layer",
        "02_best_split is removed, with its points and comments",
        "05_double is new",
        "ada loses points: 2 of 02_best_split",
    ):
        assert f"  {line}\n" in printed
    assert "the cells of a task changed" not in printed
    assert dump(changed_course) == before
    assert changed_course.command("grade", SECOND, "--update-tasks") == 0
    unit = current_grades(changed_course)
    grades = unit.grades
    assert set(grades["bob"]) == {"01_ridge", "02_layer", "04_explain", "05_double"}
    assert grades["bob"]["02_layer"].manual == 1.5
    assert grades["ada"]["01_ridge"].extra == 0.5
    assert (grades["ada"]["05_double"].auto, grades["ada"]["05_double"].max_points) == (0.0, 3.0)
    assert unit.comments["bob"]["02_layer-answer"] == "Nearly."
    assert str(unit.times["bob"].due) == "2026-03-01 12:00:00"
    assert changed_course.command("verify") == 0


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("", 2)])
def test_terminal_asks_before_the_update(
    changed_course: Class, monkeypatch: pytest.MonkeyPatch, capsys: Capture, answer: str, code: int
) -> None:
    before = dump(changed_course)
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    assert changed_course.command("grade", SECOND, "--json") == code
    printed = capsys.readouterr()
    assert "Update the gradebook? It is backed up first. [y/N] " in printed.err
    assert (dump(changed_course) == before) is (code == 2)
    if code == 0:
        assert json.loads(printed.out), "the question is not part of the data"


def test_grading_makes_one_backup_for_each_state(klass: Class) -> None:
    """A second run without changes makes no backup."""
    for _ in range(2):
        assert klass.command("grade", SECOND) == 0
    made = sorted((klass.folder / "backups").iterdir())
    assert len(made) == 1
    assert (made[0] / "ledger.jsonl").read_bytes() == klass.ledger.read_bytes()


def test_swapped_tasks_keep_their_grades(
    klass: Class, own_course: Course, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    klass.sql(grade_sql("manual_score = 1.5"), "bob", "03_layer")
    klass.sql(grade_sql("manual_score = 0.5"), "bob", "02_best_split")
    monkeypatch.chdir(own_course.path.parent)
    (klass.folder / "nbgrader_config.py").unlink()
    unit = own_course.path / SECOND
    (unit / "03_layer.py").rename(unit / "02_layer.py")
    (unit / "02_best_split.py").rename(unit / "03_best_split.py")
    store_submitted(klass, own_course)
    assert Class(own_course, klass.folder).command("grade", SECOND, "--update-tasks") == 0
    grades = current_grades(klass).grades["bob"]
    assert (grades["02_layer"].manual, grades["03_best_split"].manual) == (1.5, 0.5)
