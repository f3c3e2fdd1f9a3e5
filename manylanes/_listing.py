"""A program line by line: the source as it was written, and beside each line what it costs."""

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
from manylanes._cost.bound import bound_of
from manylanes._cost.read.origin import is_installed
from manylanes._roofline import Roofline, roof_of

_WIDE = 64  # of a source line in the terminal; a longer one moves what stands behind it
_BAR = "text-align:right;background:linear-gradient(to left,#8885 {share:.0%},transparent 0)"
_LEFT = "text-align:left;white-space:pre"
_TOLD = ("work", "span", "bytes", "peak")


@dataclass(frozen=True)
class Line:
    """One line of the source, its share of the whole, and what became of it."""

    number: int
    text: str
    work: float
    bytes: float
    ops: Mapping[str, int]  # and how often each runs


@dataclass(frozen=True, repr=False)
class Listing:
    """What `listing` found; `str()` says it, a notebook draws it."""

    cost: Cost
    lines: Mapping[str, tuple[Line, ...]]  # by file: the functions that came to something, whole
    foretold: Mapping[str, Roofline]  # by machine

    def __str__(self) -> str:
        if not self.lines:
            return "\n".join([*self._operations(), *self._below()])
        rows = ["  work  bytes"]
        for lines in self.lines.values():
            rows += [*map(_text, lines), ""]
        return "\n".join([*rows, *self._below()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if not self.lines:
            return f"<pre>{escape(str(self))}</pre>"
        names = ("work", "bytes", "line", "becomes")
        head = "".join(f'<th scope="col" style="{_LEFT}">{name}</th>' for name in names)
        rows = "".join(_html(line) for lines in self.lines.values() for line in lines)
        below = escape("\n".join(self._below()))
        return f"<table><tr>{head}</tr>{rows}</table><pre>{below}</pre>"

    def _operations(self) -> Iterator[str]:
        if self.cost.by_op:
            yield "No source lines to show: the program is from a library or from text. Operations:"
            yield from (self.cost.table(by="op"), "")

    def _below(self) -> Iterator[str]:
        found = self.cost
        said = {n: f"{bound_of(found, n).words}{getattr(found, n):,}" for n in _TOLD}
        yield f"{said['work']} operations, {said['span']} of them one after another"
        yield f"{said['bytes']} bytes moved; {said['peak']} there at once, the largest:"
        yield from (
            f"  {array.bytes:,} bytes, {self._array(array)}" for array in found.live_arrays[:3]
        )
        yield from (f"not counted: {what}" for what in found.unknown)
        for machine, prediction in self.foretold.items():
            yield f"{machine}: {prediction.short}"

    def _array(self, held: LiveArray) -> str:
        """By the line that made it, and not its number: who knows the name of a cell's file?"""
        file, _, number = held.line.rpartition(":")
        lines = self.lines.get(file, ())
        text = next((line.text.strip() for line in lines if line.number == int(number)), "")
        return f"{held.array}: {text}" if text else str(held)


def _text(line: Line) -> str:
    shares = "".join(f"{_share(share):>6} " for share in (line.work, line.bytes))
    return f"{shares} {line.text:<{_WIDE}} {_became(line.ops)}".rstrip()


def _html(line: Line) -> str:
    shares = "".join(
        f'<td style="{_BAR.format(share=share)}">{escape(_share(share))}</td>'
        for share in (line.work, line.bytes)
    )
    code = f'<td style="{_LEFT}"><code>{escape(line.text)}</code></td>'
    return f'<tr>{shares}{code}<td style="text-align:left">{escape(_became(line.ops))}</td></tr>'


def _share(part: float) -> str:
    return "<1%" if 0 < part < 0.005 else f"{part:.0%}" if part else ""


def _became(ops: Mapping[str, int]) -> str:
    return ", ".join(name if times == 1 else f"{times:,} {name}" for name, times in ops.items())


def listing(
    fn: Callable[..., Any], *args: Any, on: Mapping[str, Any] | None = None, **keywords: Any
) -> Listing:
    """What each line costs: `print(listing(f, x, on={"H200": "book/data/records/gpu"}))`.

    Arguments are those of `cost`. `on` says for which machines a time is
    foretold: by a name of yours a record, its folder, or a `Roof`.
    """
    if not isinstance(on, Mapping | None):
        raise ValueError(f'`on` names machines, such as {{"mine": {on!r}}}.')
    found = cost(fn, *args, **keywords)
    rows = {row.place: row for row in found.by_line}
    places: dict[str, set[int]] = {}
    for place in found.count_by_line:
        file, _, number = place.rpartition(":")
        if file:
            places.setdefault(file, set()).add(int(number))

    def line(file: str, number: int, text: str) -> Line:
        place = f"{file}:{number}"
        work, moved = (_part(rows.get(place), found, name) for name in ("work", "bytes"))
        ops = {name: times for name, times in found.count_by_line.get(place, {}).items() if times}
        return Line(number, text, work, moved, ops)

    lines = {
        file: tuple(line(file, number, text) for number, text in _around(file, numbers))
        for file, numbers in places.items()
    }
    return Listing(
        found,
        {file: those for file, those in lines.items() if those},
        {machine: Roofline(found, roof_of(roof)) for machine, roof in (on or {}).items()},
    )


def _part(row: Any, whole: Any, amount: str) -> float:
    return getattr(row, amount) / getattr(whole, amount) if row and getattr(whole, amount) else 0.0


def _around(file: str, numbers: set[int]) -> Iterator[tuple[int, str]]:
    """The functions that contain these lines, whole; outside of any function, the statement."""
    path = _path(file)
    if is_installed(path):
        return
    text = linecache.getlines(path)
    try:
        pieces = [_span(node) for node in _functions(ast.parse("".join(text)))]
    except SyntaxError:
        return
    for piece in pieces:
        if numbers & piece:
            yield from ((number, text[number - 1].rstrip("\n")) for number in sorted(piece))


def _functions(tree: ast.Module | ast.ClassDef) -> Iterator[ast.stmt]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node)
        else:
            yield node


def _span(node: ast.stmt) -> set[int]:
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))


def _path(name: str) -> str:
    """The file of that name: a cell's is known to `linecache`, a module's to Python."""
    modules = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    paths = (*linecache.cache, *filter(None, modules))
    return next((path for path in paths if PurePath(path).name == name), name)
