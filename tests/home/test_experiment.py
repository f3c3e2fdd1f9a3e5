"""The output of experiments, and that grading does not run them.

The timer is replaced, so no test depends on wall-clock time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jax.numpy as jnp
import pytest
from reach import one_of_each

import manylanes
from autograder import Course, Status, Task, compare, figures
from autograder.authoring.names_introduced import names_used
from autograder.notebook.learner import experiment
from autograder.notebook.release import fill, release_notebook, source_notebook
from autograder.runner import normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge

COURSE = Course.find()
LINE = re.compile(
    r"  \w+ takes (\S+) times as long as \w+\. Your guess: 3\. Prediction: (\S+)\.$", re.MULTILINE
)


def read_answers() -> dict[str, tuple[str, dict[str, int]]]:
    """Return the source of the two programs and the sizes of the experiment, by unit."""
    answers = {}
    text = Path(__file__).with_name("written_answers.txt").read_text(encoding="utf-8")
    for part in text.split("\n# %% ")[1:]:
        head, _, source = part.partition("\n")
        unit, *words = head.split()
        pairs = (word.split("=") for word in words)
        answers[unit] = source, {name: int(value) for name, value in pairs}
    return answers


WRITTEN = read_answers()


def task_of(unit: str) -> Task:
    (task,) = (t for t in COURSE.unit(unit).tasks if "manylanes.time" in names_used(t.given))
    return task


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the timer and the roof. A program runs once, and the timer returns twelve seconds."""

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


def fake_runs(
    one: Callable[..., Any], other: Callable[..., Any], x: Any = 3.0
) -> Callable[[], Any]:
    def timing(median: float) -> Any:
        return SimpleNamespace(median=median)

    return lambda: {one: ((jnp.full(8, x),), timing(4.0)), other: ((jnp.full(8, x),), timing(0.5))}


def test_comparison_shows_guess_prediction_and_record(capsys: pytest.CaptureFixture[str]) -> None:
    compare(fake_runs(twice, double), 3, "overhead.time", each=(2, 1))
    printed = capsys.readouterr()
    device, first, second, summary, book = printed.out.splitlines()
    assert device == "On the cpu:"
    assert first == "  twice: 4e+03 ms, 0.006 of its roof, compute-bound"
    assert second == "  double: 500 ms, 0.016 of its roof, compute-bound"
    assert summary == "  twice takes 4 times as long as double. Your guess: 3. Prediction: 1.5."
    assert book.startswith("The book's record cpu, overhead.time: ")
    assert book.endswith(")")
    assert not printed.err


def test_calls_add_dispatch_overhead_and_times_above_the_roof_are_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manylanes, "measure_roof", lambda: manylanes.Roof(1e9, 1e9, 0.06))
    compare(fake_runs(twice, double), 3, calls=(50, 1))
    printed = capsys.readouterr().out
    assert "twice: 4e+03 ms, 0.75 of its roof, dominated by dispatch overhead" in printed
    assert "Prediction: 50." in printed
    compare(fake_runs(twice, double), 3, calls=(100, 1))
    assert f"twice: 4e+03 ms, {experiment.ABOVE_ROOF}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("both", "guess", "message"),
    [
        (fake_runs(twice, double), ..., experiment.NO_GUESS),
        (fake_runs(twice, double), "ten", experiment.NO_GUESS),
        (fake_runs(twice, square, 1.0), 3, experiment.DIFFERENT),
    ],
)
def test_missing_guess_or_different_results_print_a_message(
    both: Callable[[], Any], guess: Any, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    compare(both, guess)
    printed = capsys.readouterr()
    assert (printed.out, printed.err.strip()) == ("", message)


@pytest.mark.parametrize("unit", one_of_each(WRITTEN))
def test_every_experiment_runs_with_a_written_answer(
    unit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    task = task_of(unit)
    source, small = WRITTEN[unit]
    space: dict[str, Any] = {"figures": figures}
    exec(f"{task.given}\n{task.stub}", space)
    (names,) = re.findall(r"^# experiment\((.*), guess\)$", task.stub, re.MULTILINE)
    programs = names.split(", ")
    space["experiment"](*(space[name] for name in programs), 3, **small)
    assert capsys.readouterr().err.strip() == experiment.NOT_WRITTEN
    exec(source, space)
    space["experiment"](*(space[name] for name in programs), 3, **small)
    printed = capsys.readouterr()
    assert not printed.err
    assert "The book's record " in printed.out
    ((measured, predicted),) = LINE.findall(printed.out)
    assert float(measured) > 0
    assert float(predicted) > 0


def test_written_answers_cover_all_experiments() -> None:
    assert list(WRITTEN) == [id for id in COURSE.units if "experiment" in _givens(id)]


def _givens(unit: str) -> str:
    return "\n".join(task.given for task in COURSE.unit(unit).tasks)


@pytest.mark.proof  # each grades its unit
@pytest.mark.parametrize("unit", WRITTEN)
def test_grading_runs_no_experiment(unit: str) -> None:
    """The submitted notebook still has the call that runs the experiment."""
    task, course = task_of(unit), COURSE
    never = "while True:\n        pass"
    answer = task.solution.replace("# experiment(", "experiment(")
    answer = answer.replace("guess = ...", "guess = 3")
    answer = re.sub(r'raise NotImplementedError\("your turn"\).*', never, answer)
    assert answer.count(never) == task.solution.count('NotImplementedError("your turn")')
    book = fill(release_notebook(source_notebook(course, course.unit(unit))), {task.id: answer})
    cells = parse_notebook(json.dumps(book).encode())
    submission = normalize_submission(course, course.unit(unit), "you", cells)
    verdicts = Judge(course.unit(unit), b"h" * 32).judge(submission)
    (verdict,) = (v for v in verdicts if v.task == task.id)
    assert verdict.status is Status.PASSED, verdict.text()
