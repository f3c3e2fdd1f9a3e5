"""Every sentence that a verdict becomes. What was asked, what came, on which input, what next."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from autograder.say.verdict import Finding, Status, Verdict

WIDTH = 88
HEADS = {
    Status.PASSED: "passed",
    Status.FAILED: "not yet",
    Status.NOT_RUN: "not run yet",
    Status.BROKEN: "not graded",
}
STOPPED = "stopped before it was done"  # not run either, but it was tried
BROKEN = "Something of ours broke; this is not your mistake, and it costs you nothing."
HALF = "Right values earn half of the points, the budget the other half."
LABELS = (("input", "smallest_input"), ("asked", "asked"), ("got", "got"))
CRASHES = ("raised", "refused")  # what came is a line of code, and "got" would not fit


def points_text(points: float, most: float) -> str:
    """`1.5 of 2 points`."""
    return f"{points:g} of {most:g} point{'' if most == 1 else 's'}"


def verdict_text(verdict: Verdict, hint: str = "") -> str:
    """What a student reads."""
    said = HEADS[verdict.status]
    tried = any(finding.property == "stopped" for finding in verdict.failures)
    if verdict.status is Status.NOT_RUN and tried:
        said = STOPPED
    head = f"{verdict.task}: {said}"
    if verdict.status in (Status.PASSED, Status.FAILED):
        head += f", {points_text(verdict.points, verdict.max_points)}"
    blocks = [head + "."]
    if verdict.status is Status.BROKEN:
        blocks.append(BROKEN)
    budget = [f for f in verdict.findings if f.passed and f.asked]
    blocks += [_block(finding) for finding in verdict.failures]
    if budget:
        blocks.append("\n".join(_met(finding) for finding in budget))
    if verdict.status is Status.FAILED and verdict.points:
        blocks.append(HALF)
    blocks += [_wrap(f"Note: {note}") for note in verdict.notes]
    if hint and verdict.status is Status.FAILED:
        blocks.append(hint)
    return plain("\n\n".join(blocks))


def plain(text: str) -> str:
    """Without control characters and lone surrogates, wherever in an answer they come from.

    A terminal would obey them or fail on them, and the feedback page makes markup of them.
    """
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}"
        for sign in text
    )


def _met(finding: Finding) -> str:
    return f"  {finding.property:<7}  {finding.got}; {finding.asked}."


def _block(finding: Finding) -> str:
    lines = [_mistake(finding) if finding.property == "mistake" else _wrap(finding.message)]
    for label, name in LABELS:
        if text := getattr(finding, name):
            label = "at" if name == "got" and finding.property in CRASHES else label
            lines.append(_labelled(label, text))
    return "\n".join(line for line in lines if line)


def _mistake(finding: Finding) -> str:
    return f"This is a known mistake, {finding.mistake}:\n" + textwrap.indent(finding.message, "  ")


def _labelled(label: str, text: str) -> str:
    """The label once, the lines of the text below one another."""
    first, *rest = text.splitlines()
    return "\n".join([f"  {label:<6} {first}", *(" " * 9 + line for line in rest)])


def _wrap(text: str) -> str:
    return "\n".join(textwrap.fill(line, WIDTH) for line in text.splitlines())


def hint_text(number: int, count: int, text: str, again: str) -> str:
    """One hint, and how to get the next."""
    more = f"\nA stronger one: {again}" if number < count else "\nThat was the last hint."
    return _wrap(f"Hint {number} of {count}: {text}") + more


def no_hints(task: str) -> str:
    """A task that has none."""
    return f"{task} has no hints."


def not_counted(gone: Sequence[str]) -> str:
    """The note of a check that could compare values and nothing else."""
    return (
        f"Only values were compared: this JAX has no {', '.join(gone)}, with which programs are"
        " counted here. The judge counts work, span and bytes with a JAX of its own."
    )


def next_hint(call: str, number: int, count: int) -> str:
    """The last line of a failure; empty when every hint has been shown."""
    return f"Next: {call} shows hint {number} of {count}." if number <= count else ""


def start_text(title: str, number: str, machine: str, tasks: list[tuple[str, float]]) -> str:
    """What the first cell prints."""
    total = sum(points for _, points in tasks)
    names = ", ".join(name for name, _ in tasks)
    head = f"Unit {number}, {title}: {len(tasks)} tasks, {total:g} points. {machine}"
    return f"{head}\n{_wrap(names)}"


NOT_STARTED = (
    "Run the first cell of the notebook, the one with `start(...)`: it says which unit this is."
)
NO_COURSE = "There is no course here, so nothing was checked."


def not_checked(names: list[str], unit: str) -> str:
    """`check` was called with something that no task of the unit asks for."""
    return "Nothing here is called that. " + f"Unit {unit} checks: {', '.join(names)}."


def course_broken(text: str) -> str:
    """Our mistake, said as ours."""
    return f"{BROKEN}\nPlease report this:\n{textwrap.indent(text, '  ')}"
