"""Find the names that a cell assigns."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def assigned_names(code: str) -> Iterator[tuple[str, str]]:
    """Yield each name that a cell binds outside functions, with a text of the binding statement.

    A name that several statements bind occurs several times. Raise SyntaxError for invalid code.
    """
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


def _stored(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement assigns, without the local names of comprehensions."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if not isinstance(node, ast.comprehension):
        for child in ast.iter_child_nodes(node):
            yield from _stored(child)
