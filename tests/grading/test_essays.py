"""Essays with points: a rubric, and anonymous grading by several people."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from classroom import (
    ANSWERS,
    ESSAY,
    FIRST,
    SECOND,
    Class,
    Printed,
    essay,
    grade_sql,
    notebook_bytes,
    rewrite,
)
from stored_results import right_answers, store_results
from test_manual_grades import COMMENTED

from autograder import Course
from autograder.classroom.reports.insight import insight
from autograder.classroom.reports.insight_page import insight_page
from autograder.core.course.task import Task
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.read_grades import read_grades


def points(klass: Class) -> dict[str, float]:
    grades = read_grades(klass.folder / "gradebook.db", SECOND).grades
    return {student: cells[ESSAY].score for student, cells in grades.items()}


def sheet(klass: Class, to: Path) -> list[dict[str, str]]:
    printed = klass.output("read", f"{SECOND}/04", "--to", str(to)).out
    assert f"The answers are in {to}. To import the points: autograder read {SECOND}/04" in printed
    return list(csv.DictReader(to.read_text().splitlines(keepends=True)))


def fill(rows: list[dict[str, str]], to: Path, **given: tuple[str, str, str]) -> str:
    """Give points to answers by their first word: two lines of the rubric and a comment."""
    with to.open("w") as file:
        table = csv.writer(file)
        table.writerow(list(rows[0]))
        for row in rows:
            mark = next((marks for word, marks in given.items() if word in row["text"]), ("",) * 3)
            table.writerow([row["answer"], row["text"], *mark])
    return str(to)


def import_sheets(klass: Class, *sheets: str, code: int = 0) -> Printed:
    return klass.output("read", f"{SECOND}/04", "--take", *sheets, code=code)


def grade(klass: Class) -> str:
    """Grade the unit and return the output."""
    return klass.output("grade", SECOND).out


def test_essay_alone_counts_as_an_answer(essays: Class) -> None:
    store_results(essays.course, essays.folder, {"dan": essay("My view."), "eve": {}})
    assert "no task is answered, 0 points (is it the right file?): eve\n" in grade(essays)


def test_sheets_of_two_graders_are_combined(essays: Class, tmp_path: Path) -> None:
    output = grade(essays)
    assert "04_explain: 2 to be graded by hand" in output
    assert "Class: 1 graded, " in output
    assert "2 with ungraded essays, which count 0 points so far" in output
    rows = sheet(essays, tmp_path / "all.csv")
    assert sorted(row["text"] for row in rows) == ["'=One read.", ANSWERS["bob"]]
    words = re.findall(r"\w+", (tmp_path / "all.csv").read_text())
    assert ANSWERS.keys().isdisjoint(words)  # part of a digest may be equal to a name such as "ada"
    one = fill(rows, tmp_path / "one.csv", One=("2", "0,5", "Nearly."))
    two = fill(rows, tmp_path / "two.csv", faster=("0", "1", ""))
    import_sheets(essays, one, two)
    assert points(essays) == {"ada": 2.5, "bob": 1.0, "cyd": 0.0}
    assert "04_explain" not in grade(essays).split("Class:")[0].split("points")[1]
    page = essays.made("feedback", "ada").read_text()
    assert "the matrix is read once" in page
    assert "Nearly." in page
    assert "Score: 7.5 / 8.0" in page
    output = import_sheets(essays, one, two).out
    assert "0 answers received points, 2 had the same points and comment before" in output


def test_manual_points_are_kept_while_the_answer_is_unchanged(
    essays: Class, tmp_path: Path
) -> None:
    """A new answer needs grading again."""
    one = fill(sheet(essays, tmp_path / "all.csv"), tmp_path / "one.csv", One=("2", "1", ""))
    import_sheets(essays, one)
    essays.made("autograded", "ada").unlink()  # so that the scores are written again
    assert f"{ESSAY}: 1 to be graded by hand" in grade(essays)
    store_results(essays.course, essays.folder, {"ada": essay("Two reads.")})
    assert f"{ESSAY}: 2 to be graded by hand" in grade(essays)
    two = fill(sheet(essays, tmp_path / "new.csv"), tmp_path / "two.csv", Two=("2", "1", ""))
    import_sheets(essays, two)  # the same points, for the new answer
    assert f"{ESSAY}: 1 to be graded by hand" in grade(essays)


def exported(klass: Class, student: str) -> list[str]:
    """Return the essay's points, the total and the state from the exported table."""
    rows = csv.DictReader(klass.output("export", SECOND).out.splitlines())
    (row,) = (row for row in rows if row["id"] == student)
    return [row[f"{SECOND}{of}"] for of in (f"/{ESSAY}", " points", " state")]


def test_answer_that_changed_after_manual_grading_is_named(essays: Class, tmp_path: Path) -> None:
    """The points stay, but are not exported, and returning them is reported."""
    essays.sql(grade_sql("manual_score = 3, needs_manual_grade = 0"), "ada", ESSAY)
    again = f"{ESSAY}: submitted or graded again after you gave points by hand"
    assert again not in grade(essays)
    store_results(essays.course, essays.folder, {"ada": essay("Two reads.")})
    assert f"{again}, check them: ada\n" in grade(essays)
    assert points(essays)["ada"] == 3.0
    assert exported(essays, "ada") == ["", "", "to be read"]
    earlier = "the page has points from before the file was submitted or graded again: ada; check"
    mail = ("return", SECOND, "--to", tmp_path / "mail")
    assert earlier in essays.output(*mail, code=3).out
    essays.sql(grade_sql("needs_manual_grade = 0"), "ada", ESSAY)
    assert again not in grade(essays)
    assert earlier not in essays.output(*mail, code=3).out
    assert exported(essays, "ada") == ["3", "3", "graded"]


@pytest.mark.parametrize("new", ["=One read. ![](data:image/png;base64,aXY=)", ""])
def test_sheet_with_another_answer_gives_no_points(essays: Class, tmp_path: Path, new: str) -> None:
    """A new image is a new answer, too, although the sheet has no images."""
    store_results(
        essays.course, essays.folder, {"ada": essay("=One read. ![](data:image/png;base64,aWs=)")}
    )
    grade(essays)
    rows = sheet(essays, tmp_path / "all.csv")
    one = fill(rows, tmp_path / "one.csv", One=("2", "1", "Old."), faster=("2", "0", ""))
    store_results(essays.course, essays.folder, {"ada": essay(new)})
    for _ in range(2):  # before and after grading
        output = import_sheets(essays, one, code=3).out
        message = "ada has submitted another answer since one.csv was written: write a new sheet"
        assert f"action required: {message}\n" in output
        grade(essays)
    assert points(essays) == {"ada": 0.0, "bob": 2.0, "cyd": 0.0}
    assert "Old." not in essays.made("feedback", "ada").read_text()


def test_points_of_a_student_without_a_score_are_reported(essays: Class, tmp_path: Path) -> None:
    """The sheet may be written after the submission is collected, but before it is graded."""
    store_results(essays.course, essays.folder, {"dan": essay("My view.")})
    one = fill(sheet(essays, tmp_path / "all.csv"), tmp_path / "one.csv", view=("2", "1", ""))
    assert "action required: dan has no score yet: grade" in import_sheets(essays, one, code=3).out
    grade(essays)
    import_sheets(essays, one)
    assert points(essays)["dan"] == 3.0


def test_sheet_with_semicolons_and_byte_order_mark_is_read(essays: Class, tmp_path: Path) -> None:
    """Some European spreadsheets save CSV files in this format."""
    path = tmp_path / "one.csv"
    fill(sheet(essays, tmp_path / "all.csv"), path, One=("1,5", "1", "Good; nearly."))
    rows = list(csv.reader(path.read_text().splitlines(keepends=True)))
    with path.open("w", encoding="utf-8-sig") as file:
        csv.writer(file, delimiter=";").writerows(rows)
    import_sheets(essays, str(path))
    assert points(essays)["ada"] == 2.5


def test_different_points_for_one_answer_are_reported(essays: Class, tmp_path: Path) -> None:
    rows = sheet(essays, tmp_path / "all.csv")
    one = fill(rows, tmp_path / "one.csv", One=("2", "1", ""))
    two = fill(rows, tmp_path / "two.csv", One=("1", "1", ""))
    output = import_sheets(essays, one, two, code=3).out
    assert "got 2 + 1 in one.csv and 1 + 1 in two.csv: agree" in output
    import_sheets(essays, one)
    output = import_sheets(essays, two, code=3).out
    assert "ada already has 3, but the sheet says 2: --replace uses the sheet's\n" in output
    assert points(essays)["ada"] == 3.0
    three = fill(rows, tmp_path / "three.csv", One=("1.5", "0.5", ""))
    assert (
        "got 1 + 1 in two.csv and 1.5 + 0.5 in three"
        in import_sheets(essays, two, three, code=3).out
    )


def comment(klass: Class) -> str | None:
    return read_grades(klass.folder / "gradebook.db", SECOND).comments["ada"][ESSAY]


@pytest.mark.parametrize("new", [("2", "0", "Good."), ("1.5", "0.5", "Better.")])
def test_other_comment_with_equal_points_is_reported(
    essays: Class, tmp_path: Path, new: tuple[str, str, str]
) -> None:
    """The comment contains the points for each line of the rubric."""
    rows = sheet(essays, tmp_path / "all.csv")
    import_sheets(essays, fill(rows, tmp_path / "one.csv", One=("1.5", "0.5", "Good.")))
    before = comment(essays)
    two = fill(rows, tmp_path / "two.csv", One=new)
    message = "ada already has another comment: --replace uses the sheet's\n"
    assert message in import_sheets(essays, two, code=3).out
    assert comment(essays) == before
    assert "1 answers received points, 0 had" in import_sheets(essays, two, "--replace").out
    lines = (f"{new[0]} of 2: the matrix is read once", f"{new[1]} of 1: why others wait", new[2])
    assert comment(essays) == "\n\n".join(lines)


def test_comment_from_formgrader_is_kept(essays: Class, tmp_path: Path) -> None:
    essays.sql(grade_sql("manual_score = 2"), "ada", ESSAY)
    essays.sql(COMMENTED.replace("bob", "ada"), "It's ok.")
    rows = sheet(essays, tmp_path / "all.csv")
    one = fill(rows, tmp_path / "one.csv", One=("2", "0", "Good."))
    assert "ada already has another comment" in import_sheets(essays, one, code=3).out
    assert comment(essays) == "It's ok."


def test_comment_without_points_is_reported(essays: Class, tmp_path: Path) -> None:
    """Another grader may give the points."""
    rows = sheet(essays, tmp_path / "all.csv")
    one = fill(rows, tmp_path / "one.csv", One=("", " ", "Good."))
    assert " has a comment in one.csv, but no points: " in import_sheets(essays, one, code=3).out
    two, three = (
        fill(rows, tmp_path / name, One=("2", "1", text))
        for name, text in {"two.csv": "Short.", "three.csv": ""}.items()
    )
    import_sheets(essays, one, two, three)
    lines = ("2 of 2: the matrix is read once", "1 of 1: why others wait", "Good.", "Short.")
    assert comment(essays) == "\n\n".join(lines)


def test_ungraded_essay_is_not_zero_in_the_export(essays: Class, tmp_path: Path) -> None:
    """Such a unit is not dropped as the lowest either, because its points may still change."""
    counted = f"drop_lowest = 1\n[unit.{FIRST}]\n[unit.{SECOND}]\n"
    (essays.folder / "policy.toml").write_text(counted)
    right = right_answers(essays.course.unit(FIRST))
    store_results(essays.course, essays.folder, {"ada": right, "cyd": right}, FIRST)
    assert essays.command("grade", FIRST) == 0
    theirs = tmp_path / "canvas.csv"
    theirs.write_text(f"Student,ID,Section,{SECOND} (8)\nada,ada,A,\ncyd,cyd,A,\n")
    rows = {row["id"]: row for row in csv.DictReader(essays.output("export").out.splitlines())}
    ada, cyd = (
        [rows[who][f"{SECOND}{of}"] for of in ("/03_layer", f"/{ESSAY}", " points", " state")]
        for who in ("ada", "cyd")
    )
    assert ada == ["2", "", "", "to be read"]
    assert cyd == ["2", "0", "5", "graded"]
    total = f"total % of {FIRST}, {SECOND}"
    assert (rows["ada"][total], rows["cyd"][total]) == ("", "100")
    messages = essays.output("export", SECOND, "--fill", theirs, code=3).err
    assert "action required: to be read: ada" in messages


def test_ungraded_essay_is_not_in_the_means(essays: Class) -> None:
    """Two of three answers have no points yet."""
    facts = insight(essays.course, essays.course.unit(SECOND), essays.folder)
    assert (facts.totals, facts.ungraded) == ((5,), 2)
    tasks = {task.task: task for task in facts.tasks}
    assert (tasks[ESSAY].right, tasks["03_layer"].right) == (0, 1)
    assert "2 students with ungraded answers are not included." in insight_page(facts)
    essays.sql(grade_sql("manual_score = 3"), "ada", ESSAY)
    facts = insight(essays.course, essays.course.unit(SECOND), essays.folder)
    assert (sorted(facts.totals), facts.ungraded) == ([5, 8], 1)
    assert {task.task: task.right for task in facts.tasks}[ESSAY] == 1 / 2


def test_explain_shows_points_and_comment_of_an_essay(essays: Class) -> None:
    start = f"ada, {SECOND}, {ESSAY}: "
    assert essays.output("explain", "cyd", "04").out == (
        f"cyd, {SECOND}, {ESSAY}: no points given by hand, 0 of 3 points\n\n"
        "Comment to the student:\n  No response.\n"
    )
    waiting = f"{start}to be graded by hand, for up to 3 points\n"
    for name in (ESSAY, f"{SECOND}/04"):
        assert essays.output("explain", "ada", name).out == waiting
    essays.sql(grade_sql("manual_score = 2.5"), "ada", ESSAY)
    essays.sql(COMMENTED.replace("bob", "ada"), "Good.\n\nNearly.\x1b[2J")
    output = essays.output("explain", "ada", ESSAY).out
    assert output.startswith(f"{start}graded by hand, 2.5 of 3 points\nSubmitted or graded again")
    assert "\n\nComment to the student:\n  Good.\n\n  Nearly." in output
    assert "\x1b" not in output


def test_ungraded_essay_is_marked_on_the_page(essays: Class, tmp_path: Path) -> None:
    """A zero by hand is a zero."""
    page = essays.made("feedback", "ada")

    def page_scores() -> list[str]:
        """Return the total at the top, the task's row and the heading above the answer."""
        parts = BeautifulSoup(page.read_bytes(), "html.parser")
        row = next(row for row in parts.select("tr") if "own words" in row.text)
        above = parts.select_one(f'a[name="{ESSAY}"] ~ div.panel-heading')
        return [" ".join(part.text.split()) for part in (parts.h1, row, above)]

    assert page_scores() == [
        f"{SECOND} (Score: 5.0 / 5.0 so far, 3.0 more not graded yet)",
        "Say it in your own words \N{EN DASH} / 3.0 not graded yet",
        "Student's answer not graded yet / 3.0 (Top)",
    ]
    output = essays.output("return", SECOND, "--to", tmp_path / "mail", code=3).out
    assert f"action required: {ESSAY}: 2 of these pages state that the points" in output
    zero = fill(sheet(essays, tmp_path / "all.csv"), tmp_path / "one.csv", One=("0", "0", " "))
    import_sheets(essays, zero)
    assert essays.command("grade", SECOND) == 0
    assert page_scores() == [
        f"{SECOND} (Score: 5.0 / 8.0)",
        "Say it in your own words 0.0 / 3.0 graded by hand, with a comment",
        "Student's answer Score: 0.0 / 3.0 (Top)",
    ]


@pytest.mark.proof  # runs all of nbgrader
def test_missing_score_is_not_zero_on_the_page(klass: Class) -> None:
    klass.sql(grade_sql("auto_score = NULL"), "ada", "03_layer")
    klass.nbgrader("generate_feedback")
    text = BeautifulSoup(klass.made("feedback", "ada").read_bytes(), "html.parser").text
    assert "(Score: 3.0 / 3.0 so far, 2.0 more not graded yet)" in text
    assert "03_layer not graded yet / 2.0" in " ".join(text.split())


@pytest.mark.parametrize("mark", ["3", "-1", "two"])
def test_invalid_points_are_reported(essays: Class, tmp_path: Path, mark: str) -> None:
    rows = sheet(essays, tmp_path / "all.csv")
    marked = fill(rows, tmp_path / "one.csv", One=(mark, "1", ""))
    message = "Write a number from 0 to 2 there."
    assert message in import_sheets(essays, marked, code=2).err
    assert points(essays)["ada"] == 0.0


def test_comma_without_quotes_in_a_sheet_is_reported(essays: Class, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    fill(sheet(essays, tmp_path / "all.csv"), path, One=("2", "1", "Good, nearly."))
    path.write_text(path.read_text().replace('"Good, nearly."', "Good, nearly."))
    message = "The line has 6 fields, but the first line has 5."
    assert message in import_sheets(essays, str(path), code=2).err


def test_graded_copy_has_the_rubric_and_essays_wait_for_grading(essays: Class) -> None:
    """Formgrader shows the graded copy and the answers that need manual grading."""
    copy = essays.made("autograded", "ada").read_text()
    assert copy.count("**Points for**") == 1
    assert copy.index("**Points for**") < copy.index("=One read.")
    there = read_grades(essays.folder / "gradebook.db", SECOND)
    assert there.waiting == {"ada": {ESSAY}, "bob": {ESSAY}}


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("# points: 3", "`points: 3` is not allowed"),
        ("# points: 1\n# rubric:\n#   - says it", "'says it' has no points"),
    ],
)
def test_invalid_rubric_is_reported_with_its_line(
    own_course: Course, header: str, message: str
) -> None:
    rewrite(own_course, "# points: 0", header)
    with pytest.raises(CourseError, match=r"04_explain\.py:[45]: ") as error:
        Task.read(own_course.path / SECOND / f"{ESSAY}.py")
    assert message in str(error.value)


def test_essay_in_another_cell_is_reported(essays: Class) -> None:
    right = right_answers(essays.course.unit(SECOND))
    books = {}
    words = "# The matrix is read once, so that others wait for it."
    for student, own in {"cyd": words, "bob": "x = [n * n for n in range(9)]  # to see"}.items():
        book = json.loads(notebook_bytes(essays.course, SECOND, right))
        book["cells"].append({"cell_type": "markdown", "metadata": {}, "source": own, "id": "own"})
        books[student] = json.dumps(book).encode()
    store_results(essays.course, essays.folder, dict.fromkeys(books, right), books=books)
    message = "the answer box is empty, but another cell contains text, 0 points so far: cyd\n"
    assert f"{ESSAY}: {message}" in grade(essays)
