"""What came of running an answer, gathered at home and by the wall alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autograder.core.inputs.cases import Case
from autograder.core.messages.verdict import Finding

if TYPE_CHECKING:
    from autograder.core.programs.run import Cost


@dataclass(frozen=True)
class Evidence:
    """What came of running an answer, as data."""

    outputs: Sequence[Any]  # one for each case
    costs: Sequence[Cost | Finding] = ()  # one for each of check.cost_points
    programs: int | None = None  # distinct programs over check.calls
    notes: tuple[str, ...] = ()
    digest: str = ""  # of the program
    dtypes: frozenset[str] = frozenset()  # that the program computes with, in MLIR's words
    sums: frozenset[str] = frozenset()  # of these, what it adds up in
    origin: str = ""  # of an entry that is no finite number, on the first public case that has one
    series: Sequence[tuple[Case, Any]] = ()  # calls, and what their programs gave
    counted: bool = True  # False at home, where this JAX lacks what counting needs
    anew: str = ""  # why each of check.calls makes a program of its own, where that is known


def anew(calls: Iterable[Any]) -> str:
    """Why each call makes a program of its own, by what was made of them."""
    found = [made for made in calls if isinstance(made, Finding) and made.property == "anew"]
    return found[0].message if found else ""
