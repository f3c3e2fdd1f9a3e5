"""Only the compiled program can fail an answer, and a right answer needs no compilation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from autograder import Status
from autograder.authoring.prove import prove
from autograder.core.grading.check import Check
from autograder.core.grading.judgement import judge_outputs
from autograder.core.messages.verdict import Finding
from autograder.core.programs import mlir
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program
from autograder.notebook.learner.check_task import verdict_at_home
from autograder.runner.judge.exports import Artifact, Frozen
from autograder.runner.judge.run_programs import measure
from autograder.runner.sandbox.inside import evaluator

ANSWER = "def f(x):\n    return x + x\n"
TASK = 'check(f, given="x: f32[n], n in 2..5", budget=Budget(work=1.5, at={"n": 4}))'
WRONG = "\n# %% wrong: squared\ndef f(x):\n    return x * x\n"


@pytest.fixture
def plan(make_plan: Callable[..., Check]) -> Check:
    return make_plan(ANSWER, TASK)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record every compiled program."""
    made: list[str] = []
    compile_text = mlir.compile_text

    def listening(text: str, platform: str) -> Any:
        made.append(text)
        return compile_text(text, platform)

    monkeypatch.setattr(mlir, "compile_text", listening)
    return made


def sizes(plan: Check) -> int:
    return len({repr(case.signature) for case in plan.cases()})


def double(x: Any) -> Any:
    return 2 * x


def squared(x: Any) -> Any:
    return x * x


def test_right_answer_is_not_compiled(plan: Check, compiled: list[str]) -> None:
    assert verdict_at_home(plan, double).status is Status.PASSED
    assert compiled == []


def test_failure_is_confirmed_by_the_compiled_program(plan: Check, compiled: list[str]) -> None:
    assert verdict_at_home(plan, squared).status is Status.FAILED
    assert len(compiled) == sizes(plan), "each once"


def test_prove_compiles_failing_answers(make_task: Any, compiled: list[str]) -> None:
    task = make_task(ANSWER, TASK, more=WRONG)
    proofs = list(prove(task))
    assert not any(proof.broken for proof in proofs), proofs
    assert len(compiled) == sizes(task.plan())


def test_wrong_result_of_the_interpreter_costs_no_points(
    plan: Check, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    interpret = mlir.interpret
    monkeypatch.setattr(mlir, "interpret", lambda *of: [each + 1 for each in interpret(*of)])
    assert verdict_at_home(plan, double).status is Status.PASSED
    assert len(compiled) == sizes(plan)
    monkeypatch.setattr(mlir, "interpret", lambda *of: 1 / 0)
    evidence = plan.kind.gather(plan, double, plan.cases())
    assert judge_outputs(plan, plan.cases(), evidence).points == 2


class Breaking:
    """An evaluator whose process ends when it interprets."""

    def __init__(self) -> None:
        self.asked: list[bool] = []

    def ask(self, request: dict[str, Any], blobs: list[bytes], size_limit: Any = None) -> Any:
        if request["op"] == "run":
            self.asked.append(request["compiled"])
            if not request["compiled"]:
                return {"error": Finding("stopped", False, "It was ended.")}, []
        return evaluator.handle(request, blobs)


@pytest.mark.parametrize(("answer", "status"), [(double, Status.PASSED), (squared, Status.FAILED)])
def test_crash_of_the_interpreter_costs_no_points(plan: Check, answer: Any, status: Status) -> None:
    cases, breaking = plan.cases(), Breaking()
    signatures = [case.signature for case in cases]
    signatures += [signature for _, signature in plan.cost_points]
    made = {repr(each): export_program(answer, each) for each in signatures}
    programs = {name: Artifact(canonical(each.artifact), each.tree) for name, each in made.items()}
    evidence = measure(plan, cases, Frozen(programs), breaking, ())  # type: ignore[arg-type]
    verdict = judge_outputs(plan, cases, evidence)
    assert verdict.status is status
    assert "ended" not in verdict.text()
    assert breaking.asked == [False] + [True] * len(cases), "one broken process is enough"
