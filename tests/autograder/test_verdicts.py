"""The text of verdicts at home: passes, mistakes, exceptions, hints and misuse of `check`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from failing import failure

from autograder import CourseError, check, figures, hint, start
from autograder.core.grading.check import Check
from autograder.notebook.learner.check_task import verdict_at_home

pytestmark = pytest.mark.usefixtures("notebook")
SIZE = "Pass an upper bound with `size=...`"
STATIC = "make the argument static with `static_argnames`"


def report(answer: Any, unit: str = "01", name: str = "") -> str:
    """Start a unit and return the message about an answer, renamed if `name` is given."""
    answer.__name__ = name or answer.__name__
    start(unit)
    return failure(lambda: check(answer))


def test_pass_names_the_next_task_and_commands(capsys: pytest.CaptureFixture[str]) -> None:
    def double(x):
        return x + x

    start("01_first")
    capsys.readouterr()
    assert check(double) is None
    assert capsys.readouterr() == (
        dedent("""\
        01_double: passed, 2 of 2 points.

        1 of 3 tasks passed. Next: 02_move_points (Move every point: one product).
        Cost of each line: see(double)
        Other solutions of this task: hint(double)
        """),
        "",
    )


def test_stub_is_reported_without_an_error_style() -> None:
    def double(x):
        raise NotImplementedError("your turn")

    assert report(double) == dedent("""\
        01_double: not run yet.

        There is no answer yet: the cell above still contains the stub.""")


def test_known_mistake_shows_input_and_message() -> None:
    def double(x):
        return x**2

    assert report(double) == dedent("""\
        01_double: not yet, 0 of 2 points.

        The value is wrong.
          input     x = f32[1] [1]
          expected  f32[1] [2]
          got       f32[1] [1]

        This is a known mistake, squared:
          You squared the entries: 3 becomes 9, and 6 was asked for.

        Next: hint(double) shows hint 1 of 2.""")


def test_unknown_mistake_shows_the_smallest_input() -> None:
    def double(x):
        return 2 * x + (x == 3) * (x.shape[0] > 3)

    assert report(double) == dedent("""\
        01_double: not yet, 0 of 2 points.

        1 of 4 entries is wrong.
          input     x = f32[4] [0 3 0 0]
          expected  f32[4] [0 6 0 0]
          got       f32[4] [0 7 0 0]

        Next: hint(double) shows hint 1 of 2.""")


def test_right_values_above_the_budget_earn_half_the_points() -> None:
    def move_points(matrix, points):
        turned = points @ matrix[:3, :3].T
        return (2 * points) @ matrix[:3, :3].T - turned + matrix[:3, 3]

    text = report(move_points)
    assert text.startswith(
        "02_move_points: not yet, 2 of 4 points.\n\nYour values are right, but there is too much "
    )
    assert "This is a known mistake, moved_twice:" in text
    assert "Correct values earn half of the points, and the budget earns the other half." in text
    assert text.endswith("Next: hint(move_points) shows hint 1 of 3.")


def test_exception_shows_the_line_of_the_answer() -> None:
    def count_flops(m, k, n):
        return m * kk * n  # noqa: F821

    start("01_first")
    line = inspect.getsourcelines(count_flops)[1] + 1
    assert failure(lambda: check(count_flops)) == dedent(f"""\
        03_count_flops: not yet, 0 of 2 points.

        Your code stopped with NameError: name 'kk' is not defined. If a cell above defines it,
        run that cell first
          input     m = 1
                    k = 1
                    n = 1
          at        line {line}: return m * kk * n  # noqa: F821

        Next: hint(count_flops) shows hint 1 of 2.""")


def test_exception_precedes_a_wrong_value_at_size_one(make_plan: Callable[..., Check]) -> None:
    right = "def f(x):\n    return x - x.min(axis=1, keepdims=True)"
    plan = make_plan(right, 'check(f, given="x: f32[n, d]")')
    text = verdict_at_home(plan, lambda x: 1 + x - x.min(axis=1)).text()
    assert "do not match" in text
    assert "expected" not in text


def test_wrong_value_does_not_reveal_the_right_one() -> None:
    start("02_second", student="ann")
    peak, bandwidth = figures("peak: int in 100..400, bandwidth: int in 10..60")
    right = peak / bandwidth
    text = failure(lambda: check(ridge=right + 1))
    assert text == dedent(f"""\
        01_ridge: not yet, 0 of 1 point.

        `ridge` is not right.
          got       {right + 1:.10g}

        Next: hint("ridge") shows hint 1 of 2.""")
    assert check(ridge=right * 1.005) is None  # the tolerance of the task is one percent
    assert "known mistake, upside_down" in failure(lambda: check(ridge=1 / right))
    assert "not run yet" in failure(lambda: check(ridge=...))
    assert "expected  a number\n  got       'much'" in failure(lambda: check(ridge="much"))


def test_law_states_the_condition() -> None:
    def best_split(n, parts):
        return [n]

    assert report(best_split, "02") == dedent("""\
        02_best_split: not yet, 0 of 2 points.

        The answer breaks the rule of the task.
          input     n = 0
                    parts = 2
          expected  2 piles of 0 things in all
          got       [0]

        Next: hint(best_split) shows hint 1 of 1.""")


def test_trees_are_compared_by_leaf() -> None:
    def layer_gradient(params, x):
        slope = jax.grad(lambda p: jnp.sum(x @ p["w"] + p["b"]))(params)
        return {"w": slope["w"], "b": slope["b"] + 1}

    text = report(layer_gradient, "02")
    assert "At `output['b']`: The value is wrong." in text
    assert "  input     params['b'] = f32[1] [0]\n            params['w'] = f32[1, 1] [[0]]" in text


def into_numpy(x):
    made = np.zeros(x.shape)
    made[0] = x[0]
    return made


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (lambda x: x * np.asarray(x), "the function with the same name in `jnp`"),
        (lambda x: x if x[0] > 0 else 2 * x, "or use `jax.lax.cond`"),
        (into_numpy, "was assigned to an element of a NumPy array"),
        (lambda x: x[x > 0], "Keep the size: `jnp.where(mask, new, x)`."),
        (lambda x: jnp.where(~x, 1.0, 0.0), "To test whether a number is zero, use `x == 0`."),
        (lambda x: x[int(jnp.ceil(len(x) / 2)) :], "`math.ceil`, not `jnp.ceil`."),
        (lambda x: jnp.zeros(x[0].astype(int)), "make the argument static"),
        (lambda x: x[: x[0].astype(int)], "keep the whole array and mask it:"),
        (lambda x: jnp.arange(x[0].astype(int)), STATIC),
        (lambda x: jnp.unique(x), SIZE),
        (lambda x: x.__setitem__(0, 1), "`x = x.at[i].set(value)` makes a new array."),
        (lambda x: jax.pure_callback(np.sin, x, x), "calls Python while it runs"),
        (lambda x: jnp.linalg.eig(jnp.outer(x, x))[0].real, "not available on every platform"),
        (lambda x: "two", "Return arrays, or dicts, tuples and lists of arrays."),
        (lambda x: None, "Your function returned `None`: is `return` missing?"),
        (lambda x: (x, None), "Your result contains `None` among its arrays."),
        (lambda x: jax.lax.scan(lambda s, y: (s + y, None), x[0], x), "`scan` returns a pair,"),
        (lambda x: min(x[0], 2) * x, "Python's `min` needs a value"),
        (lambda x: 2 * x * (x[0] > 0 and 1), "`&` and `|` instead of `and` and `or`"),
        (lambda x: x * len(f"{x[0]:.2f}"), "print it with `jax.debug.print`"),
        (lambda x: x.summ(), "AttributeError: an array has no attribute summ"),
        (lambda x: x.at[x < 0].set(jnp.arange(1.0)), "`jnp.where(mask, new, x)`"),
        (lambda x: jnp.choose(x.astype(int), [x]), "`mode='clip'`"),
        (lambda x: x * (x > 1 & x < 3), "Put each comparison in parentheses"),
        (lambda: 2, "The check calls your function with other arguments"),
    ],
)
def test_function_that_cannot_be_exported_is_explained(body, words: str) -> None:
    text = report(body, name="double")
    message, _, _ = text.partition("\n  at ")  # the quoted line contains the same words
    assert words in " ".join(message.split())
    assert "Tracer" not in text
    assert len(text.splitlines()) < 10


def test_grader_failure_is_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def double(x):
        return x

    start("01")
    monkeypatch.setattr("autograder.notebook.learner.check_task.judge_outputs", lambda *_: 1 / 0)
    with pytest.raises(CourseError) as caught:
        check(double)
    assert str(caught.value).splitlines()[::2] == [
        "The course has an error. It is not your mistake, and you lose no points.",
        "  ZeroDivisionError: division by zero",
    ]


def test_hints_follow_in_order_and_restart_with_the_unit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def double(x):
        return x

    start("01")
    capsys.readouterr()
    assert hint(double) is None
    assert capsys.readouterr().out == (
        "Hint 1 of 2: An array times a number is an array.\nNext hint: hint(double)\n"
    )
    assert "Next: hint(double) shows hint 2 of 2." in failure(lambda: check(double))
    hint("double")
    assert capsys.readouterr().out.endswith("Return `2 * x`.\nThat was the last hint.\n")
    assert "Next:" not in failure(lambda: check(double))
    hint("01_double", 1)
    assert capsys.readouterr().out.startswith("Hint 1 of 2")
    start("01")
    assert "hint 1 of 2." in failure(lambda: check(double))  # the hints start again


def test_function_is_found_by_its_name_in_the_notebook() -> None:
    start("01")
    double = jax.jit(lambda x: 2 * x)
    assert check(double) is None


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        (lambda x: jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1)), 0), True),
        (lambda x: jnp.where(x > 0, jnp.sqrt(x), 0), False),  # the gradient is NaN
    ],
)
def test_function_can_be_passed_by_keyword(
    answer: Any, passes: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    start("01_lanes")
    check(root=answer)
    captured = capsys.readouterr()
    assert ("nan_gradient: passed, " in captured.out) == passes
    assert ("not finite" in captured.err) != passes


def test_unknown_task_or_result_is_explained() -> None:
    assert failure(lambda: check(print)).startswith("Run the first cell of the notebook")
    start("01")
    checks = "It checks: double, move_points, count_flops."
    assert failure(lambda: check(print)) == f"Unit 01_first has no task called `print`. {checks}"
    assert failure(lambda: check("gone")) == f"Unit 01_first has no task called `gone`. {checks}"
    assert failure(lambda: check(lambda: 0)) == f"Unit 01_first has no task for this. {checks}"
    for result in (jnp.ones(2), 6, [1.0]):
        message = failure(lambda result=result: check(result))
        assert message == "You passed a result. Pass the function: `check(f)`, not `check(f(...))`."


def test_task_is_checked_by_name_or_number() -> None:
    start("01")
    for name in ("double", "01_double", "01"):
        message = failure(lambda name=name: check(name))
        assert (
            message == "`double` is not defined. Run the cell that defines it, and keep the name."
        )
    double = lambda x: 2 * x  # noqa: E731
    for name in ("double", "01_double", "01"):
        assert check(name) is None
    assert double(1) == 2


def test_edited_check_cell_gives_the_same_verdict() -> None:
    def double(x):
        return 3 * x

    start("01")
    assert "not yet" in failure(lambda: check(double, spec=lambda x: 3 * x, given="x: f32[n]"))
