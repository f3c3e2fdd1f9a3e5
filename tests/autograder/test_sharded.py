"""Programs for eight devices are judged on one: their values, and the bytes that they send."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import AbstractMesh, AxisType
from jax.sharding import PartitionSpec as P

from autograder import Course, Status
from autograder.core.course.plan import load_check
from autograder.core.grading.check import Check
from autograder.core.inputs.generator import ArraySpec
from autograder.core.kinds.sharded import SHARDED
from autograder.core.messages.errors import StudentError
from autograder.core.messages.verdict import Verdict
from autograder.core.programs.device_copies import is_conflict, merge_copies
from autograder.core.programs.eight_devices import ShardedProgram
from autograder.core.programs.mesh import DEVICES
from autograder.notebook.learner.check_task import verdict_at_home

AUTO = AxisType.Auto
LINE = AbstractMesh((DEVICES,), ("d",), axis_types=(AUTO,))
RING = [(device, (device + 1) % DEVICES) for device in range(DEVICES)]
X = (np.arange(16 * 32) % 7).reshape(16, 32).astype(np.float32)
Y = (np.arange(32 * 8) % 5).reshape(32, 8).astype(np.float32)


def everything(a: Any, b: Any) -> Any:
    """Use all collectives, on columns of one array and rows of the other."""
    me, product = lax.axis_index("d").astype(a.dtype), a @ b
    part = lax.psum_scatter(product, "d", scatter_dimension=0, tiled=True)
    whole = lax.all_gather(part, "d", tiled=True)
    exchanged = lax.all_to_all(whole[:8] * me, "d", 0, 1, tiled=True)
    spread = lax.pmax(part.max(), "d") - lax.pmin(part.min(), "d")
    half = lax.ppermute(part, "d", RING[:4])  # devices that receive nothing get zeros
    return (
        part * me + lax.psum(half, "d") + exchanged.sum() + spread + lax.ppermute(part, "d", RING)
    )


def on_a_plane(a: Any, b: Any) -> Any:
    """Sum along one axis of a mesh with two axes."""
    return lax.psum(a @ b, "j") + lax.axis_index("i").astype(a.dtype)


CASES: dict[str, tuple[Callable[..., Any], tuple[int, ...], tuple[str, ...], Any, Any]] = {
    "line": (everything, (8,), ("d",), (P(None, "d"), P("d", None)), P("d", None)),
    "plane": (on_a_plane, (2, 4), ("i", "j"), (P("i", "j"), P("j", None)), P("i", None)),
    "both axes": (lambda a: 2 * a, (2, 4), ("i", "j"), (P(("j", "i"), None),), P(("j", "i"), None)),
}


def mapped(name: str, mesh: Any) -> Callable[..., Any]:
    strip, _, _, cuts, out = CASES[name]
    mapped: Callable[..., Any] = jax.shard_map(strip, mesh=mesh, in_specs=cuts, out_specs=out)
    return mapped


def build_program(function: Callable[..., Any], *arrays: Any) -> ShardedProgram:
    signature = tuple(ArraySpec("f32", array.shape) for array in arrays)
    program: ShardedProgram = SHARDED.program(SHARDED.export(function, signature).artifact)
    return program


def arrays(name: str) -> list[Any]:
    return [X, Y][: len(CASES[name][3])]


# This process has initialized JAX with one device, so start another process with eight.
REAL = """
import sys
import jax, numpy as np
from jax.sharding import AxisType
from test_sharded import CASES, arrays, mapped

for name, (_, shape, axes, *_) in CASES.items():
    mesh = jax.make_mesh(shape, axes, axis_types=(AxisType.Auto,) * len(axes))
    result = jax.jit(mapped(name, mesh))(*arrays(name))
    np.save(f"{sys.argv[1]}/{name}.npy", np.asarray(result))
"""


def test_values_equal_those_of_eight_devices(tmp_path: Path) -> None:
    flags = f"--xla_force_host_platform_device_count={DEVICES}"
    words = {"XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu", "PYTHONPATH": str(Path(__file__).parent)}
    line = [sys.executable, "-c", REAL, str(tmp_path)]
    subprocess.run(line, env=os.environ | words, check=True, timeout=300)
    for name, (_, shape, axes, *_) in CASES.items():
        program = build_program(
            mapped(name, AbstractMesh(shape, axes, axis_types=(AUTO,) * len(axes))), *arrays(name)
        )
        right = np.load(tmp_path / f"{name}.npy")
        (result,) = program.run(arrays(name)).results
        np.testing.assert_array_equal(result, right, err_msg=name)


STRIPS = P("d")


def on_line(strip: Callable[..., Any], out: Any = STRIPS) -> Callable[..., Any]:
    mapped: Callable[..., Any] = jax.shard_map(
        strip, mesh=LINE, in_specs=STRIPS, out_specs=out, check_vma=False
    )
    return mapped


@pytest.mark.parametrize(
    ("strip", "out", "size", "messages"),
    [
        (lambda a: lax.ppermute(a, "d", RING), P("d"), 32, 1),
        (lambda a: lax.psum(a, "d"), P(), 2 * 28, 14),
        (lambda a: lax.psum_scatter(a, "d", tiled=True), P("d"), 28, 7),
        (lambda a: lax.all_gather(a, "d", tiled=True), P(), 7 * 32, 7),
        (lambda a: lax.all_to_all(a, "d", 0, 0, tiled=True), P("d"), 28, 7),
        (lambda a: lax.ppermute(lax.psum(a, "d"), "d", RING), P("d"), 88, 15),
    ],
)
def test_bytes_sent_by_a_device(strip: Any, out: Any, size: int, messages: int) -> None:
    """Each device has eight values of four bytes and sends them around a ring."""
    cost = build_program(on_line(strip, out), np.zeros(64)).cost()
    assert (cost.sent, cost.messages) == (size, messages)


def test_different_copies_are_rejected() -> None:
    def some(a: Any) -> Any:
        return jnp.where(lax.axis_index("d") != 5, lax.psum(a, "d"), 0)

    x = 1 + np.arange(64, dtype=np.float32)
    (result,) = build_program(on_line(some, P()), x).run([x]).results
    assert is_conflict(result)


@pytest.mark.parametrize("scale", [1.0, 0.1])
def test_copies_are_compared_exactly_for_integer_inputs(scale: float) -> None:
    def more(a: Any) -> Any:  # beside 1e6, rounding could explain a difference of 1.5
        return jnp.concatenate([a * 0 + 1e6, a * 0 + 1.5 * (lax.axis_index("d") > 0)])

    x = np.arange(64, dtype=np.float32) * np.float32(scale)
    (result,) = build_program(on_line(more, P()), x).run([x]).results
    assert is_conflict(result) == (scale == 1)


@pytest.mark.parametrize(
    ("copies", "differ"),
    [
        ([[1.0, 1e3], [1.0001, 1e3]], False),  # a rounding error of the largest element
        ([[1.0, 1e3], [1.01, 1e3]], True),
        ([[np.nan, np.inf, 1], [np.nan, np.inf, 1]], False),
        ([[np.nan, 1], [0, 1]], True),
        ([[1 << 24], [(1 << 24) + 1]], True),  # integers are not rounded
    ],
)
def test_copies_may_differ_by_rounding(copies: Any, differ: bool) -> None:
    arrays = [np.asarray(copy) for copy in copies]
    narrow = {"f": np.float32, "c": np.complex64}
    arrays = [array.astype(narrow.get(array.dtype.kind, array.dtype)) for array in arrays]
    assert is_conflict(merge_copies(arrays)) == differ


SUM = """def f(x):
    import jax
    from jax.sharding import AbstractMesh, AxisType, PartitionSpec as P

    mesh = AbstractMesh((8,), ("d",), axis_types=(AxisType.Auto,))
    total = lambda a: {"sum": jax.lax.psum(a, "d")}
    return jax.shard_map(total, mesh=mesh, in_specs=P("d"), out_specs=P())(x)"""


def test_different_copies_are_reported(make_plan: Callable[..., Check]) -> None:
    plan = make_plan(SUM, 'check(f, given="x: f32[8*n]", budget=Budget(sent=1))', "sharded")
    verdict = verdict_at_home(plan, lambda x: on_line(lambda a: {"sum": a}, P())(x))
    text = " ".join(verdict.text().split())
    assert "At `output['sum']`: Every device must hold all of this array" in text
    assert "expected the same values on all devices" in text


def test_work_after_the_last_message_counts() -> None:
    def then(a: Any) -> Any:
        return lax.psum(a, "d") / 2

    x = np.zeros(64, np.float32)
    less, more = (
        build_program(on_line(f, P()), x).cost() for f in (lambda a: lax.psum(a, "d"), then)
    )
    assert more.work - less.work == x.size


def ring_in_a_loop(a: Any) -> Any:
    return lax.fori_loop(0, 7, lambda _, b: lax.ppermute(b, "d", RING), a)


def else_zeros(a: Any) -> Any:
    return lax.platform_dependent(a, cpu=lambda b: 2 * b, cuda=jnp.zeros_like)


def four(x: Any) -> Any:
    mesh = AbstractMesh((4,), ("d",), axis_types=(AUTO,))
    return jax.shard_map(lambda a: a, mesh=mesh, in_specs=P("d"), out_specs=P("d"))(x)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda x: 2 * x, "All operations must be inside one `jax.shard_map`"),
        (lambda x: on_line(lambda a: a)(2 * x), "Move the operations before and after it"),
        (on_line(ring_in_a_loop), "Unroll the steps with a Python loop."),
        (on_line(else_zeros), "The program differs between CPU and GPU"),
        (four, "The mesh of this task must have eight devices"),
        (lambda x, y: on_line(lambda a, b: a)(x, y), "pass all of them, and use them there"),
    ],
)
def test_invalid_programs_are_rejected(function: Callable[..., Any], words: str) -> None:
    with pytest.raises(StudentError) as caught:
        build_program(function, *[np.zeros(64)] * len(inspect.signature(function).parameters))
    assert words in str(caught.value)


ROWS = P("devices")
CUTS = P(None, "devices"), ROWS


def judged_product(
    course: Course, strip: Any, cuts: Any = CUTS, out: Any = ROWS, order: Any = (0, 1)
) -> Verdict:
    """Return the verdict on a product for which each device computes a strip."""
    mesh = AbstractMesh((8,), ("devices",), axis_types=(AUTO,))
    mapped = jax.shard_map(strip, mesh=mesh, in_specs=cuts, out_specs=out, check_vma=False)
    task = course.unit("03").task("shared_product")
    return verdict_at_home(load_check(task), lambda *arrays: mapped(*(arrays[at] for at in order)))


def scattered(a: Any, b: Any) -> Any:
    return lax.psum_scatter(a @ b, "devices", tiled=True)


def own_rows(a: Any, b: Any) -> Any:
    """Return the rows of one device from arrays that every device has."""
    rows = a.shape[0] // 8
    return lax.dynamic_slice_in_dim(a, lax.axis_index("devices") * rows, rows) @ b


def test_layout_of_inputs_is_checked(course: Course) -> None:
    """A device that holds all inputs from the beginning sends nothing."""

    verdict = judged_product(course, own_rows, (P(), P()))
    assert (verdict.status, verdict.points) == (Status.FAILED, 0)
    assert "The arrays are not sharded as the task requires." in verdict.text()


def test_inputs_may_be_reordered_and_repeated_if_they_stay_sharded(course: Course) -> None:
    verdict = judged_product(course, lambda b, a: scattered(a, b), CUTS[::-1], order=(1, 0))
    assert verdict.status is Status.PASSED
    again = (*CUTS, CUTS[0])
    verdict = judged_product(course, lambda a, b, _: scattered(a, b), again, order=(0, 1, 0))
    assert verdict.status is Status.PASSED
    whole = (*CUTS, P())
    verdict = judged_product(
        course, lambda a, b, c: scattered(a + c[0, 0], b), whole, order=(0, 1, 0)
    )
    assert "The arrays are not sharded as the task requires." in verdict.text()
