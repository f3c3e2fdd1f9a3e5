"""What should come out: the spec in float64 NumPy where there is one, else our solution."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import ml_dtypes
import numpy as np

from autograder.draw.cases import Case
from autograder.draw.draw import Stream
from autograder.draw.tree import change, leaves, structure
from autograder.judge.check import Check
from autograder.judge.data import as_data
from autograder.say.errors import CourseError

ROUNDINGS = 16  # how many times the error of rounding the inputs an answer may be off


@dataclass(frozen=True)
class Expected:
    """Right values, the arrays they must be (a program), and the room for rounding."""

    values: Any
    arrays: Any = None  # ShapeDtype of every leaf
    room: Any = None  # a number for every leaf; none: exact


@dataclass(frozen=True)
class _Signature:
    """A signature that can be a key: equal when it reads the same."""

    text: str
    tree: Any = field(compare=False)


def outcome(function: Callable[..., Any], case: Case, kind: str) -> Any:
    """What a trusted function gives: a program is jitted, a function gets plain data."""
    if kind == "program":
        return _compiled(function, _key(case))(case.inputs)
    return as_data(function(*copy.deepcopy(case.args)))


def _key(case: Case) -> _Signature:
    return _Signature(repr(case.signature), case.signature)


@lru_cache(maxsize=256)
def _compiled(function: Callable[..., Any], signature: _Signature) -> Callable[[list[Any]], Any]:
    from autograder.program.export import compiled

    return compiled(function, signature.tree)


@lru_cache(maxsize=256)
def _abstract(function: Callable[..., Any], signature: _Signature) -> Any:
    import jax

    from autograder.program.export import on_arrays, specs

    return jax.eval_shape(on_arrays(function, signature.tree), *specs(signature.tree))


def expect(check: Check, case: Case) -> Expected:
    """The right answer for a case, kept; a course that contradicts itself is a CourseError."""
    kept = check.memo.get(id(case))
    if kept is None:  # the case is kept with it, so that its id stays its own
        kept = check.memo[id(case)] = (case, expect_once(check, case))
    return kept[1]


def expect_once(check: Check, case: Case) -> Expected:
    """The same, not kept: for the many cases that are tried while shrinking."""
    if check.kind == "value":
        return Expected(as_data(check.reference))
    try:
        with np.errstate(all="ignore"):  # a spec may divide by zero; that is judged, not printed
            return _expect(check, case)
    except CourseError:
        raise
    except Exception as error:
        problem = f"{check.task}: the reference fails with {type(error).__name__}: {error}"
        raise CourseError(problem, f"On {case.args!r}"[:400]) from error


def _expect(check: Check, case: Case) -> Expected:
    arrays = _abstract(check.reference, _key(case)) if check.kind == "program" else None
    if check.law is not None:
        return Expected(None, arrays)
    if check.spec is None:
        values = outcome(check.reference, case, check.kind)
    else:
        values = check.spec(*wide(case.args))
    if check.kind == "program":
        values = change(np.asarray, values)
        _agree(check, values, arrays)
    room = None if check.exact or check.kind != "program" else _room(check, case, values, arrays)
    return Expected(values, arrays, room)


def wide(args: Any) -> Any:
    """Arguments in float64 and int64, where NumPy's plain way is as good as exact."""

    def widen(leaf: Any) -> Any:
        if not isinstance(leaf, np.ndarray) or leaf.dtype == bool:
            return leaf
        return leaf.astype(np.int64 if leaf.dtype.kind in "iu" else np.float64)

    return change(widen, args)


def _agree(check: Check, values: Any, arrays: Any) -> None:
    shapes = change(np.shape, values), change(lambda spec: spec.shape, arrays)
    if structure(values) != structure(arrays) or shapes[0] != shapes[1]:
        problem = f"{check.task}: spec and solution disagree on what comes out."
        raise CourseError(problem, f"The spec gives {shapes[0]}, the solution {shapes[1]}.")


def _room(check: Check, case: Case, values: Any, arrays: Any) -> Any:
    """How far off a leaf may be: stated, or from how rounding the inputs moves the answer."""

    def largest(leaf: Any) -> float:
        return float(np.max(np.abs(leaf.astype(np.float64)), initial=0.0))

    tolerance = check.tolerance
    if tolerance is not None:
        return change(lambda leaf: tolerance * (largest(leaf) or 1.0), values)
    moved = [_nudged(check, case, turn) for turn in range(3)]
    trees = [[leaf for _, leaf in leaves(tree)] for tree in (values, arrays, *moved)]
    room = iter(
        ROUNDINGS * max(eps(spec.dtype) * largest(leaf), *(largest(leaf - new) for new in others))
        for leaf, spec, *others in zip(*trees, strict=True)
    )
    return change(lambda _: next(room), values)


def eps(dtype: Any) -> float:
    """The relative step of a dtype; whole numbers have none."""
    dtype = np.dtype(dtype)
    return 0.0 if dtype.kind in "biu" else float(ml_dtypes.finfo(dtype).eps)  # type: ignore[no-untyped-call]


def _nudged(check: Check, case: Case, turn: int) -> Any:
    """The answer when every real input moves by one rounding, up or down."""
    stream = Stream(b"nudge", turn)

    def nudge(leaf: Any) -> Any:
        if not isinstance(leaf, np.ndarray) or not eps(leaf.dtype):
            return leaf
        signs = stream.whole(0, 1, leaf.shape) * 2 - 1
        moved = leaf.astype(np.float64) * (1 + signs * eps(leaf.dtype))
        return moved if check.spec else moved.astype(leaf.dtype)

    args = change(nudge, case.args)
    if check.spec is not None:
        return change(np.asarray, check.spec(*wide(args)))
    return outcome(check.reference, replace(case, args=args), check.kind)
