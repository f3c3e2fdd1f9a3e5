"""On a GPU, a program gets the same verdict as on the CPU."""

from __future__ import annotations

from pathlib import Path

import jax
import pytest

from autograder import Course, Status
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.judgement import judge_outputs
from autograder.core.inputs.generator import PUBLIC
from autograder.core.inputs.tree import replace_leaves
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program
from autograder.core.programs.run import RunnableProgram

COURSE = Course.find(Path(__file__).resolve().parents[2])
# A program of eight devices has one form for both platforms, which the export checks.
PROGRAMS = [
    pytest.param(task, id=f"{name}/{task.id}")
    for name in COURSE.units
    for task in COURSE.unit(name).tasks
    if task.kind.compiled and not task.kind.multi_device
]


def has_cuda() -> bool:
    try:
        return bool(jax.devices("cuda"))
    except RuntimeError:
        return False


needs_cuda = pytest.mark.skipif("not has_cuda()", reason="no CUDA device that JAX can use")


def judged(task, platform):
    """Return the verdict on the solution, exported once and run on one platform."""
    plan = task.plan()
    made, outputs = {}, []
    for case in plan.cases(PUBLIC):
        name = repr(case.signature)
        if name not in made:
            exported = export_program(plan.reference, case.signature)
            form = canonical(exported.artifact, platform)
            made[name] = RunnableProgram(form, platform), exported.tree
        program, tree = made[name]
        outputs.append(replace_leaves(tree, program.run(case.inputs).results))
    costs = [
        RunnableProgram(canonical(export_program(plan.reference, tree).artifact)).cost()
        for _, tree in plan.cost_points
    ]
    return judge_outputs(plan, plan.cases(PUBLIC), Evidence(outputs, costs))


@pytest.mark.parametrize("task", PROGRAMS)
def test_every_solution_lowers_for_cuda(task) -> None:
    plan = task.plan()
    artifact = export_program(plan.reference, plan.cases()[0].signature).artifact
    assert canonical(artifact, "cuda").startswith(b"module")


@needs_cuda
@pytest.mark.parametrize("task", PROGRAMS)
def test_gpu_and_cpu_give_the_same_verdict(task) -> None:
    there, here = judged(task, "cuda"), judged(task, "cpu")
    assert here.status is Status.PASSED
    assert (there.status, there.points) == (here.status, here.points), there.text()
