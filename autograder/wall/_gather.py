"""What came of running an answer, for each kind of task, as data that the core judges."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autograder._budget import MEASURES
from autograder._cases import Case
from autograder._check import Check
from autograder._judge import Evidence
from autograder._verdict import Finding
from autograder.wall import _channel
from autograder.wall._errors import Stopped
from autograder.wall._limits import Limits
from autograder.wall._runner import Reply, Runner, read_finding
from autograder.wall._sandbox import Sandbox


@dataclass(frozen=True)
class Counted:
    """A cost as the evaluator counted it."""

    work: float
    span: float
    bytes: float
    largest: float
    unknown: tuple[str, ...]


class Evaluator:
    """Programs on hidden inputs; started when the first program comes, and after a crash again."""

    def __init__(self, limits: Limits, *, unsafe: bool = False) -> None:
        self._limits, self._unsafe = limits, unsafe
        self._sandbox: Sandbox | None = None

    def start(self) -> None:
        """Begin to start the process, without waiting for it."""
        if self._sandbox is None:
            self._sandbox = Sandbox("evaluator", self._limits, unsafe=self._unsafe)

    def ask(self, request: dict[str, Any], blobs: list[bytes]) -> Reply:
        """An answer, or {"error": a finding}."""
        self.start()
        assert self._sandbox is not None
        try:
            reply, data = self._sandbox.ask(request, blobs)
        except Stopped as stop:
            self.close()
            return {"error": Finding("stopped", False, str(stop))}, []
        if "error" in reply:
            reply["error"] = read_finding(reply["error"])
        return reply, data

    def close(self) -> None:
        """End the process."""
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None


def gather(check: Check, cases: Sequence[Case], runner: Runner, evaluator: Evaluator) -> Evidence:
    """Run one task's answer."""
    if check.kind == "program":
        return _Program(check, runner, evaluator).evidence(cases)
    if check.kind == "value":
        return Evidence([_result(runner.ask({"op": "value", "names": list(check.names)}))])
    return Evidence(_calls(check, cases, runner))


def _calls(check: Check, cases: Sequence[Case], runner: Runner) -> list[Any]:
    outputs: list[Any] = []
    for case in cases:
        if _ended(outputs):
            outputs.append(outputs[-1])  # one endless call is enough
            continue
        blobs: list[bytes] = []
        args = _channel.encode(list(case.args), blobs)
        request = {"op": "call", "names": list(check.names), "args": args}
        outputs.append(_result(runner.ask(request, blobs)))
    return outputs


def _ended(outputs: Sequence[Any]) -> bool:
    last = outputs[-1] if outputs else None
    return isinstance(last, Finding) and last.property == "stopped"


def _result(reply: Reply) -> Any:
    if "error" in reply[0]:
        return reply[0]["error"]
    try:
        return _channel.decode(reply[0].get("result"), reply[1])
    except _channel.Malformed as error:
        return Finding("structure", False, f"The answer could not be read: {error}.")


class _Program:
    """Export in the worker, run and count in the evaluator; each distinct program once."""

    def __init__(self, check: Check, runner: Runner, evaluator: Evaluator) -> None:
        self._check, self._runner, self._evaluator = check, runner, evaluator
        self._notes: list[str] = []

    def evidence(self, cases: Sequence[Case]) -> Evidence:
        points = [signature for _, signature in self._check.cost_points]
        distinct = {repr(tree): tree for tree in [*(case.signature for case in cases), *points]}
        made = self._export(list(distinct.values()), "case")
        programs = dict(zip(distinct, made, strict=True))
        outputs = self._run(cases, programs)
        if any(isinstance(output, Finding) for output in outputs):
            return Evidence(outputs, notes=tuple(self._notes))
        costs = [self._cost(programs[repr(tree)]) for tree in points]
        whole = b"".join(item for item in made if isinstance(item, bytes))
        return Evidence(
            outputs,
            costs,
            self._count_calls(),
            tuple(self._notes),
            hashlib.sha256(whole).hexdigest() if whole else "",
        )

    def _export(self, signatures: list[Any], how: str) -> list[bytes | Finding]:
        blobs: list[bytes] = []
        encoded = _channel.encode(signatures, blobs)
        request = {"op": "export", "names": list(self._check.names), "how": how}
        reply, data = self._runner.ask({**request, "signatures": encoded}, blobs)
        if "error" in reply:
            return [reply["error"]] * len(signatures)
        answers = reply.get("answers")
        if not isinstance(answers, list) or len(answers) != len(signatures):
            return [Finding("refused", False, "The program did not arrive.")] * len(signatures)
        if how == "case" and isinstance(reply.get("notes"), list):
            self._notes = [note[:300] for note in reply["notes"][:5] if isinstance(note, str)]
        return [_artifact(answer, data) for answer in answers]

    def _run(self, cases: Sequence[Case], programs: dict[str, bytes | Finding]) -> list[Any]:
        outputs: list[Any] = []
        for case in cases:
            program = programs[repr(case.signature)]
            if _ended(outputs):
                outputs.append(outputs[-1])  # one endless run is enough
            elif isinstance(program, bytes):
                blobs = [program]
                inputs = _channel.encode(case.inputs, blobs)
                outputs.append(_result(self._evaluator.ask({"op": "run", "inputs": inputs}, blobs)))
            else:
                outputs.append(program)
        return outputs

    def _cost(self, program: bytes | Finding) -> Counted | Finding:
        if isinstance(program, Finding):
            return program
        reply, _ = self._evaluator.ask({"op": "cost"}, [program])
        if "error" in reply:
            problem: Finding = reply["error"]
            return problem
        numbers = {name: float(reply[name]) for name in MEASURES}
        return Counted(**numbers, unknown=tuple(reply["unknown"]))

    def _count_calls(self) -> int | None:
        if not self._check.calls:
            return None
        made = self._export(list(self._check.calls), "call")
        artifacts = [item for item in made if isinstance(item, bytes)]
        if len(artifacts) < len(made):
            return len(made)  # what cannot be exported is compiled for every call
        reply, _ = self._evaluator.ask({"op": "count"}, artifacts)
        return len(made) if "error" in reply else int(reply["count"])


def _artifact(answer: Any, data: list[bytes]) -> bytes | Finding:
    if isinstance(answer, dict) and "error" in answer:
        return read_finding(answer["error"])
    try:
        return bytes(data[answer["program"]])
    except (TypeError, KeyError, IndexError):
        return Finding("refused", False, "The program did not arrive.")
