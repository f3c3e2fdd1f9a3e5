"""Changes that editors and students make to a notebook."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Book = dict[str, Any]


def colab(book: Book) -> None:
    """Add the metadata of Colab, and use its old format without cell ids."""
    book["nbformat_minor"] = 0
    book["metadata"] = {"colab": {"provenance": []}, "kernelspec": {"name": "python3"}}
    for number, cell in enumerate(book["cells"]):
        cell.pop("id")
        cell["metadata"] = {"id": f"Xy{number}", "executionInfo": {"status": "ok"}}
        cell["source"] = cell["source"].splitlines(keepends=True)


def windows_lines(book: Book) -> None:
    """Use Windows line endings."""
    for cell in book["cells"]:
        cell["source"] = cell["source"].replace("\n", "\r\n")


def no_metadata(book: Book) -> None:
    """Remove all metadata, as a text-only tool does."""
    for cell in book["cells"]:
        cell["metadata"] = {}
        cell.pop("id")


def everything_twice(book: Book) -> None:
    """Duplicate all cells (select all, copy, paste)."""
    book["cells"] += copy.deepcopy(book["cells"])


def outputs_kept(book: Book) -> None:
    """Add outputs to every code cell."""
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            cell["execution_count"] = 7
            data = {"text/html": "<b>table</b>", "text/plain": "table"}
            cell["outputs"] = [
                {"output_type": "stream", "name": "stderr", "text": "WARNING: no GPU found\n"},
                {"output_type": "display_data", "data": data, "metadata": {}},
            ]


def scratch_cells(book: Book) -> None:
    """Add experiments: plots, shell commands, magics and errors."""
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
    """Add calls of `check`, `hint` and `see` in unusual places."""
    for cell in book["cells"]:
        if cell["id"].endswith("best_split-answer"):
            cell["source"] = "see(abs, 1)\n" + cell["source"]
    book["cells"].append(_code("check(best_split)\nhint(best_split)\nstart('02_second')"))


def timed(book: Book) -> None:
    """Put a timing magic above each answer, which still runs the cell."""
    for cell in book["cells"]:
        if cell["id"].endswith("-answer") and cell["cell_type"] == "code":
            cell["source"] = "%%time\n" + cell["source"]


def answer_in_a_cell_of_its_own(book: Book) -> None:
    """Delete the answer cell, and type the answer into a new cell."""
    for number, cell in enumerate(book["cells"]):
        if cell["id"].endswith("-answer") and cell["cell_type"] == "code":
            book["cells"][number] = _code(cell["source"].split("\n", 1)[1])


def helper_below(book: Book) -> None:
    """Define a helper of the answer in the last cell."""
    for cell in book["cells"]:
        if cell["id"] == "02_best_split-answer":
            cell["source"] = (
                "# task: 02_best_split\ndef best_split(n, parts):\n    return deal(n, parts)"
            )
    deal = "def deal(n, parts):\n    return [n // parts + (i < n % parts) for i in range(parts)]"
    book["cells"].append(_code(deal))


def checks_and_text_deleted(book: Book) -> None:
    """Keep only the answers."""
    book["cells"] = [cell for cell in book["cells"] if cell["id"].endswith("-answer")]


def upside_down(book: Book) -> None:
    """Reverse the order of the cells."""
    book["cells"].reverse()


def _code(source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": "code", "id": f"own{abs(hash(source))}", "metadata": {}}
    return {**cell, "execution_count": None, "outputs": [], "source": source}


EDITS: list[Callable[[Book], None]] = [
    colab,
    windows_lines,
    no_metadata,
    everything_twice,
    outputs_kept,
    scratch_cells,
    own_checks,
    timed,
    answer_in_a_cell_of_its_own,
    helper_below,
    checks_and_text_deleted,
    upside_down,
]
