"""Report the progress of a run on one line: redrawn on a terminal, once per round elsewhere."""

from __future__ import annotations

from typing import TextIO

from manylanes._measure.plan import Plan, Visit
from manylanes._sample import Clock


class Progress:
    """Counts visits and prints the progress; `done` visits were made by an interrupted run."""

    def __init__(self, plan: Plan, done: int, stream: TextIO, clock: Clock, until: float) -> None:
        self._total = plan.rounds * len(plan.cases)
        self._rounds = plan.rounds
        self._first = self._done = done
        self._stream, self._clock = stream, clock
        self._start, self._until = clock(), until
        self._round = -1
        self._redraws = stream.isatty()
        if done:
            print(f"Continuing after {done} of {self._total} visits.", file=stream, flush=True)

    def step(self, visit: Visit) -> None:
        """Report that a visit begins."""
        text = (
            f"round {visit.round + 1} of {self._rounds}, "
            f"visit {self._done + 1} of {self._total}{self._time_left()}"
        )
        if self._redraws:
            print(f"\r\x1b[2K{text}: {visit.case.label}", end="", file=self._stream, flush=True)
        elif visit.round != self._round:
            print(text, file=self._stream, flush=True)
        self._round = visit.round
        self._done += 1

    def end(self) -> None:
        """Erase the progress line on a terminal."""
        if self._redraws:
            print("\r\x1b[2K", end="", file=self._stream, flush=True)

    def _time_left(self) -> str:
        visits = self._done - self._first
        # The first round includes compilation, so it does not predict the time of later rounds.
        if self._round < 1 or not visits:
            return ""
        now = self._clock()
        per_visit = (now - self._start) / visits
        left = min(per_visit * (self._total - self._done), self._until - now)
        return f", about {max(left, 1):.0f} s left"
