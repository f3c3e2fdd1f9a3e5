"""Test the cost of multi-device programs: the cost per device and what each device sends."""

from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax
from jax.sharding import AbstractMesh, AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

from manylanes import Bound, Cost, cost

DEVICES, ROWS, COLUMNS = 4, 8, 16
LOCAL = ROWS // DEVICES * COLUMNS


def sharded(body: Any, out: Any) -> Any:
    mesh = AbstractMesh((DEVICES,), ("d",), axis_types=(AxisType.Auto,))
    return jax.shard_map(body, mesh=mesh, in_specs=P("d"), out_specs=out, check_vma=False)


def counted(body: Any, out: Any) -> Cost:
    result = cost(sharded(body, out), jax.ShapeDtypeStruct((ROWS, COLUMNS), jnp.float32))
    assert result.exact, result.unknown
    return result


def test_work_of_one_device() -> None:
    result = counted(lambda x: jnp.sin(x) * 2, P("d"))
    assert result.peak == 4 * 2 * LOCAL  # one shard of the argument and one of the result
    assert (result.work, result.bytes, result.sent, result.messages) == (
        2 * LOCAL,
        4 * 2 * LOCAL,
        0,
        0,
    )


def test_array_with_a_sharding_in_its_type() -> None:
    """If a mesh has explicit axes, JAX requires the same mesh of all traced arrays."""
    mesh = jax.make_mesh((1,), ("d",), axis_types=(AxisType.Explicit,))
    fn = jax.shard_map(lambda x: lax.psum(x, "d"), mesh=mesh, in_specs=P("d"), out_specs=P())
    array = jax.device_put(jnp.ones((ROWS, COLUMNS)), NamedSharding(mesh, P("d")))
    assert cost(fn, array).exact


ring = [(i, (i + 1) % DEVICES) for i in range(DEVICES)]
# The op, then the work of one device, the bytes it sends, and the number of messages.
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
def test_traffic_of_collectives_on_a_ring(name: str) -> None:
    body, out, work, sent, messages = COLLECTIVES[name]
    result = counted(body, out)
    assert (result.work, result.sent, result.messages) == (work, sent, messages)
    has_line = f"messages {messages} messages sent one after another" in " ".join(
        str(result).split()
    )
    assert has_line == (messages > 0)


def test_messages_in_a_loop_are_sent_in_each_iteration() -> None:
    def body(x: Any) -> Any:
        return lax.fori_loop(0, 5, lambda i, c: lax.ppermute(c, "d", ring) * 2, x)

    result = counted(body, P("d"))
    assert (result.work, result.sent, result.messages) == (5 * LOCAL, 5 * 4 * LOCAL, 5)


MESH = AbstractMesh((4, 2), ("d", "e"), axis_types=(AxisType.Auto,) * 2)
EXPLICIT = AbstractMesh((4,), ("d",), axis_types=(AxisType.Explicit,))
ONE = AbstractMesh((1,), ("d",), axis_types=(AxisType.Auto,))


def along(*axes: Any, mesh: Any = MESH) -> Any:
    return NamedSharding(mesh, P(*axes))


def doubled(i: Any, o: Any) -> Any:
    return jax.shard_map(lambda x: x * 2, mesh=MESH, in_specs=i, out_specs=o, check_vma=False)


# The program and whether the compiler, not the program, decides what each device does.
PLACED = {
    "argument divided": (jax.jit(lambda x: x @ x.T, in_shardings=along("d")), True),
    "sharding in the type": (lambda x: (x * 2).sum(0), True),
    "constraint": (lambda x: lax.with_sharding_constraint(x * 2, along("d")), True),
    "computed before shard_map": (lambda x: doubled(P("d"), P("d"))(x * 2), True),
    "resharded for shard_map": (jax.jit(doubled(P("d"), P("d")), in_shardings=along()), True),
    "replicated": (jax.jit(lambda x: x * 2, in_shardings=along()), False),
    "mesh of one device": (jax.jit(lambda x: x * 2, in_shardings=along("d", mesh=ONE)), False),
    "given as shard_map wants it": (jax.jit(doubled(P("d"), P()), in_shardings=along("d")), False),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACED)
def test_sharding_that_the_compiler_implements_is_not_exact(name: str) -> None:
    fn, compiler = PLACED[name]
    array = along("d", mesh=EXPLICIT) if "type" in name else None
    result = cost(fn, jax.ShapeDtypeStruct((ROWS, COLUMNS), jnp.float32, sharding=array))
    assert result.exact is not compiler, result.unknown
    if compiler:
        assert result.bounds["sent"] is result.bounds["messages"] is Bound.LEAST
        assert {result.bounds[n] for n in ("work", "span", "bytes", "peak")} == {Bound.NEITHER}
        assert result.by_op[0].bounds["work"] is Bound.NEITHER
        assert "sent at least 0 bytes" in " ".join(str(result).split())
        assert "the compiler divides arrays among devices" in str(result)


@pytest.mark.parametrize("platform", ["cpu", "cuda"])
def test_arrays_in_host_memory_are_not_exact(platform: str) -> None:
    def offloaded(x: Any) -> Any:
        on_host = jax.device_put(x * 2, jax.memory.Space.Host)
        return jax.device_put(on_host, jax.memory.Space.Device) + 1

    result = cost(offloaded, "f32[8, 16]", platform=platform)
    assert (result.work, result.bounds["work"]) == (2 * 128, Bound.EXACT)
    assert (result.bounds["bytes"], result.bounds["peak"]) == (Bound.LEAST, Bound.NEITHER)
    assert "copies between host and device are not counted" in str(result)
