"""`autograder prove` and `prove --watch` as an author uses them."""

from __future__ import annotations

import os
import re

import pytest
from reach import one_of_each
from small_course import UNIT, SmallCourse

from autograder.authoring import watch
from autograder.authoring.prove import TaskPiece, pieces
from autograder.cli.author import select_pieces
from autograder.cli.main import main
from autograder.core.course.course import Course

TASK = f"solutions/{UNIT}/02_two.py"
ANSWERS = f"solutions/{UNIT}/answers/02_two.py"


@pytest.fixture
def here(course: SmallCourse, monkeypatch: pytest.MonkeyPatch) -> SmallCourse:
    monkeypatch.chdir(course.root)
    return course


@pytest.mark.parametrize("what", ["02/02", "2/2"])
def test_unfinished_task_does_not_affect_another(here: SmallCourse, what: str) -> None:
    here.change(f"solutions/{UNIT}/01_one.py", "# kind: program", "# kind:")
    (piece,) = select_pieces(Course.find(), what)
    assert piece.path == here.root / TASK


def test_only_problems_are_shown(here: SmallCourse, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "02/02"]) == 0
    assert capsys.readouterr().out == "12 of 12 rules kept\n"
    assert main(["prove", "02/02", "-v"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"kept    {TASK}: todo"
    here.change(ANSWERS, "You doubled it.", "TODO: say why.")
    assert main(["prove", "02/02"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(rf"BROKEN  {ANSWERS}:\d+: todo: TODO: say why\.", lines[0])
    assert lines[1:] == ["11 of 12 rules kept, 1 broken"]


@pytest.mark.parametrize("name", one_of_each([TASK, ANSWERS, f"solutions/{UNIT}/unit.toml"]))
def test_file_of_another_encoding_is_named(
    here: SmallCourse, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (here.root / name).write_bytes("# größer".encode("latin-1"))
    assert main(["prove", "02"]) == 3
    error = f"BROKEN  {name}: readable: The file is not in UTF-8. Save it in UTF-8.\n"
    assert error in capsys.readouterr().out


def test_number_of_classes_must_not_be_negative(
    here: SmallCourse, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", "02/02", "--classes", "1"]) == 0
    assert capsys.readouterr().out == "13 of 13 rules kept\n"
    with pytest.raises(SystemExit):
        main(["prove", "02/02", "--classes", "-1"])
    assert "--classes: expected a whole number of at least 0, got '-1'" in capsys.readouterr().err


def test_unchanged_tasks_are_not_checked_again(
    here: SmallCourse, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["prove"])
    first = capsys.readouterr().out
    main(["prove"])
    again = " (4 unchanged tasks were not checked again)\n"
    assert capsys.readouterr().out == first.removesuffix("\n") + again
    here.change(ANSWERS, "You doubled it.", "TODO: say why.")
    for _ in range(2):  # a broken rule is not stored
        assert main(["prove"]) == 3
        assert "todo: TODO: say why." in capsys.readouterr().out
    main(["prove", "02/01"])
    assert "unchanged" not in capsys.readouterr().out


def test_watch_proves_only_changed_tasks(
    here: SmallCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    proved: list[str] = []
    real = TaskPiece.proofs

    def proofs(self: TaskPiece) -> object:
        proved.append(self.path.stem)
        return real(self)

    monkeypatch.setattr(TaskPiece, "proofs", proofs)
    edits = iter(
        [
            lambda: here.change(ANSWERS, "You doubled it.", "TODO: say why."),
            lambda: here.change(f"book/{UNIT}.md", "print(time)", "print(time"),
            lambda: (here.root / TASK).unlink(),
        ]
    )

    def wait(_seconds: float) -> None:
        """Edit one file instead of sleeping."""
        times = {path: path.stat().st_mtime_ns for path in here.root.rglob("*.*")}
        next(edits)()
        for path, before in times.items():  # the clock's resolution may be a millisecond
            if path.exists() and path.stat().st_mtime_ns != before:
                os.utime(path, ns=(before + 1, before + 1))

    watch_pieces = watch.watch_pieces(
        lambda: pieces(Course(here.root / "solutions").unit("02")), wait
    )
    first = next(watch_pieces)
    assert proved == ["01_one", "02_two", "03_three", "04_four"]
    assert not any(proof.broken for proof in first)
    proved.clear()
    second = [proof.rule for proof in next(watch_pieces) if proof.broken]
    assert proved == ["02_two"]
    assert second == ["todo"]
    third = [proof.rule for proof in next(watch_pieces) if proof.broken]
    assert proved == ["02_two"]
    assert third == ["todo", "introduced"]
    fourth = {proof.rule for proof in next(watch_pieces) if proof.broken}
    assert {"tasks", "points", "introduced"} <= fourth
    assert "todo" not in fourth


def test_release_fails_if_a_todo_is_left(
    here: SmallCourse, capsys: pytest.CaptureFixture[str]
) -> None:
    here.change(ANSWERS, "You doubled it.", "TODO: say why.")
    assert main(["release", "02"]) == 1
    assert "1 TODO remains in its task files. Run: autograder prove 02_made" in (
        capsys.readouterr().err
    )
