"""What a run will do, in which order, and a fingerprint of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from manylanes._measure.case import Case
from manylanes._record.sheet import ROOFS

# Every round visits every case, so that a machine that warms up or slows down does so to all.
ROUNDS = 9
SAMPLES = 5  # in one visit, after a warm-up


@dataclass(frozen=True)
class Visit:
    round: int
    suite: str
    case: Case

    @property
    def key(self) -> tuple[int, str]:
        return self.round, self.case.label


@dataclass(frozen=True)
class Plan:
    suites: Mapping[str, tuple[Case, ...]]
    rounds: int = ROUNDS
    samples: int = SAMPLES
    fingerprint: str = field(init=False)

    def __post_init__(self) -> None:
        """What is to be counted is counted now, before a run has begun with some of the suites."""
        said = [
            (s, c.label, c.work, c.bytes, c.donated, sorted(c.compiler.items()))
            for s, c in self.cases
        ]
        whole = repr((said, self.rounds, self.samples)).encode()
        object.__setattr__(self, "fingerprint", hashlib.sha256(whole).hexdigest()[:16])

    @classmethod
    def of(cls, there: Mapping[str, tuple[Case, ...]], suite: str, quick: bool, kind: str) -> Plan:
        """One suite, and the roofs in the same rounds: what this kind of device has of both."""
        chosen = {
            name: tuple(case for case in there[name] if not case.kinds or kind in case.kinds)
            for name in dict.fromkeys((ROOFS, suite))
        }
        return cls(chosen, rounds=1 if quick else ROUNDS)

    @property
    def suite(self) -> str:
        """The one that the sheet is named after: the last."""
        return list(self.suites)[-1]

    @property
    def cases(self) -> list[tuple[str, Case]]:
        return [(suite, case) for suite, cases in self.suites.items() for case in cases]

    def visits(self) -> Iterator[Visit]:
        for round in range(self.rounds):
            for suite, case in self.cases:
                yield Visit(round, suite, case)
