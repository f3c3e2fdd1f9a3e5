"""The trusted process: it draws, asks the two sandboxes, compares, and says who failed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from autograder.draw.cases import Case
from autograder.draw.draw import PUBLIC
from autograder.judge.check import Check
from autograder.judge.evidence import Evidence
from autograder.judge.judgement import broken, judge_outputs
from autograder.say.verdict import Finding, Status, Verdict
from autograder.task.course import Course, Unit
from autograder.task.task import Task
from autograder.wall.bench.calls import called, taken
from autograder.wall.bench.evaluators import Evaluator
from autograder.wall.bench.exports import Exports, Frozen, export, freeze
from autograder.wall.bench.programs import measure
from autograder.wall.bench.runner import Runner
from autograder.wall.bench.secret import task_key
from autograder.wall.bench.store import Store
from autograder.wall.bench.turns import played
from autograder.wall.box.errors import WallBroken
from autograder.wall.box.limits import Limits
from autograder.wall.intake.heal import Submission
from autograder.wall.intake.identity import ANYBODY

# How evidence comes from the worker, by the name of the kind. A compiled kind has programs instead.
GATHERERS: dict[str, Callable[[Check, Sequence[Case], Runner], Evidence]] = {
    "function": called,
    "interactive": played,
    "value": taken,
}


@dataclass(frozen=True)
class Plan:
    """What a task asks, and the cases; hidden ones are drawn when they are first asked for."""

    check: Check
    key: bytes | None  # of the hidden cases; None where there are none

    @property
    def keys(self) -> tuple[bytes, ...]:
        return (PUBLIC,) if self.key is None else (PUBLIC, self.key)

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case for key in self.keys for case in self.check.cases(key))


@dataclass(frozen=True)
class Judge:
    """Judges submissions of one unit; the reference's answers are kept between them."""

    course: Course
    unit: Unit
    secret: bytes | None  # None: public inputs only, as at home
    limits: Limits = field(default_factory=Limits)
    unsafe: bool = False
    store: Store | None = None

    @cached_property
    def _plans(self) -> dict[tuple[str, str], Plan]:
        return {}

    def judge(
        self, submission: Submission, done: Callable[[Verdict], None] = lambda verdict: None
    ) -> list[Verdict]:
        """A verdict for every task that a machine judges, in order; never an exception."""
        runner = Runner(submission, self.limits, unsafe=self.unsafe)
        evaluator = Evaluator(self.limits, unsafe=self.unsafe)
        tasks = self.unit.judged
        verdicts = []
        try:
            for task in tasks:
                verdicts.append(self._task(task, submission, runner, evaluator))
                done(verdicts[-1])
        except WallBroken as error:
            for task in tasks[len(verdicts) :]:
                verdicts.append(broken(task.id, task.points, str(error)))
        finally:
            runner.close()
            evaluator.close()
        return verdicts

    def unreadable(self, reason: str) -> list[Verdict]:
        """What a file gets that is no notebook."""
        finding = Finding("unreadable", False, reason)
        return [
            Verdict(task.id, Status.NOT_RUN, 0.0, task.points, (finding,))
            for task in self.unit.judged
        ]

    def _task(
        self, task: Task, submission: Submission, runner: Runner, evaluator: Evaluator
    ) -> Verdict:
        for last in (False, True):
            try:
                return self._once(task, submission, runner, evaluator)
            except WallBroken:
                runner.close()
                evaluator.close()
                if last:
                    raise
            except Exception as error:  # a fault of the course is nobody's score
                return broken(task.id, task.points, f"{type(error).__name__}: {error}")
        raise AssertionError("unreachable")

    def _once(
        self, task: Task, submission: Submission, runner: Runner, evaluator: Evaluator
    ) -> Verdict:
        verdict = self._verdict(task, submission.student, runner, evaluator)
        if task.kind.personal and verdict.status is Status.FAILED:
            other = self._verdict(task, ANYBODY, runner, evaluator)
            verdict = other if other.status is Status.PASSED else verdict
        return verdict

    def _verdict(self, task: Task, student: str, runner: Runner, evaluator: Evaluator) -> Verdict:
        plan = self._plan(task, student)
        if task.kind.compiled:
            return self._program(task, plan, runner, evaluator)
        evidence = GATHERERS[task.kind.name](plan.check, plan.cases, runner)
        return self._judged(task, plan, evidence, runner)

    def _program(self, task: Task, plan: Plan, runner: Runner, evaluator: Evaluator) -> Verdict:
        """What is known as it was exported, or once it is frozen, is not judged again."""
        exports = export(plan.check, runner)
        if (kept := self._kept(task, plan, exports)) is not None:
            return kept
        frozen = freeze(plan.check, exports, evaluator)
        verdict = self._kept(task, plan, frozen) or self._run(task, plan, frozen, runner)
        if frozen.whole:
            self._keep(task, plan, exports, verdict)
            self._keep(task, plan, frozen, verdict)
        return verdict

    def _kept(self, task: Task, plan: Plan, made: Exports) -> Verdict | None:
        if self.store is None:
            return None
        kept = self.store.get(self.store.key(task, made, plan.key, self.limits))
        return replace(kept, notes=made.notes) if kept else None

    def _keep(self, task: Task, plan: Plan, made: Exports, verdict: Verdict) -> None:
        if self.store is not None:
            self.store.put(self.store.key(task, made, plan.key, self.limits), verdict)

    def _run(self, task: Task, plan: Plan, frozen: Frozen, runner: Runner) -> Verdict:
        """In a process that meets nothing else."""
        own = Evaluator(self.limits, unsafe=self.unsafe)
        try:
            evidence = measure(plan.check, plan.cases, frozen, own, plan.keys)
        finally:
            own.close()
        return self._judged(task, plan, evidence, runner)

    def _judged(self, task: Task, plan: Plan, evidence: Evidence, runner: Runner) -> Verdict:
        if error := runner.errors.get(task.id):
            # The cell that should define the answer ended early: that is what went wrong.
            outputs = [error if _missing(out) else out for out in evidence.outputs]
            evidence = replace(evidence, outputs=outputs)
        return judge_outputs(plan.check, plan.cases, evidence)

    def _plan(self, task: Task, student: str) -> Plan:
        name = (task.id, student if task.kind.personal else "")
        if name not in self._plans:
            hidden = self.secret is not None and not task.kind.personal
            key = task_key(self.secret or b"", self.unit.id, task.id) if hidden else None
            self._plans[name] = Plan(task.plan(student), key)
        return self._plans[name]


def _missing(output: object) -> bool:
    return isinstance(output, Finding) and output.property == "undefined"
