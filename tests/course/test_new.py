"""`autograder new` writes readable skeletons that `prove` rejects until they are filled in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_course import UNIT, SmallCourse

from autograder import Course, CourseError, Task
from autograder.authoring.prove import prove
from autograder.authoring.skeletons import new_chapter, new_task, task_text, write_task
from autograder.authoring.unit_rules import HINTS
from autograder.cli.main import main
from autograder.core.kinds import KINDS

TODO_TEXT = re.compile(r" TODO: .{5,}")


@pytest.mark.parametrize("kind", KINDS)
def test_each_todo_of_a_skeleton_is_a_violation(course: SmallCourse, kind: str) -> None:
    there = Course(course.root / "solutions")
    written, steps = new_task(there, there.unit("02"), "08_outer", kind)
    path = written[0]
    task = Task.read(path)
    assert task.kind.name == kind
    assert len(task.hints) == HINTS
    assert path == course.root / "solutions" / UNIT / "08_outer.py"
    broken = [proof for proof in prove(task) if proof.broken]
    todo = [str(proof) for proof in broken if proof.rule == "todo"]
    assert len(todo) == sum(file.read_text().count("TODO") for file in written) > 3
    assert all(TODO_TEXT.search(line) for line in todo), todo
    # The placeholder solution agrees with itself, so the violations are a wrong answer that passes,
    # a spec that equals the solution, and a tolerance without a mistake. The example of a function
    # is that of another solution.
    others = {proof.rule for proof in broken} - {"todo"}
    expected = {
        "function": {"wrong", "examples"},
        "program": {"wrong", "spec", "span"},
        "value": {"wrong", "tolerance"},
        "prose": set(),
    }
    assert others == expected.get(kind, {"wrong"})
    assert "autograder prove 02/08 --watch" in steps[0]


# The code that an author writes for the TODOs of a skeleton: pairs of a text and its replacement,
# and the wrong answer. The other TODOs ask for text.
CODE: dict[str, tuple[dict[str, str], str]] = {
    "program": (
        {"lambda x: x + 1": "lambda x: np.array([v + 1 for v in x])", ", span=2": ""},
        "return x",
    ),
    "sharded": ({}, "return x"),
    "function": ({"return n": "return n + 1"}, "return n + 2"),
    "interactive": ({}, "return 2 * device.read()"),
    "value": ({}, "outer = rate + seconds"),
    "prose": ({}, ""),
}


@pytest.mark.parametrize("kind", KINDS)
def test_skeleton_with_resolved_todos_keeps_every_rule(tmp_path: Path, kind: str) -> None:
    edits, wrong = CODE[kind]
    text = task_text(kind, "outer")
    for old, new in edits.items():
        assert old in text
        text = text.replace(old, new)
    text = re.sub(r"(# TODO: the message.*\n(?:def .*\n    )?).*", rf"\1{wrong}", text)
    path = tmp_path / "solutions" / UNIT / "08_outer.py"
    write_task(path, text.replace("TODO: ", ""))
    assert [str(proof) for proof in prove(Task.read(path)) if proof.broken] == []


def test_new_chapter_has_a_violation_for_each_todo(course: SmallCourse) -> None:
    made, steps = new_chapter(Course(course.root / "solutions"), "07_new_thing")
    assert [str(path.relative_to(course.root)) for path in made] == [
        "book/07_new_thing.md",
        "book/_toc.yml",
        "solutions/07_new_thing/01_first.py",
        "solutions/07_new_thing/answers/01_first.py",
    ]
    assert (
        (course.root / "book/_toc.yml")
        .read_text()
        .endswith("      - file: 02_made\n      - file: 07_new_thing\n")
    )
    assert "write book/_static/explorables/new-thing.js" in steps[1]
    proofs = list(prove(Course(course.root / "solutions").unit("07")))
    broken = {proof.rule for proof in proofs if proof.broken}
    kept = {proof.rule for proof in proofs} - broken
    # The rule `introduced` fails, because this small book contains no JAX code.
    unit = ["tasks", "points", "experiment", "exercise", "introduced"]
    assert broken == {"todo", "wrong", "spec", "span", *unit}
    assert {"hints", "star"} <= kept


@pytest.mark.parametrize(
    ("what", "message"),
    [
        (
            ["02/outer"],
            "'outer' is not a valid task name.\nUse two digits, an underscore and lower-case ",
        ),
        (["02/01_two"], "01_one.py already exists.\nChoose another number or name; nothing was"),
        (["chapter", "02_again"], "02_made.md already exists."),
        (["outer"], "'outer' is not a task, chapter or course.\nExamples: `autograder new "),
    ],
)
def test_invalid_name_is_explained_and_nothing_is_written(
    course: SmallCourse,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    what: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(course.root)
    before = {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()}
    assert main(["new", *what]) == 2
    assert message in capsys.readouterr().err
    assert {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()} == before


def test_existing_files_are_not_overwritten(course: SmallCourse) -> None:
    there = Course(course.root / "solutions")
    (course.root / "book/_static/explorables/_template.js").write_text("new")
    script = course.root / "book/_static/explorables/jit-explorable.js"
    script.write_text("mine")
    with pytest.raises(CourseError, match=r"jit-explorable\.js already exists"):
        new_chapter(there, "07_jit")
    assert script.read_text() == "mine"
    assert not (course.root / "book/07_jit.md").exists()
