"""Run frozen programs on inputs, and gather their outputs and costs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from autograder.core.grading.budget import MEASURES
from autograder.core.grading.check import Check
from autograder.core.grading.evidence import Evidence, why_recompiled
from autograder.core.grading.judgement import first_failure
from autograder.core.grading.reference_answer import expect
from autograder.core.grading.run_series import run_series
from autograder.core.inputs.cases import Case
from autograder.core.inputs.tree import leaves, replace_leaves
from autograder.core.messages.verdict import Finding
from autograder.core.programs.run import CHOICES, Cost
from autograder.core.programs.trip_counts import Counts, record_counts
from autograder.runner.judge.evaluators import Evaluator
from autograder.runner.judge.exports import LOST, Artifact, Frozen
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.process import Reply

# After an output with one of these properties, the answer is not run on the remaining inputs.
FINAL = ("stopped", "long")
# Maximum size of a result: _MORE times the bytes of the expected result, plus _LEAST bytes.
_MORE, _LEAST = 4, 1 << 20


def measure(
    check: Check, cases: Sequence[Case], frozen: Frozen, evaluator: Evaluator, keys: Sequence[bytes]
) -> Evidence:
    """Run the programs on every case, then count their costs, in the evaluator of this task.

    If an output is a finding, costs are not counted and calls are not run. If the budget declares a
    series of calls and all of them were exported, they are run once for each key in `keys`. Their
    arguments are drawn from the key.
    """
    runs = _Runs(check, frozen, evaluator)
    outputs = [runs.output(case) for case in cases]
    origin = runs.origin(cases, outputs)
    if any(isinstance(output, Finding) for output in outputs):
        return Evidence(outputs, notes=frozen.notes, digest=frozen.digest, origin=origin)
    costs = [runs.cost(signature) for _, signature in check.cost_points]
    programs = frozen.distinct_calls if check.calls else None
    made = not any(isinstance(call, Finding) for call in frozen.calls)
    series = [pair for key in keys if made for pair in run_series(check, key, runs.call)]
    types = frozenset(runs.dtypes), frozenset(runs.sums)
    facts = (frozen.notes, frozen.digest, *types, origin, series)
    return Evidence(outputs, costs, programs, *facts, why_recompiled=why_recompiled(frozen.calls))


@dataclass
class _Runs:
    """The runs of one task's programs in its evaluator, with their trip counts and dtypes."""

    check: Check
    frozen: Frozen
    evaluator: Evaluator
    ended: Finding | None = None  # the finding (see FINAL) that replaces all later outputs
    runs: dict[str, list[Counts]] = field(default_factory=dict)
    dtypes: set[str] = field(default_factory=set)
    sums: set[str] = field(default_factory=set)

    def output(self, case: Case) -> Any:
        """Run the program for a case and return its output, or a finding.

        After a finding in `FINAL`, return this finding and run nothing.
        """
        program = self.frozen.programs[repr(case.signature)]
        if isinstance(program, Finding) or self.ended:
            return self.ended or program
        if wrong := self.check.kind.sharding_error(self.check, case.signature, program.text):
            return wrong
        blobs = [program.text]
        inputs = channel.encode(case.inputs, blobs)
        reply = self._ask({"op": "run", "inputs": inputs, "most": self._most(case)}, blobs)
        if "error" in reply[0]:
            return self._error(reply[0]["error"])
        self._note_types(reply[0])
        record_counts(self.runs.setdefault(repr(case.signature), []), dict(reply[0]["rounds"]))
        return fill_tree(program, read_result(reply))

    def call(self, number: int, case: Case) -> list[Any]:
        """Run the program that one call of the series compiles.

        The program runs once for each subset of the call's arguments that fits its parameters, at
        most `CHOICES` times. Return the outputs, or a list with one finding.
        """
        program = self.frozen.calls[number]
        assert isinstance(program, Artifact)
        if self.ended:
            return [self.ended]
        blobs = [program.text]
        values = channel.encode(case.values, blobs)
        most = CHOICES * self._most(case)
        request = {"op": "call", "values": values, "most": most}
        reply = self._ask(request, blobs)
        if "error" in reply[0]:
            return [self._error(reply[0]["error"])]
        self._note_types(reply[0])
        result = read_result(reply)
        choices = result if isinstance(result, list) and result else [result]
        return [fill_tree(program, results) for results in choices]

    def origin(self, cases: Sequence[Case], outputs: Sequence[Any]) -> str:
        """Describe the operation that produced the first NaN or infinity.

        Return "" if the first failure is not a NaN or infinity on a public input, or if the
        evaluator cannot find the operation.
        """
        case, finding = first_failure(self.check, cases, outputs) or (None, None)
        if case is None or not case.public or finding is None or finding.property != "finite":
            return ""
        program = self.frozen.programs[repr(case.signature)]
        assert isinstance(program, Artifact)
        blobs = [program.text]
        inputs = channel.encode(case.inputs, blobs)
        reply = self._ask({"op": "origin", "inputs": inputs}, blobs)
        return str(reply[0].get("origin", ""))

    def _most(self, case: Case) -> int:
        """Return the maximum size, in bytes, that the results for a case may have."""
        specs = [spec for _, spec in leaves(expect(self.check, case).arrays)]
        size: int = sum(prod(spec.shape) * spec.dtype.itemsize for spec in specs)
        return _MORE * size + _LEAST

    def _error(self, finding: Finding) -> Finding:
        if finding.property in FINAL:
            self.ended = finding
        return finding

    def cost(self, signature: tuple[Any, ...]) -> Cost | Finding:
        program = self.frozen.programs[repr(signature)]
        if isinstance(program, Finding):
            return program
        runs = self.runs.get(repr(signature), [])
        request = {"op": "cost", "runs": [list(counted.items()) for counted in runs]}
        reply = self._ask(request, [program.text])
        if "error" in reply[0]:
            finding: Finding = reply[0]["error"]
            return finding
        numbers: dict[str, Any] = {name: float(reply[0][name]) for name in MEASURES}
        return Cost(**numbers, unknown=tuple(reply[0]["unknown"]), ran=bool(runs))

    def _ask(self, request: dict[str, Any], blobs: list[bytes]) -> Reply:
        request = {**request, "kind": self.check.kind.name}
        return self.evaluator.ask(request, blobs, size_limit=channel.RESULTS)

    def _note_types(self, reply: dict[str, Any]) -> None:
        self.dtypes.update(reply["dtypes"])
        self.sums.update(reply["sums"])


def fill_tree(program: Artifact, results: Any) -> Any:
    """Return the results of a program in its tree structure, or a finding if they do not fit."""
    if isinstance(results, Finding):
        return results
    try:
        return replace_leaves(program.tree, results)
    except (TypeError, ValueError):
        return Finding("refused", False, LOST)


def read_result(reply: Reply) -> Any:
    """Return the value in the reply of a worker or an evaluator, or a finding."""
    if "error" in reply[0]:
        return reply[0]["error"]
    try:
        return channel.decode(reply[0].get("result"), reply[1])
    except channel.Malformed as error:
        return Finding("structure", False, f"The answer could not be read: {error}.")
