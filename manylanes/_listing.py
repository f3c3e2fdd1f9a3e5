"""List the source of a program with the cost of each line."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import PurePath
from typing import Any

from manylanes._cost import Cost, LiveArray, cost
from manylanes._cost.read.origin import is_installed
from manylanes._cost.show.amounts import bound_of
from manylanes._roofline import Roofline, load_roof

_WIDTH = 64  # width of source lines in a terminal; longer lines shift the columns after them
_BAR = "text-align:right;background:linear-gradient(to left,#8885 {share:.0%},transparent 0)"
_LEFT = "text-align:left;white-space:pre"
_TOTALS = ("work", "span", "bytes", "peak")


@dataclass(frozen=True)
class Line:
    """One source line, its fractions of the total work and bytes, and its ops."""

    number: int
    text: str
    work: float
    bytes: float
    ops: Mapping[str, int]  # executions of each op


@dataclass(frozen=True, repr=False)
class Listing:
    """An annotated source listing, as text (`str()`) or as a table in a notebook."""

    cost: Cost
    lines: Mapping[str, tuple[Line, ...]]  # by file: all lines of each function that contains an op
    predictions: Mapping[str, Roofline]  # by the name of the machine

    def __str__(self) -> str:
        if not self.lines:
            rows = []
            if self.cost.by_op:
                rows = [
                    "No source lines to show: the code is in an installed package, is StableHLO "
                    "text, or cannot be read. Operations:",
                    self.cost.table(by="op"),
                    "",
                ]
            return "\n".join([*rows, *self._summary()])
        rows = ["  work  bytes"]
        for lines in self.lines.values():
            rows += [*map(_format_text, lines), ""]
        return "\n".join([*rows, *self._summary()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if not self.lines:
            return f"<pre>{escape(str(self))}</pre>"
        names = ("work", "bytes", "line", "ops")
        head = "".join(f'<th scope="col" style="{_LEFT}">{name}</th>' for name in names)
        rows = "".join(_format_html(line) for lines in self.lines.values() for line in lines)
        summary = escape("\n".join(self._summary()))
        return f"<table><tr>{head}</tr>{rows}</table><pre>{summary}</pre>"

    def _summary(self) -> Iterator[str]:
        cost = self.cost
        totals = {n: f"{bound_of(cost, n).prefix}{getattr(cost, n):,}" for n in _TOTALS}
        yield f"{totals['work']} operations, longest dependency chain {totals['span']}"
        yield f"{totals['bytes']} bytes moved; {totals['peak']} bytes live at once. Largest arrays:"
        yield from (
            f"  {array.bytes:,} bytes, {self._describe(array)}" for array in cost.live_arrays[:3]
        )
        yield from (f"not counted: {reason}" for reason in cost.unknown)
        for machine, prediction in self.predictions.items():
            yield f"{machine}: {prediction.summary}"

    def _describe(self, array: LiveArray) -> str:
        """Describe an array by the text of its source line or, if unknown, by its origin."""
        file, _, number = array.line.rpartition(":")
        lines = self.lines.get(file, ())
        text = next((line.text.strip() for line in lines if line.number == int(number)), "")
        return f"{array.array}: {text}" if text else str(array)


def _format_text(line: Line) -> str:
    shares = "".join(f"{_percent(share):>6} " for share in (line.work, line.bytes))
    return f"{shares} {line.text:<{_WIDTH}} {_list_ops(line.ops)}".rstrip()


def _format_html(line: Line) -> str:
    shares = "".join(
        f'<td style="{_BAR.format(share=share)}">{escape(_percent(share))}</td>'
        for share in (line.work, line.bytes)
    )
    code = f'<td style="{_LEFT}"><code>{escape(line.text)}</code></td>'
    return f'<tr>{shares}{code}<td style="text-align:left">{escape(_list_ops(line.ops))}</td></tr>'


def _percent(part: float) -> str:
    return "<1%" if 0 < part < 0.005 else f"{part:.0%}" if part else ""


def _list_ops(ops: Mapping[str, int]) -> str:
    return ", ".join(name if times == 1 else f"{times:,} {name}" for name, times in ops.items())


def listing(
    fn: Callable[..., Any], *args: Any, on: Mapping[str, Any] | None = None, **keywords: Any
) -> Listing:
    """List the cost of each line: `print(listing(f, x, on={"H200": "book/data/records/gpu"}))`.

    `on` maps names of machines, which you choose, to records, folders of records or `Roof`s. The
    listing predicts a time for each machine. All other arguments are passed to `cost`.
    """
    if not isinstance(on, Mapping | None):
        raise ValueError(f'`on` maps names to machines: write on={{"mine": {on!r}}}.')
    counted = cost(fn, *args, **keywords)
    rows = {row.place: row for row in counted.by_line}
    numbers_by_file: dict[str, set[int]] = {}
    for place in counted.count_by_line:
        file, _, number = place.rpartition(":")
        if file:
            numbers_by_file.setdefault(file, set()).add(int(number))

    def line(file: str, number: int, text: str) -> Line:
        place = f"{file}:{number}"
        work, moved = (_fraction(rows.get(place), counted, name) for name in ("work", "bytes"))
        ops = {name: times for name, times in counted.count_by_line.get(place, {}).items() if times}
        return Line(number, text, work, moved, ops)

    lines = {
        file: tuple(line(file, number, text) for number, text in _function_lines(file, numbers))
        for file, numbers in numbers_by_file.items()
    }
    return Listing(
        counted,
        {file: listed for file, listed in lines.items() if listed},
        {machine: Roofline(counted, load_roof(roof)) for machine, roof in (on or {}).items()},
    )


def _fraction(row: Any, total: Any, amount: str) -> float:
    return getattr(row, amount) / getattr(total, amount) if row and getattr(total, amount) else 0.0


def _function_lines(file: str, numbers: set[int]) -> Iterator[tuple[int, str]]:
    """Yield the lines, with numbers, of each function or statement that contains one of `numbers`.

    A file of an installed package, or one that cannot be parsed, has no lines.
    """
    # The path of the notebook cell or of the loaded module with this file name.
    modules = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    paths = (*linecache.cache, *filter(None, modules))
    path = next((path for path in paths if PurePath(path).name == file), file)
    if is_installed(path):
        return
    text = linecache.getlines(path)
    try:
        nodes = list(_functions(ast.parse("".join(text))))
    except SyntaxError:
        return
    for node in nodes:
        block = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        if numbers & {*block}:
            yield from ((number, text[number - 1].rstrip("\n")) for number in block)


def _functions(tree: ast.Module | ast.ClassDef) -> Iterator[ast.stmt]:
    """Yield the top-level statements of a module, with each class replaced by its statements."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node)
        else:
            yield node
