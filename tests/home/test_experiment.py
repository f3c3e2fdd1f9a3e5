"""An experiment: what it says of two programs, and that it is the learner's machine alone that runs
them. The clock is a double; no test reads the time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import jax.numpy as jnp
import pytest
from reach import one_of_each
from written import WRITTEN

import manylanes
from autograder import Course, Status, Task, compare, figures
from autograder.authoring.names_introduced import names_used
from autograder.notebook.learner import experiment
from autograder.notebook.release import fill, release_notebook, source_notebook
from autograder.runner import normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge

COURSE = Course.find()
LINE = re.compile(
    r"  \w+ takes (\S+) times as long; you guessed 3, the count predicts (\S+)\.", re.MULTILINE
)


def task_of(unit: str) -> Task:
    (found,) = (t for t in COURSE.unit(unit).tasks if "manylanes.time" in names_used(t.given))
    return found


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program runs once and took twelve seconds; the walls are far from one another."""

    def time(program: Callable[..., Any], *args: Any, **_: Any) -> manylanes.Timing:
        program(*args)
        return manylanes.Timing(None, (12.0,))

    monkeypatch.setattr(manylanes, "time", time)
    monkeypatch.setattr(manylanes, "measure_roof", lambda: manylanes.Roof(1000.0, 1e6, 1e-6))


def double(x: Any) -> Any:
    return x + x


def twice(x: Any) -> Any:
    return 2 * x + 0 * x


def square(x: Any) -> Any:
    return x * x


def runs(one: Callable[..., Any], other: Callable[..., Any], x: Any = 3.0) -> Callable[[], Any]:
    def timing(median: float) -> Any:
        return SimpleNamespace(median=median)

    return lambda: {one: ((jnp.full(8, x),), timing(4.0)), other: ((jnp.full(8, x),), timing(0.5))}


def test_two_programs_stand_beside_guess_count_and_record(
    capsys: pytest.CaptureFixture[str],
) -> None:
    compare(runs(twice, double), 3, "overhead.time", each=(2, 1))
    said = capsys.readouterr()
    device, first, second, sum_up, book = said.out.splitlines()
    assert device == "On the cpu:"
    assert first == "  twice: 4e+03 ms, 0.006 of its roof, which is arithmetic"
    assert second == "  double: 500 ms, 0.016 of its roof, which is arithmetic"
    assert sum_up == "  twice takes 4 times as long; you guessed 3, the count predicts 1.5."
    assert book.startswith("The book's CPU, overhead.time: ")
    assert book.endswith(")")
    assert not said.err


def test_each_hand_over_counts_and_what_lies_above_a_roof_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manylanes, "measure_roof", lambda: manylanes.Roof(1e9, 1e9, 0.06))
    compare(runs(twice, double), 3, calls=(50, 1))
    said = capsys.readouterr().out
    assert "twice: 4e+03 ms, 0.75 of its roof, which is the call" in said
    assert "the count predicts 50." in said
    compare(runs(twice, double), 3, calls=(100, 1))
    assert f"twice: 4e+03 ms, {experiment.ABOVE}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("both", "guess", "said"),
    [
        (runs(twice, double), ..., experiment.NO_GUESS),
        (runs(twice, double), "ten", experiment.NO_GUESS),
        (runs(twice, square, 1.0), 3, experiment.DIFFERENT),
    ],
)
def test_what_is_missing_is_said(
    both: Callable[[], Any], guess: Any, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    compare(both, guess)
    shown = capsys.readouterr()
    assert (shown.out, shown.err.strip()) == ("", said)


@pytest.mark.parametrize("unit", one_of_each(WRITTEN))
def test_every_experiment_runs_as_a_learner_writes_it(
    unit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    task = task_of(unit)
    source, small = WRITTEN[unit]
    space: dict[str, Any] = {"figures": figures}
    exec(f"{task.given}\n{task.stub}", space)
    (names,) = re.findall(r"^# experiment\((.*), guess\)$", task.stub, re.MULTILINE)
    programs = names.split(", ")
    space["experiment"](*(space[name] for name in programs), 3, **small)
    assert capsys.readouterr().err.strip() == experiment.TO_WRITE
    exec(source, space)
    space["experiment"](*(space[name] for name in programs), 3, **small)
    said = capsys.readouterr()
    assert not said.err
    assert "The book's CPU, " in said.out
    ((measured, foretold),) = LINE.findall(said.out)
    assert float(measured) > 0
    assert float(foretold) > 0


def test_every_unit_has_its_experiment_here() -> None:
    assert list(WRITTEN) == [id for id in COURSE.units if "experiment" in _givens(id)]


def _givens(unit: str) -> str:
    return "\n".join(task.given for task in COURSE.unit(unit).tasks)


@pytest.mark.proof  # each grades its unit
@pytest.mark.parametrize("unit", WRITTEN)
def test_the_judge_runs_no_experiment(unit: str) -> None:
    """A learner hands in the notebook with the last line as it was run at home."""
    task, course = task_of(unit), COURSE
    never = "while True:\n        pass"
    answer = task.solution.replace("# experiment(", "experiment(").replace(
        "guess = ...", "guess = 3"
    )
    answer = re.sub(r'raise NotImplementedError\("your turn"\).*', never, answer)
    assert answer.count(never) == task.solution.count('NotImplementedError("your turn")')
    book = fill(release_notebook(source_notebook(course, course.unit(unit))), {task.id: answer})
    cells = parse_notebook(json.dumps(book).encode())
    verdicts = Judge(course.unit(unit), b"h" * 32).judge(
        normalize_submission(course, course.unit(unit), "you", cells)
    )
    (verdict,) = (v for v in verdicts if v.task == task.id)
    assert verdict.status is Status.PASSED, verdict.text()
