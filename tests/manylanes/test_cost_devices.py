"""Programs for several devices: what one of them does, and what it sends."""

from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax
from jax.sharding import AbstractMesh, AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

from manylanes import Cost, cost

DEVICES, ROWS, COLUMNS = 4, 8, 16
LOCAL = ROWS // DEVICES * COLUMNS


def sharded(body: Any, out: Any) -> Any:
    mesh = AbstractMesh((DEVICES,), ("d",), axis_types=(AxisType.Auto,))
    return jax.shard_map(body, mesh=mesh, in_specs=P("d"), out_specs=out, check_vma=False)


def counted(body: Any, out: Any) -> Cost:
    found = cost(sharded(body, out), jax.ShapeDtypeStruct((ROWS, COLUMNS), jnp.float32))
    assert found.exact, found.unknown
    return found


def test_each_device_does_its_part() -> None:
    found = counted(lambda x: jnp.sin(x) * 2, P("d"))
    assert (found.work, found.bytes, found.sent, found.hops) == (2 * LOCAL, 4 * 2 * LOCAL, 0, 0)


def test_an_array_says_how_it_lies_on_a_mesh_that_says_it_in_types() -> None:
    """As `jax.make_mesh` makes one; JAX then wants it of whatever it traces with."""
    mesh = jax.make_mesh((1,), ("d",), axis_types=(AxisType.Explicit,))
    fn = jax.shard_map(lambda x: lax.psum(x, "d"), mesh=mesh, in_specs=P("d"), out_specs=P())
    lies = jax.device_put(jnp.ones((ROWS, COLUMNS)), NamedSharding(mesh, P("d")))
    assert cost(fn, lies).exact


ring = [(i, (i + 1) % DEVICES) for i in range(DEVICES)]
# The op, then what one device combines, sends over its link, and in how many messages.
COLLECTIVES = {
    "psum": (lambda x: lax.psum(x, "d"), P(), LOCAL * 3 // 4, 2 * 4 * LOCAL * 3 // 4, 6),
    "psum_scatter": (lambda x: lax.psum_scatter(x.reshape(4, -1), "d"), P("d"),
                     LOCAL * 3 // 4, 4 * LOCAL * 3 // 4, 3),
    "all_gather": (lambda x: lax.all_gather(x, "d"), P(), 0, 3 * 4 * LOCAL, 3),
    "all_to_all": (lambda x: lax.all_to_all(x.reshape(4, -1), "d", 0, 0), P("d"),
                   0, 4 * LOCAL * 3 // 4, 3),
    "ppermute": (lambda x: lax.ppermute(x, "d", ring), P("d"), 0, 4 * LOCAL, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", COLLECTIVES)
def test_what_goes_over_a_ring(name: str) -> None:
    body, out, work, sent, hops = COLLECTIVES[name]
    found = counted(body, out)
    assert (found.work, found.sent, found.hops) == (work, sent, hops)
    assert f"hops {hops} messages that must wait" in " ".join(str(found).split())


def test_messages_in_a_loop_are_sent_each_round() -> None:
    def body(x: Any) -> Any:
        return lax.fori_loop(0, 5, lambda i, c: lax.ppermute(c, "d", ring) * 2, x)

    found = counted(body, P("d"))
    assert (found.work, found.sent, found.hops) == (5 * LOCAL, 5 * 4 * LOCAL, 5)


def test_a_step_of_training_on_several_devices_sends_its_gradient_once() -> None:
    def step(w: Any, x: Any) -> Any:
        slope = jax.grad(lambda w: ((x @ w) ** 2).sum())(w)
        return w - 0.1 * lax.pmean(slope, "d")

    mesh = AbstractMesh((DEVICES,), ("d",), axis_types=(AxisType.Auto,))
    fn = jax.shard_map(step, mesh=mesh, in_specs=(P(), P("d")), out_specs=P(), check_vma=False)
    found = cost(fn, "f32[16, 3]", "f32[8, 16]")
    products = {row.op: row.work for row in found.by_op}["dot_general"]
    assert products == 2 * 2 * (8 // DEVICES) * 16 * 3
    assert found.sent == 2 * 4 * 16 * 3 * 3 // 4
