"""The judgement of outputs: structure, tolerance, known mistakes, and what a verdict may show."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reach import one_of_each

from autograder import Course, CourseError, Finding, Status, Verdict
from autograder.core.course.plan import load_check
from autograder.core.grading.check import Check, Mistake
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.judgement import judge_outputs
from autograder.core.inputs.generator import PUBLIC
from autograder.core.inputs.input_spec import parse_spec
from autograder.core.kinds.function import FUNCTION
from autograder.core.kinds.program import PROGRAM
from autograder.core.messages.explain_error import undefined_finding
from autograder.notebook.learner.check_task import verdict_at_home

MakePlan = Callable[..., Check]
SECRET = b"secret of the course"


def test_message_shows_only_public_cases(course: Course) -> None:
    plan = load_check(course.unit("01").task("double"))
    hidden, public = plan.cases(SECRET), plan.cases(PUBLIC)
    outputs = [2 * case.args[0] for case in public] + [case.args[0] - 7 for case in hidden]
    verdict = judge_outputs(plan, public + hidden, Evidence(outputs))
    assert verdict.status is Status.FAILED
    finding = verdict.failures[0]
    assert finding.smallest_input == "a hidden input with n = 1"
    assert (finding.expected, finding.got) == ("", "")

    outputs = [case.args[0] - 7 for case in hidden + public]
    finding = judge_outputs(plan, hidden + public, Evidence(outputs)).failures[0]
    assert finding.smallest_input.startswith("x = f32[1]")


def test_missing_output_gives_the_reason(course: Course) -> None:
    plan = load_check(course.unit("01").task("double"))
    cases = plan.cases()
    late = Finding("stopped", False, "It ran for longer than 10 s.")
    verdict = judge_outputs(plan, cases, Evidence([late] * len(cases)))
    assert (verdict.status, verdict.points) == (Status.NOT_RUN, 0.0)
    assert verdict.text() == "01_double: stopped.\n\nIt ran for longer than 10 s."
    verdict = judge_outputs(plan, cases, Evidence([undefined_finding("double")] * len(cases)))
    assert "`double` is not defined." in verdict.text()


TREES: dict[str, Callable[[Any], Any]] = {
    "an array": lambda x: x,
    "one of two": lambda x: (x / 3,),
    "two": lambda x: (x / 3, x),
    "a list of two": lambda x: [x / 3, x],
    "other shapes": lambda x: (x[None], x[:0]),
    "a dict": lambda x: {"a": x, "b": x / 3},
    "nothing": lambda x: (),
    "an error": lambda x: x.gone,
}
INPUTS = {"real": "x: f32[n] in -1.0..1.0", "whole": "x: f32[n]"}


@pytest.mark.parametrize("kind", ["program", "function"])
@pytest.mark.parametrize("inputs", INPUTS)
def test_known_mistake_with_another_structure_is_named(
    make_plan: MakePlan, inputs: str, kind: str
) -> None:
    """A mistake may return another structure than the right answer, and is still recognized."""
    made = make_plan("def f(x):\n    return x / 3, x", f'check(f, given="{INPUTS[inputs]}")', kind)
    wrong = {name: tree for name, tree in TREES.items() if name not in ("two", "a list of two")}
    mistakes = tuple(Mistake(name, f"It is {name}.", tree) for name, tree in wrong.items())
    plan = replace(made, load_mistakes=lambda: mistakes)
    cases = plan.cases()
    for name, tree in TREES.items():
        verdict = judge_outputs(plan, cases, plan.kind.gather(plan, tree, cases))
        named = [finding.mistake for finding in verdict.failures if finding.mistake]
        assert (name in named) == (name in wrong), (name, verdict.text())


@pytest.mark.parametrize(
    ("property", "status"), [("stopped", Status.NOT_RUN), ("refused", Status.FAILED)]
)
def test_uncounted_cost_gives_half_the_points(
    course: Course, property: str, status: Status
) -> None:
    """The cost is unknown if the process crashed during counting or the program is too large."""
    plan = load_check(course.unit("01").task("move_points"))
    cases = plan.cases()
    outputs = plan.kind.gather(plan, plan.reference, cases).outputs
    verdict = judge_outputs(plan, cases, Evidence(outputs, [Finding(property, False, "No cost.")]))
    assert (verdict.status, verdict.points) == (status, 2.0)
    assert not [finding.mistake for finding in verdict.failures if finding.mistake]


def test_verdict_survives_json(course: Course) -> None:
    plan = load_check(course.unit("01").task("move_points"))
    verdict = verdict_at_home(plan, plan.mistakes[2].answer)
    assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict


def test_spec_that_contradicts_the_solution_is_a_course_error(make_plan: MakePlan) -> None:
    answer = "def f(x):\n    return 2 * x"
    for spec, words in (
        ("x[None]", "spec and the solution return arrays"),
        ("x.no", "the reference fails with AttributeError"),
    ):
        plan = make_plan(answer, f'check(f, spec=lambda x: {spec}, given="x: f32[n]")')
        with pytest.raises(CourseError, match=words):
            verdict_at_home(plan, plan.reference)


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ("check(f)", "The check lacks `given`."),
        ('check(f, given="x: f32[n", budget=1)', "leaves a bracket or a quote open"),
        ('check(f, given="x: f32[n]", spec=len, law=len)', "a spec and a law"),
        ("check(f, given=3)", "`given` is 3.\nWrite a text"),
        ('check(f, given="x: f32[n]", spec=3)', "`spec` is 3.\nWrite a function."),
        ('check(f, given="x: f32[n]", tolerance="a")', "`tolerance` is 'a'.\nWrite a number"),
        ('check(f, given="x: f32[n]", budget=1)', "`budget` is 1.\nWrite limits, such as Budget("),
        ("exit()\ncheck(f)", "SystemExit"),
    ],
)
def test_invalid_check_is_rejected(make_plan: MakePlan, check: str, words: str) -> None:
    with pytest.raises(CourseError, match="01_made") as caught:
        make_plan("def f(x):\n    return x", check)
    assert words in str(caught.value)


def test_arguments_must_be_serializable(make_plan: MakePlan) -> None:
    """At home, any object works, but the judge runs the answer in another process."""
    plan = make_plan(
        "def f(box):\n    return 1",
        "check(f, given=lambda draw: ({'box': [object()]},))",
        kind="function",
    )
    words = r"`given` draws argument\[0\]\['box'\]\[0\], which has the type object"
    with pytest.raises(CourseError, match=words):
        verdict_at_home(plan, plan.reference)


def test_only_rounding_differences_are_accepted(make_plan: MakePlan) -> None:
    plan = make_plan(
        "import jax.numpy as jnp\ndef f(x):\n    return jnp.sum(x * x, axis=1)",
        'check(f, spec=lambda x: (x * x).sum(1), given="x: f32[m, n] in -1.0..1.0")',
    )
    assert not plan.exact
    cases = plan.cases()
    backwards = [(case.args[0][:, ::-1] ** 2).sum(1) for case in cases]
    assert judge_outputs(plan, cases, Evidence(backwards)).status is Status.PASSED
    off = [out * np.float32(1.0001) for out in backwards]
    verdict = judge_outputs(plan, cases, Evidence(off))
    assert verdict.status is Status.FAILED
    assert "rounding explains" in verdict.text()
    for roundings, ends in ((4, Status.PASSED), (64, Status.FAILED)):
        near = [out * np.float32(1 + roundings * 2.0**-23) for out in backwards]
        assert judge_outputs(plan, cases, Evidence(near)).status is ends, roundings


def test_tolerance_of_a_mistake_follows_its_own_size(make_plan: MakePlan) -> None:
    """The tolerance of the right answer is too small for numbers a million times larger."""
    wrong = "# %% wrong: scaled\n# You scaled it.\ndef f(x):\n    return 1e6 * x"
    check = 'check(f, spec=lambda x: 1 * x, given="x: f32[n] in -1.0..1.0")'
    plan = make_plan("def f(x):\n    return x", f"{check}\n\n{wrong}")
    assert verdict_at_home(plan, lambda x: 3e5 * x + 7e5 * x).mistake == "scaled"
    assert verdict_at_home(plan, lambda x: 1.001e6 * x).mistake == ""


def rounded_at_the_end(x: Any) -> Any:
    return x.sum(axis=1).astype("float32")


def rounded_on_the_way(x: Any) -> Any:
    total = x[:, 0]
    for column in x.T[1:]:
        total = total + column
    return total.astype("float32")


def a_twentieth_too_much(x: Any) -> Any:
    return x.sum(axis=1, dtype="float32") * np.float32(1.05)


def added_up_wide(x: Any) -> Any:
    wide = x.astype("float32")
    return wide @ np.ones(len(x.T), np.float32)


@pytest.mark.parametrize("spec", ["spec=lambda x: x.sum(1), ", ""], ids=["spec", "solution"])
@pytest.mark.parametrize("dtype", one_of_each(["bf16", "f16"]))
def test_short_inputs_do_not_widen_the_tolerance(
    make_plan: MakePlan, dtype: str, spec: str
) -> None:
    """Inputs are exact, so an answer in float32 has no error from their format."""
    plan = make_plan(
        "import jax.numpy as jnp\ndef f(x):\n    return jnp.sum(x, axis=1, dtype=jnp.float32)",
        f'check(f, {spec}given="x: {dtype}[m, n] in -1.0..1.0")',
    )
    for right in (plan.reference, added_up_wide):
        assert verdict_at_home(plan, right).status is Status.PASSED
    for short in (rounded_at_the_end, rounded_on_the_way, a_twentieth_too_much):
        verdict = verdict_at_home(plan, short)
        assert verdict.status is Status.FAILED, short.__name__
        assert "rounding explains" in verdict.text()


def test_rounding_does_not_explain_a_wrong_index(make_plan: MakePlan) -> None:
    plan = make_plan(
        "import jax.numpy as jnp\ndef f(x):\n    return jnp.argmax(x), x.max()",
        'check(f, given="x: f32[n] in -1.0..1.0, n in 4..9", tolerance=1e-3)',
    )
    text = verdict_at_home(plan, lambda x: (x.argmin(), x.max())).text()
    assert "The value is wrong" in text
    assert "rounding explains" not in text


def test_function_may_change_its_own_copy_of_the_arguments(make_plan: MakePlan) -> None:
    def spoils(x: Any) -> Any:
        total = x.sum()
        x[:] = 0
        return total

    plan = make_plan("def f(x):\n    return x.sum()", 'check(f, given="x: f32[n]")', "function")
    assert verdict_at_home(plan, spoils).status is Status.PASSED
    assert any(case.args[0].any() for case in plan.cases())


def test_answer_that_is_not_data_is_rejected(make_plan: MakePlan) -> None:
    plan = make_plan("def f(k):\n    return k", 'check(f, given="k: int in 1..3")', "function")
    text = verdict_at_home(plan, lambda k: {1, 2}).text()
    assert "The answer is a set. Return numbers, text, arrays, dicts or lists." in text


ARRAYS = [np.zeros(()), np.ones(3, np.complex64), np.zeros((2, 0), np.float32)]
UNUSUAL = [*ARRAYS, np.array(["a"]), np.array([None, 3], object), 10**400]
numbers = st.one_of(st.booleans(), st.integers(), st.floats())
leaf = st.one_of(st.none(), numbers, st.text(max_size=3), st.sampled_from(UNUSUAL))
keys = st.one_of(st.text(max_size=2), st.integers())
data = st.recursive(
    leaf,
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(keys, inner), st.tuples(inner, inner)),
    max_leaves=6,
)
KINDS = {
    "whole": ("k: int in 1..3", "return k"),
    "real": ("k: int in 1..3", "return k / 7"),
    "array": ("x: f32[n]", "return x"),
    "tree": ("x: f32[n]", "return {'a': (x, 1), 'b': 'c'}"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_random_output_gets_a_verdict_and_does_not_pass(make_plan: MakePlan, kind: str) -> None:
    given_inputs, body = KINDS[kind]
    name = given_inputs[0]
    answer, check = f"def f({name}):\n    {body}", f'check(f, given="{given_inputs}")'
    kinds = ("function", "program") if kind == "array" else ("function",)
    wrong = f"# %% wrong: more\n# It is one more.\ndef f({name}):\n    return {name} + 1"
    plans = [make_plan(answer, check, task_kind, wrong) for task_kind in kinds]

    @given(output=data)
    def judge(output: Any) -> None:
        for plan in plans:
            cases = plan.cases()
            verdict = judge_outputs(plan, cases, Evidence([output] * len(cases)))
            assert verdict.status in (Status.FAILED, Status.NOT_RUN)
            assert verdict.text()
            json.dumps(verdict.to_json())

    judge()


def test_law_uses_64_bit_integers() -> None:
    """In 32 bits, 65536 times itself is 0."""
    dtypes: list[Any] = []

    def root(out: Any, n: Any) -> bool:
        dtypes.extend((out.dtype, n.dtype))
        return bool((out * out <= n).all())

    reference = lambda n: n // n  # noqa: E731
    plan = Check("t", PROGRAM, 1, ("f",), reference, parse_spec("n: i32[k] in 1..9"), law=root)
    too_large = lambda n: 65536 + 0 * n  # noqa: E731
    verdict = judge_outputs(plan, plan.cases(), PROGRAM.gather(plan, too_large, plan.cases()))
    assert verdict.failures[0].property == "law"
    assert set(dtypes) == {np.dtype("int64")}


LONG = {
    "many axes": np.zeros((3,) * 9, np.int8),
    "many arrays": [np.zeros((4, 4)) for _ in range(1000)],
    "many numbers": list(range(4000)),
    "many keys": {str(key): key for key in range(4000)},
    "a long key": {"x" * 50_000: 1},
    "a long word": "x" * 50_000,
    "a long number": 10**4000,
}


@pytest.mark.parametrize("output_name", LONG)
@pytest.mark.parametrize("law", [None, lambda out, k: False])
def test_shown_answer_is_short(output_name: str, law: Any) -> None:
    plan = Check("t", FUNCTION, 1, ("f",), abs, parse_spec("k: int in 1..9"), law=law)
    verdict = judge_outputs(plan, plan.cases(), Evidence([LONG[output_name]] * len(plan.cases())))
    assert verdict.status is Status.FAILED
    assert len(verdict.text()) < 5000
    assert len(json.dumps(verdict.to_json())) < 8000


@dataclass(frozen=True)
class Wrong:
    """A wrong answer to the task below: its result is off by `off` if x is at least `least`."""

    least: int
    off: int


@given(
    wrongs=st.lists(st.builds(Wrong, st.integers(1, 9), st.integers(1, 3)), min_size=1, max_size=4),
    mine=st.builds(Wrong, st.integers(1, 9), st.integers(1, 3)),
)
def test_mistake_is_named_only_if_all_outputs_agree(wrongs: list[Wrong], mine: Wrong) -> None:
    def function(wrong: Wrong) -> Callable[[int], int]:
        return lambda k: k + (k >= wrong.least) * wrong.off

    mistakes = tuple(Mistake(str(i), "", function(w)) for i, w in enumerate(wrongs))
    plan = Check("t", FUNCTION, 1.0, ("f",), lambda k: k, parse_spec("k: int in 1..9"),
                 load_mistakes=lambda: mistakes)  # fmt: skip
    drawn = [case.args[0] for case in plan.cases()]
    verdict = verdict_at_home(plan, function(mine))
    if verdict.mistake:
        named = wrongs[int(verdict.mistake)]
        shows = [k for k in drawn if k >= named.least]
        assert shows
        assert all(function(mine)(k) == function(named)(k) for k in shows)
    elif verdict.status is Status.FAILED:
        assert mine not in wrongs
