"""Parse the language of `given`: "x: f32[m, d] in -3..3, k: int in 1..9, m in 0..64".

The text is parsed once into leaves (dtype, sizes, range) and names with their ranges. Names are
sizes and scalars; `cases.py` draws a value for each.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from autograder.core.inputs.generator import DTYPES, ArraySpec, default_range
from autograder.core.inputs.tree import map_leaves
from autograder.core.messages.errors import CourseError, unknown
from manylanes._specs import Expression, SpecError

Env = Mapping[str, Any]
RANGE = r"(?P<low>[^|]+?)\.\.(?P<high>.+)"
LEAF = re.compile(
    rf"(?P<type>\w+)(?:\[(?P<dims>[^\]]*)\])?\s*(?:in\s+{RANGE}|~\s*(?P<how>normal))?"
)
SIZE = re.compile(rf"(?P<name>\w+)\s+in\s+(?:{RANGE}|(?P<choices>[^.]+))")


ONE, MANY = Expression("1"), Expression("128")


@dataclass(frozen=True)
class Name:
    """A size or a scalar, with its range (both bounds are included) or its choices."""

    low: Expression = ONE
    high: Expression = MANY
    choices: tuple[Any, ...] = ()
    size: bool = True

    @property
    def real(self) -> bool:
        """Return True if a bound is a float, so that the values are floats."""
        return self.low.is_real or self.high.is_real


@dataclass(frozen=True)
class Leaf:
    """An array whose sizes and range are expressions that contain names."""

    dtype: str
    dims: tuple[Expression, ...]
    how: str
    low: Expression
    high: Expression

    def spec(self, env: Env) -> ArraySpec:
        """Return the array spec for these values of the sizes and scalars."""
        shape = tuple(int(_evaluate(dim, env)) for dim in self.dims)
        for dim, length in zip(self.dims, shape, strict=True):
            if length < 0:
                problem = f"The size `{dim.text}` is {length}{_with_values(env, dim)}."
                raise CourseError(problem, "Change the ranges so that it is never below 0.")
        # If no value is drawn, the range may be empty, as in `x: i32[n] in 0..n-1` for n = 0.
        ends = [_evaluate(end, env) for end in (self.low, self.high)]
        low, high = ends if 0 in shape else evaluate_range(self.low, self.high, env)
        return ArraySpec(self.dtype, shape, self.how, low, high)


@dataclass(frozen=True)
class Ref:
    """A reference to a name, which `Given.fill` replaces with the value of the name."""

    name: str


@dataclass
class Given:
    """The parsed `given`: a tree for each argument, and the names that occur in the trees."""

    args: dict[str, Any] = field(default_factory=dict)
    names: dict[str, Name] = field(default_factory=dict)

    def fill(self, env: Env) -> tuple[Any, ...]:
        """Return the arguments for these values of the names, with specs in place of arrays."""

        def leaf(item: Any) -> Any:
            if isinstance(item, Leaf):
                return item.spec(env)
            return env[item.name] if isinstance(item, Ref) else item

        return tuple(map_leaves(leaf, tree) for tree in self.args.values())


def evaluate_range(low: Expression, high: Expression, env: Env) -> tuple[Any, Any]:
    """Return the values of the bounds of a range. Raise CourseError if the range is empty."""
    least, most = _evaluate(low, env), _evaluate(high, env)
    if least > most:
        where = _with_values(env, low, high)
        problem = f"The range `{low.text}..{high.text}` contains no value{where}."
        remedy = "Write the lower bound first; it may not be greater than the upper bound."
        raise CourseError(problem, remedy)
    return least, most


def _evaluate(expression: Expression, env: Env) -> Any:
    try:
        return expression.evaluate(env)
    except ArithmeticError:
        problem = f"`{expression.text}` cannot be computed{_with_values(env, expression)}."
        raise CourseError(problem, "Do not divide by zero, and use smaller exponents.") from None


def _with_values(env: Env, *expressions: Expression) -> str:
    """Return ` for m = 1` with the values of all names in the expressions, or "" without names."""
    names = dict.fromkeys(name for each in expressions for name in each.names)
    return " for " + ", ".join(f"{name} = {env[name]}" for name in names) if names else ""


def _parse_range(low: str, high: str) -> tuple[Expression, Expression]:
    """Return the bounds of a range. Raise CourseError if they are constants without a value."""
    ends = Expression(low.strip()), Expression(high.strip())
    if not any(end.names for end in ends):
        evaluate_range(*ends, {})
    return ends


def parse_spec(text: str) -> Given:
    """Parse the text of `given`. Raise a CourseError that quotes the invalid part of the text."""
    spec = Given()
    try:
        for entry in split_outside_brackets(text):
            name, colon, kind = entry.partition(":")
            name = name.strip()
            if size := SIZE.fullmatch(entry):
                spec.names[size["name"]] = _parse_size(size)
            elif colon and name.isidentifier():
                spec.args[name] = _parse_type(spec, name, kind.strip())
            else:
                remedy = "Write `x: f32[n]`, `k: int in 1..9`, or `n in 1..64` for a size."
                raise CourseError(f"`{entry}` in given cannot be read.", remedy)
    except SpecError as error:
        raise CourseError(f"{error}.", "Use numbers, names of sizes and + - * // **.") from None
    return spec


def split_outside_brackets(text: str, mark: str = ",") -> list[str]:
    """Split a text at each `mark` outside brackets and quotes, and omit empty parts.

    Raise CourseError if a bracket or a quote is not closed.
    """
    parts, depth, quote = [""], 0, ""
    for sign in text:
        if sign in "\"'":
            quote = "" if quote == sign else quote or sign
        depth += 0 if quote else (sign in "([{") - (sign in ")]}")
        if sign == mark and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += sign
    if depth or quote:
        raise CourseError(f"`{text}` leaves a bracket or a quote open.")
    return [part.strip() for part in parts if part.strip()]


def _parse_size(match: re.Match[str]) -> Name:
    if match["choices"]:
        return Name(
            choices=tuple(map(_parse_constant, split_outside_brackets(match["choices"], "|")))
        )
    return Name(*_parse_range(match["low"], match["high"]))


def _parse_type(spec: Given, name: str, kind: str) -> Any:
    """Return the tree of an argument, and add the names that the tree uses to `spec`."""
    if kind[:1] == "{":
        pairs = (part.partition(":") for part in split_outside_brackets(kind[1:-1]))
        return {
            key.strip(): _parse_type(spec, f"{name}.{key}", rest.strip()) for key, _, rest in pairs
        }
    if kind[:1] in ("(", "["):
        items = [
            _parse_type(spec, f"{name}.{i}", part)
            for i, part in enumerate(split_outside_brackets(kind[1:-1]))
        ]
        return tuple(items) if kind[0] == "(" else items
    if len(choices := split_outside_brackets(kind, "|")) > 1 or kind[:1] in "\"'":
        return _add_name(spec, name, Name(choices=tuple(map(_parse_constant, choices)), size=False))
    if (number := re.fullmatch(RANGE, kind)) and " in " not in kind:
        low, high = _parse_range(number["low"], number["high"])
        return _add_name(spec, name, Name(low, high, size=False))
    match = LEAF.fullmatch(kind)
    if not match:
        remedy = 'Write a type such as `f32[n]`, `int in 1..9`, `{w: f32[n]}` or `"a" | "b"`.'
        raise CourseError(f"`{name}: {kind}` in given cannot be read.", remedy)
    if match["type"] in ("int", "float"):
        ends = ("0", "9") if match["type"] == "int" else ("0.0", "1.0")
        low, high = _parse_range(match["low"] or ends[0], match["high"] or ends[1])
        return _add_name(spec, name, Name(low, high, size=False))
    return _parse_leaf(spec, match)


def _parse_constant(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        remedy = 'Quote words: `"same" | "valid"`.'
        raise CourseError(f"`{text}` is not a valid choice.", remedy) from None


def _add_name(spec: Given, name: str, value: Name) -> Ref:
    spec.names[name] = value
    return Ref(name)


def _parse_leaf(spec: Given, match: re.Match[str]) -> Leaf:
    dtype = match["type"]
    if dtype not in DTYPES:
        raise unknown("dtype", dtype, [*DTYPES, "int", "float"])
    least, most = default_range(dtype)
    low, high = _parse_range(match["low"] or str(least), match["high"] or str(most))
    how = match["how"] or ("real" if low.is_real or high.is_real else "whole")
    dims = tuple(Expression(dim) for dim in split_outside_brackets(match["dims"] or ""))
    for needed in (*dims, low, high):
        for name in sorted(needed.names):
            spec.names.setdefault(name, Name())
    return Leaf(dtype, dims, how, low, high)
