"""What the text of a cell binds as it runs, and what its functions look up when they are called."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from symtable import SymbolTable, symtable

# At the top of a cell they run where they stand, as any other line does.
_AT_ONCE = ("listcomp", "setcomp", "dictcomp", "genexpr")


def bound(code: str) -> Iterator[tuple[str, str]]:
    """The names that code binds as it runs, each with the statement that does."""
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


def looked_up(code: str) -> set[str]:
    """The names that its functions look up outside themselves: no argument, no local of theirs."""
    outer = symtable(code, "a cell", "exec").get_children()
    found: set[str] = set()
    todo = [table for table in outer if table.get_name() not in _AT_ONCE]
    while todo:
        table = todo.pop()
        found |= _outside(table)
        todo += table.get_children()
    return found


def _outside(table: SymbolTable) -> set[str]:
    named = table.get_symbols()
    return {name.get_name() for name in named if name.is_global() and name.is_referenced()}


def _stored(node: ast.AST) -> Iterator[str]:
    """Names that a statement binds outside comprehensions, which keep theirs."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if not isinstance(node, ast.comprehension):
        for child in ast.iter_child_nodes(node):
            yield from _stored(child)
