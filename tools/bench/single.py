"""Time the grading of one submission on one core, and steps that every grader must perform."""

import shutil
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from classes import make_class
from graders import FOLDER

from autograder import Course, Unit
from autograder.core.course.plan import load_check
from autograder.core.inputs.generator import PUBLIC
from autograder.core.programs.export import export_program
from autograder.runner import Limits, normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge
from autograder.runner.judge.verdict_cache import Store
from autograder.runner.sandbox.sandbox import Sandbox

REPEATS = 5
SECRET = b"bench" * 8


@dataclass(frozen=True)
class SingleTimes:
    """Medians in seconds."""

    a_process_from_fork_to_end: float
    tracing_and_exporting: float  # all programs of the unit together
    judged_programs_known: float
    judged_programs_new: float


def time_single(course: Course, unit: Unit) -> SingleTimes:
    """Measure the times of one submission of a unit, each REPEATS times, and return the medians."""
    folder = FOLDER / "store"
    shutil.rmtree(folder, ignore_errors=True)
    judge = Judge(unit, SECRET, store=Store(folder))
    sample = make_class(course, unit, 2 * REPEATS + 2, REPEATS + 1)
    submissions = [
        normalize_submission(course, unit, student, parse_notebook(data))
        for student, data in sample.notebooks.items()
    ]
    times = [_seconds(lambda one=one: judge.judge(one)) for one in submissions]
    return SingleTimes(
        statistics.median(_seconds(_start_and_stop_worker) for _ in range(REPEATS)),
        statistics.median(_seconds(_export_all(unit)) for _ in range(REPEATS)),
        statistics.median(times[REPEATS + 2 :]),
        statistics.median(times[1 : REPEATS + 1]),  # the first time includes generating inputs
    )


def _start_and_stop_worker() -> None:
    sandbox = Sandbox("worker", Limits())
    sandbox.ask({"op": "student", "name": "nobody"})
    sandbox.close()


def _export_all(unit: Unit) -> Callable[[], object]:
    jobs = []
    for task in unit.tasks:
        if task.kind.compiled:
            check = load_check(task)
            trees = [*(case.signature for case in check.cases(PUBLIC))]
            trees += [tree for _, tree in check.cost_points]
            jobs += [(check.reference, tree) for tree in {repr(t): t for t in trees}.values()]
    for function, tree in jobs:
        export_program(function, tree)  # a warm-up, since the first export imports modules
    return lambda: [export_program(function, tree) for function, tree in jobs]


def _seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started
