"""The output of `autograder grade`: points, required actions and JSON."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from classroom import (
    SECOND,
    Class,
    grade_sql,
    hand_in,
    lines_by_student,
    notebook_bytes,
    output,
)
from stored_results import right_answers, store_results

from autograder import Course
from autograder.cli.main import main
from autograder.nbgrader.read_grades import read_grades
from autograder.results.backup import backups, keep_backup

ZHANG = "\u5f20\u4e09"


def test_table_and_summary_show_the_scores_of_the_gradebook(klass: Class) -> None:
    """Grade with manual points for bob, and with a syntax error and an essay of Zhang."""
    klass.sql(grade_sql("manual_score = 1.5"), "bob", "03_layer")
    broken = {"01_ridge": "ridge = = 1", "04_explain": "It is read once."}
    hand_in(klass.folder, ZHANG, notebook_bytes(klass.course, SECOND, broken))
    lines = lines_by_student(klass.output("grade").out)
    assert lines["student"].split()[1:] == ["ridge", "best_split", "layer", "points"]
    assert "1.5 by hand" in lines["bob"]
    assert lines["bob"].endswith("1.5 of 5  as before")
    assert lines["cyd"].count("no answer") == 3
    # A Chinese character is two columns wide.
    assert lines[ZHANG].index("syntax error") == lines["cyd"].index("no answer") - 2
    assert lines["Class:"].startswith(
        "Class: 4 graded, 0 late, 0 without a score; mean 1.62, median"
    )
    assert "01_ridge 25%" in lines["right:"]
    assert "1 x " in lines["mistakes:"]
    assert "04_explain:" not in lines, "an essay without points needs no grading"


def test_json_output_has_the_same_scores(klass: Class) -> None:
    klass.sql(grade_sql("manual_score = 1.5"), "bob", "03_layer")
    (unit,) = json.loads(klass.output("grade", "--json").out)
    assert unit["graded"] == 3
    assert unit["lines"][1]["marks"]["03_layer"]["points"] == 1.5
    assert unit["mean"] == pytest.approx((5 + 1.5 + 0) / 3)


def test_notebook_in_a_wrong_place_is_reported(klass: Class) -> None:
    submitted = klass.folder / "submitted"
    loose = ["ada/02_Second/02_Second.ipynb", "ada/loose.ipynb", "eve_02_second.ipynb"]
    archives = ["zoe/homework.zip", "zoe/week 2/mine.7z", "all.ZIP"]
    own = "zoe/notes.txt"  # a file of the instructor
    for name in (*loose, f"tom/homework/{SECOND}/{SECOND}.ipynb", *archives, own):
        (submitted / name).parent.mkdir(parents=True, exist_ok=True)
        (submitted / name).write_text("{}")
    messages = klass.output("grade", code=3).err
    remedy = (
        "Unpack it. Move its notebook to submitted/<student>/<unit>/<unit>.ipynb and grade again"
    )
    for name in ("zoe/homework.zip", "zoe/week 2", "all.ZIP"):
        problem = f"Action required: submitted/{name} is not the folder of a unit."
        assert f"{problem} {remedy}" in messages
    assert own not in messages
    for name in ("eve_02_second.ipynb", "tom/homework", "ada/02_Second", "ada/loose.ipynb"):
        assert f"submitted/{name} is not the folder of a unit." in messages


def test_folder_without_a_student_on_the_roster_is_reported(klass: Class) -> None:
    """Otherwise, its notebook would count for a new student, and its owner would get no points."""
    (klass.folder / "students.csv").write_text("id,first_name,last_name\nada,Ada,Li\nBOB,Bob,Ek\n")
    store_results(klass.course, klass.folder, {"Ek Bob": right_answers(klass.course.unit(SECOND))})
    messages = klass.output("grade", SECOND, code=3).err
    remedy = "rename the folder to the student's id, or add a line to students.csv"
    unknown = "students.csv does not list Ek Bob (BOB?), bob (BOB?), cyd"
    assert f"Action required: {unknown}; {remedy}" in messages


def test_locked_gradebook_is_reported(
    klass: Class, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert klass.command("read", f"{SECOND}/04", "--to", str(tmp_path / "sheet.csv")) == 0
    klass.sql(grade_sql("manual_score = 1.5"), "bob", "03_layer")
    at_once = partial(sqlite3.connect, timeout=0.1)
    book = sqlite3.connect(klass.folder / "gradebook.db", isolation_level=None)
    with monkeypatch.context() as patch:
        for module in ("sqlite3", "sqlite3.dbapi2"):
            patch.setattr(f"{module}.connect", at_once)
        book.execute("BEGIN EXCLUSIVE")
        for words in (
            ("grade",),
            ("verify",),
            ("export",),
            ("read", f"{SECOND}/04", "--take", str(tmp_path / "sheet.csv")),
        ):
            messages = klass.output(*words, code=3).err
            assert f"Cannot use {klass.folder / 'gradebook.db'}: database is locked." in messages
    book.execute("ROLLBACK")
    book.close()
    assert klass.command("grade") == 0


def test_damaged_gradebook_is_restored_from_a_backup(klass: Class) -> None:
    klass.sql(grade_sql("manual_score = 1.5"), "bob", "03_layer")
    assert klass.command("grade") == 0
    (klass.folder / "gradebook.db").write_bytes(b"a disk that broke\n" * 999)
    for command in ("grade", "export", "verify"):
        messages = klass.output(command, code=3).err
        assert "gradebook.db: file is not a database. Restore a backup: autograder" in messages
    assert klass.command("restore", backups(klass.folder)[-1]) == 0
    assert "1.5 by hand" in klass.output("grade").out


def test_several_answers_to_one_task_are_reported(klass: Class) -> None:
    """A second answer with the same text as the first is not reported."""
    task = klass.course.unit(SECOND).task("02_best_split")
    cells = {"dee": [task.solution, task.wrong[0].source], "eve": [task.solution, task.solution]}
    for student, (first, last) in cells.items():
        book = json.loads(notebook_bytes(klass.course, SECOND, {task.id: first}))
        (cell,) = [cell for cell in book["cells"] if cell["id"] == f"{task.id}-answer"]
        book["cells"].append({**cell, "id": "copy", "source": f"# task: {task.id}\n{last}"})
        hand_in(klass.folder, student, json.dumps(book).encode())
    lines = lines_by_student(klass.output("grade").out)
    assert lines["dee"].endswith("0 of 5  several answers to 02_best_split, the last counts")
    assert lines["eve"].endswith("2 of 5")


@pytest.fixture
def broken_task(own_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Submit two notebooks, break a check, and return the grading command."""
    monkeypatch.chdir(own_course.path.parent)
    book = notebook_bytes(own_course, SECOND, right_answers(own_course.unit(SECOND)))
    for student in ("ada", "bob"):
        hand_in(tmp_path / "class", student, book)
    _rewrite(own_course, "01_ridge", "tolerance=0.01", "tolerance=no_such_name")
    return ["grade", SECOND, "--class", str(tmp_path / "class")]


def _rewrite(course: Course, task: str, old: str, new: str) -> None:
    path = course.path / SECOND / f"{task}.py"
    path.write_text(path.read_text().replace(old, new))


def test_broken_task_gets_no_score(broken_task: list[str], tmp_path: Path) -> None:
    printed = output(*broken_task, code=3).out
    assert "NOT GRADED" in printed
    assert "4 of 4 so far" in printed
    assert "to be graded by hand" not in printed, "it is listed only once"
    assert "Class: 0 graded, 0 late, 2 without a score\n" in printed
    assert "right: 02_best_split 100%, 03_layer 100%\n" in printed
    (line,) = [line for line in printed.splitlines() if "no_such_name" in line]
    assert line.startswith("  ada, bob, 01_ridge: ")
    assert "01_ridge: 01_ridge" not in line
    assert "\\n" not in printed
    unit = read_grades(tmp_path / "class/gradebook.db", SECOND)
    assert unit.waiting == {"ada": {"01_ridge"}, "bob": {"01_ridge"}}
    assert [unit.grades["ada"][task].auto for task in ("01_ridge", "03_layer")] == [None, 2.0]
    assert "as before" not in output(*broken_task, code=3).out, "it is judged again"


def test_changed_task_with_a_failing_proof_is_rejected(
    broken_task: list[str], own_course: Course
) -> None:
    _rewrite(own_course, "01_ridge", "tolerance=no_such_name", "tolerance=0.01")
    assert main(broken_task) == 0
    _rewrite(own_course, "02_best_split", "min(piles) <= 1", "min(piles) == 5")
    printed = output(*broken_task, code=2).err
    assert "02_best_split changed since it was graded, and now breaks its rules." in printed
    assert "The right answer rest_at_the_end does not pass" in printed
    assert f"Run: autograder prove {SECOND}/02_best_split" in printed
    _rewrite(own_course, "02_best_split", "min(piles) == 5", "min(piles) < 2")
    assert main(broken_task) == 0


def test_ten_backups_are_kept_including_the_first(tmp_path: Path) -> None:
    first = ""
    for number in range(13):
        with closing(sqlite3.connect(tmp_path / "gradebook.db")) as book, book:
            book.execute(f"create table t{number} (x)")
        keep_backup(tmp_path)
        first = first or backups(tmp_path)[0]
    names = backups(tmp_path)
    assert len(names) == 10
    assert names[0] == first
