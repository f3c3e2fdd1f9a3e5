"""Exported programs that run from their bytes give the results of the function."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from autograder.core.inputs.cases import draw_cases
from autograder.core.inputs.generator import PUBLIC, ArraySpec
from autograder.core.inputs.input_spec import parse_spec
from autograder.core.inputs.tree import replace_leaves
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program, lower_program
from autograder.core.programs.run import RunnableProgram

X = (ArraySpec("f32", (3,)),)


def run_program(exported, inputs):
    results = RunnableProgram(canonical(exported.artifact)).run(inputs).results
    return replace_leaves(exported.tree, results)


def test_program_runs_from_its_bytes() -> None:
    spec = parse_spec("tree: {w: f32[n, d], b: [f32[d]]}, k: int in 1..4, x: bf16[n]")

    def f(tree, k, x):
        return {"sum": tree["w"] * k + tree["b"][0], "x": (x, x.astype(jnp.float32))}

    for case in draw_cases(spec, PUBLIC, compiled=True):
        out = run_program(export_program(f, case.signature), case.inputs)
        want = f(*jax.tree.map(lambda a: a if isinstance(a, int) else jnp.asarray(a), case.args))
        assert jax.tree.structure(out) == jax.tree.structure(want)
        for one, other in zip(jax.tree.leaves(out), jax.tree.leaves(want), strict=True):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)


def test_debug_prints_are_removed() -> None:
    def f(x):
        def body(carry, item):
            jax.debug.print("{}", item)
            return carry + item, carry

        last, row = jax.lax.scan(body, 0.0, x)
        jax.debug.callback(lambda v: None, last)
        return jax.lax.cond(last > 0, lambda v: (jax.debug.print("{}", v), v)[1], lambda v: -v, row)

    exported = export_program(f, X)
    assert len(exported.notes) == 1
    assert b"callback" not in exported.artifact
    assert run_program(exported, [np.ones(3, np.float32)]).tolist() == [0, 1, 2]
    assert export_program(lambda x: x, X).notes == ()


def test_unused_input_stays_an_input() -> None:
    two = (ArraySpec("f32", (3,)), ArraySpec("f32", (2,)))
    exported = export_program(lambda x, y: y + 1, two)
    assert run_program(exported, [np.zeros(3, np.float32), np.ones(2, np.float32)]).tolist() == [
        2,
        2,
    ]


def test_products_have_full_precision() -> None:
    exported = lower_program(jax.jit(lambda x: x @ x), [jax.ShapeDtypeStruct((3,), jnp.float32)])
    assert b"precision = [HIGHEST, HIGHEST]" in canonical(exported.artifact)
