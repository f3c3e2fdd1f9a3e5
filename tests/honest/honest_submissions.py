"""Right answers as people write them, and notebooks as editors leave them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Book = dict[str, Any]

# Each row is one notebook: an odd but right answer for each task.
ANSWERS: dict[str, dict[str, str]] = {
    "prints_everywhere": {
        "01_double": """\
print("defining")
def double(x):
    print("tracing", x)
    return 2 * x
print(double([1]))""",
        "02_move_points": """\
import jax
import jax.numpy as jnp
def move_points(matrix, points):
    jax.debug.print("matrix {m}", m=matrix)
    return points @ matrix[:3, :3].T + matrix[:3, 3]""",
        "03_count_flops": """\
import sys, warnings, logging
def count_flops(m, k, n):
    print("called with", m, k, n)
    print("on stderr", file=sys.stderr)
    warnings.warn("only a warning")
    logging.getLogger().warning("logged")
    return 2 * m * n * k""",
    },
    "not_a_plain_function": {
        "01_double": "double = lambda x: 2 * x",
        "02_move_points": """\
import functools
def _move(by, matrix, points):
    return points @ matrix[:3, :3].T + by(matrix)
move_points = functools.partial(_move, lambda matrix: matrix[:3, 3])""",
        "03_count_flops": """\
class Counter:
    def __call__(self, m, k, n):
        return 2 * m * n * k
count_flops = Counter()""",
    },
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
    "loops_and_helpers": {
        "01_double": """\
import jax
import jax.numpy as jnp
def double(x):
    return jax.lax.map(lambda v: v + v, x)""",
        "02_move_points": """\
def _turn(matrix, points):
    return points @ matrix[:3, :3].T
def move_points(matrix, points):
    return _turn(matrix, points) + _shift(matrix)
def _shift(matrix):
    return matrix[:3, 3]""",
        "03_count_flops": """\
def count_flops(m, k, n):
    work = 0
    for row in range(m):
        work += 2 * k * n
    return float(work)""",
    },
}


def colab(book: Book) -> None:
    """Colab's own metadata, its old format without cell ids, its first lines."""
    book["nbformat_minor"] = 0
    book["metadata"] = {"colab": {"provenance": []}, "kernelspec": {"name": "python3"}}
    for number, cell in enumerate(book["cells"]):
        cell.pop("id")
        cell["metadata"] = {"id": f"Xy{number}", "executionInfo": {"status": "ok"}}
        cell["source"] = cell["source"].splitlines(keepends=True)


def vs_code(book: Book) -> None:
    """VS Code's ids and languages."""
    for number, cell in enumerate(book["cells"]):
        cell["id"] = f"W{number}sZmlsZQ"
        cell["metadata"]["vscode"] = {"languageId": "python"}


def windows_lines(book: Book) -> None:
    """Line ends of another system."""
    for cell in book["cells"]:
        cell["source"] = cell["source"].replace("\n", "\r\n")


def no_metadata(book: Book) -> None:
    """A tool that keeps nothing but text."""
    for cell in book["cells"]:
        cell["metadata"] = {}
        cell.pop("id")


def everything_twice(book: Book) -> None:
    """Select all, copy, paste."""
    book["cells"] += copy.deepcopy(book["cells"])


def outputs_kept(book: Book) -> None:
    """Saved as it ran, with all that was shown."""
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            cell["execution_count"] = 7
            data = {"text/html": "<b>table</b>", "text/plain": "table"}
            cell["outputs"] = [
                {"output_type": "stream", "name": "stderr", "text": "WARNING: no GPU found\n"},
                {"output_type": "display_data", "data": data, "metadata": {}},
            ]


def scratch_cells(book: Book) -> None:
    """What one tries on the way: plots, shell lines, magics, mistakes."""
    sources = [
        "%matplotlib inline\nfrom matplotlib import pyplot as plt\nplt.plot([1, 2])",
        "%pip install -q einops",
        "!nvidia-smi",
        "files = !ls\nfiles",
        "%timeit sum(range(10))",
        "try:\n    import seaborn\nexcept ImportError:\n    seaborn = None",
        "from google.colab import drive\ndrive.mount('/content/drive')",
        "1 / 0",
        "this is not Python",
        "%%html\n<b>bold</b>",
        "%%bash\nls",
        "import time\ntime.sleep(0.1)",
        "help(len)",
        "print?",
        "display(3)",
        "assert False, 'a test of my own'",
        "raise SystemExit",
        "",
        "# only a comment",
    ]
    for at, source in enumerate(sources):
        book["cells"].insert(2 + at * 2 % len(book["cells"]), _code(source))


def own_checks(book: Book) -> None:
    """Checks called again, and hints asked for, wherever one likes."""
    book["cells"].append(_code("check(best_split)\nhint(best_split)\nstart('02_second')"))


def timed(book: Book) -> None:
    """A magic above each answer, whose cell runs all the same."""
    for cell in book["cells"]:
        if cell["id"].endswith("-answer") and cell["cell_type"] == "code":
            cell["source"] = "%%time\n" + cell["source"]


def answer_in_a_cell_of_its_own(book: Book) -> None:
    """The cell for the answer deleted, and the answer typed into a new one."""
    for number, cell in enumerate(book["cells"]):
        if cell["id"].endswith("-answer") and cell["cell_type"] == "code":
            book["cells"][number] = _code(cell["source"].split("\n", 1)[1])


def helper_below(book: Book) -> None:
    """A helper that the answer needs stands in a cell after it."""
    for cell in book["cells"]:
        if cell["id"] == "02_best_split-answer":
            cell["source"] = (
                "# task: 02_best_split\ndef best_split(n, parts):\n    return deal(n, parts)"
            )
    deal = "def deal(n, parts):\n    return [n // parts + (i < n % parts) for i in range(parts)]"
    book["cells"].append(_code(deal))


def dataclass_helper(book: Book) -> None:
    """A class of one's own, as a notebook's `__main__` has it."""
    source = (
        "from dataclasses import dataclass\n@dataclass\nclass Pile:\n    size: int = 0\nPile(3)"
    )
    book["cells"].insert(2, _code(source + "\nassert __name__ == '__main__'"))


def checks_and_text_deleted(book: Book) -> None:
    """Only the answers are left."""
    book["cells"] = [cell for cell in book["cells"] if cell["id"].endswith("-answer")]


def upside_down(book: Book) -> None:
    """Cells moved about."""
    book["cells"].reverse()


def tried_before(book: Book) -> None:
    """A first try, wrong, left standing above in a copy of the cell."""
    for number, cell in enumerate(list(book["cells"])):
        if cell["id"] == "02_best_split-answer":
            source = "# task: 02_best_split\ndef best_split(n, parts):\n    return None"
            book["cells"].insert(number, {**copy.deepcopy(cell), "source": source})


def _code(source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": "code", "id": f"own{abs(hash(source))}", "metadata": {}}
    return {**cell, "execution_count": None, "outputs": [], "source": source}


EDITS: list[Callable[[Book], None]] = [
    colab,
    vs_code,
    windows_lines,
    no_metadata,
    everything_twice,
    outputs_kept,
    scratch_cells,
    own_checks,
    timed,
    answer_in_a_cell_of_its_own,
    helper_below,
    dataclass_helper,
    checks_and_text_deleted,
    upside_down,
    tried_before,
]
