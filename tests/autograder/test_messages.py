"""Common mistakes get the same specific message at home and from the judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from autograder import Status, Verdict
from autograder.core.grading.check import Check
from autograder.core.grading.show_values import apart
from autograder.core.kinds.value import VALUE
from autograder.core.messages.explain_error import undefined
from autograder.notebook.learner.check_task import verdict_at_home

MakePlan = Callable[..., Check]
Ask = Callable[..., Verdict]
ONE = "def f(k):\n    return k"
TWO = "def f(a, b):\n    return a @ b"


def words(verdict: Verdict) -> str:
    """Return the report on one line, because tests ignore its line breaks."""
    return " ".join(verdict.text().split())


@pytest.fixture
def ask(make_plan: MakePlan) -> Ask:
    """Return the message about an answer to a function task with the answer `right` of `k`."""

    def made(right: str, answer: Any, **more: str) -> Verdict:
        extra = "".join(f", {name}={value}" for name, value in more.items())
        solution = f"import numpy as np\ndef f(k):\n    return {right}"
        check = f'check(f, given="k: int in 2..9"{extra})'
        return verdict_at_home(make_plan(solution, check, "function"), answer)

    return made


@pytest.mark.parametrize("right", ["k", "[k, k]", "{'a': k}", "np.arange(k)"])
def test_missing_return(ask: Ask, right: str) -> None:
    assert "Your function returned `None`: is `return` missing?" in words(
        ask(right, lambda k: None)
    )


def test_missing_return_with_a_law(ask: Ask) -> None:
    for law in ("lambda out, k: False", "lambda out, k: out + 1"):
        assert "is `return` missing?" in words(ask("k", lambda k: None, law=law))


def test_returned_ellipsis_is_the_stub(ask: Ask, make_plan: MakePlan) -> None:
    assert ask("k", lambda k: ...).status is Status.NOT_RUN
    program = make_plan("def f(x):\n    return x", 'check(f, given="x: f32[n]")')
    assert verdict_at_home(program, lambda x: ...).status is Status.NOT_RUN


def value_plan(*right: Any) -> Check:
    """Return the plan of a value task with the names `a`, `b`, ..."""
    return Check("t", VALUE, 1.0, ("a", "b")[: len(right)], right, tolerance=0.01)


def test_one_value_is_missing() -> None:
    verdict = verdict_at_home(value_plan(1, 2), (1, ...))
    assert verdict.text() == "t: not run yet.\n\n`b` is still `...`."
    assert "still contains the stub" in verdict_at_home(value_plan(1, 2), (..., ...)).text()


@pytest.mark.parametrize(
    ("right", "came", "said"),
    [
        (0.25, 250, "its unit is not: it is wrong by a power of ten."),
        (800.0, 100, "It is wrong by a factor of 8: bits for bytes, or a"),
        (100, 800, "bits for bytes, or a given 8 is missing or used twice."),
        (1024, 1, "KiB or MiB for bytes, or a given 1024 is missing or used twice."),
        (42.37, 43, "It is the right number, rounded too far: keep its digits."),
        (0.0214, 0.02, "rounded too far"),
        (80.0, 0.0125, "It is 1 divided by the right number: you divided the wrong way round."),
        (80, -80.0, "Its size is right, its sign is not."),
        (0.0214, 0.03, "`a` is not right. got 0.03"),
        (0.0625, 1, "`a` is not right. got 1"),
        (0.799, 1, "`a` is not right. got 1"),
        (0.777, 0.8, "rounded too far"),
        (100, 300, "`a` is not right. got 300"),
        (3, 0.375, "a factor of 8"),
        (3, 3 / 1024, "a power of 1024"),
        (3, 3 * 2**20, "a power of 1024"),
        (3, 3 * 1.024, "between 1000 and 1024"),
        (3, 3 * 1000**2 / 1024**2, "between 1000 and 1024"),
    ],
)
def test_value_in_another_unit_or_rounded(right: float, came: float, said: str) -> None:
    assert said in words(verdict_at_home(value_plan(right), (came,)))


@pytest.mark.parametrize(
    ("right", "answer", "said"),
    [
        ("[1] * 8", lambda k: [1] * 7, "the wrong length: expected 8, got 7."),
        ("[1] * 8", lambda k: np.ones(7), "the wrong length: expected 8, got 7."),
        ("k * 10 ** 9", lambda k: int(np.int64(k * 10**9).astype(np.int32)), "32 bits"),
        ("k", lambda k: jnp.asarray(k) + 3 * 10**9, "keeps whole numbers in 32 bits"),
        ("k", lambda k: k > 1 & k < 3.0, "expected"),
        ("k", lambda k: np.arange(3.0) > 1 & np.arange(3.0), "Put each comparison in parentheses"),
    ],
)
def test_common_mistakes(ask: Ask, right: str, answer: Any, said: str) -> None:
    assert said in words(ask(right, answer))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda k: {"a": k}, "The answer lacks `b`."),
        (lambda k: {}, "The answer lacks `a` and `b`."),
        (lambda k: {"a": k, "b": {"c": k}, "d": 1}, "has the unexpected `d`."),
        (lambda k: {"a": k, "B": {"c": k}}, "lacks `b` and has the unexpected `B`."),
        (lambda k: {"a": k, "b": {"c": k, "C": k}}, "at `['b']`, has the unexpected `C`."),
        (lambda k: {"a: *, b": {"c": k}}, "lacks `a` and `b` and has the unexpected `a: *, b`"),
        (
            lambda k: {"a": (k, k), "b": {"c": k}},
            "at `['a']`, has a different structure than expected.",
        ),
    ],
)
def test_missing_key_is_named(ask: Ask, answer: Any, said: str) -> None:
    assert said in words(ask("{'a': k, 'b': {'c': k}}", answer))


@pytest.mark.parametrize(
    ("came", "said"),
    [
        ([[(0, 0)], [(0, 1), (1, 0)]], "at `[1]`, has the wrong length: expected 1, got 2."),
        ([[(0, 0)], [(0, 1), (1, 0)]], "expected [(0, 1)] got [(0, 1), (1, 0)]"),
        ([[(0, 0)], [1]], "at `[1][0]`, is one value, but 2 are expected"),
        ([[(0, 0)], [{0: 1}]], "at `[1][0]`, is a dict, but 2 are expected"),
        ([[(0, 0)], [1]], "expected (0, 1) got 1"),
    ],
)
def test_message_locates_the_first_different_item(ask: Ask, came: Any, said: str) -> None:
    assert said in words(ask("[[(0, 0)], [(0, 1)]]", lambda k: came))


def test_none_is_reported_as_none(ask: Ask) -> None:
    assert "expected None got 3" in words(ask("None", lambda k: 3))


def test_list_in_place_of_a_value_hides_the_right_value() -> None:
    text = words(verdict_at_home(value_plan(1234), ([1, 2],)))
    assert "expected a number got [1, 2]" in text
    assert "1234" not in text


def test_missing_parameter_is_named(make_plan: MakePlan) -> None:
    plan = make_plan("def f(x):\n    return {'w': x, 'b': x}", 'check(f, given="x: f32[n]")')
    assert "The answer lacks `b`." in words(verdict_at_home(plan, lambda x: {"w": x}))
    assert "expected {b: f32[1], w: f32[1]}" in words(verdict_at_home(plan, lambda x: {"w": x}))


WALLS = "['compute' if k > 3 else 'memory', 'compute', 'memory']"


@pytest.mark.parametrize(
    ("came", "told"),
    [
        (lambda k: ["bandwidth", "compute", "memory"], True),
        (lambda k: ["memory", "memory", "memory"], False),  # the choices are known
        (lambda k: [3, "compute", "memory"], True),
        (lambda k: [np.arange(k), "compute", "memory"], True),
    ],
)
def test_word_that_is_not_a_choice(ask: Ask, came: Any, told: bool) -> None:
    text = words(ask(WALLS, came))
    assert ("The expected words are 'compute', 'memory'." in text) == told


def test_single_word_answer_is_not_revealed(ask: Ask) -> None:
    assert "The words" not in words(ask("'memory'", lambda k: "bandwidth"))


@pytest.mark.parametrize(("came", "told"), [("bandwidth", True), ("compute", False)])
def test_choices_of_several_values_are_listed(came: str, told: bool) -> None:
    said = words(verdict_at_home(value_plan("memory", "compute"), (came, "compute")))
    assert ("The expected words are 'compute', 'memory'." in said) == told


def test_one_value_in_place_of_several(make_plan: MakePlan) -> None:
    plan = make_plan("def f(x):\n    return x, x.sum()", 'check(f, given="x: f32[n]")')
    said = words(verdict_at_home(plan, lambda x: x))
    assert "one value, but 2 are expected: `return a, b`." in said


@pytest.mark.parametrize(
    ("came", "told"),
    [
        ("x y", "`a` is one value, but 2 are expected: put them into a list, `[..., ...]`."),
        (None, "`a` is None. The expression after its `=` returns nothing."),
    ],
)
def test_message_about_a_value_does_not_mention_return(came: object, told: str) -> None:
    assert told in words(verdict_at_home(value_plan(("x", "y")), (came,)))


def test_list_of_arrays_in_place_of_an_array(make_plan: MakePlan) -> None:
    plan = make_plan("def f(x):\n    return x", 'check(f, given="x: f32[n]")')
    said = words(verdict_at_home(plan, lambda x: [2 * entry for entry in x]))
    assert "combine all of them with `jnp.stack`" in said


@pytest.mark.parametrize("kept", [lambda x: 2 * x, lambda x: x.sum()])
def test_expected_array_in_a_tuple(make_plan: MakePlan, kept: Any) -> None:
    """`scan` and `vjp` return pairs, and `[1]` is easily forgotten."""
    plan = make_plan("def f(x):\n    return x", 'check(f, given="x: f32[n]")')
    said = words(verdict_at_home(plan, lambda x: (x.sum(), kept(x))))
    told = "The value with index 1 has the expected shape: add `[1]`." in said
    assert told == (kept(jnp.ones(2)).ndim == 1)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda x: x.sum(), "To get one result per entry, use `vmap`"),
        (lambda x: x.sum(1), "An axis is missing: `keepdims=True` keeps the axis of a reduction"),
        (lambda x: x[:, None], "There is an extra axis: reduce it, for example with `sum`"),
        (lambda x: x.T, "The axes are swapped: use `.T`."),
        (lambda x: x[None], "There is an extra axis: reduce it, for example with `sum`"),
        (
            lambda x: x.astype(jnp.bfloat16),
            "Convert it, or your result, with `.astype(jnp.float32)`",
        ),
        (lambda x: x.argsort(0), "return indices: use them to select the values"),
        (lambda x: x > 0, "You returned `True` and `False`"),
        (
            lambda x: jax.vmap(jnp.negative),
            "returned a function instead of an array. `jax.vmap(f)`",
        ),
    ],
)
def test_other_structure_is_described(make_plan: MakePlan, answer: Any, said: str) -> None:
    plan = make_plan("def f(x):\n    return x", 'check(f, given="x: f32[n, 3]")')
    assert said in words(verdict_at_home(plan, answer))


@pytest.mark.parametrize("dtype", ["uint8", "int16", "bool"])
def test_integer_of_another_width_suggests_a_conversion(make_plan: MakePlan, dtype: str) -> None:
    plan = make_plan("def f(x):\n    return x", 'check(f, given="x: i32[n]")')
    said = words(verdict_at_home(plan, lambda x: x.astype(dtype)))
    assert "Convert the result with `.astype(jnp.int32)`." in said
    assert "floats" not in said


def test_same_size_in_another_shape(make_plan: MakePlan) -> None:
    plan = make_plan("def f(x):\n    return x", 'check(f, given="x: f32[2, 3]")')
    assert "the axes are not: use `.reshape`." in words(verdict_at_home(plan, jnp.ravel))


def test_permuted_axes_are_reported(make_plan: MakePlan) -> None:
    """`.T` would give the right shape for the first answer but mix batch and channels."""
    plan = make_plan("def f(x):\n    return x", 'check(f, given="x: f32[2, 7, 4, 2]")')
    for order in ((0, 2, 1, 3), (1, 0, 2, 3)):
        said = words(verdict_at_home(plan, lambda x, order=order: x.transpose(order)))
        assert "The axes are in a different order: use `jnp.transpose`" in said


def test_function_in_place_of_a_value(ask: Ask) -> None:
    assert "Call it, `f(...)`" in words(ask("k", lambda k: lambda: k))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (np.array([185], "f4"), np.array([184.99998], "f4")),
        (np.float32(185), np.nextafter(np.float32(185), np.float32(0))),
        (1 / 3, 1 / 3 + 1e-16),
        (10042560000000, 1.004256048e13),
        ([1 / 3], [1 / 3 + 1e-16]),
        ("a", np.str_("a")),
        (3, True),
    ],
)
def test_different_values_never_look_equal(one: Any, other: Any) -> None:
    first, second = apart(one, other)
    assert first != second


def test_rounding_of_a_square_root_is_shown(make_plan: MakePlan) -> None:
    solution = "def f(x):\n    return (x * x).sum(axis=1)"
    plan = make_plan(solution, 'check(f, given="x: f32[n, 2] in 3..9")')
    verdict = verdict_at_home(plan, lambda x: jnp.linalg.norm(x, axis=1) ** 2)
    found = verdict.failures[0]
    assert found.expected != found.got


def test_misspelled_function_suggests_the_name() -> None:
    others = ["jnp", "no_negativ", "np", "places"]
    assert undefined("no_negatives", others).message == (
        "`no_negatives` is not defined. Rename `no_negativ` to `no_negatives`."
    )
    assert "keep the name" in undefined("no_negatives", ["jax"]).message


MISTAKE = """

# %% wrong: rounds_down
# You rounded down.
def f(k):
    return k // 2 * 2 + (k > 8) * 0
"""


def test_mistake_is_named_only_if_it_explains_all_outputs(make_plan: MakePlan) -> None:
    plan = make_plan(ONE, 'check(f, given="k: int in 1..9")', "function", MISTAKE)
    text = verdict_at_home(plan, lambda k: k // 2 * 2).text()
    assert "This is a known mistake, rounds_down" in text
    # Wrong on the same inputs in the same way, but also on others.
    text = verdict_at_home(plan, lambda k: k // 2 * 2 if k % 2 else 0).text()
    assert "mistake" not in text


def test_shown_input_agrees_with_the_named_mistake(make_plan: MakePlan) -> None:
    """Inputs are drawn from 1..9, and shrinking also tries values that were not drawn."""
    plan = make_plan(ONE, 'check(f, given="k: int in 1..9")', "function", MISTAKE)
    verdict = verdict_at_home(plan, lambda k: k // 2 * 2)
    assert verdict.failures[0].smallest_input == "k = 1"
