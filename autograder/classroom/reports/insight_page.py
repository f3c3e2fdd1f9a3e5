"""Render the insight page as one HTML file with SVG figures and without scripts."""

from collections.abc import Iterable, Sequence
from html import escape

from autograder.classroom.reports.insight import Insight, TaskFacts
from autograder.classroom.reports.questions import Question
from autograder.core.messages.printable import plain

_BINS, _WIDTH, _HEIGHT = 10, 480, 140
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; max-width: 60rem;
       margin: 0 auto; padding: 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { text-align: left; padding: .2rem 1rem .2rem 0; border-bottom: 1px solid #ccc;
         vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td:has(details) { min-width: 14rem; }
pre { white-space: pre-wrap; margin: 0; }
svg { max-width: 100%; height: auto; } .bar { fill: #2b6cb0; } text { font-size: 12px; }
"""
_CAUTION = (
    "Answers to short tasks are often equal by chance. A match is weighted by how rare it is in "
    "this class. A match is a reason to look at both notebooks, but not a proof of copying."
)
_PUBLISHED = (
    "Anybody can read the published answers in the course's repository. The students' answers "
    "below equal published answers up to names, comments and layout. Answers of one line are "
    "omitted, because they are often equal by chance. If a student's answers to all tasks of the "
    "unit equal published answers, ask the student about it."
)


def insight_page(insight: Insight) -> str:
    """Return the insight page as HTML."""
    parts = [
        f"<h1>{escape(insight.title)}: {len(insight.totals) + insight.ungraded} students</h1>",
        *_distribution(insight),
        *_tasks(insight.tasks),
        *_mistakes(insight),
        *_unusual(insight),
        *_alike(insight),
        *_published(insight),
        *_slowest(insight),
        *_questions(insight),
    ]
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(insight.unit)}: insight</title><style>{_STYLE}</style></head>"
    )
    return "\n".join([head, "<body><main>", *parts, "</main></body>", "</html>", ""])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """Return an HTML table of HTML cells; the last `numbers` columns are numeric.

    On a narrow screen, the table scrolls horizontally instead of the page.
    """
    kinds = [""] * (len(head) - numbers) + [' class="n"'] * numbers
    top = "".join(f'<th scope="col"{k}>{h}</th>' for k, h in zip(kinds, head, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td{k}>{c}</td>' for k, c in zip(kinds, row, strict=True))}</tr>\n"
        for row in rows
    )
    table = f"<table><thead><tr>{top}</tr></thead>\n<tbody>{body}</tbody></table>"
    return f'<div tabindex="0">{table}</div>'


def _distribution(insight: Insight) -> list[str]:
    most = insight.max_points or 1.0
    counts = [0] * _BINS
    for total in insight.totals:
        counts[min(_BINS - 1, int(_BINS * total / most))] += 1
    bar_width, largest = _WIDTH / _BINS, max([*counts, 1])
    bars = []
    for n, count in enumerate(counts):
        height = (_HEIGHT - 40) * count / largest
        x, y = n * bar_width, _HEIGHT - 20 - height
        size = f'width="{bar_width - 4:g}" height="{height:g}"'
        bars.append(f'<rect class="bar" x="{x + 2:g}" y="{y:g}" {size}/>')
        middle = f'x="{x + bar_width / 2:g}" text-anchor="middle"'
        bars.append(f'<text {middle} y="{y - 4:g}">{count or ""}</text>')
        bars.append(f'<text {middle} y="{_HEIGHT - 4}">{most * n / _BINS:.3g}</text>')
    caption = f"Number of students by points, of {most:g}. Each label is the bar's lower limit."
    rest = f" {insight.ungraded} students with ungraded answers are not included."
    return [
        "<h2>Points</h2>",
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" role="img" '
        f'aria-label="{caption}">',
        *bars,
        "</svg>",
        f"<p>{caption}{rest if insight.ungraded else ''}</p>",
    ]


def _tasks(tasks: Sequence[TaskFacts]) -> list[str]:
    head = ["Task", "", "points", "mean", "right", "did not run", "discrimination"]
    rows = []
    for task in tasks:
        bar = (
            '<svg viewBox="0 0 100 10" width="100" height="10" aria-hidden="true">'
            f'<rect class="bar" width="{100 * task.right:g}" height="10"/></svg>'
        )
        discrimination = "" if task.discrimination is None else f"{task.discrimination:.2f}"
        figures = [
            f"{task.max_points:g}",
            f"{task.mean:.2f}",
            f"{task.right:.0%}",
            f"{task.blank:.0%}",
        ]
        rows.append([f"{escape(task.title)} ({task.task})", bar, *figures, discrimination])
    note = (
        "<p>Discrimination is the correlation with the points of all other tasks. The maximum "
        "is 1; check a task whose value is near 0 or below.</p>"
    )
    return ["<h2>Tasks</h2>", _table([h or "share right" for h in head], rows, 5), note]


def _mistakes(insight: Insight) -> list[str]:
    rows = []
    for mistake in insight.mistakes:
        example = _collapsible_code("example", mistake.example)
        message = f"{escape(mistake.message)}{example}"
        student, count = escape(plain(mistake.student)), str(mistake.count)
        rows.append([mistake.task, escape(mistake.name), message, student, count])
    head = ["task", "mistake", "message", "example by", "students"]
    return _section("Mistakes by name", _table(head, rows, 1) if rows else "")


def _collapsible_code(title: str, code: str) -> str:
    details = f"<details><summary>{title}</summary><pre>{escape(code)}</pre></details>"
    return details if code else ""


def _unusual(insight: Insight) -> list[str]:
    lines = "".join(
        f"<li>{escape(plain(answer.student))}, {answer.task}: {escape(answer.reason)}"
        f"{_collapsible_code('the answer', answer.source)}</li>"
        for answer in insight.unusual
    )
    intro = "Passed at less than a tenth of the solution's cost. The cost may be miscounted. "
    advice = "<code>autograder explain STUDENT TASK</code> also shows the program."
    return _section(
        "Unusually low costs", f"<p>{intro}{advice}</p><ul>{lines}</ul>" if lines else ""
    )


def _alike(insight: Insight) -> list[str]:
    rows = []
    for pair in insight.equal_answers:
        students = " and ".join(escape(plain(student)) for student in pair.students)
        programs, sources = ", ".join(pair.programs), ", ".join(pair.sources)
        rows.append([students, programs, sources, f"{pair.bits:.1f}"])
    head = ["students", "same program", "same text up to names and comments", "bits"]
    table = _table(head, rows, 1)
    return _section("Equal programs", f"<p>{_CAUTION}</p>{table}" if rows else "")


def _published(insight: Insight) -> list[str]:
    rows = [
        [", ".join(group.tasks), ", ".join(map(escape, map(plain, group.students)))]
        for group in insight.published
    ]
    table = _table(["answers to", "students"], rows)
    return _section("The published solution", f"<p>{_PUBLISHED}</p>{table}" if rows else "")


def _slowest(insight: Insight) -> list[str]:
    rows = [[escape(plain(student)), f"{seconds:.1f}"] for student, seconds in insight.slowest]
    return _section("Longest to judge", _table(["student", "seconds"], rows, 1) if rows else "")


def _questions(insight: Insight) -> list[str]:
    parts = []
    for student, questions in insight.questions.items():
        count = "1 question" if len(questions) == 1 else f"{len(questions)} questions"
        summary = f"<summary>{escape(plain(student))}: {count}</summary>"
        parts.append(f"<details>{summary}{''.join(map(_question, questions))}</details>")
    intro = (
        "<p>For a conversation with a student: each question shows the student's answer, then a "
        "wrong answer to the same task. Ask what is wrong with the second, and what the student's "
        "answer does instead. The last line is for you.</p>"
    )
    return _section("Questions for students", intro + "".join(parts) if parts else "")


def _question(question: Question) -> str:
    return (
        f"<h3>{escape(question.title)} ({question.task})</h3>"
        f"<p>The student's answer:</p><pre>{escape(question.answer.strip())}</pre>"
        f"<p>A wrong answer:</p><pre>{escape(question.wrong_answer.strip())}</pre>"
        f"<p>The mistake: {escape(question.explanation)}</p>"
    )


def _section(title: str, body: str) -> list[str]:
    return [f"<h2>{title}</h2>", body or "<p>None.</p>"]
