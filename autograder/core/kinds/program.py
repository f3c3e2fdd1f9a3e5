"""The kind `program`: a JAX function, judged by the values and the cost of its program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from autograder.core.grading.budget import most_expensive
from autograder.core.grading.check import Check, Kind
from autograder.core.grading.compare_outputs import arrays, leaf_kinds, shapes
from autograder.core.grading.evidence import Evidence, why_recompiled
from autograder.core.grading.expected import Expected
from autograder.core.grading.run_series import run_series
from autograder.core.grading.tolerance import measure_tolerance, tolerance_from_values
from autograder.core.inputs.cases import Case
from autograder.core.inputs.generator import PUBLIC
from autograder.core.inputs.tree import leaves, map_leaves, replace_leaves, structure
from autograder.core.messages.errors import CourseError
from autograder.core.messages.explain_error import error_finding
from autograder.core.messages.report import values_only_note
from autograder.core.messages.verdict import Finding
from autograder.core.programs.trip_counts import Counts, record_counts


@dataclass(frozen=True)
class Program(Kind):
    """A JAX function that is traced and compiled. The function itself receives no array values."""

    name: ClassVar[str] = "program"
    description: ClassVar[str] = "JAX program"
    compiled: ClassVar[bool] = True

    def run_trusted(self, function: Any, case: Case) -> Any:
        return _compile(function, key_of(case))(case.inputs)

    def expected(self, check: Check, case: Case) -> Expected:
        form = _result_shapes(check.reference, key_of(case))
        if check.law is not None:
            return Expected(None, form)
        values = map_leaves(np.asarray, super().expected(check, case).values)
        have, want = map_leaves(np.shape, values), map_leaves(lambda spec: spec.shape, form)
        if structure(values) != structure(form) or have != want:
            problem = f"{check.task}: the spec and the solution return arrays of different shapes."
            raise CourseError(problem, f"The spec returns {have}, the solution {want}.")
        return Expected(
            values, form, None if check.exact else measure_tolerance(check, case, values, form)
        )

    def compare(self, check: Check, expected: Expected, output: Any) -> Finding | None:
        return shapes(expected, output) or arrays(expected, output)

    def same_answer(self, check: Check, expected: Expected, one: Any, other: Any) -> bool:
        if leaf_kinds(one) != leaf_kinds(other):
            return False
        tolerance = expected.tolerance
        own = None if tolerance is None and _is_whole(one) else tolerance_from_values(check, one)
        if tolerance is None or leaf_kinds(one) != leaf_kinds(expected.arrays):
            tolerance = own  # the right values are exact, or have other shapes or dtypes
        else:  # the values of a mistake may be much larger than the right ones
            largest = map(max, *([leaf for _, leaf in leaves(tree)] for tree in (tolerance, own)))
            tolerance = map_leaves(lambda _: next(largest), tolerance)
        target = replace(expected, values=one, tolerance=tolerance)
        return arrays(target, other, nan_is_nan=True) is None

    def origin(self, check: Check, answer: Any, case: Case) -> str:
        try:
            artifact = self.export(answer, case.signature).artifact
            cause: str = self.program(artifact).origin(case.inputs)
        except Exception:
            return ""  # the answer may fail when it is exported again
        return cause

    def export(self, function: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
        from autograder.core.programs.export import export_program

        return export_program(function, signature)

    def canonical(self, artifact: bytes) -> bytes:
        from autograder.core.programs.canonical import canonical

        return canonical(artifact)

    def load(self, text: bytes) -> Any:
        from autograder.core.programs.run import RunnableProgram

        return RunnableProgram(text)

    def compilations(self, check: Check, function: Callable[..., Any]) -> tuple[int, str]:
        texts = self.series(check, function)
        if isinstance(texts, Finding):
            return len(check.calls), why_recompiled([texts])
        return len({text for text, _ in texts}), ""

    def series(
        self, check: Check, function: Callable[..., Any]
    ) -> list[tuple[bytes, Any]] | Finding:
        """Return the program and the result tree of each call in the budget.

        If a call cannot be exported, return the finding about its error instead.
        """
        from autograder.core.programs.export import export_call

        try:
            made = [export_call(function, signature) for signature in check.calls]
            return [(self.canonical(call.artifact), call.tree) for call in made]
        except Exception as error:
            return error_finding(error)

    def gather(self, check: Check, answer: Any, cases: Sequence[Case]) -> Evidence:
        from autograder.core.programs.mlir import MISSING

        if not MISSING:
            return _Programs(answer, check, self).evidence(cases)
        if self.multi_device:  # JAX cannot run such a program on a single device
            raise CourseError(values_only_note(MISSING))
        # The installed JAX lacks the APIs that counting needs: judge only the values.
        run = self.runner(check, answer)
        return Evidence(
            [run(case) for case in cases], notes=(values_only_note(MISSING),), counted=False
        )

    def runner(self, check: Check, answer: Any) -> Callable[[Case], Any]:
        """Return a function that runs the answer with `run_trusted`.

        If the answer raises an error, the function returns a Finding.
        """

        def run(case: Case) -> Any:
            try:
                return self.run_trusted(answer, case)
            except Exception as error:
                return error_finding(error)

        return run


PROGRAM = Program()


class _Programs:
    """The programs of a function, one for each signature, and the trip counts of their runs."""

    def __init__(self, function: Callable[..., Any], check: Check, kind: Program) -> None:
        self.function, self.check, self.kind = function, check, kind
        self.programs: dict[str, Any] = {}  # a program or a finding
        self.trees: dict[str, Any] = {}  # the tree of the results of each program
        self.runs: dict[str, list[Counts]] = {}
        self.notes: tuple[str, ...] = ()

    def evidence(self, cases: Sequence[Case]) -> Evidence:
        outputs = [self.output(case) for case in cases]
        if any(isinstance(output, Finding) for output in outputs):
            return Evidence(outputs, notes=self.notes)
        costs = [self.cost(signature) for _, signature in self.check.cost_points]
        made = [each for each in self.programs.values() if not isinstance(each, Finding)]
        count, why, series = self.series() if self.check.calls else (None, "", [])
        dtypes = frozenset().union(*(each.dtypes for each in made))
        sums = frozenset().union(*(each.sums for each in made))
        types = dtypes, sums
        return Evidence(
            outputs, costs, count, self.notes, "", *types, series=series, why_recompiled=why
        )

    def program(self, signature: tuple[Any, ...]) -> Any:
        key = repr(signature)
        if key not in self.programs:
            try:
                exported = self.kind.export(self.function, signature)
                self.notes = exported.notes
                text = self.kind.canonical(exported.artifact)
                finding = self.kind.sharding_error(self.check, signature, text)
                self.programs[key] = finding or self.kind.load(text)
                self.trees[key] = exported.tree
            except Exception as error:
                self.programs[key] = error_finding(error)
        return self.programs[key]

    def output(self, case: Case) -> Any:
        program = self.program(case.signature)
        if isinstance(program, Finding):
            return program
        try:
            ran = program.run(case.inputs)
        except Exception as error:
            return error_finding(error)
        record_counts(self.runs.setdefault(repr(case.signature), []), ran.rounds)
        return replace_leaves(self.trees[repr(case.signature)], ran.results)

    def cost(self, signature: tuple[Any, ...]) -> Any:
        program = self.program(signature)
        if isinstance(program, Finding):
            return program
        return most_expensive(program, self.runs.get(repr(signature), []))

    def series(self) -> tuple[int, str, list[tuple[Case, Any]]]:
        """Return the number of distinct programs, the cause of recompilations, and the outputs.

        The outputs are pairs of a case and its output. If a call cannot be exported, return the
        number of calls, the cause (or "" if it is unknown) and no outputs.
        """
        texts = self.kind.series(self.check, self.function)
        if isinstance(texts, Finding):
            return len(self.check.calls), why_recompiled([texts]), []
        loaded = {text: self.kind.load(text) for text, _ in texts}

        def run(number: int, case: Case) -> list[Any]:
            text, tree = texts[number]
            try:
                made = loaded[text].run_call(case.values)
                return [replace_leaves(tree, results) for results in made]
            except Exception as error:
                return [error_finding(error)]

        return len(loaded), "", run_series(self.check, PUBLIC, run)


@dataclass(frozen=True)
class Signature:
    """A hashable signature. Two signatures are equal if their texts are equal."""

    text: str
    tree: Any = field(compare=False)


def key_of(case: Case) -> Signature:
    """Return a cache key for all cases with the same signature."""
    return Signature(repr(case.signature), case.signature)


def _is_whole(tree: Any) -> bool:
    """Return True if all finite numbers in a tree are whole."""
    with np.errstate(invalid="ignore"):  # a signaling 16-bit NaN causes a warning
        numbers = [np.asarray(leaf, np.float64) for _, leaf in leaves(tree)]
    return all(bool(np.all((each == np.round(each)) | ~np.isfinite(each))) for each in numbers)


@lru_cache(maxsize=256)
def _compile(function: Callable[..., Any], signature: Signature) -> Callable[[list[Any]], Any]:
    from autograder.core.programs.export import compile_function

    return compile_function(function, signature.tree)


@lru_cache(maxsize=256)
def _result_shapes(function: Callable[..., Any], signature: Signature) -> Any:
    import jax

    from autograder.core.programs.export import bind_static_arguments, specs

    return jax.eval_shape(bind_static_arguments(function, signature.tree), *specs(signature.tree))
