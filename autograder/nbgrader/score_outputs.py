"""Express a verdict as cell outputs from which nbgrader reads the score.

nbgrader reads an error output as 0, a single number as the points, and any other output as full
marks. Messages go to stdout, because nbgrader reads text on stderr as 0. A student's text is never
output as HTML.
"""

from typing import Any

from autograder.core.messages.verdict import Status, Verdict


def outputs(verdict: Verdict) -> list[dict[str, Any]]:
    """Return the outputs of the check cell.

    From those of a BROKEN verdict, nbgrader would read 0, so SaveVerdicts stores no score.
    """
    text = verdict.text()
    stdout = {"output_type": "stream", "name": "stdout", "text": text + "\n"}
    if verdict.status is Status.PASSED and verdict.points >= verdict.max_points:
        return [stdout]
    if verdict.points > 0:
        number = {
            "output_type": "execute_result",
            "execution_count": 1,
            "data": {"text/plain": _format_points(verdict.points)},
            "metadata": {},
        }
        return [stdout, number]
    name = verdict.status.value
    lines = text.splitlines() or [name]
    return [{"output_type": "error", "ename": name, "evalue": "", "traceback": lines}]


def score(verdict: Verdict) -> float | None:
    """Return the score that nbgrader reads from `outputs`, or None for a BROKEN verdict."""
    if verdict.status is Status.BROKEN:
        return None
    full = verdict.status is Status.PASSED and verdict.points >= verdict.max_points
    return verdict.max_points if full else float(_format_points(verdict.points))


def format_score(value: float | None) -> str:
    """Format a score for a sentence. None becomes "no score"."""
    return "no score" if value is None else _format_points(value)


def _format_points(points: float) -> str:
    return f"{points:g}"
