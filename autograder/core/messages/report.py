"""Every sentence that a verdict becomes. What was asked, what came, on which input, what next."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence, Set

from autograder.core.messages.errors import sentence
from autograder.core.messages.verdict import Finding, Status, Verdict

WIDTH = 88
HEADS = {
    Status.PASSED: "passed",
    Status.FAILED: "not yet",
    Status.NOT_RUN: "not run yet",
    Status.LATER: "counted when it is graded",
    Status.BROKEN: "not graded",
}
STOPPED = "stopped"  # it was run, and had to be ended
BROKEN = "Something in the course broke; this is not your mistake, and it costs you nothing."
HALF = "Right values earn half of the points, the budget the other half."
LABELS = (("input", "smallest_input"), ("asked", "asked"), ("got", "got"))
CRASHES = ("raised", "refused")  # what came is a line of code, and "got" would not fit


def points_text(points: float, most: float) -> str:
    """`1.5 of 2 points`."""
    return f"{points:g} of {most:g} point{'' if most == 1 else 's'}"


def verdict_text(verdict: Verdict, hint: str) -> str:
    """What a student reads."""
    head = f"{verdict.task}: {_head(verdict)}"
    if verdict.status in (Status.PASSED, Status.FAILED):
        head += f", {points_text(verdict.points, verdict.max_points)}"
    blocks = [head + "."]
    if verdict.status is Status.BROKEN:
        blocks.append(BROKEN)
    budget = [f for f in verdict.findings if f.passed and f.asked]
    named = [finding for finding in verdict.failures if finding.mistake]
    blocks += [_block(finding) for finding in verdict.failures if not finding.mistake]
    blocks += [_mistake(*item) for item in enumerate(named)]
    if budget:
        rows = [f"  {each.property:<7}  {each.got}; {each.asked}." for each in budget]
        blocks.append("\n".join(rows))
    if verdict.status is Status.FAILED and verdict.points:
        blocks.append(HALF)
    blocks += [_wrap(f"Note: {note}") for note in verdict.notes]
    if hint and verdict.status is Status.FAILED:
        blocks.append(hint)
    return plain("\n\n".join(blocks))


def _head(verdict: Verdict) -> str:
    ended = any(finding.property == "stopped" for finding in verdict.findings)
    return STOPPED if ended else HEADS[verdict.status]


def plain(text: str) -> str:
    """Without control characters and lone surrogates, wherever in an answer they come from.

    A terminal would obey them or fail on them, and the feedback page makes markup of them.
    """
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}"
        for sign in text
    )


def _block(finding: Finding) -> str:
    lines = [_wrap(finding.message)]
    for label, name in LABELS:
        if text := getattr(finding, name):
            label = "at" if name == "got" and finding.property in CRASHES else label
            lines.append(_labelled(label, text))
    return "\n".join(line for line in lines if line)


def _mistake(place: int, finding: Finding) -> str:
    alike = "So is this" if finding.property == "part" else "Or this one, which gives the same"
    some = finding.property == "first"
    alone = "A known mistake explains some of it" if some else "This is a known mistake"
    head = alike if place else alone
    return f"{head}, {finding.mistake}:\n" + textwrap.indent(finding.message, "  ")


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


def onward(done: int, tasks: int, todo: Sequence[tuple[str, str]], seen: str, ways: str) -> str:
    """The last lines of a pass: what is next; `seen` and `ways` show more, where there is any."""
    others = f"Other ways to do this one: {ways}" if ways else ""
    return "\n".join(filter(None, (so_far(done, tasks, todo), see_lines(seen), others)))


def so_far(done: int, tasks: int, todo: Sequence[tuple[str, str]]) -> str:
    """How many have passed, and the next one to do."""
    after = f"Next: {todo[0][0]} ({todo[0][1]})." if todo else "That is the whole unit."
    return f"{done} of {tasks} tasks passed. {after}"


def see_lines(call: str) -> str:
    """The call that shows where a cost comes from."""
    return f"What each line costs: {call}" if call else ""


def no_program(name: str, kind: str) -> str:
    """`see` shows what is compiled for one device."""
    return f"`{name}` is a {kind}, so there is no program of one device to see."


SEE_ANY = "see(f, x) shows any function f of arrays x."


def cannot_see(problem: str) -> str:
    """The function stopped while it was traced."""
    return f"There is no program to see yet. {problem}\n`check` says more about a task."


def card_text(
    shapes: Sequence[tuple[int, ...]], rows: Mapping[str, tuple[int, int, int, float]]
) -> str:
    """Costs and times beside one another."""
    sizes = ", ".join(f"[{', '.join(map(str, shape))}]" for shape in shapes)
    heads = ("work", "span", "bytes", "time here")
    lines = [f"Time card, not graded; arrays {sizes}.", _row("", heads)]
    for name, (work, span, moved, seconds) in rows.items():
        time = f"{seconds * 1e3:,.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"
        lines.append(
            _row(name, (*(f"{count:,}".replace(",", " ") for count in (work, span, moved)), time))
        )
    return "\n".join(lines)


def _row(name: str, cells: Sequence[str]) -> str:
    return f"  {name:<13}" + "".join(f"{cell:>14}" for cell in cells)


def no_card(error: BaseException) -> str:
    """It passed all the same."""
    return f"No time card: {sentence(error)}"


def still_checking(task: str) -> str:
    """A check takes long."""
    return f"Still checking {task}: your code is traced, compiled and run on every input."


def still_timing(task: str) -> str:
    """A time card takes long."""
    return f"{task} passed. Still timing it at its largest size."


def no_longer(task: str, names: Sequence[str]) -> str:
    """A cell has redefined a name that a passed answer uses."""
    words = ", ".join(f"`{name}`" for name in names)
    return _wrap(
        f"{task} passed, but no longer does: this cell redefines {words}, which its answer uses. "
        "All cells run before the notebook is graded, so give one of the two another name."
    )


def answer_replaced(task: str, name: str) -> str:
    """A cell has redefined the answer itself: a second try, or a second cell."""
    return _wrap(
        f"{task} passed before, but the `{name}` that this cell defines does not: run the check of "
        f"{task} to see why. If two cells define `{name}`, rename one of them, because all cells "
        "run before the notebook is graded."
    )


def passes_again(task: str) -> str:
    """What a cell had changed is as it was."""
    return f"{task} passes again."


def ready_text(
    unit: str,
    rows: Sequence[tuple[str, Verdict | None]],
    prose: Sequence[str],
    passed: Set[str],
) -> str:
    """What the last cell prints: what is done, what would be refused, what is missing."""
    later = [verdict for _, verdict in rows if verdict and verdict.status is Status.LATER]
    lines = [f"{unit}: {len(passed)} of {len(rows)} tasks passed."]
    for task, verdict in rows:
        if verdict is None:
            before = "passed earlier, " if task in passed else ""
            lines.append(f"  {task:<24} {before}not checked since the kernel started")
        elif verdict.status is Status.LATER:
            lines.append(f"  {task:<24} {_head(verdict)}")
        elif verdict.status is not Status.PASSED:
            first = verdict.failures[0].message if verdict.failures else ""
            lines.append(f"  {task:<24} {_head(verdict)}: {textwrap.shorten(first, WIDTH)}")
    lines += [f"  {task:<24} read by a person, as it stands" for task in prose]
    if len(passed) + len(later) < len(rows):
        lines.append(
            "You can hand it in as it is: a task that has not passed costs only its own points."
        )
    return plain("\n".join(lines))


def judged_by(command: str) -> str:
    """How to have a saved notebook judged as it will be graded."""
    return f"Save it; this judges it in a process of its own, as when it is graded:\n  {command}"


def jax_too_old(version: str, oldest: str) -> str:
    """Nothing of the course works with it; replacing it is the learner's to decide."""
    return (
        f"JAX {version} is too old for the course, which needs {oldest} or newer. "
        'Run: pip install --upgrade jax (with a GPU "jax[cuda12]"), and restart the kernel.'
    )


def plugin_misfit(name: str, version: str, have: str) -> str:
    """JAX runs, without the GPU."""
    extra = name.removeprefix("jax-").removesuffix("-plugin")
    return (
        f"Your GPU is not used: {name} is {version}, and JAX is {have}. "
        f'Run: pip install "jax[{extra}]=={have}", and restart the kernel.'
    )


def ways_text(ways: Sequence[tuple[str, str]]) -> str:
    """Answers, each under what it is called."""
    return "\n\n".join(f"# {name}\n{source}" for name, source in ways)


def hint_of_which(calls: Sequence[str]) -> str:
    """`hint()` with nothing that has failed yet."""
    return "Say which task: " + ", ".join(calls) if calls else NOT_STARTED


NOT_STARTED = (
    "Run the first cell of the notebook, the one with `start(...)`: it says which unit this is."
)
RESULT_PASSED = "You passed a result. Pass the function: `check(f)`, not `check(f(...))`."
NO_COURSE = "There is no course here, so nothing was checked."


def no_task(names: list[str], unit: str, name: str) -> str:
    """No task of the unit asks for this name; "" where the object has none."""
    called = f"called `{name}`" if name else "for this"
    return _wrap(f"Unit {unit} has no task {called}. It checks: {', '.join(names)}.")


def read_by_a_person(task: str) -> str:
    """There is no check of prose."""
    return f"{task} has no check: a person reads and grades it."


def course_broken(text: str) -> str:
    """Our mistake, said as ours."""
    return f"{BROKEN}\nPlease report this:\n{textwrap.indent(text, '  ')}"
