"""Render the summary that the instructor sees in the terminal after grading."""

from collections.abc import Callable
from statistics import mean, median
from unicodedata import east_asian_width

from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.mark import Mark
from autograder.classroom.grade.summary import StudentRow, Summary
from autograder.core.messages.printable import plain, printable

_MISTAKES = 5  # maximum number of frequent mistakes in the summary
UNUSUAL_COST_NOTE = (
    "Passed at less than a tenth of the solution's cost. The count may be wrong.\n"
    "To see the program: autograder explain STUDENT TASK"
)


def screen(grading: Grading, summary: Summary, columns: int = 0) -> str:
    """Return the summary as text: table, changes, required actions, statistics and paths.

    `columns` is the width of the terminal, or 0 for no limit. If the table would be wider, its
    headings are task numbers, and its cells contain only points, with * for points given by hand.
    """
    head = ["student", *(task.split("_", 1)[-1] for task in summary.tasks), "points", ""]
    table = _table([head, *(_row(line, summary, _cell) for line in summary.lines)])
    if 0 < columns < max(map(_width, table.splitlines())):
        head[1:-2] = [task.split("_", 1)[0] for task in summary.tasks]
        table = _table([head, *(_row(line, summary, _points) for line in summary.lines)])
    parts = [f"{summary.unit}: {len(summary.lines)} submissions", table]
    parts += _block("Changed points:", summary.changes)
    parts += _block(UNUSUAL_COST_NOTE, summary.unusual_costs)
    parts += _block("Action required:", summary.actions)
    parts += _class_statistics(summary)
    parts += [
        f"  gradebook  {grading.gradebook}",
        f"  feedback   {grading.folder / 'feedback'}/<student>/{grading.unit.id}/",
        f"  review     autograder formgrader --class {grading.folder}",
    ]
    return "\n".join(parts)


def _block(heading: str, lines: list[str]) -> list[str]:
    rows = ["\n    ".join(map(printable, line.splitlines())) for line in lines]
    return [heading, *(f"  {row}" for row in rows)] if lines else []


def _row(line: StudentRow, summary: Summary, cell: Callable[[Mark], str]) -> list[str]:
    total = "no score" if line.points is None else f"{line.points:g} of {line.max_points:g}"
    if line.points is not None and line.max_points < summary.max_points:
        total += " so far"
    notes = [line.note] if line.note else []
    if line.hours_late:
        less = f", {line.penalty:g} less" if line.penalty else ""
        notes.append(f"{line.hours_late:.3g} h late{less}")
    cells = [cell(line.marks[task]) for task in summary.tasks]
    return [plain(line.student), *cells, total, "; ".join(notes)]


def _cell(mark: Mark) -> str:
    if mark.by_hand and mark.points is not None:
        return f"{mark.points:g} by hand"
    if mark.points:
        return f"{mark.points:g} {mark.reason}".strip()
    return mark.reason or ("" if mark.points is None else f"{mark.points:g}")


def _points(mark: Mark) -> str:
    return "?" if mark.points is None else f"{mark.points:g}" + "*" * mark.by_hand


def _class_statistics(summary: Summary) -> list[str]:
    totals = summary.totals
    late = sum(line.hours_late > 0 for line in summary.lines)
    unscored = len(summary.lines) - len(totals)
    parts = [
        f"Class: {len(totals) - summary.ungraded} graded, {late} late, {unscored} without a score"
    ]
    if summary.due:
        parts.append(f"  {summary.due}")
    if totals:
        parts[0] += (
            f"; mean {mean(totals):.3g}, median {median(totals):g} of {summary.max_points:g}"
        )
        if summary.ungraded:
            parts.append(f"  {summary.ungraded} with ungraded essays, which count 0 points so far")
    if shares := [f"{task} {share:.0%}" for task, share in summary.right.items()]:
        parts.append(f"  right: {', '.join(shares)}")
    most_frequent = [
        f"{count} x {name} ({task})" for task, name, count in summary.mistakes[:_MISTAKES]
    ]
    return [*parts, f"  mistakes: {', '.join(most_frequent)}"] if most_frequent else parts


def _table(rows: list[list[str]]) -> str:
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(_pad, row, widths)).rstrip() for row in rows]
    lines.insert(1, "-" * _width(lines[0]))
    return "\n".join(f"  {line}" for line in lines)


def _width(text: str) -> int:
    """Return the width of a text in terminal columns."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
