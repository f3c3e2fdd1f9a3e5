"""Budgets are ratios of counted costs, and span may be compared as growth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, log2, prod, sqrt
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from autograder import Budget, CourseError, Finding, Status
from autograder.core.grading.budget import judge_costs
from autograder.core.grading.check import Check
from autograder.core.grading.evidence import why_recompiled
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import lower_program
from autograder.notebook.learner.check_task import verdict_at_home
from manylanes import cost

MakePlan = Callable[..., Check]
SIZES = (16, 32, 64, 128)
SAME = "def f(x):\n    return x"
TIMES = "def f(x, k):\n    return x * k"


@dataclass(frozen=True)
class Counted:
    """A cost with given counts."""

    work: float = 100
    span: float = 10
    bytes: float = 40
    largest: float = 8
    peak: float = 80
    products: float = 4
    unknown: tuple[str, ...] = ()
    ran: bool = False


def test_ratio_equal_to_the_limit_passes() -> None:
    budget = Budget(work=1.5, bytes=2, largest=1, span=2)
    mine = Counted(work=150, span=20, bytes=80)
    assert all(item.finding.passed for item in judge_costs(budget, (1,), [mine], [Counted()]))
    mine = Counted(work=151, span=21, bytes=81, largest=9)
    assert not any(item.finding.passed for item in judge_costs(budget, (1,), [mine], [Counted()]))


@pytest.mark.parametrize("who", ["mine", "the reference"])
def test_message_hides_trip_counts_of_hidden_inputs(who: str) -> None:
    """A value may determine the trip count of a loop."""
    costs = {"mine": Counted(work=1234, span=77), "the reference": Counted(work=5670, span=88)}
    costs[who] = replace(costs[who], ran=True)
    sizes, rows = (1, 2), [[cost, cost] for cost in costs.values()]
    for hidden, is_shown in ((False, True), (True, False)):
        spent = judge_costs(Budget(work=0.1, span="log"), sizes, *rows, hidden=hidden)
        for item, ours in zip(spent, ("1 234", "77"), strict=True):
            assert (ours in item.finding.got) is is_shown
            assert ("567" in item.finding.expected) is (is_shown and item.measure == "work")


def test_zero_reference_cost_allows_no_cost() -> None:
    budget = Budget(work=2)
    free = Counted(work=0)
    assert judge_costs(budget, (1,), [free], [free])[0].finding.passed
    assert not judge_costs(budget, (1,), [Counted(work=1)], [free])[0].finding.passed


@pytest.mark.parametrize(
    ("law", "span", "passes"),
    [
        ("log", lambda n: 2 * log2(n) + 5, True),
        ("log", lambda n: ceil(log2(n + 1)), True),
        ("log", lambda n: 7, True),
        ("log", lambda n: n, False),
        ("log", lambda n: n / 4 + 1000, False),
        ("log", lambda n: 3 * sqrt(n), False),
        ("const", lambda n: 7, True),
        ("const", lambda n: log2(n), False),
    ],
)
def test_span_is_compared_as_growth(law: str, span: Callable[[int], float], passes: bool) -> None:
    costs = [Counted(span=span(n)) for n in SIZES]
    finding = judge_costs(Budget(span=law), SIZES, costs, costs)[0].finding
    assert finding.passed == passes
    assert "at 16, " in finding.got


@pytest.mark.parametrize(
    ("law", "spans", "passes"),
    [
        ("log", (9, 10, 11, 12), True),
        ("log", (40, 48, 56, 64), True),  # logarithmic with eight steps instead of one
        ("log", (6, 7, 7, 8), True),
        ("log", (144, 320, 704, 1536), False),
        ("log", (144, 4320, 704, 1536), False),  # wasted steps at the second size
        ("log", (144, 4320, 4704, 5536), False),  # wasted steps from the second size on
        ("log", (1536, 1536, 1536, 1536), False),  # as many steps at every size as at the largest
        ("log", (96, 80, 70, 64), False),
        ("log", (40, 70, 100, 130), False),
        ("const", (12, 12, 12, 12), True),
        ("const", (1536, 1536, 1536, 1536), False),
        ("const", (12, 11, 10, 9), False),
    ],
)
def test_wasted_steps_do_not_hide_linear_growth(
    law: str, spans: tuple[int, ...], passes: bool
) -> None:
    mine = [Counted(span=span) for span in spans]
    right = [Counted(span=span) for span in (9, 10, 11, 12)]
    finding = judge_costs(Budget(span=law), SIZES, mine, right)[0].finding
    assert finding.passed == passes
    assert bool(finding.message) != passes
    if spans[0] > spans[-1]:
        assert "fewer steps wait for one another where the input is larger" in finding.message


@pytest.mark.parametrize(
    ("work", "passes"),
    [
        (lambda n: 10 * n, True),
        (lambda n: 50 * n + 300, True),
        (lambda n: 3 * n + 40 * ceil(log2(n)), True),
        (lambda n: 12 * n * ceil(log2(n)), False),
        (lambda n: 2 * n * ceil(log2(n)), False),  # less work, but steeper
        (lambda n: n * n, False),
        (lambda n: n * n if n > 64 else 64 * n, False),  # wasted work at small sizes
        (lambda n: 80 * n if n < 128 else 128 * 128, False),
        (lambda n: 100 * n, False),
        (lambda n: 5000 - n, False),
    ],
)
def test_work_can_be_compared_as_growth(work: Callable[[int], int], passes: bool) -> None:
    mine, right = ([Counted(work=w(n)) for n in SIZES] for w in (work, lambda n: 10 * n))
    (spent,) = judge_costs(Budget(work="linear"), SIZES, mine, right)
    assert spent.finding.passed == passes, spent.finding
    assert "operations growing like the solution's" in spent.finding.expected


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        ("Budget(work='log')", "`work` may be 'linear' or a number, not 'log'"),
        ("Budget(span='linear')", "`span` may be 'log', 'const' or a number, not 'linear'"),
    ],
)
def test_unknown_growth_law_is_rejected(make_plan: MakePlan, budget: str, words: str) -> None:
    with pytest.raises(CourseError, match=words):
        make_plan(SAME, f'check(f, given="x: f32[n]", budget={budget})')


PREFIX = "import jax\ndef f(x):\n    return jax.lax.associative_scan(jax.numpy.add, x)"


def one_by_one(x: jax.Array) -> jax.Array:
    return lax.scan(lambda total, item: (total + item,) * 2, 0.0, x)[1]


def by_pairs(x: jax.Array) -> jax.Array:
    return jnp.tril(jnp.ones((x.size, x.size))) @ x


@pytest.mark.parametrize(
    ("answer", "exceeded", "message"),
    [
        (one_by_one, ["span"], "Your values are right, but too many steps wait for one another."),
        (by_pairs, ["work"], "Your values are right, but there is too much work."),
    ],
)
def test_prefix_sum_that_exceeds_the_growth_of_the_solution(
    make_plan: MakePlan, answer: Any, exceeded: list[str], message: str
) -> None:
    check = 'check(f, given="x: f32[n]", budget=Budget(span="log", work="linear"))'
    plan = make_plan(PREFIX, check)
    assert verdict_at_home(plan, plan.reference).status is Status.PASSED
    verdict = verdict_at_home(plan, answer)
    assert (verdict.status, verdict.points) == (Status.FAILED, 1.0)
    assert [finding.property for finding in verdict.failures] == exceeded
    assert message in verdict.text()


def test_message_for_a_cost_that_cannot_be_counted() -> None:
    mine = Counted(unknown=("while",))
    finding = judge_costs(Budget(work=9), (1,), [mine], [Counted()])[0].finding
    assert not finding.passed
    assert "The cost cannot be counted: while." in finding.message


def test_cost_uses_the_largest_or_the_declared_sizes(make_plan: MakePlan) -> None:
    def points(check: str) -> list[tuple[int, tuple[int, ...]]]:
        plan = make_plan(SAME, f"check(f, {check})")
        return [(size, signature[0].shape) for size, signature in plan.cost_points]

    ((_, shape),) = points('given="x: f32[n, d], n in 0..64", budget=Budget(work=1)')
    assert shape == (64, 128)
    declared = points('given="x: f32[n, d]", budget=Budget(work=1, at={"n": 7, "d": 300})')
    assert declared[-1][1] == (7, 300)
    log = 'budget=Budget(span="log")'
    assert [size for size, _ in points(f'given="x: f32[n, 3]", {log}')] == [16, 32, 64, 128]
    several = points(f'given="x: f32[n], n in 4 | 8 | 16 | 32 | 64", {log}')
    assert [size for size, _ in several] == [8, 16, 32, 64]


@pytest.mark.parametrize(
    ("drawn", "shape", "number"),
    [
        ("[(1, 1), (9, 1), (3, 1), (2, 1), (4, 1)]", (9,), 1),
        ("[(9, 3), (9, 8), (9, 5), (1, 99), (2, 1), (9, 4)]", (9,), 8),
    ],
)
def test_cost_uses_the_largest_drawn_case(
    make_plan: MakePlan, drawn: str, shape: tuple[int, ...], number: int
) -> None:
    given = f"""
def drawn(draw):
    n, number = draw.each({drawn})
    return draw.array("f32", (n,)), number
"""
    answer = "def f(x, number):\n    return x + number"
    plan = make_plan(answer, f"{given}\n\ncheck(f, given=drawn, budget=Budget(work=1))")
    ((_, signature),) = plan.cost_points
    assert (signature[0].shape, signature[1]) == (shape, number)
    assert plan.full_size.signature == signature


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("x: f32[3]", "needs 4 values of one size; none changes"),
        ("x: f32[n, d], n in 16 | 64 | 256, d in 1..8", "of one size; `n` takes 3"),
        ("x: f32[n, d], n in 1..4", "of one size; `n` takes 3"),
    ],
)
def test_growth_uses_the_first_variable_size(make_plan: MakePlan, given: str, words: str) -> None:
    plan = make_plan(SAME, f'check(f, given="{given}", budget=Budget(span="log"))')
    with pytest.raises(CourseError, match=words):
        _ = plan.cost_points


@pytest.mark.parametrize("measure", ["work", "span", "largest"])
def test_limit_on_a_free_solution_is_rejected(make_plan: MakePlan, measure: str) -> None:
    plan = make_plan(SAME, f'check(f, given="x: f32[n]", budget=Budget({measure}=2))')
    message = f"the solution costs 0 .*, so the limit on `{measure}` is 0"
    with pytest.raises(CourseError, match=message):
        verdict_at_home(plan, plan.reference)


def test_compilations_count_distinct_programs(make_plan: MakePlan) -> None:
    calls = [{"n": 4, "k": k} for k in (1, 2, 3, 2)]
    plan = make_plan(
        TIMES,
        'check(f, given="x: f32[n], k: int in 1..9", '
        f"budget=Budget(compilations=1, calls={calls}))",
    )
    assert verdict_at_home(plan, plan.reference).status is Status.PASSED

    @partial(jax.jit, static_argnames="k")
    def f(x: jax.Array, k: int) -> jax.Array:
        return x * k

    verdict = verdict_at_home(plan, f)
    assert verdict.points == 1.0
    assert "  expected  at most 1 over 4 calls\n  got       3" in verdict.text()


STATIC = """\
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="k")
def f(x, k):
    return jnp.pad(x, (0, k))"""
SERIES = [{"n": 4, "k": k} for k in (1, 2, 1)]


def test_failed_compilation_counts_as_one(make_plan: MakePlan) -> None:
    plan = make_plan(
        STATIC,
        'check(f, given="x: f32[n], k: int in 1..9", '
        f"budget=Budget(compilations=2, calls={SERIES}))",
        more=(
            "\n# %% wrong: not_static\n# The length follows from k: it has to be static.\n"
            "import jax.numpy as jnp\n\n\n"
            "def f(x, k):\n    return jnp.pad(x, (0, k))\n"
        ),
    )
    assert verdict_at_home(plan, plan.reference).status is Status.PASSED
    verdict = verdict_at_home(plan, plan.mistakes[0].answer)
    assert (verdict.points, verdict.mistake) == (1.0, "not_static")
    assert "  expected  at most 2 over 3 calls\n  got       3" in verdict.text()
    # A wrapper around a jitted function does not cause more compilations.
    assert verdict_at_home(plan, lambda x, k: plan.reference(x, k)).status is Status.PASSED


RECOMPILED = """
# %% wrong: counted_in_python
# A loop of Python needs `k` now.
import jax.numpy as jnp

def f(x, k):
    return sum((x for _ in range(k)), jnp.zeros_like(x))

# %% wrong: in_each_call
# Your `jit` stands inside.
import jax

def f(x, k):
    return jax.jit(lambda x, k: x * k)(x, k)
"""


def test_recompilation_message_names_the_cause(make_plan: MakePlan) -> None:
    """Both answers compile once per call, for different reasons."""
    check = f'given="x: f32[n], k: int in 1..9", budget=Budget(compilations=1, calls={SERIES})'
    plan = make_plan(TIMES, f"check(f, {check})", more=RECOMPILED)
    why = "Each call jits a new function, or passes a new object as a static argument"
    for mistake, names_cause in zip(plan.mistakes, (False, True), strict=True):
        verdict = verdict_at_home(plan, mistake.answer)
        assert "  expected  at most 1 over 3 calls\n  got       3" in verdict.text()
        assert (why in " ".join(verdict.text().split())) is names_cause
        assert verdict.mistake == mistake.name


def test_other_errors_do_not_name_recompilation() -> None:
    raised, why = Finding("raised", False, "It stops."), Finding("anew", False, "Each call jits.")
    assert why_recompiled([b"", raised]) == ""
    assert why_recompiled([b"", raised, why]) == "Each call jits."


WORDS = (
    "check(f, given=\"x: f32[n], how: 'up' | 'down'\", budget=Budget(compilations=2, calls=["
    '{"n": 4, "how": "up"}, {"n": 4, "how": "down"}, {"n": 4, "how": "up"}]))'
)
UP_OR_DOWN = "def f(x, how):\n    return x + 1 if how == 'up' else x - 1"


def test_string_arguments_are_static(make_plan: MakePlan) -> None:
    plan = make_plan(UP_OR_DOWN, WORDS)
    verdict = verdict_at_home(plan, plan.reference)
    assert verdict.status is Status.PASSED, verdict.text()
    assert verdict.findings[-1].got == "2"


SERVICE = (
    'check(f, given="x: f32[n], k: int in 1..9, m: int in 1..9", '
    'budget=Budget(compilations=1, calls=[{"n": 4, "k": 1, "m": 2}, {"n": 4, "k": 3, "m": 2}]))'
)


def test_series_program_may_drop_either_constant(make_plan: MakePlan) -> None:
    """Only the values show which of two numbers the program takes."""
    plan = make_plan("def f(x, k, m):\n    return x * k - m", SERVICE)
    for static in ((), ("m",), ("k",), ("k", "m")):
        jitted = jax.jit(lambda x, k, m: x * k - m, static_argnames=static)
        verdict = verdict_at_home(plan, jitted)
        assert verdict.points == (1.0 if "k" in static else 2.0), static
        assert verdict.findings[0].property == "values"
        assert verdict.findings[0].passed


def test_counted_programs_must_be_correct(make_plan: MakePlan) -> None:
    """The object calls one function and compiles another."""
    plan = make_plan("def f(x, k, m):\n    return x * k - m", SERVICE)
    right = jax.jit(lambda x, k, m: x * k - m, static_argnames="k")
    other = jax.jit(lambda x, k, m: x)

    class Forged:
        lower, trace = other.lower, other.trace

        def __call__(self, *args: object) -> object:
            return right(*args)

    verdict = verdict_at_home(plan, Forged())
    assert (verdict.status, verdict.points) == (Status.FAILED, 0.0)
    assert "is wrong" in verdict.text() or "are wrong" in verdict.text()


def test_mistake_in_values_is_not_named_by_cost(make_plan: MakePlan) -> None:
    plan = make_plan(
        "def f(x):\n    return 2 * x",
        'check(f, given="x: f32[n]", budget=Budget(work=1.5))',
        more="\n# %% wrong: other_values\n# Message.\ndef f(x):\n    return 5 * x - 2 * x\n",
    )
    verdict = verdict_at_home(plan, lambda x: 5 * x - 3 * x)
    assert verdict.points == 1.0
    assert verdict.mistake == ""


# A cell that processes T rows: the products with the input can precede the loop.
CELL = """def states(w, u, rows):
    import jax
    import jax.numpy as jnp
    before = rows @ u

    def turn(h, row):
        return (jnp.maximum(h @ w + row, -9) % 7,) * 2

    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), before)[1]"""
CELL_CHECK = (
    'check(states, given="w: f32[d, d] in 0..1, u: f32[m, d] in 0..1, rows: f32[t, m] in 0..1, '
    'd in 1..4, m in 1..4, t in 1..16", budget=Budget(products=1))'
)
CELL_MISTAKES = """

# %% wrong: in_the_loop
# You multiply each row by itself, in its turn.
#
# -        return (jnp.maximum(h @ w + row, -9) % 7,) * 2
# +        return (jnp.maximum(h @ w + row @ u, -9) % 7,) * 2
# -    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), before)[1]
# +    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), rows)[1]


# %% wrong: eight_each
# You multiply four times in each turn.
#
# -        return (jnp.maximum(h @ w + row, -9) % 7,) * 2
# +        wide = [part @ m for m, v in ((w, h), (u, row)) for part in (v * 0, v)]
# +        return (jnp.maximum(sum(wide), -9) % 7,) * 2
# -    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), before)[1]
# +    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), rows)[1]


# %% wrong: once_too_often
# You multiply once more than there are turns and one.
#
# -    return jax.lax.scan(turn, jnp.zeros(w.shape[0]), before)[1]
# +    return jax.lax.scan(turn, (0 * before[0]) @ w, before)[1]
"""


def test_products_are_counted_exactly(make_plan: MakePlan) -> None:
    plan = make_plan(CELL, CELL_CHECK, more=CELL_MISTAKES)
    assert verdict_at_home(plan, plan.reference).status is Status.PASSED
    counts = {}
    for mistake in plan.mistakes:
        verdict = verdict_at_home(plan, mistake.answer)
        assert verdict.status is Status.FAILED
        finding = next(f for f in verdict.failures if f.property == "products")
        assert "(17 products of arrays)" in finding.expected
        counts[mistake.name] = finding.got.partition("(")[2]
    assert counts == {
        "in_the_loop": "32 products of arrays)",
        "eight_each": "64 products of arrays)",
        "once_too_often": "18 products of arrays)",
    }


def hidden(x: jax.Array, w: jax.Array) -> jax.Array:
    return jnp.tanh(x @ w) @ w.T


def test_unrolled_iterations_have_the_peak_of_the_compiled_program() -> None:
    """An unrolled program does not fix the order of its iterations. A loop does."""

    def looped(w: jax.Array, x: jax.Array) -> jax.Array:
        return lax.scan(lambda so_far, one: (so_far + hidden(one, w), None), x[0], x[1:])[0]

    def written_out(w: jax.Array, x: jax.Array) -> jax.Array:
        so_far = x[0]
        for one in x[1:]:
            so_far = so_far + hidden(one, w)
        return so_far

    given = [jax.ShapeDtypeStruct(shape, "float32") for shape in ((8, 64), (33, 16, 8))]
    counted, planned = [], []
    for way in (looped, written_out):
        counted.append(cost(canonical(lower_program(jax.jit(way), given).artifact).decode()).peak)
        planned.append(jax.jit(way).lower(*given).compile().memory_analysis().temp_size_in_bytes)
    args = sum(4 * prod(array.shape) for array in given)
    assert counted[1] - args > 2 * (counted[0] - args)
    assert planned[1] > 2 * planned[0]
