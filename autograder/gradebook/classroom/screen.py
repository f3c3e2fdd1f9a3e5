"""What an instructor sees when a class has been graded: one screen."""

from collections.abc import Sequence

from autograder.gradebook.classroom.grade import Grading, Recorded
from autograder.gradebook.classroom.job import Row
from autograder.say.plain import plain
from autograder.say.verdict import Status, Verdict

_WORDS = {Status.FAILED: "wrong", Status.NOT_RUN: "not run", Status.BROKEN: "NO SCORE"}


def screen(grading: Grading, rows: Sequence[Row], recorded: Recorded) -> str:
    """The table, what failed on our side, and where everything is."""
    unit = grading.unit
    head = ["student", *(f"{task.id[:2]} {task.kind}" for task in unit.judged), "points", ""]
    body = [_line(row, unit.points) for row in sorted(rows, key=lambda row: row.student)]
    parts = [f"{unit.id}: {len(rows)} submissions", _table([head, *body])]
    if recorded.changes:
        parts.append("Points that are not what they were:")
        parts += [f"  {change}" for change in recorded.changes]
    odd = [line for row in rows for verdict in row.verdicts for line in _odd(row, verdict)]
    if odd:
        parts.append("Passed at a small part of the solution's cost: brilliant, or not counted.")
        parts.append("Look at the program: autograder explain STUDENT TASK")
        parts += [f"  {line}" for line in odd]
    ours = [
        f"{plain(row.student)}, {_first(row)}"
        for row in rows
        if row.broken and not row.receipt.nothing
    ]
    ours += recorded.troubles
    if ours:
        parts.append("No score was written where we failed; grade again once this is mended:")
        parts += [f"  {line}" for line in ours]
    parts.append(_places(grading))
    return "\n".join(parts)


def _line(row: Row, most: float) -> list[str]:
    return [plain(row.student), *map(_cell, row.verdicts), f"{row.points:g} of {most:g}", row.note]


def _cell(verdict: Verdict) -> str:
    if verdict.status is Status.PASSED:
        return f"{verdict.points:g}"
    if verdict.status is Status.FAILED and verdict.points:
        return f"{verdict.points:g} {verdict.mistake or 'over budget'}"
    return verdict.mistake or _WORDS[verdict.status]


def _odd(row: Row, verdict: Verdict) -> list[str]:
    who = f"{plain(row.student)}, {verdict.task}"
    return [f"{who}: {finding.property} {finding.got}" for finding in verdict.odd]


def _first(row: Row) -> str:
    verdict = next(v for v in row.verdicts if v.status is Status.BROKEN)
    return f"{verdict.task}: {verdict.findings[0].message}"


def _table(rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join([f"  {lines[0]}", f"  {'-' * len(lines[0])}", *(f"  {x}" for x in lines[1:])])


def _places(grading: Grading) -> str:
    return (
        f"  gradebook  {grading.gradebook}\n"
        f"  feedback   {grading.folder / 'feedback'}/<student>/{grading.unit.id}/\n"
        f"  formgrader autograder formgrader --class {grading.folder}"
    )
