"""Evaluate a condition on a measured value, such as `value < 3 and high < 5`.

A condition is parsed and never executed.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping

COMPARE: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
NAMES = {"value": "median", "low": "low", "high": "high"}
FORM = "compare value, low or high with numbers, joined by and, or, not"


def holds(text: str, quantity: Mapping[str, float]) -> bool:
    """Return True if a condition is true for `quantity`: median, low and high in base units.

    Raise ValueError if the condition is not a comparison of the form `FORM`.
    """
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError:
        raise ValueError(f"cannot parse the condition '{text}': {FORM}") from None
    return _truth(tree, quantity, text)


def _truth(node: ast.expr, quantity: Mapping[str, float], text: str) -> bool:
    match node:
        case ast.BoolOp(op=ast.And()):
            return all(_truths(node.values, quantity, text))
        case ast.BoolOp():
            return any(_truths(node.values, quantity, text))
        case ast.UnaryOp(op=ast.Not()):
            return not _truth(node.operand, quantity, text)
        case ast.Compare() if all(type(op) in COMPARE for op in node.ops):
            sides = [_number(side, quantity, text) for side in (node.left, *node.comparators)]
            pairs = zip(node.ops, sides, sides[1:], strict=False)
            return all(COMPARE[type(op)](left, right) for op, left, right in pairs)
    raise ValueError(f"cannot parse the condition '{text}': {FORM}")


def _truths(nodes: list[ast.expr], quantity: Mapping[str, float], text: str) -> list[bool]:
    # Build a list and not a generator, so that every part is evaluated and checked.
    return [_truth(node, quantity, text) for node in nodes]


def _number(node: ast.expr, quantity: Mapping[str, float], text: str) -> float:
    match node:
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -float(value)
        case ast.Name(id=name) if name in NAMES:
            return quantity[NAMES[name]]
    raise ValueError(f"cannot parse the condition '{text}': {FORM}")
