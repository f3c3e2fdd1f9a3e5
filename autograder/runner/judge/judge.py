"""Judge submissions in the trusted process: draw inputs, query sandboxes and compare outputs.

First, the answers to all tasks are run on public inputs or exported at public sizes. Then every
program is exported at the hidden sizes. Hidden inputs and verdicts come last. So the messages that
a student sees come from code that had received no hidden input, or they are fixed sentences.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property

from autograder.core.course.course import Unit
from autograder.core.course.plan import load_check
from autograder.core.course.task import Task
from autograder.core.grading.check import Check
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.judgement import broken_verdict, judge_outputs
from autograder.core.inputs.cases import Case
from autograder.core.inputs.generator import PUBLIC
from autograder.core.messages.errors import CourseError, sentence
from autograder.core.messages.verdict import Finding, Status, Verdict
from autograder.runner.judge.calls import gather_calls, gather_values
from autograder.runner.judge.cell_runner import Runner
from autograder.runner.judge.exports import (
    Exports,
    export_answers,
    export_more,
    freeze_exports,
)
from autograder.runner.judge.interaction import gather_interactions
from autograder.runner.judge.run_programs import measure
from autograder.runner.judge.skipped_statements import add_notes
from autograder.runner.judge.submission_session import SubmissionSession
from autograder.runner.judge.verdict_cache import Store
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.sandbox_errors import SandboxError
from autograder.runner.secret import task_key
from autograder.runner.submissions.identity import ANYBODY
from autograder.runner.submissions.submission import Submission

# For each judged kind that is not compiled, the function that gets an answer's outputs from the
# worker.
GATHERERS: dict[str, Callable[[Check, Sequence[Case], Runner], Evidence]] = {
    "function": gather_calls,
    "interactive": gather_interactions,
    "value": gather_values,
}
NOT_HERE = "The solution of this task was removed for the students."
TaskState = Exports | Evidence | Verdict  # result of the latest step for a task
Step = Callable[[Task, TaskState | None, SubmissionSession], TaskState]


@dataclass(frozen=True)
class Plan:
    """The check of a task and its cases. Hidden cases are drawn when they are first needed."""

    check: Check
    key: bytes | None  # key for drawing the hidden cases, or None without hidden cases

    @property
    def keys(self) -> tuple[bytes, ...]:
        return (PUBLIC,) if self.key is None else (PUBLIC, self.key)

    @property
    def public(self) -> tuple[Case, ...]:
        """Return the public cases."""
        return self.check.cases(PUBLIC)

    @property
    def hidden(self) -> tuple[Case, ...]:
        """Return the cases that depend on the course secret, or () if there are none."""
        return self.check.cases(self.key) if self.key is not None else ()


@dataclass(frozen=True)
class Judge:
    """The judge of the submissions of one unit, with cached checks and expected answers.

    After each submission, the checks with this student's own parameters are dropped.
    """

    unit: Unit
    secret: bytes | None  # None: only public inputs, as in a notebook
    limits: Limits = field(default_factory=Limits)
    unsafe: bool = False
    store: Store | None = None

    @cached_property
    def _plans(self) -> dict[tuple[str, str], Plan]:
        return {}

    def judge(
        self, submission: Submission, report: Callable[[Verdict], None] = lambda verdict: None
    ) -> list[Verdict]:
        """Return a verdict for each task that is judged automatically, in the order of the unit.

        `report` is called with each verdict. An internal error in a step of a task is not raised,
        but becomes a verdict with the status BROKEN.
        """
        session = SubmissionSession(submission, self.limits, self.unsafe)
        tasks = self.unit.judged
        state: list[TaskState | None] = [None for _ in tasks]
        try:
            for step in (self._public, self._export_hidden_sizes):
                for at, task in enumerate(tasks):
                    state[at] = self._run_step(step, task, state[at], session)
            verdicts = []
            for task, exports in zip(tasks, state, strict=True):
                verdict = self._run_step(self._verdict, task, exports, session)
                assert isinstance(verdict, Verdict)
                skipped = session.runner.skipped_errors.get(task.id, ())
                verdict = add_notes(verdict, skipped)
                verdicts.append(verdict)
                report(verdict)
        finally:
            session.close()
            for task in tasks:  # drop the plans with this student's parameters
                self._plans.pop((task.id, submission.student), None)
        return verdicts

    def unreadable(self, reason: str) -> list[Verdict]:
        """Return the verdicts on an unreadable file: each task is NOT_RUN, with 0 points."""
        finding = Finding("unreadable", False, reason)
        return [
            Verdict(task.id, Status.NOT_RUN, 0.0, task.points, (finding,))
            for task in self.unit.judged
        ]

    def _run_step(
        self, step: Step, task: Task, state: TaskState | None, session: SubmissionSession
    ) -> TaskState:
        """Run one step for one task. If the sandbox fails, run the step once more.

        A verdict from an earlier step is returned unchanged. A second failure of the sandbox,
        or any other error, becomes a verdict with the status BROKEN. Only this task is affected.
        """
        if isinstance(state, Verdict):
            return state
        for last in (False, True):
            try:
                return step(task, state, session)
            except SandboxError as error:
                session.close()
                if last:
                    return broken_verdict(task.id, task.points, str(error))
            except Exception as error:
                # An error in the course or the grader, so no score is written.
                return broken_verdict(task.id, task.points, sentence(error))
        raise AssertionError("unreachable")

    def _public(self, task: Task, state: TaskState | None, session: SubmissionSession) -> TaskState:
        plan = self._plan(task, session.submission.student)
        if task.kind.compiled:
            return export_answers(plan.check, session.runner)
        return gather_evidence(plan.check, plan.public, session.runner)

    def _export_hidden_sizes(
        self, task: Task, state: TaskState | None, session: SubmissionSession
    ) -> TaskState:
        """Export at the sizes of the hidden cases.

        Do nothing if the task has no programs or an export at a public signature has failed.
        """
        if isinstance(state, Exports) and state.is_complete:
            plan = self._plan(task, session.submission.student)
            return export_more(plan.check, state, plan.hidden, session.runner)
        assert state is not None
        return state

    def _verdict(self, task: Task, state: TaskState | None, session: SubmissionSession) -> Verdict:
        student, errors = session.submission.student, session.runner.errors
        plan = self._plan(task, student)
        if isinstance(state, Exports):
            return self._program(task, plan, state, session)
        assert isinstance(state, Evidence)
        verdict = _judge_evidence(task, plan.check, plan.public, state, errors)
        if task.kind.per_student and verdict.status is Status.FAILED:
            anybody = self._plan(task, ANYBODY)
            other = _judge_evidence(task, anybody.check, anybody.public, state, errors)
            verdict = other if other.status is Status.PASSED else verdict
        if plan.hidden and verdict.status is Status.PASSED:
            more = gather_evidence(plan.check, plan.hidden, session.runner)
            both = Evidence([*state.outputs, *more.outputs])
            verdict = _judge_evidence(task, plan.check, plan.public + plan.hidden, both, errors)
        return verdict

    def _program(
        self, task: Task, plan: Plan, exports: Exports, session: SubmissionSession
    ) -> Verdict:
        """Return the verdict on exported programs, from the cache if possible."""
        if (cached := self._cached_verdict(task, plan, exports)) is not None:
            return cached
        frozen = freeze_exports(plan.check, exports, session.freezer)
        verdict = self._cached_verdict(task, plan, frozen)
        if verdict is None:
            every = plan.public + plan.hidden
            cases = [case for case in every if repr(case.signature) in frozen.programs]
            # The programs run in a new process, which receives only programs and inputs.
            with closing(session.evaluator()) as own:
                evidence = measure(plan.check, cases, frozen, own, plan.keys)
            verdict = _judge_evidence(task, plan.check, cases, evidence, session.runner.errors)
        if frozen.is_complete:
            self._store_verdict(task, plan, exports, verdict)
            self._store_verdict(task, plan, frozen, verdict)
        return verdict

    def _cached_verdict(self, task: Task, plan: Plan, made: Exports) -> Verdict | None:
        if self.store is None:
            return None
        verdict = self.store.get(self.store.key(task, made, plan.key, self.limits))
        return replace(verdict, notes=made.notes) if verdict else None

    def _store_verdict(self, task: Task, plan: Plan, made: Exports, verdict: Verdict) -> None:
        if self.store is not None:
            self.store.put(self.store.key(task, made, plan.key, self.limits), verdict)

    def _plan(self, task: Task, student: str) -> Plan:
        if task.withheld and self.secret is not None:
            raise CourseError(NOT_HERE, "Grade with the course from which this task was released.")
        name = (task.id, student if task.kind.per_student else "")
        if name not in self._plans:
            hidden = self.secret is not None and not task.kind.per_student
            key = task_key(self.secret or b"", self.unit.id, task.id) if hidden else None
            self._plans[name] = Plan(load_check(task, student), key)
        return self._plans[name]


def gather_evidence(check: Check, cases: Sequence[Case], runner: Runner) -> Evidence:
    """Run the answer in the worker on these cases and return its outputs as evidence."""
    return GATHERERS[check.kind.name](check, cases, runner)


def _judge_evidence(
    task: Task,
    check: Check,
    cases: Sequence[Case],
    evidence: Evidence,
    errors: Mapping[str, Finding],
) -> Verdict:
    """Return the verdict. Where an answer is undefined, report the error in its cell, if any."""
    if error := errors.get(task.id):
        outputs = [
            error if isinstance(output, Finding) and output.property == "undefined" else output
            for output in evidence.outputs
        ]
        evidence = replace(evidence, outputs=outputs)
    return judge_outputs(check, cases, evidence)
