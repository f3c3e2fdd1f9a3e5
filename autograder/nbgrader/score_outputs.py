"""A verdict as cell outputs, in the three forms from which nbgrader reads a score.

An error is nought, a lone number is that many points, anything else is full marks. Our text goes
to stdout (on stderr it would be nought); nothing of a student's is ever marked up as HTML.
"""

from typing import Any

from autograder.core.messages.verdict import Status, Verdict


def outputs(verdict: Verdict) -> list[dict[str, Any]]:
    """What the check cell shows; BROKEN is no score and is kept out by SaveVerdicts."""
    text = verdict.text()
    if verdict.status is Status.PASSED and verdict.points >= verdict.max_points:
        return [_stream(text)]
    if verdict.points > 0:
        return [_stream(text), _number(verdict.points)]
    return [_error(verdict.status, text)]


def score(verdict: Verdict) -> float | None:
    """What nbgrader reads from those outputs."""
    if verdict.status is Status.BROKEN:
        return None
    full = verdict.status is Status.PASSED and verdict.points >= verdict.max_points
    return verdict.max_points if full else float(_figure(verdict.points))


def in_words(value: float | None) -> str:
    """A score in a sentence."""
    return "no score" if value is None else _figure(value)


def _figure(points: float) -> str:
    return f"{points:g}"


def _stream(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text + "\n"}


def _number(points: float) -> dict[str, Any]:
    data = {"text/plain": _figure(points)}
    return {"output_type": "execute_result", "execution_count": 1, "data": data, "metadata": {}}


def _error(status: Status, text: str) -> dict[str, Any]:
    lines = text.splitlines() or [status.value]
    return {"output_type": "error", "ename": status.value, "evalue": "", "traceback": lines}
