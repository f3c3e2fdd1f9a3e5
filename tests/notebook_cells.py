"""A notebook as it runs: every cell in order in a real IPython, a task's last words kept apart."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from autograder import Verdict
from autograder.home.session import SESSION


@contextlib.contextmanager
def notebook_shell() -> Iterator[InteractiveShell]:
    """A shell of its own, which `start` finds as it does in a kernel."""
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    try:
        yield shell
    finally:
        SESSION.begin(None)
        InteractiveShell.clear_instance()


def run_all(shell: InteractiveShell, book: dict[str, Any]) -> tuple[dict[str, Verdict], str]:
    """*Run all*: what `check` found, by task, and all that was printed. No cell may raise."""
    said = io.StringIO()
    out, err = contextlib.redirect_stdout(said), contextlib.redirect_stderr(said)
    with out, err, warnings.catch_warnings(record=True):
        warnings.simplefilter("default")  # as in a kernel: none is an error
        for cell in book["cells"]:
            if cell["cell_type"] == "code":
                shell.run_cell(cell["source"], store_history=True).raise_error()
    return dict(SESSION.verdicts), said.getvalue()
