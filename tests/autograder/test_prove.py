"""The miniature course keeps all rules of a task, and tasks that break a rule are reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder import Course, Task
from autograder.authoring import task_rules, unit_rules
from autograder.authoring.proof import State
from autograder.authoring.prove import prove
from autograder.core.course.plan import load_check
from autograder.notebook.learner.check_task import verdict_at_home

MakeTask = Callable[..., Task]
DOUBLE = "def f(x):\n    return 2 * x"
CHECK = (
    "import numpy as np\n"
    'check(f, spec=lambda x: np.multiply(2, x), given="x: f32[n]", budget=Budget(work=1))'
)
WRONG = "\n# %% wrong: {}\n# Message.\ndef f(x):\n    return {}\n"
RARE = """check(
    f,
    spec=lambda n: n == 5,
    given=lambda draw: (draw.int(0, 5),),
)"""


def broken(task: Task, **options: int) -> list[str]:
    return [f"{proof.rule}: {proof.reason}" for proof in prove(task, **options) if proof.broken]


@pytest.mark.proof  # `make check` proves the whole course
def test_miniature_course_keeps_every_rule(course: Course) -> None:
    proofs = list(prove(course))
    assert [str(proof) for proof in proofs if proof.state is not State.KEPT] == []
    files = [path for unit in course.units.values() for path in unit.files]
    assert len(proofs) == len(files) * len(task_rules.RULES) + len(unit_rules.EVERYWHERE) * len(
        course.units
    )
    assert str(proofs[6]) == "kept    solutions/01_first/01_double.py: wrong"


@pytest.mark.parametrize(("size", "violations"), [(2, 1), (64, 0)])
def test_span_limit_that_no_wrong_answer_exceeds_is_found(
    make_task: MakeTask, size: int, violations: int
) -> None:
    """With two elements, the loop takes twice the solution's steps, which the limit allows."""
    check = CHECK.replace("budget=Budget(work=1)", "budget=Budget(span=2)")
    check = check.replace("x: f32[n]", f"x: f32[{size}]")
    loop = WRONG.format("loop", "jax.lax.map(lambda entry: 2 * entry, x)")
    loop = loop.replace("def f", "import jax\n\ndef f")
    lines = [line for line in broken(make_task(DOUBLE, check, more=loop)) if "`span`" in line]
    remedy = "Add the loop that the statement forbids, and draw an input that makes it fail."
    assert lines == [f"span: No wrong answer exceeds the limit on `span`. {remedy}"] * violations


def test_valid_task_has_no_broken_rule(make_task: MakeTask) -> None:
    assert broken(make_task(DOUBLE, CHECK, more=WRONG.format("squared", "x * x"))) == []


A = WRONG.format("a", "x")
RIGHT = A + "\n# %% right: {}\ndef f(x):\n    return {}\n"
FAILS = "does not pass:\n01_made: not yet, {} of 2 points."


@pytest.mark.parametrize(
    ("answer", "check", "more", "violation"),
    [
        (DOUBLE, CHECK, "",
         "wrong: The task has no wrong answer. Add a `# %% wrong: name` cell with a message."),
        (DOUBLE, CHECK, WRONG.format("none", "x + x"),
         "wrong: The wrong answer none passes. Make it wrong, or draw inputs for which it is "
         "wrong."),
        (DOUBLE, CHECK, RIGHT.format("b", "x + 2"),
         f"right: The right answer b {FAILS.format(0)}"),
        (DOUBLE, CHECK, RIGHT.format("dear", "x * 5 - 3 * x"),
         f"right: The right answer dear {FAILS.format(1)}"),
        (DOUBLE, CHECK, A.replace("def f", "def g"),
         "readable: This answer does not define f, which the check cell uses. Use the same names"),
        (DOUBLE, CHECK, A.replace("Message.", "TODO: say why."), "todo: TODO: say why."),
        ("def f(x):\n    return 3 * x", CHECK, A, f"solution: The solution {FAILS.format(0)}"),
        ("import math\ndef f(x):\n    return math.prod((2, x))", CHECK,
         WRONG.format("unknown", "math.prod((3, x))"),
         "wrong: The wrong answer unknown raises a NameError. Define all names that it uses, "
         "because it runs without the solution."),
        (DOUBLE, CHECK.replace("np.multiply(2, x)", "x + x"), A,
         "spec: The spec, which students can read, passes as an answer. Write the spec of a "
         "program with NumPy loops, and omit the spec of a function."),
    ],
)  # fmt: skip
def test_violation_is_named(
    make_task: MakeTask, answer: str, check: str, more: str, violation: str
) -> None:
    violations = broken(make_task(answer, check, more=more))
    assert [line for line in violations if line.startswith(violation)], violations


@pytest.mark.parametrize(
    ("given", "violation"),
    [
        ("lambda draw: (1 // 0,)", "`given` raises ZeroDivisionError: integer div"),
        ("lambda: (1,)", "`given` raises TypeError: <lambda>() takes 0 positional arg"),
        ("lambda draw: 1", "`given` must return the tuple of arguments. Return `(x,)`"),
        ('"k: int in 2..n, n in 1..4"', "The range `2..n` contains no value for n = 1"),
    ],
)
def test_failing_given_is_reported_once(make_task: MakeTask, given: str, violation: str) -> None:
    task = make_task("def f(k):\n    return k", f"check(f, given={given})", "function")
    (proof,) = (str(proof) for proof in prove(task) if proof.broken)
    cell = task.cell("check")
    assert cell
    assert f"solutions/01_made/01_made.py:{cell.line}: readable: {violation}" in proof


@pytest.mark.parametrize("kind", ["function", "program"])
def test_exit_in_a_task_is_a_violation(make_task: MakeTask, kind: str) -> None:
    """Otherwise, `prove` would end without a message and with the exit code 0."""
    check = 'check(f, given="x: i32[n]", law=lambda output, x: exit())'
    lines = broken(make_task("def f(x):\n    return x", check, kind))
    assert "solution: Code of the task calls `exit()`. Remove this call." in lines


SQUARE = "def f(x):\n    return x * x"


@pytest.mark.parametrize(
    ("given", "largest", "dtype", "end"),
    [
        ("x: f32[n] in 4097..4097", "16 785 408", "float32", "16 777 216"),
        ("x: i32[n] in 4097..4097", "", "", ""),
        ("x: f32[n] in 4097.0..4098.0", "", "", ""),  # real numbers are compared with a tolerance
    ],
)
def test_integers_beyond_float_precision_are_found(
    make_task: MakeTask, given: str, largest: str, dtype: str, end: str
) -> None:
    """The solution passes with its own rounding, but another order of the same sum does not."""
    task = make_task(SQUARE, f'check(f, given="{given}")', more=WRONG.format("none", "x"))
    violations = [str(proof) for proof in prove(task) if proof.broken]
    if not largest:
        assert violations == []
        return
    (line,) = violations
    cell = task.cell("check")
    assert cell is not None
    assert line == (
        f"BROKEN  solutions/01_made/01_made.py:{cell.line}: exact: The solution returns {largest}, "
        f"and outputs are compared with `==`. Above {end}, {dtype} cannot represent every whole "
        "number, so a right answer that performs the operations in a different order may differ. "
        "Draw smaller inputs, return int32, or set a tolerance."
    )


@pytest.mark.parametrize(
    ("law", "extreme"),
    [
        ("bool((out.astype('i4') ** 2 <= x).all())", "-2147483648"),
        ("bool((out == 2 * x).all())", ""),
    ],
)
def test_law_that_an_extreme_value_satisfies_is_found(
    make_task: MakeTask, law: str, extreme: str
) -> None:
    check = f'import numpy as np\ncheck(f, law=lambda out, x: {law}, given="x: i32[n] in 4..9")'
    violations = [line for line in broken(make_task(DOUBLE, check)) if line.startswith("extremes")]
    expected = (
        f"extremes: An answer whose values are all {extreme} satisfies the law for every input. "
        "Restrict the range of the answer in the law."
    )
    assert violations == ([expected] if extreme else [])


@pytest.mark.parametrize(
    ("expression", "given", "is_reported"),
    [
        ("(x[:-1] + x[1:]) / 3", "x: f32[n + 1]", True),
        ("(x[:-1] + x[1:]) / 4", "x: f32[n + 1]", False),
        ("(x[:-1] + x[1:]) / 3", "x: f32[n + 1] in -1.0..1.0", False),
    ],
)
def test_exact_comparison_of_a_quotient_is_found(
    make_task: MakeTask, expression: str, given: str, is_reported: bool
) -> None:
    """With exact comparison, right answers with a different order of operations can fail."""
    answer = f"def f(x):\n    return {expression}"
    check = f'check(f, spec=lambda x: {expression.replace("x[", "+x[")}, given="{given}")'
    violations = broken(make_task(answer, check, more=WRONG.format("none", "x[1:] * 2")))
    exact = [
        line for line in violations if line.startswith("exact: The inputs are whole numbers, ")
    ]
    assert bool(exact) == is_reported
    assert all("such as `x: f32[n] in -1.0..1.0`, round the answer" in line for line in exact)


def test_stub_that_passes_is_found(make_task: MakeTask) -> None:
    task = make_task(DOUBLE, CHECK, more=WRONG.format("a", "x"))
    given_away = task.path.read_text().replace("    ### BEGIN", "    return 2 * x\n    ### BEGIN")
    task.path.write_text(given_away)
    assert (
        "stub: The stub has the status *passed*. Move more code between the markers."
    ) in broken(Task.read(task.path))


def test_solution_must_pass_hidden_inputs(make_task: MakeTask) -> None:
    """The solution is right only for the public inputs."""
    given = "given=lambda draw: (draw.int(0, 999),)"
    wrong = "\n# %% wrong: none\n# Message.\ndef f(n):\n    return None\n"
    answer = "def f(n):\n    return n"
    task = make_task(answer, f"check(f, {given})", "function", wrong)
    seen = {case.args[0] for case in load_check(task).cases()}
    check = f"seen = {seen!r}\ncheck(f, spec=lambda n: n if n in seen else -n, {given})"
    line, _ = broken(make_task(answer, check, "function", wrong))
    assert line.startswith("solution: The solution does not pass:\n01_made: not yet")
    assert "hidden input" in line


def with_docstring(make_task: MakeTask, text: str, solution: str = "2 * n") -> Task:
    task = make_task(
        f"def f(n):\n    return {solution}",
        'check(f, given="n: int in 1..9")',
        "function",
        "\n# %% wrong: same\n# Message.\ndef f(n):\n    return -n\n",
    )
    documented = f'def f(n):\n    """{text}"""\n    ### B'
    task.path.write_text(task.path.read_text().replace("def f(n):\n    ### B", documented))
    return Task.read(task.path)


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        (">>> f(2)\n    4\n    ", "2 * n"),
        ("(2,) -> 0.6666667: a share.", "n / 3"),
        ("(2,) -> 4, (3,) -> 6. One line.", "2 * n"),
        ('[1, 2] -> [("a", 2), ("b", 1)], pairs.', '[("a", 2), ("b", 1)]'),
        ("n: int -> twice as much. f32[n] -> f32[n]. (a, b) -> 7", "2 * n"),
    ],
)
def test_correct_docstring_example_is_accepted(
    make_task: MakeTask, text: str, solution: str
) -> None:
    assert broken(with_docstring(make_task, text, solution)) == []


DIFFERS = "expects {}, but the solution returns another value. Write {}, or fix the solution."


@pytest.mark.parametrize(
    ("text", "violation"),
    [
        (">>> f(2)\n    5\n    ",
         "is wrong:\nFailed example:\n    f(2)\nExpected:\n    5\nGot:\n    4"),
        ("(2,) -> 4, (3,) -> 5. One line.", DIFFERS.format("5", "6")),
        ("(2, 3) -> 4.",
         "raises TypeError: f() takes 1 positional argument but 2 were given. Write it as "
         "`>>> f(...)`."),
    ],
)  # fmt: skip
def test_wrong_docstring_example_is_named(make_task: MakeTask, text: str, violation: str) -> None:
    violations = broken(with_docstring(make_task, text))
    assert violations == [f"examples: An example in the stub {violation}"]


def test_wrong_answer_that_passes_with_some_secrets_is_counted(make_task: MakeTask) -> None:
    task = make_task(
        "def f(n):\n    return n == 5",
        RARE.replace("    spec=lambda n: n == 5,\n", ""),
        "function",
        "\n# %% wrong: never\n# Message.\ndef f(n):\n    return False\n",
    )
    assert broken(task) == []
    (line,) = broken(task, classes=100)
    count = sum(
        all(case.args[0] != 5 for case in load_check(task).cases(b"class %d" % number))
        for number in range(100)
    )
    assert count > 0
    assert line == (
        f"classes: The wrong answer never passes in {count} of 100 classes. Draw inputs that "
        "expose it more often."
    )


def test_right_answer_that_fails_with_some_secrets_is_counted(make_task: MakeTask) -> None:
    even = "\n# %% right: even\ndef f(n):\n    return n > n\n"
    task = make_task("def f(n):\n    return n == 5", RARE, "function", even)
    count = sum(
        any(case.args[0] == 5 for case in load_check(task).cases(b"class %d" % number))
        for number in range(100)
    )
    assert 0 < count < 100
    (line,) = (line for line in broken(task, classes=100) if line.startswith("classes: The "))
    assert line == (
        f"classes: The right answer even fails in {count} of 100 classes. Do not draw inputs whose "
        "right output is ambiguous."
    )


def test_tolerance_must_be_narrower_than_each_mistake(make_task: MakeTask) -> None:
    violation = (
        "tolerance: The wrong answer close passes with the parameters of 50 of 50 students. "
        "Declare a smaller tolerance, or draw parameters for which it differs more."
    )
    for wrong, violations in ((7, 0), (10.01, 1)):
        close = f"\n# %% wrong: close\n# Message.\nsize = {wrong}\n"
        task = make_task("size = 10.0", "check(size=size, tolerance=0.01)", "value", close)
        tolerance = [line for line in broken(task) if line.startswith("tolerance")]
        assert tolerance == [violation] * violations


@pytest.mark.parametrize(("other_limit", "count"), [("", 1), (", work=2", 0), (", block=2", 0)])
def test_budget_of_bytes_only_is_rejected(
    make_task: MakeTask, other_limit: str, count: int
) -> None:
    check = CHECK.replace("work=1", f"bytes=1.5{other_limit}")
    violations = [
        line for line in broken(make_task(DOUBLE, check)) if line.startswith("bytes_limit")
    ]
    reason = (
        "bytes_limit: If only `bytes` is limited, an answer can compute many sums from one load. "
        "Limit `work`, too."
    )
    assert violations == [reason] * count


def test_equivalent_wrong_answers_are_both_reported(make_task: MakeTask) -> None:
    more = WRONG.format("one", "x * x") + WRONG.format("other", "x ** 2")
    task = make_task(DOUBLE, CHECK, more=more)
    assert not [line for line in broken(task) if line.startswith("wrong")]
    text = verdict_at_home(load_check(task), lambda x: x * x).text()
    assert "This is a known mistake, one:\n  Message." in text
    assert "Another mistake with the same results, other:\n  Message." in text
