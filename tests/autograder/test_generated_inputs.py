"""Inputs have the shapes and ranges of their spec, and their values depend only on the key."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder import Status, figures
from autograder.core.grading.check import Check
from autograder.core.inputs.cases import UNSEEN, draw_cases
from autograder.core.inputs.generator import PUBLIC, Draw, Stream, default_range
from autograder.core.inputs.input_spec import parse_spec
from autograder.core.inputs.student_parameters import drawing_for
from autograder.core.kinds.program import PROGRAM
from autograder.core.messages.errors import CourseError
from autograder.notebook.learner.check_task import verdict_at_home
from autograder.runner.sandbox import channel


def test_drawn_numbers_have_known_values() -> None:
    whole = Stream(b"pin").whole(-3, 3, (2, 5))
    assert whole.tolist() == [[2, 2, 0, 1, 2], [0, 3, 2, 0, -1]]
    real = [float(x).hex() for x in Stream(b"pin").real(-1.0, 1.0, (2,))]
    assert real == ["0x1.69170b6248000p-2", "0x1.d0194febed8d8p-2"]
    bell = [float(x).hex() for x in Stream(b"pin").normal((2,))]
    assert bell == ["-0x1.1c6524a741c60p-2", "-0x1.22f5c5d8bc734p+0"]
    assert Draw(Stream(b"pin")).shuffle("abcdef") == list("ecfdab")


def test_figures_of_a_student_have_known_values() -> None:
    text = "peak: 100..400, bandwidth: 10..60, rate: 0.5..2.0, mode: 'a' | 'b'"
    with drawing_for("ann"):
        mine = figures(text)
    with drawing_for("bob"):
        theirs = figures(text)
    assert tuple(mine) == (316, 16, 0.932, "a")
    assert mine.peak == 316
    assert tuple(theirs) != tuple(mine)


def test_key_changes_values_but_not_shapes() -> None:
    spec = parse_spec("x: f32[m, d], i: i32[k] in 0..m-1")
    public, secret = (draw_cases(spec, key, compiled=True) for key in (PUBLIC, b"secret"))
    seen = [case for case in secret if not case.unseen]
    assert [case.signature for case in public] == [case.signature for case in seen]
    pairs = zip(public, seen, strict=True)
    assert any((a.args[0] != b.args[0]).any() for a, b in pairs)
    assert (public[0].public, secret[0].public) == (True, False)


def test_two_shapes_depend_on_the_secret() -> None:
    """If a task has variable sizes, the judge draws two more shapes from the secret."""
    spec = parse_spec("x: f32[m, d]")
    seen = {repr(case.signature) for case in draw_cases(spec, PUBLIC, compiled=True)}
    drawn = [
        [repr(c.signature) for c in draw_cases(spec, key, compiled=True) if c.unseen]
        for key in (PUBLIC, b"one", b"other")
    ]
    assert [len(row) for row in drawn] == [0, UNSEEN, UNSEEN]
    assert not seen & {*drawn[1], *drawn[2]}
    assert set(drawn[1]) != set(drawn[2])
    fixed = parse_spec("x: f32[4, 3], n in 8 | 16, y: f32[n]")
    assert not any(case.unseen for case in draw_cases(fixed, b"one", compiled=True))


def test_arguments_of_a_function_depend_on_the_key() -> None:
    spec = parse_spec("m: int in 1..1000")
    public, secret = ([c.args for c in draw_cases(spec, k, compiled=False)] for k in (PUBLIC, b"s"))
    assert public[0] == secret[0] == (1,)  # always the lower end
    assert (1000,) in public
    assert public != secret


def test_shapes_include_the_extremes() -> None:
    envs = [
        case.env
        for case in draw_cases(parse_spec("x: f32[m, d], m in 0..64"), PUBLIC, compiled=True)
    ]
    assert {"m": 1, "d": 1} in envs
    assert any(env["m"] == 1 < env["d"] for env in envs)
    assert any(env["d"] == 1 < env["m"] for env in envs)
    assert any(env["m"] == 0 for env in envs)
    assert all(env["d"] > 0 for env in envs)
    assert len({tuple(env.values()) for env in envs}) <= 7  # each costs a compilation


def test_all_choices_of_a_spec_are_drawn() -> None:
    spec = parse_spec("mode: 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g'")
    cases = draw_cases(spec, PUBLIC, compiled=True)
    assert {case.args[0] for case in cases} == set("abcdefg")


def test_structure_of_a_callable_spec_does_not_depend_on_the_key() -> None:
    def chain(draw: Draw) -> tuple[object, ...]:
        sizes = [draw.int(1, 5) for _ in range(draw.int(2, 4))]
        last = draw.array("f32", (sizes[0],), then=np.sort)
        return tuple(sizes), draw.pick(["left", "right"]), last

    drawn = draw_cases(chain, b"secret", compiled=True)
    cases = [case for case in drawn if not case.unseen]
    assert len(drawn) == len(cases) + UNSEEN
    assert cases[0].args[:2] == ((1, 1), "left")
    again = draw_cases(chain, PUBLIC, compiled=True)
    assert [case.signature[:2] for case in cases] == [case.signature[:2] for case in again]
    assert all((np.diff(case.args[2]) >= 0).all() for case in cases)


FEW_BITS = ["f8e4m3fn", "f8e5m2", "i4"]
dtypes = st.sampled_from(["f32", "f16", "bf16", "i32", "i8", "u8", "bool", *FEW_BITS])


@given(dtype=dtypes, low=st.integers(0, 2), span=st.integers(0, 5), key=st.binary(max_size=8))
def test_arrays_have_the_declared_properties(dtype: str, low: int, span: int, key: bytes) -> None:
    high = min(low + span, 1) if dtype == "bool" else low + span
    low = min(low, high)
    text = f"x: {dtype}[m, 2*n+1] in {low}..{high}, tree: {{w: ({dtype}[m], [{dtype}])}}"
    for case in draw_cases(parse_spec(text), key, compiled=True):
        x, tree = case.args
        assert x.shape == (case.env["m"], 2 * case.env["n"] + 1)
        assert low <= x.astype(float).min() <= x.astype(float).max() <= high
        assert x.dtype == tree["w"][0].dtype == tree["w"][1][0].dtype
        assert case.inputs[1].shape == (case.env["m"],)


@pytest.mark.parametrize("dtype", FEW_BITS)
def test_short_formats_are_judged(dtype: str) -> None:
    """A program can take and return elements of eight or four bits, and the channel sends them."""

    def added(x: Any, y: Any) -> Any:
        return x.astype(np.float32) + y.astype(np.float32), (x * 1).astype(x.dtype)

    check = Check("t", PROGRAM, 1.0, ("f",), added, parse_spec(f"x: {dtype}[n], y: {dtype}[n]"))
    assert verdict_at_home(check, added).status is Status.PASSED
    wrong = verdict_at_home(check, lambda x, y: (x.astype(np.float32), x))
    assert wrong.status is Status.FAILED
    assert f"x = {dtype}[" in wrong.text()
    low, high = default_range(dtype)
    for case in check.cases():
        blobs: list[bytes] = []
        back = channel.decode(channel.encode(case.args[0], blobs), blobs)
        assert back.dtype == case.args[0].dtype
        assert (back == case.args[0]).all()
        assert low <= back.astype(float).min() <= back.astype(float).max() <= high


@given(st.data())
def test_sizes_and_integers_stay_in_the_declared_range(data: st.DataObject) -> None:
    low = data.draw(st.integers(1, 40))
    high = data.draw(st.integers(low, low + 40))
    for case in draw_cases(
        parse_spec(f"x: f32[n], n in {low}..{high}, k: int in 1..n"), b"k", compiled=True
    ):
        assert low <= case.env["n"] <= high
        assert 1 <= case.args[1] <= case.env["n"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x: f31[n]", "No dtype is called 'f31'.\nDid you mean f32"),
        ("x: f32[n", "leaves a bracket or a quote open"),
        ("x", "`x` in given cannot be read.\nWrite `x: f32[n]`"),
        ("x: f32[n()]", "'n()' is not a size or range."),
        ("mode: a | b", "Quote words"),
        ("n in 8 | m", "Quote words"),
        ("k: int in 10..5", "The range `10..5` contains no value.\nWrite the lower bound first;"),
        ("k: float in 3..1", "The range `3..1` contains no value."),
        ("k: 3..2", "The range `3..2` contains no value."),
        ("x: f32[n] in 5..-1*9", "The range `5..-1*9` contains no value."),
        ("x: f32[n], n in 8..1", "The range `8..1` contains no value."),
        ("k: int in 0..9**9**9", "`9**9**9` cannot be computed.\nDo not divide by zero"),
    ],
)
def test_invalid_spec_is_rejected_with_a_message(text: str, words: str) -> None:
    with pytest.raises(CourseError) as caught:
        parse_spec(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("x: f32[m], k: int in 1..m-1", "The range `1..m-1` contains no value for m = 1."),
        ("x: f32[m], n in 1..m-1, y: f32[n]", "The range `1..m-1` contains no value for m = 1."),
        ("x: f32[m] in m..2", "The range `m..2` contains no value for m = "),
        ("x: f32[m-2]", "The size `m-2` is -1 for m = 1.\nChange the ranges"),
        ("x: f32[m] in 0..1//m, m in 0..4", "`1//m` cannot be computed for m = 0."),
        ("k: int in 0..2**70", "The range 0..1180591620717411303424 exceeds 64-bit integers."),
        (lambda draw: (draw.int(9, 7),), "The range 9..7 contains no value."),
        (lambda draw: (draw.array("f32", (2,), 1.0, 0.5),), "The range 1.0..0.5 contains no"),
    ],
)
def test_ranges_without_a_value_are_rejected_when_drawn(declared: Any, words: str) -> None:
    spec = parse_spec(declared) if isinstance(declared, str) else declared
    with pytest.raises(CourseError) as caught:
        draw_cases(spec, PUBLIC, compiled=True)
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["k: int in 5..5", "x: i32[n] in 0..n-5, n in 0..0", "k: 2.0..2"])
def test_ranges_of_one_value_and_of_empty_arrays_are_valid(text: str) -> None:
    assert draw_cases(parse_spec(text), PUBLIC, compiled=False)


def test_circular_ranges_are_rejected() -> None:
    with pytest.raises(CourseError, match="refer to each other"):
        draw_cases(parse_spec("m in 1..n, n in 1..m, x: f32[m]"), PUBLIC, compiled=True)
