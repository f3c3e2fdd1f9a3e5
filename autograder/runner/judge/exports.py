"""Export a student's function as programs and freeze them (convert them to canonical form)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from autograder.core.grading.check import Check
from autograder.core.inputs.cases import Case
from autograder.core.messages.verdict import Finding
from autograder.runner.judge.cell_runner import Runner
from autograder.runner.judge.evaluators import Evaluator
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.process import read_finding

LOST = "The grader did not receive a valid program or result."


@dataclass(frozen=True)
class Artifact:
    """An exported program, and the tree structure of its results.

    The tree comes from the student's process and is not trusted. Results that do not fit the tree
    are rejected. A tree that differs from the expected tree is a wrong answer.
    """

    text: bytes
    tree: Any


ExportResult = Artifact | Finding


@dataclass(frozen=True)
class Exports:
    """The programs for each signature, and for each call of the task's series of calls.

    If a program could not be exported, a finding that describes the error takes its place.
    """

    programs: dict[str, ExportResult]
    calls: tuple[ExportResult, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Return True if there is a program for every signature. Calls are not considered."""
        return not any(isinstance(made, Finding) for made in self.programs.values())


class Frozen(Exports):
    """Exported programs in canonical form.

    Besides these programs, a verdict on them depends on the task, the key of the hidden inputs, the
    limits and the version of the grader.
    """

    @property
    def digest(self) -> str:
        """Return a digest of the programs for all signatures, or "" if there are none."""
        texts = [made.text for made in self.programs.values() if isinstance(made, Artifact)]
        whole = b"\0".join(texts)
        return sha256(whole).hexdigest() if whole else ""

    @property
    def distinct_calls(self) -> int:
        """Return how often the series of calls is compiled: the number of distinct programs.

        If one of the calls has no program, assume that every call compiles a new one.
        """
        texts = {made.text for made in self.calls if isinstance(made, Artifact)}
        unfrozen = any(isinstance(made, Finding) for made in self.calls)
        return len(self.calls) if unfrozen else len(texts)


def export_answers(check: Check, runner: Runner) -> Exports:
    """Export the student's function for the public cases, the cost points and the series of calls.

    The worker process sends the programs, which are untrusted bytes. If an export at a signature
    fails, the series is not exported.
    """
    trees = [*(case.signature for case in check.cases()), *(tree for _, tree in check.cost_points)]
    programs, notes = _programs(check, runner, trees)
    exports = Exports(programs, notes=notes)
    # If an export failed, skip the series, because the function may have ended the process.
    if not (exports.is_complete and check.calls):
        return exports
    calls, _ = _export(check, runner, list(check.calls), "call")
    return replace(exports, calls=tuple(calls))


def export_more(check: Check, exports: Exports, cases: Sequence[Case], runner: Runner) -> Exports:
    """Export the function at new signatures of these cases, and discard notes for the student.

    The shapes may be hidden, and the student's code could write the shapes into a note.
    """
    trees = [case.signature for case in cases if repr(case.signature) not in exports.programs]
    more, _ = _programs(check, runner, trees) if trees else ({}, ())
    return replace(exports, programs=exports.programs | more)


def freeze_exports(check: Check, exports: Exports, evaluator: Evaluator) -> Frozen:
    """Convert all programs to canonical form in a process that receives no inputs.

    A finding takes the place of a program that cannot be converted.
    """
    made = _canonical(check, evaluator, [*exports.programs.values(), *exports.calls])
    programs = dict(zip(exports.programs, made, strict=False))
    return Frozen(programs, tuple(made[len(programs) :]), exports.notes)


def _programs(
    check: Check, runner: Runner, trees: Sequence[tuple[Any, ...]]
) -> tuple[dict[str, ExportResult], tuple[str, ...]]:
    distinct = {repr(tree): tree for tree in trees}
    exports, notes = _export(check, runner, list(distinct.values()), "case")
    return dict(zip(distinct, exports, strict=True)), notes


def _export(
    check: Check, runner: Runner, signatures: list[Any], how: str
) -> tuple[list[ExportResult], tuple[str, ...]]:
    blobs: list[bytes] = []
    request = {
        "op": "export",
        "task": check.task,
        "names": list(check.names),
        "how": how,
        "signatures": channel.encode(signatures, blobs),
    }
    reply, data = runner.ask(request, blobs, size_limit=channel.PROGRAMS)
    if "error" in reply:
        return [reply["error"]] * len(signatures), ()
    return _read_programs(reply.get("answers"), data, len(signatures)), _notes(reply.get("notes"))


def _notes(reply: Any) -> tuple[str, ...]:
    """Return at most five notes for the student, each shortened, from untrusted data."""
    entries = reply[:5] if isinstance(reply, list) else []
    return tuple(note[:300] for note in entries if isinstance(note, str))


def _canonical(
    check: Check, evaluator: Evaluator, exports: Sequence[ExportResult]
) -> list[ExportResult]:
    artifacts = [made for made in exports if isinstance(made, Artifact)]
    if not artifacts:
        return list(exports)
    request = {"op": "freeze", "kind": check.kind.name}
    texts = [artifact.text for artifact in artifacts]
    reply, data = evaluator.ask(request, texts, size_limit=channel.PROGRAMS)
    if "error" in reply:
        return [made if isinstance(made, Finding) else reply["error"] for made in exports]
    row = iter(_read_programs(reply.get("answers"), data, len(artifacts)))
    return [made if isinstance(made, Finding) else _with_tree(next(row), made) for made in exports]


def _with_tree(frozen: ExportResult, export: Artifact) -> ExportResult:
    """Return a frozen program with the tree structure of the exported program's results."""
    return frozen if isinstance(frozen, Finding) else replace(frozen, tree=export.tree)


def _read_programs(answers: Any, data: list[bytes], count: int) -> list[ExportResult]:
    """Return `count` programs from untrusted data. Replace each invalid program by a finding."""
    if not isinstance(answers, list) or len(answers) != count:
        return [Finding("refused", False, LOST)] * count
    return [_read_program(answer, data) for answer in answers]


def _read_program(answer: Any, data: list[bytes]) -> ExportResult:
    if isinstance(answer, dict) and "error" in answer:
        return read_finding(answer["error"])
    try:
        tree = channel.decode(answer.get("tree"), [])
        return Artifact(bytes(data[answer["program"]]), tree)
    except (AttributeError, TypeError, KeyError, IndexError, channel.Malformed):
        return Finding("refused", False, LOST)
