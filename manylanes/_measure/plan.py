"""The plan of a run: the cases to measure, their order, and a fingerprint of the plan."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from manylanes._measure.case import Case
from manylanes._record.results import ROOFS

# Every round visits every case, so that a slow phase of the machine affects all cases alike.
ROUNDS = 9
SAMPLES = 5  # samples per visit, after a warm-up


@dataclass(frozen=True)
class Visit:
    """The measurement of one case in one round."""

    round: int
    suite: str
    case: Case

    @property
    def key(self) -> tuple[int, str]:
        """The round and the label, which identify the visit in a journal."""
        return self.round, self.case.label


@dataclass(frozen=True)
class Plan:
    """The cases of a suite and of the roofs, all of which are measured in every round."""

    suites: Mapping[str, tuple[Case, ...]]
    rounds: int = ROUNDS
    samples: int = SAMPLES
    fingerprint: str = field(init=False)  # hash of labels, counts and options, not of programs

    def __post_init__(self) -> None:
        # Reading `work` and `bytes` counts every `CountedCase` before the run begins.
        cases = [
            (s, c.label, c.work, c.bytes, c.donated, sorted(c.compiler_options.items()))
            for s, c in self.cases
        ]
        content = repr((cases, self.rounds, self.samples)).encode()
        object.__setattr__(self, "fingerprint", hashlib.sha256(content).hexdigest()[:16])

    @classmethod
    def make(
        cls, suites: Mapping[str, tuple[Case, ...]], suite: str, quick: bool, kind: str
    ) -> Plan:
        """Plan one suite and the roofs, without cases that this kind of device does not support."""
        chosen = {
            name: tuple(
                case.variants.get(kind, case)
                for case in suites[name]
                if not case.device_kinds or kind in case.device_kinds
            )
            for name in dict.fromkeys((ROOFS, suite))
        }
        return cls(chosen, rounds=1 if quick else ROUNDS)

    @property
    def suite(self) -> str:
        """The suite that gives the results file its name: the last one in `suites`."""
        return list(self.suites)[-1]

    @property
    def is_empty(self) -> bool:
        """True if this kind of device supports no case of the suite."""
        return not self.suites[self.suite]

    @property
    def cases(self) -> list[tuple[str, Case]]:
        """All cases of the plan, each with the name of its suite."""
        return [(suite, case) for suite, cases in self.suites.items() for case in cases]

    def visits(self) -> Iterator[Visit]:
        """Yield all visits in order, round by round."""
        for number in range(self.rounds):
            for suite, case in self.cases:
                yield Visit(number, suite, case)
