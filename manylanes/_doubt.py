"""Above the roof nothing is believed until one of five honest excuses explains it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from manylanes._record.record import Record

# A roof is a measurement too: two timings of one run differ by up to 9 % on an idle machine,
# so only what lies further above it is questioned.
MARGIN = 1.1


class Excuse(StrEnum):
    NOT_AWAITED = "not awaited"
    DEAD_CODE = "dead code removed"
    IN_CACHE = "data in cache"
    ALGORITHM = "another algorithm"
    PRECISION = "lower precision"

    @property
    def meaning(self) -> str:
        return _MEANING[self]


_MEANING = {
    Excuse.NOT_AWAITED: "the clock stopped before the device had finished; wait for the result",
    Excuse.DEAD_CODE: "the compiler dropped work whose result nobody uses; return what you time",
    Excuse.IN_CACHE: "the data never came from memory; use more than the largest cache holds",
    Excuse.ALGORITHM: "the library does less arithmetic than the formula (Winograd, FFT)",
    Excuse.PRECISION: "the products ran in fewer bits (TF32, bf16); pin the matmul precision",
}
_ABOVE_COMPUTE = (Excuse.NOT_AWAITED, Excuse.DEAD_CODE, Excuse.ALGORITHM, Excuse.PRECISION)
_ABOVE_MEMORY = (Excuse.NOT_AWAITED, Excuse.DEAD_CODE, Excuse.IN_CACHE)


@dataclass(frozen=True)
class Roof:
    """The most this device was seen to do: FLOP/s, and B/s between it and its memory."""

    rate: float
    bandwidth: float

    @classmethod
    def of(cls, record: Record) -> Roof:
        return cls(
            record.query("roof[kind=compute].rate").high,
            record.query("roof[kind=memory].bandwidth").high,
        )


def question(
    seconds: float, work: int, bytes: int, roof: Roof, ruled_out: Collection[Excuse] = ()
) -> tuple[Excuse, ...]:
    """What can explain work or bytes done faster than the roof allows; nothing below it.

    `ruled_out` is what evidence excludes. When it excludes every excuse, one piece of evidence
    is wrong, and all of them stand again.
    """
    candidates: list[Excuse] = []
    if work / seconds > MARGIN * roof.rate:
        candidates += _ABOVE_COMPUTE
    if bytes / seconds > MARGIN * roof.bandwidth:
        candidates += _ABOVE_MEMORY
    candidates = list(dict.fromkeys(candidates))
    return tuple(excuse for excuse in candidates if excuse not in ruled_out) or tuple(candidates)
