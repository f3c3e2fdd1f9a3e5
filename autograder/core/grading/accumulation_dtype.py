"""In which type a program adds up the terms of its products and sums, where a task asks for one.

Values alone do not tell: numbers that are drawn small or few come out right in any type.
"""

from __future__ import annotations

import re

from autograder.core.grading.check import Check, Mistake
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.mistakes import finding, program_of, recognised_by_output
from autograder.core.messages.verdict import Finding

COARSE = "terms are added up in {}, and a long sum loses what is small beside it."
MEND = (
    "Ask for it where they are added up: `jnp.matmul(x, y, preferred_element_type=jnp.{0})`,"
    " `jnp.sum(x, dtype=jnp.{0})`. Converting the result comes too late, and converted inputs are"
    " larger arrays."
)
NUMPY = {"f32": "float32", "f16": "float16", "bf16": "bfloat16", "i32": "int32"}


def coarse(check: Check, evidence: Evidence, *, right: bool) -> Finding | None:
    """Sums in fewer bits than are asked for; where all values are right, they are by luck."""
    found = _coarse(check, evidence.sums)
    if check.sums is None or not found:
        return None
    kinds = " and ".join(found)
    words = COARSE.format(kinds)
    words = f"Right on these inputs, but {words}" if right else words[0].upper() + words[1:]
    words = f"{words} {MEND.format(NUMPY[check.sums])}"
    return Finding("sums", False, words, f"sums in {check.sums}", f"sums in {kinds}")


def recognise(check: Check, evidence: Evidence) -> tuple[Finding, ...]:
    """The known mistakes with right values whose sums are as coarse."""
    mine = _coarse(check, evidence.sums)
    return tuple(finding(each) for each in check.mistakes if _like(check, each, mine))


def _like(check: Check, mistake: Mistake, mine: list[str]) -> bool:
    if recognised_by_output(check, mistake):
        return False
    try:
        trees = {repr(case.signature): case.signature for case in check.cases()}
        made = [program_of(check, mistake.answer, tree).sums for tree in trees.values()]
    except Exception:
        return False  # it cannot be exported: it fails in another way
    return _coarse(check, frozenset().union(*made)) == mine


def _coarse(check: Check, sums: frozenset[str]) -> list[str]:
    return sorted(kind for kind in sums if _bits(kind) < _bits(check.sums or ""))


def _bits(kind: str) -> int:
    """Of a float; whole numbers and truths lose nothing in a sum, so no float has as many."""
    found = re.match(r"b?f(\d+)", kind)
    return int(found[1]) if found else 64
