"""The promises of a course: kept by the miniature course, and seen broken when we break them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder import Course, Task, Unit, prove

MakeTask = Callable[..., Task]
DOUBLE = "def f(x):\n    return 2 * x"
CHECK = 'check(f, spec=lambda x: 2 * x, given="x: f32[n]", budget=Budget(work=1))'
WRONG = "\n# %% wrong: {}\n# Message.\ndef f(x):\n    return {}\n"


def broken(task: Task) -> list[str]:
    return [f"{proof.promise}: {proof.reason}" for proof in prove(task) if not proof.kept]


def test_the_miniature_course_keeps_every_promise(course: Course) -> None:
    proofs = list(prove(course))
    assert [str(proof) for proof in proofs if not proof.kept] == []
    assert len(proofs) == 52
    assert str(proofs[2]) == "kept    01_first/01_double: squared fails by its name"


def test_a_kept_task(make_task: MakeTask) -> None:
    assert broken(make_task(DOUBLE, CHECK, more=WRONG.format("squared", "x * x"))) == []


@pytest.mark.parametrize(
    ("answer", "check", "more", "found"),
    [
        (DOUBLE, CHECK, "", "a wrong answer is known: Add a `# %% wrong: name` cell."),
        (DOUBLE, CHECK, WRONG.format("none", "x + x"), "none fails by its name: It passes."),
        (
            DOUBLE,
            CHECK,
            WRONG.format("one", "x * x") + WRONG.format("other", "x ** 2"),
            "other fails by its name: It fails as one.",
        ),
        (
            "def f(x):\n    return 3 * x",
            CHECK,
            WRONG.format("a", "x"),
            "the solution passes: 01_made",
        ),
        (
            DOUBLE,
            CHECK,
            WRONG.format("a", "x") + "\n# %% right: b\ndef f(x):\n    return x + 2\n",
            "b passes: 01_made: not yet, 0 of 2 points.",
        ),
        (
            DOUBLE,
            CHECK,
            WRONG.format("a", "x") + "\n# %% right: dear\ndef f(x):\n    return x * 5 - 3 * x\n",
            "dear passes: 01_made: not yet, 1 of 2 points.",
        ),
        (
            "def f(x):\n    return x.no",
            CHECK,
            "",
            "the solution passes: 01_made: not yet",
        ),
        (DOUBLE, CHECK, WRONG.format("a", "x").replace("def f", "def g"), "does not define f"),
    ],
)
def test_a_broken_promise_is_named(
    make_task: MakeTask, answer: str, check: str, more: str, found: str
) -> None:
    assert any(found in line for line in broken(make_task(answer, check, more=more)))


def test_a_stub_that_already_runs_is_found(make_task: MakeTask) -> None:
    task = make_task(DOUBLE, CHECK, more=WRONG.format("a", "x"))
    given_away = task.path.read_text().replace("    ### BEGIN", "    return 2 * x\n    ### BEGIN")
    task.path.write_text(given_away)
    assert "the stub is not run yet: It is passed." in broken(Task.read(task.path))


def test_nothing_to_prove_is_a_broken_promise(tmp_path: Path) -> None:
    assert [proof.kept for proof in prove(Unit(tmp_path))] == [False]
    assert [proof.kept for proof in prove(Course(tmp_path))] == [False]


def test_a_name_that_two_tasks_ask_for_is_found(make_task: MakeTask) -> None:
    first = make_task(DOUBLE, CHECK, more=WRONG.format("a", "x"))
    (first.path.parent / "02_again.py").write_text(first.path.read_text())
    lines = [str(proof) for proof in prove(Unit(first.path.parent)) if not proof.kept]
    assert lines == [
        f"BROKEN  {first.unit}/: no two tasks ask for one name\n"
        "        02_again and 01_made both ask for `f`; rename one."
    ]
