"""The messages of `check`, `hint`, `see` and `start` in a notebook."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence, Set

from autograder.core.messages.errors import sentence
from autograder.core.messages.printable import WIDTH, replace_control_characters, wrap
from autograder.core.messages.verdict import BROKEN, Status, Verdict


def hint_text(number: int, count: int, text: str, again: str) -> str:
    """Return one hint, and the call `again` that shows the next hint, if there is one."""
    more = f"\nNext hint: {again}" if number < count else "\nThat was the last hint."
    return wrap(f"Hint {number} of {count}: {text}") + more


def no_hints(task: str) -> str:
    """Return the message for a task without hints."""
    return f"{task} has no hints."


def values_only_note(gone: Sequence[str]) -> str:
    """Return the note for a check that did not count costs, because JAX lacks some functions."""
    return (
        f"Only values were compared: this JAX lacks {', '.join(gone)}, which the cost count needs. "
        "The grader counts work, span and bytes with its own JAX."
    )


def next_hint(call: str, number: int, count: int) -> str:
    """Return the last line of the report of a failed task, or "" after the last hint."""
    return f"Next: {call} shows hint {number} of {count}." if number <= count else ""


def after_pass(
    done: int, tasks: int, todo: Sequence[tuple[str, str]], state: str, ways: str
) -> str:
    """Return the lines that follow the report of a passed task."""
    others = f"Other solutions of this task: {ways}" if ways else ""
    return "\n".join(filter(None, (progress_line(done, tasks, todo), see_lines(state), others)))


def progress_line(done: int, tasks: int, todo: Sequence[tuple[str, str]]) -> str:
    """Return a line with the number of passed tasks and the name of the next task, if any."""
    after = f"Next: {todo[0][0]} ({todo[0][1]})." if todo else "That is the whole unit."
    return f"{done} of {tasks} tasks passed. {after}"


def see_lines(call: str) -> str:
    """Return a line with the call that shows the cost of each line of code, or ""."""
    return f"Cost of each line: {call}" if call else ""


def no_program(name: str, kind: str) -> str:
    """Return the message of `see` for a task without a single-device program."""
    return f"`{name}` is a {kind}, so `see` has no program of one device to show."


SEE_ANY = "see(f, x) shows any function f of arrays x."


def cannot_see(problem: str) -> str:
    """Return the message of `see` for a function that raised an error while it was traced."""
    return f"`see` has no program to show yet. {problem}\n`check` reports more about a task."


def cost_summary_text(
    shapes: Sequence[tuple[int, ...]], rows: Mapping[str, tuple[int, int, int, float]]
) -> str:
    """Return the cost summary, a table of costs and running times."""
    sizes = ", ".join(f"[{', '.join(map(str, shape))}]" for shape in shapes)
    heads = ("work", "span", "bytes", "time here")
    lines = [f"Cost summary, not graded; arrays {sizes}.", _row("", heads)]
    for name, (work, span, moved, seconds) in rows.items():
        time = f"{seconds * 1e3:,.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"
        lines.append(
            _row(name, (*(f"{count:,}".replace(",", " ") for count in (work, span, moved)), time))
        )
    return "\n".join(lines)


def _row(name: str, cells: Sequence[str]) -> str:
    return f"  {name:<13}" + "".join(f"{cell:>14}" for cell in cells)


def no_cost_summary(error: BaseException) -> str:
    """Return the message if the cost summary of a passed task could not be computed."""
    return f"No cost summary: {sentence(error)}"


def still_checking(task: str) -> str:
    """Return the message for a check that takes a long time."""
    return f"Still checking {task}: your code is traced, compiled and run on every input."


def still_timing(task: str) -> str:
    """Return the message for a cost summary that takes a long time."""
    return f"{task} passed. Still timing it at its largest size."


def ready_text(
    unit: str,
    rows: Sequence[tuple[str, Verdict | None]],
    prose: Sequence[str],
    passed: Set[str],
) -> str:
    """Return the summary that the last cell prints.

    It states how many tasks have passed, and the status of each task that has not passed since the
    kernel started.
    """
    later = [verdict for _, verdict in rows if verdict and verdict.status is Status.LATER]
    lines = [f"{unit}: {len(passed)} of {len(rows)} tasks passed."]
    for task, verdict in rows:
        if verdict is None:
            before = "passed earlier, " if task in passed else ""
            lines.append(f"  {task:<24} {before}not checked since the kernel started")
        elif verdict.status is Status.LATER:
            lines.append(f"  {task:<24} {verdict.outcome}")
        elif verdict.status is not Status.PASSED:
            first = verdict.failures[0].message if verdict.failures else ""
            lines.append(f"  {task:<24} {verdict.outcome}: {textwrap.shorten(first, WIDTH)}")
    lines += [f"  {task:<24} graded by a person" for task in prose]
    if len(passed) + len(later) < len(rows):
        lines.append(
            "You can hand it in as it is: a task that has not passed costs only its own points."
        )
    return replace_control_characters("\n".join(lines))


def no_longer_passed(tasks: Sequence[str]) -> str:
    """Return the message about tasks that passed their checks, but not with the final values."""
    return wrap(
        f"Passed before, but not with the final values of the notebook: {', '.join(tasks)}. Grading"
        " uses the final values, too. If two cells define the same name, rename one of them."
    )


def grade_command(command: str) -> str:
    """Return the message with the command that grades a saved notebook in a separate process."""
    return f"Save the notebook. This command grades it in a separate process:\n  {command}"


def jax_too_old(version: str, oldest: str) -> str:
    """Return the message for a version of JAX that is too old for the course."""
    return (
        f"JAX {version} is too old for the course, which needs {oldest} or newer. "
        'Run: pip install --upgrade jax (with a GPU "jax[cuda12]"), and restart the kernel.'
    )


def plugin_mismatch(name: str, version: str, have: str) -> str:
    """Return the message for a GPU plug-in whose version does not match JAX."""
    extra = name.removeprefix("jax-").removesuffix("-plugin")
    return (
        f"Your GPU is not used: {name} is {version}, and JAX is {have}. "
        f'Run: pip install "jax[{extra}]=={have}", and restart the kernel.'
    )


def ways_text(ways: Sequence[tuple[str, str]]) -> str:
    """Return several solutions, each below its name."""
    return "\n\n".join(f"# {name}\n{source}" for name, source in ways)


def choose_task(calls: Sequence[str]) -> str:
    """Return the message of `hint()` if no task has failed yet, or NOT_STARTED without calls."""
    return "Choose a task: " + ", ".join(calls) if calls else NOT_STARTED


NOT_STARTED = "Run the first cell of the notebook, the one with `start(...)`: it names the unit."
RESULT_PASSED = "You passed a result. Pass the function: `check(f)`, not `check(f(...))`."
NO_COURSE = "Nothing was checked: no course found. Run the notebook in the folder of the course."


def no_task(names: list[str], unit: str, name: str) -> str:
    """Return the message for an object that no task of the unit checks."""
    called = f"called `{name}`" if name else "for this"
    return wrap(f"Unit {unit} has no task {called}. It checks: {', '.join(names)}.")


def graded_by_a_person(task: str) -> str:
    """Return the message for a prose task."""
    return f"{task} has no check: a person reads and grades it."


def course_broken(text: str) -> str:
    """Return the message for an error in the course."""
    return f"{BROKEN}\nPlease report this:\n{textwrap.indent(text, '  ')}"
