"""A grader without a sandbox: student code, hidden inputs and solutions share one process.

Most notebook graders work like this: one IPython kernel runs the student's cells and then the
grader's, each call has a time limit by the process's own clock, and the last printed line is the
result.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

SLOW_S = 3.0
_given: list[Any] = []  # the checks and their keys while the cells run


def serve() -> None:
    """Fork on request. Only third-party modules are preloaded, so that each fork imports the grader
    after the student's cells.
    """
    import IPython.core.interactiveshell  # noqa: F401
    import jax.export  # noqa: F401

    for line in sys.stdin:
        words, output = json.loads(line)
        pid = os.fork()
        if pid == 0:
            for end, stream in (("out", 1), ("err", 2)):
                os.dup2(os.open(f"{output}.{end}", os.O_WRONLY | os.O_CREAT), stream)
            main(*words)
            return  # continue to the end of the process, as a kernel does
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def main(solutions: str, secret_file: str, unit_id: str, student: str, notebook: str) -> None:
    """Grade one submission."""
    import autograder
    from autograder import Course
    from autograder.core.course.plan import load_check
    from autograder.core.inputs.student_parameters import name_student
    from autograder.runner import normalize_submission, read_notebook
    from autograder.runner.sandbox.inside.student_cells import do_nothing
    from autograder.runner.secret import task_key

    secret = Path(secret_file).read_bytes().strip()
    course = Course.find(Path(solutions).parent)
    unit = course.unit(unit_id)
    submission = normalize_submission(course, unit, student, read_notebook(Path(notebook)))
    plans = [load_check(task, student) for task in unit.judged]
    _given.append((plans, {plan.task: task_key(secret, unit.id, plan.task) for plan in plans}))
    name_student(student)
    shell = _shell()
    shell.user_ns.update(Budget=autograder.Budget, figures=autograder.figures)
    shell.user_ns.update(check=do_nothing, hint=do_nothing, start=do_nothing)
    for _, piece in submission.code():
        shell.run_cell(piece.source)
    shell.run_cell("import in_process\nin_process.judge()")


def _shell() -> Any:
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    return InteractiveShell.instance(config=config, user_module=ModuleType("__main__"))


def judge() -> None:
    """Grade like a check cell, whose imports run after the student's cells."""
    from autograder.core.grading.evidence import Evidence
    from autograder.core.grading.judgement import judge_outputs
    from autograder.core.inputs.generator import PUBLIC
    from autograder.core.kinds.function import FUNCTION
    from autograder.core.messages.explain_error import undefined_finding

    (plans, keys), space = _given[0], sys.modules["__main__"].__dict__
    verdicts = []
    for check in plans:
        cases = check.cases(PUBLIC)
        cases += () if check.kind.per_student else check.cases(keys[check.task])
        known = space if check.kind.per_student else {check.names[0]: None, **space}
        answer = check.kind.read_answer(check.names, known)
        if answer is None:
            evidence = Evidence([undefined_finding(check.names[0])] * len(cases))
        else:
            timed = _timed(answer) if check.kind == FUNCTION else answer
            evidence = check.kind.gather(check, timed, cases)
        verdicts.append(judge_outputs(check, cases, evidence).to_json())
    print(json.dumps(verdicts))


def _timed(answer: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that raises an error if the call took too long."""

    def call(*args: Any) -> Any:
        begun = time.perf_counter()
        result = answer(*args)
        if time.perf_counter() - begun > SLOW_S:
            raise TimeoutError("The call took too long.")
        return result

    return call
