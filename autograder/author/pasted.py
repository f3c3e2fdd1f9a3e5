"""What a chapter prints, handed in: no function on a page passes a check of the page's own unit.

A page's imports, functions and jitted functions are bound as its reader would have them. Nothing
else of it is run: no measurement, no print. What takes as many arguments as an answer and gives
arrays of its shapes is checked.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax

from autograder.author.proof import Breach
from autograder.author.tasks import Trial
from autograder.author.taught import cells
from autograder.program.export import on_arrays, specs
from autograder.say.verdict import Status
from autograder.task.course import Unit

Function = Callable[..., Any]
BINDS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.Assign)


def passes_when_pasted(unit: Unit, page: Path) -> Iterator[Breach]:
    """A breach for each function of the page that passes a check."""
    functions = printed(page)
    for task in unit.tasks:
        if not (task.kind.judged and task.kind.drawn):
            continue
        trial = Trial(task)
        asked = form(trial, trial.check.reference)
        for name, function in functions.items():
            with contextlib.redirect_stdout(io.StringIO()):
                passed = (
                    form(trial, function) == asked
                    and trial.verdict(function).status is Status.PASSED
                )
            if passed:
                mend = "show another program there, or ask for another."
                yield Breach(
                    f"`{name}` of {page.name} passes, pasted as it stands; {mend}", task.path
                )


def printed(page: Path) -> dict[str, Function]:
    """The functions that a page defines, by name."""
    names: dict[str, Any] = {"__name__": page.stem}
    for cell in cells(page.read_text(encoding="utf-8")):
        with contextlib.suppress(SyntaxError):  # `taught` tells of it
            for step in filter(_binds, ast.parse(cell).body):
                with contextlib.suppress(Exception):  # it stands on what was not run
                    exec(compile(ast.Module([step], []), page.name, "exec"), names)
    own = {name: thing for name, thing in names.items() if callable(thing)}
    return {name: f for name, f in own.items() if getattr(f, "__module__", "") == page.stem}


def _binds(step: ast.stmt) -> bool:
    """Whether it makes a name and takes no time."""
    if isinstance(step, ast.Assign) and isinstance(step.value, ast.Call):
        return ast.unparse(step.value.func) in ("jax.jit", "jax.vmap", "jax.grad")
    return isinstance(step, BINDS)


def form(trial: Trial, function: Function) -> tuple[int, Any]:
    """How many arguments it takes, and what arrays a program gives; None where it takes others."""
    count = len(inspect.signature(function).parameters)
    if not trial.task.kind.compiled:
        return count, ()
    signature = trial.check.cases()[0].signature
    try:
        return count, jax.eval_shape(on_arrays(function, signature), *specs(signature))
    except Exception:  # of a page's function: it was written for other arrays
        return count, None
