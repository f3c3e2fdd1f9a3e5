"""Correct answers in unusual styles. Each row is one notebook."""

from __future__ import annotations

ANSWERS: dict[str, dict[str, str]] = {
    "decorated": {
        "01_double": """\
import jax
@jax.jit
def double(x):
    return x + x""",
        "02_move_points": """\
import jax
from functools import partial
@partial(jax.jit, donate_argnums=())
def move_points(matrix, points):
    return jax.vmap(lambda p: matrix[:3, :3] @ p)(points) + matrix[:3, 3]""",
        "03_count_flops": """\
from functools import lru_cache
@lru_cache(maxsize=None)
def count_flops(m: int, k: int, n: int) -> int:
    return 2 * m * n * k""",
    },
    "other_names_and_defaults": {
        "01_double": """\
from __future__ import annotations
import jax
def double(array: jax.Array, factor: int = 2) -> jax.Array:
    assert array.ndim == 1, "a row"
    return array * factor""",
        "02_move_points": """\
import jax.numpy as np
def move_points(M, P):
    turn, shift = M[0:3, 0:3], M[0:3, 3]
    return np.matmul(P, np.transpose(turn)) + shift""",
        "03_count_flops": """\
def count_flops(*sizes):
    total = 2
    for size in sizes:
        total *= size
    return total""",
    },
    "literals_of_other_kinds": {
        "01_double": """\
import jax.numpy as jnp
def double(x):
    return x * jnp.float32(2.0)""",
        "02_move_points": """\
import jax.numpy as jnp
def move_points(matrix, points):
    return jnp.dot(points, matrix[:3, :3].T, precision="highest") + 1.0 * matrix[:3, 3]""",
        "03_count_flops": """\
import numpy as np
def count_flops(m, k, n):
    return np.int64(2) * m * n * k""",
    },
    # The first loop, which contains a branch, determines the trip count of the second one.
    "a_number_left_behind": {
        "01_double": """\
import jax
def double(x):
    def body(i, carried):
        c, now, last = carried
        c = jax.lax.cond(c.sum() > 0, lambda c: c * 1, lambda c: c - 0, c)
        return c, now + 1, now
    c, _, last = jax.lax.fori_loop(0, 3, body, (x * 0, 0, 0))
    return jax.lax.fori_loop(0, last, lambda i, c: c + x, c)""",
    },
    # A student with a GPU at home may select it.
    "asks_for_a_gpu": {
        "01_double": """\
import jax
jax.config.update("jax_platforms", "cuda,cpu")
jax.config.update("jax_platform_name", "gpu")
def double(x):
    return x + x""",
    },
    # Above the answer, a statement works at home but fails in the sandbox.
    "awaits": {
        "01_double": """\
import asyncio
async def factor():
    await asyncio.sleep(0.01)
    return 2
by = await factor()
def double(x):
    return by * x""",
        "03_count_flops": """\
import asyncio
def count_flops(m, k, n):
    return 2 * m * n * k
await asyncio.gather(asyncio.sleep(0), asyncio.sleep(0))
async with asyncio.timeout(5):
    print([i async for i in (i for i in [])])""",
    },
    "uses_what_a_magic_returns": {
        "01_double": """\
files = !ls
print(files[0])
def double(x):
    return 2 * x""",
        "03_count_flops": """\
t = %timeit -o sum(range(10))
print(t.average)
def count_flops(m, k, n):
    return 2 * m * n * k""",
    },
    "imports_packages_that_are_not_installed": {
        "01_double": """\
import matplotlib.pyplot as plt
import pandas as pd
plt.plot(pd.Series([1, 2]))
def double(x):
    return 2 * x""",
        "02_move_points": """\
import einops
from jaxtyping import Array, Float
def move_points(matrix, points):
    return points @ matrix[:3, :3].T + matrix[:3, 3]""",
        "03_count_flops": """\
import torch, tensorflow
with torch.no_grad():
    print(tensorflow.ones(3))
def count_flops(m, k, n):
    return 2 * m * n * k""",
    },
    "reads_what_is_only_at_home": {
        "01_double": """\
with open("notes.txt") as file:
    print(file.read())
def double(x):
    return 2 * x""",
        "02_move_points": """\
import os
print(os.environ["HOME_OF_MY_DATA"])
def move_points(matrix, points):
    return points @ matrix[:3, :3].T + matrix[:3, 3]""",
        "03_count_flops": """\
by = input("times what? ")
def count_flops(m, k, n):
    return 2 * m * n * k""",
    },
    "fails_between_two_answers": {
        # At home, the cell stops in the middle, so the check uses the first function.
        "01_double": """\
def double(x):
    return 2 * x
print(not_defined)
def double(x):
    return 3 * x""",
        "03_count_flops": """\
from __future__ import annotations
import matplotlib
def count_flops(m: NoSuchType, k, n):
    return 2 * m * n * k""",
    },
}
