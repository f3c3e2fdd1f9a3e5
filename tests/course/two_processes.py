"""One of two processes with four devices each, which run the answers of unit 18 on a real mesh."""

from __future__ import annotations

import sys
from typing import Any

import jax
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

from autograder import Course

PROCESSES, DEVICES = 2, 8
Arrays = tuple[np.ndarray[Any, Any], ...]


def whole(shape: tuple[int, ...], seed: int) -> np.ndarray[Any, Any]:
    """Return small integers as floats, whose sum is exact in any order."""
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(np.float32)


W, V, X, Y = whole((16, 3), 0), whole((16, 3), 1), whole((32, 16), 2), whole((32, 3), 3)
FIRST, SECOND = whole((16, 24), 4), whole((24, 5), 5)
GRADIENT = X.T @ (X @ W - Y) / len(X)
# The task, its arrays, their sharding, and the result of one device.
ALL, ROWS, COLUMNS = P(), P("devices"), P(None, "devices")
CASES: dict[str, tuple[Arrays, tuple[P, ...], Arrays]] = {
    "two_layers": ((X, FIRST, SECOND), (ALL, COLUMNS, ROWS), (np.maximum(X @ FIRST, 0) @ SECOND,)),
    "same_step": ((W, X, Y), (ALL, ROWS, ROWS), (W - 0.25 * GRADIENT,)),
    "momentum_step": (
        (W, V, X, Y),
        (ROWS,) * 4,
        (W - 0.25 * (0.5 * V + GRADIENT), 0.5 * V + GRADIENT),
    ),
}


def main(address: str, number: int) -> None:
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    jax.config.update("jax_num_cpu_devices", DEVICES // PROCESSES)
    jax.distributed.initialize(address, PROCESSES, number)
    here, there = jax.local_device_count(), jax.device_count()
    assert (here, there) == (DEVICES // PROCESSES, DEVICES), (here, there)
    mesh = jax.make_mesh((DEVICES,), ("devices",), axis_types=(AxisType.Auto,))
    tasks = {task.names[0]: task for task in Course.find().unit("18").tasks}
    for name, (arrays, cuts, right) in CASES.items():
        space: dict[str, Any] = {}
        exec(tasks[name].given, space)
        space["mesh"] = mesh  # the same program on real devices
        exec(tasks[name].solution, space)
        placed = [
            jax.make_array_from_callback(array.shape, NamedSharding(mesh, cut), array.__getitem__)
            for array, cut in zip(arrays, cuts, strict=True)
        ]
        for result, expected in zip(
            jax.tree.leaves(jax.jit(space[name])(*placed)), right, strict=True
        ):
            for shard in result.addressable_shards:
                np.testing.assert_array_equal(shard.data, expected[shard.index], err_msg=name)
        print("right:", name)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
