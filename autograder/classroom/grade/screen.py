"""Render the summary that the instructor sees after grading, on one screen."""

from collections.abc import Callable
from statistics import mean, median
from unicodedata import east_asian_width

from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.summary import Mark, StudentRow, Summary
from autograder.core.messages.printable import plain, printable

_MISTAKES = 5  # the number of mistakes shown
LOOK = (
    "Passed at less than a tenth of the solution's cost. The count may be wrong.\n"
    "To see the program: autograder explain STUDENT TASK"
)


def screen(grading: Grading, found: Summary, columns: int = 0) -> str:
    """Return the table, the changes, what needs a person, statistics and paths.

    If the terminal is too narrow for the table, it shows only points, under the numbers of the
    tasks.
    """
    head = ["student", *(task.split("_", 1)[-1] for task in found.tasks), "points", ""]
    table = _table([head, *(_row(line, found, _cell) for line in found.lines)])
    if 0 < columns < max(map(_width, table.splitlines())):
        head[1:-2] = [task.split("_", 1)[0] for task in found.tasks]
        table = _table([head, *(_row(line, found, _points) for line in found.lines)])
    parts = [f"{found.unit}: {len(found.lines)} submissions", table]
    parts += _block("Changed points:", found.changes)
    parts += _block(LOOK, found.look)
    parts += _block("Action required:", found.needs_you)
    parts += _class(found)
    parts += [
        f"  gradebook  {grading.gradebook}",
        f"  feedback   {grading.folder / 'feedback'}/<student>/{grading.unit.id}/",
        f"  review     autograder formgrader --class {grading.folder}",
    ]
    return "\n".join(parts)


def _block(heading: str, lines: list[str]) -> list[str]:
    rows = ["\n    ".join(map(printable, line.splitlines())) for line in lines]
    return [heading, *(f"  {row}" for row in rows)] if lines else []


def _row(line: StudentRow, found: Summary, cell: Callable[[Mark], str]) -> list[str]:
    total = "no score" if line.points is None else f"{line.points:g} of {line.of:g}"
    if line.points is not None and line.of < found.most:
        total += " so far"
    notes = [line.note] if line.note else []
    if line.hours_late:
        less = f", {line.penalty:g} less" if line.penalty else ""
        notes.append(f"{line.hours_late:.3g} h late{less}")
    cells = [cell(line.marks[task]) for task in found.tasks]
    return [plain(line.student), *cells, total, "; ".join(notes)]


def _cell(mark: Mark) -> str:
    if mark.by_hand and mark.points is not None:
        return f"{mark.points:g} by hand"
    if mark.points:
        return f"{mark.points:g} {mark.said}".strip()
    return mark.said or ("" if mark.points is None else f"{mark.points:g}")


def _points(mark: Mark) -> str:
    return "?" if mark.points is None else f"{mark.points:g}" + "*" * mark.by_hand


def _class(found: Summary) -> list[str]:
    totals = found.totals
    late = sum(line.hours_late > 0 for line in found.lines)
    waits = len(found.lines) - len(totals)
    parts = [f"Class: {len(totals) - found.unread} graded, {late} late, {waits} without a score"]
    if found.due:
        parts.append(f"  {found.due}")
    if totals:
        parts[0] += f"; mean {mean(totals):.3g}, median {median(totals):g} of {found.most:g}"
        if found.unread:
            parts.append(f"  {found.unread} with ungraded essays, which count 0 points so far")
    if shares := [f"{task} {share:.0%}" for task, share in found.right.items()]:
        parts.append(f"  right: {', '.join(shares)}")
    often = [f"{count} x {name} ({task})" for task, name, count in found.mistakes[:_MISTAKES]]
    return [*parts, f"  mistakes: {', '.join(often)}"] if often else parts


def _table(rows: list[list[str]]) -> str:
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(_padded, row, widths)).rstrip() for row in rows]
    lines.insert(1, "-" * _width(lines[0]))
    return "\n".join(f"  {line}" for line in lines)


def _width(text: str) -> int:
    """Return the width of a text in terminal columns."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
