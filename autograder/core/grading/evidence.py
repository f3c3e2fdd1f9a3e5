"""The outputs and costs of an answer, in the same form in a notebook and when grading."""

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
    """The outputs of an answer on the cases of a check, its costs, and facts about its program."""

    outputs: Sequence[Any]  # one for each case
    costs: Sequence[Cost | Finding] = ()  # one for each entry of check.cost_points, if counted
    programs: int | None = None  # number of distinct programs that check.calls compile
    notes: tuple[str, ...] = ()
    digest: str = ""  # the digest of the program
    dtypes: frozenset[str] = frozenset()  # the MLIR element types that the program uses
    sums: frozenset[str] = frozenset()  # the dtypes in which the program accumulates sums
    origin: str = ""  # the cause of the first entry that is not finite, on a public case
    series: Sequence[tuple[Case, Any]] = ()  # each call in check.series() with its output
    counted: bool = True  # False if the installed JAX lacks the APIs for counting costs
    why_recompiled: str = ""  # why each of check.calls is compiled separately, if known


def why_recompiled(calls: Iterable[Any]) -> str:
    """Return the message of the first finding that explains a recompilation, or ""."""
    findings = [call for call in calls if isinstance(call, Finding) and call.property == "anew"]
    return findings[0].message if findings else ""
