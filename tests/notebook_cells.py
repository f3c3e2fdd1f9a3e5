"""Run the cells of a notebook in a real IPython shell, and return verdicts and output."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from autograder import Verdict
from autograder.notebook.learner.session import SESSION


@contextlib.contextmanager
def notebook_shell() -> Iterator[InteractiveShell]:
    """Create a separate shell, which `start` finds as in a kernel."""
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    try:
        yield shell
    finally:
        SESSION.begin(None)
        InteractiveShell.clear_instance()


def run_cells(shell: InteractiveShell, sources: Iterable[str]) -> list[str]:
    """Run the cells in order and return what each one printed. No cell may raise an exception."""
    printed = []
    for source in sources:
        stream = io.StringIO()
        out, err = contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream)
        with out, err, warnings.catch_warnings(record=True):
            warnings.simplefilter("default")  # as in a kernel: a warning is not an error
            shell.run_cell(source, store_history=True).raise_error()
        printed.append(stream.getvalue())
    return printed


def run_all(shell: InteractiveShell, book: dict[str, Any]) -> tuple[dict[str, Verdict], str]:
    """Run all code cells; return the verdicts by task, and all that was printed."""
    code = [cell["source"] for cell in book["cells"] if cell["cell_type"] == "code"]
    printed = "".join(run_cells(shell, code))
    return dict(SESSION.verdicts), printed
