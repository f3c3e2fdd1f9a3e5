"""Find the names that a cell assigns, and the global names that its functions read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from symtable import symtable

_RUN_AT_ONCE = ("listcomp", "setcomp", "dictcomp", "genexpr")  # scopes that are not called later


def assigned_names(code: str) -> Iterator[tuple[str, str]]:
    """Yield the names that a cell assigns, each with a text of the statement that assigns it."""
    for node in ast.parse(code).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, ast.dump(node)
            case ast.Import() | ast.ImportFrom():
                source = getattr(node, "module", "")
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    yield name, f"{source} {alias.name if alias.asname or source else name}"
            case _:
                for name in _stored(node):
                    yield name, ast.dump(node)


def free_names(code: str) -> set[str]:
    """Return the global names that the functions of a cell read when they are called."""
    outer = symtable(code, "a cell", "exec").get_children()
    found: set[str] = set()
    todo = [table for table in outer if table.get_name() not in _RUN_AT_ONCE]
    while todo:
        table = todo.pop()
        symbols = table.get_symbols()
        found |= {each.get_name() for each in symbols if each.is_global() and each.is_referenced()}
        todo += table.get_children()
    return found


def _stored(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement assigns; comprehension variables are local to them."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if not isinstance(node, ast.comprehension):
        for child in ast.iter_child_nodes(node):
            yield from _stored(child)
