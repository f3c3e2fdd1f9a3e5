"""Run one notebook cell in a namespace, statement by statement, and report its errors as data."""

import __future__

import ast
import asyncio
import dis
import linecache
import re
from collections.abc import Collection
from dataclasses import asdict
from inspect import CO_COROUTINE
from types import CodeType
from typing import Any

from autograder.core.messages.explain_error import error_finding
from autograder.core.messages.verdict import Finding

LENGTH = 2000  # maximum length of each text in a finding; the judge enforces this limit as well
FAILURES = 4  # maximum number of reported errors of a cell: the first three and the last
_LOOP = asyncio.Runner()  # one event loop for all cells, as in Jupyter; created at the first await
# Cell magics that run their cell as Python. Cells with other cell magics are not run.
_TRANSPARENT_MAGICS = re.compile(r"\A\s*(%%(time|capture|prun)\b.*\n\s*)+")


class Magic:
    """Replacement for IPython's shell: `%magic` and `!command` have no effect."""

    def __getattr__(self, name: str) -> Any:
        return do_nothing


def do_nothing(*args: Any, **kwargs: Any) -> None:
    """Do nothing. This function replaces `check`, `hint`, `display` and IPython's magics."""


def run_cell(
    source: str,
    name: str,
    space: dict[str, Any],
    required_names: Collection[str] = (),
    unit: Collection[str] = (),
    bound: set[str] | None = None,
) -> dict[str, Any]:
    """Run a cell statement by statement. Continue after an error until `required_names` are bound.

    In Jupyter, the first error ends a cell. In the sandbox, a package or a file may be missing, but
    an answer below the failing statement must not be lost. Once all `required_names` are bound, an
    error ends the cell as in Jupyter. So a later definition, which never ran at home, does not
    replace the answer. After an error, answers that were already bound keep their values.
    `SystemExit`, `KeyboardInterrupt`, `MemoryError` and a syntax error always end the cell.

    `unit` contains the names that the answers of all tasks bind. `bound` contains the names of
    answers that earlier cells have bound; the names that this cell binds are added to it. Return at
    most `FAILURES` errors as findings, and whether the last error ended the cell.
    """
    failed: list[dict[str, Any]] = []
    bound = set() if bound is None else bound
    earlier, assigned = bound.difference(required_names), set[str]()
    values: dict[str, Any] = {}
    ended = False
    try:
        statements = _compile(source, name)
    except BaseException as error:
        return {"failed": [error_as_finding(error)], "ended": True}
    for code in statements:
        try:
            result = eval(code, space)
            if code.co_flags & CO_COROUTINE:
                _LOOP.run(result)
        except BaseException as error:  # even SystemExit ends only the cell, as in a notebook
            failed = [*failed[: FAILURES - 1], error_as_finding(error)]
            answered = bool(required_names) and assigned.issuperset(required_names)
            ended = answered or isinstance(error, MemoryError) or not isinstance(error, Exception)
            if ended:
                break
            values = {each: space[each] for each in earlier | assigned if each in space}
        else:
            assigned |= _assigned_names(code).intersection(unit, space)
        space.update(values)
    bound |= assigned
    return {"failed": failed, "ended": ended}


def _assigned_names(code: CodeType) -> set[str]:
    """Return the names that a statement binds at the top level of a cell."""
    return {each.argval for each in dis.get_instructions(code) if each.opname == "STORE_NAME"}


def error_as_finding(error: BaseException) -> dict[str, Any]:
    """Return a finding that explains an error, as a dictionary with texts of at most `LENGTH`."""
    try:
        fields = asdict(error_finding(error))
        return {
            name: text[:LENGTH] if isinstance(text, str) else text for name, text in fields.items()
        }
    except BaseException:  # a student's __str__ may raise anything
        message = "Your code stopped with an error whose message cannot be shown."
        return asdict(Finding("raised", False, message))


def _compile(source: str, name: str) -> list[CodeType]:
    """Compile each statement of a cell, and store its lines so that error messages can quote them.

    Raise SyntaxError if any part of the cell is invalid.
    """
    file = f"<{name}>"
    source = _TRANSPARENT_MAGICS.sub(lambda match: "\n" * match[0].count("\n"), source)
    try:
        code = _statements(source, file)
    except SyntaxError:
        from IPython.core.inputtransformer2 import TransformerManager  # only for magics

        source = TransformerManager().transform_cell(source)  # type: ignore[no-untyped-call]
        code = _statements(source, file)
    lines = [line + "\n" for line in source.splitlines()]
    linecache.cache[file] = (len(source), None, lines, file)
    return code


def _statements(source: str, file: str) -> list[CodeType]:
    tree = ast.parse(source, file)
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    # Compile the whole cell first, to find errors that involve several statements, such as an
    # import from `__future__` that is not at the beginning.
    whole = compile(tree, file, "exec", flags, dont_inherit=True)
    # `from __future__ import annotations` applies to all statements of the cell.
    flags |= whole.co_flags & __future__.annotations.compiler_flag
    parts = [ast.Module([statement], []) for statement in tree.body]
    return [compile(part, file, "exec", flags, dont_inherit=True) for part in parts]
