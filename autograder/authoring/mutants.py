"""Generate mutants of a solution: copies with one small change that may be a student's mistake.

A mutant that passes is either a right answer, or a mistake that the check does not detect.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import ndiff
from typing import TypeVar, cast

NodeT = TypeVar("NodeT", bound=ast.AST)

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
# Names that are replaced by each other.
_PAIRS = (
    *("max min", "maximum minimum", "argmax argmin", "sum mean", "zeros ones", "add set"),
    *("float32 bfloat16", "int32 int8"),
    *("zeros_like ones_like", "floor ceil", "any all", "sin cos", "triu tril", "psum pmean"),
)
NAMES = {a: b for pair in map(str.split, _PAIRS) for a, b in (pair, pair[::-1])}
# Functions whose result does not change if their two arguments are swapped (`allclose`: nearly).
COMMUTATIVE = {"max", "min", "maximum", "minimum", "logaddexp", "add", "multiply", "allclose"}


@dataclass(frozen=True)
class Mutant:
    """A changed copy of a solution, without comments.

    `removed` and `added` contain the changed lines, joined by semicolons.
    """

    removed: str
    added: str
    source: str

    def is_limited_to(self, piece: str) -> bool:
        """Return True if the removed lines contain `piece` and nothing outside of it changes."""
        ends = (
            (self.removed[:at], self.removed[at + len(piece) :])
            for at in range(len(self.removed))
            if self.removed.startswith(piece, at)
        )
        return any(
            self.added.startswith(head)
            and self.added.endswith(tail)
            and len(head + tail) <= len(self.added)
            for head, tail in ends
        )


def mutants(source: str) -> Iterator[Mutant]:
    """Yield the distinct mutants of a solution. Some of them do not run."""
    tree = ast.parse(source)
    original = ast.unparse(tree)
    sources = {original}
    for place, node in enumerate(ast.walk(tree)):
        for new in replacements(node):
            text = ast.unparse(ast.fix_missing_locations(_replace_node(tree, place, new)))
            if text not in sources:
                sources.add(text)
                yield Mutant(*difference(original, text), text)


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the replacements of a syntax-tree node, one for each mutant."""
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from map(ast.Constant, (value + 1, value - 1))
        case ast.Constant(value=float(value)):
            yield from map(ast.Constant, (value * 1.1, -value) if value else (1.0,))
        case ast.UnaryOp(op=ast.USub() | ast.Not() | ast.Invert(), operand=operand):
            yield operand
        case ast.BinOp(op=op, left=left, right=right):
            yield from (left, right)
            if type(op) in OPERATORS:
                yield _copy_with(node, op=OPERATORS[type(op)]())
            if isinstance(op, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod | ast.Pow | ast.MatMult):
                yield _copy_with(node, left=right, right=left)
        case ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield _copy_with(node, op=OPERATORS[type(op)]())
        case ast.Compare(ops=[op, *more]) if type(op) in OPERATORS:
            yield _copy_with(node, ops=[OPERATORS[type(op)](), *more])
        case ast.BoolOp(values=values):
            yield from values
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.Attribute(attr="T", value=value):
            yield value
        case ast.Attribute(attr=name) if name in NAMES:
            yield _copy_with(node, attr=NAMES[name])
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield _copy_with(node, id=NAMES[name])
        case ast.Call():
            yield from _call_replacements(node)
        case ast.Slice():
            parts = [part for part in ("lower", "upper", "step") if getattr(node, part)]
            yield from (_copy_with(node, **{part: None}) for part in parts)
        case ast.comprehension(ifs=[_, *_]):
            yield _copy_with(node, ifs=[])
        case ast.FunctionDef(body=body) | ast.For(body=body) | ast.While(body=body):
            yield from (_copy_with(node, body=rest) for rest in _bodies_without_a_statement(body))


def _call_replacements(node: ast.Call) -> Iterator[ast.AST]:
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    for word in node.keywords:
        yield _copy_with(node, keywords=[other for other in node.keywords if other is not word])
    if name not in COMMUTATIVE and len(node.args) == 2:
        yield _copy_with(node, args=node.args[::-1])
    if node.args and not node.keywords and not isinstance(node.args[0], ast.Starred):
        yield node.args[0]
    if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name):
        yield node.func.value


def _bodies_without_a_statement(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    for at, line in enumerate(body):
        is_docstring = isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
        is_required = is_docstring or isinstance(line, ast.Return | ast.FunctionDef)
        if len(body) > 1 and not is_required:
            yield body[:at] + body[at + 1 :]


def _copy_with(node: NodeT, **parts: object) -> NodeT:
    new = copy.copy(node)
    vars(new).update(parts)
    return new


def _replace_node(tree: ast.Module, place: int, new: ast.AST) -> ast.Module:
    """Return a copy of the tree in which `new` replaces the node at index `place` of `ast.walk`."""
    changed = copy.deepcopy(tree)
    old = next(node for at, node in enumerate(ast.walk(changed)) if at == place)

    class Replacer(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return copy.deepcopy(new) if node is old else self.generic_visit(node)

    return cast(ast.Module, Replacer().visit(changed))


def difference(before: str, after: str) -> tuple[str, str]:
    """Return the removed lines and the added lines.

    Lines are stripped of indentation and joined by semicolons.
    """
    lines = list(ndiff(before.splitlines(), after.splitlines()))
    removed, added = ([line[2:].strip() for line in lines if line[0] == sign] for sign in "-+")
    return "; ".join(removed), "; ".join(added)
