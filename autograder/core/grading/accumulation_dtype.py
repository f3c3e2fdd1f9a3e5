"""Check the dtype in which a program accumulates products and sums, if the task requires one.

The output values do not reveal this dtype, because sums of few or small terms can be right in any
dtype.
"""

from __future__ import annotations

import re

from autograder.core.grading.check import Check, Mistake
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.mistakes import finding, program_of, recognised_by_output
from autograder.core.messages.verdict import Finding

LOW_PRECISION = "sums are accumulated in {}, so a long sum loses its small terms."
REMEDY = (
    "Request the dtype in the operation that adds the terms:"
    " `jnp.matmul(x, y, preferred_element_type=jnp.{0})`, `jnp.sum(x, dtype=jnp.{0})`."
    " Do not convert the result, which has already lost the terms, or the inputs, which would"
    " need larger arrays."
)
NUMPY = {"f32": "float32", "f16": "float16", "bf16": "bfloat16", "i32": "int32"}


def find_low_precision(check: Check, evidence: Evidence, *, right: bool) -> Finding | None:
    """Return a finding if a program accumulates in fewer bits than the task requires, or None.

    Integer sums, which are exact, count as 64 bits. `right` is True if the values of the program
    are right.
    """
    kinds = _low_precision(check, evidence.sums)
    if check.sums is None or not kinds:
        return None
    dtypes = " and ".join(kinds)
    message = LOW_PRECISION.format(dtypes)
    message = f"Right on these inputs, but {message}" if right else f"S{message[1:]}"
    message = f"{message} {REMEDY.format(NUMPY[check.sums])}"
    return Finding("sums", False, message, f"sums in {check.sums}", f"sums in {dtypes}")


def recognise_low_precision(check: Check, evidence: Evidence) -> tuple[Finding, ...]:
    """Return findings for the known mistakes that explain the low-precision dtypes of an answer.

    The program of such a mistake returns right values and accumulates in the same low-precision
    dtypes as the answer.
    """
    dtypes = _low_precision(check, evidence.sums)
    return tuple(finding(each) for each in check.mistakes if _has_dtypes(check, each, dtypes))


def _has_dtypes(check: Check, mistake: Mistake, dtypes: list[str]) -> bool:
    if recognised_by_output(check, mistake):
        return False
    try:
        trees = {repr(case.signature): case.signature for case in check.cases()}
        made = [program_of(check, mistake.answer, tree).sums for tree in trees.values()]
    except Exception:
        return False  # a mistake that cannot be exported has no program to compare
    return _low_precision(check, frozenset().union(*made)) == dtypes


def _low_precision(check: Check, sums: frozenset[str]) -> list[str]:
    required = _float_bits(check.sums or "")
    return sorted(dtype for dtype in sums if _float_bits(dtype) < required)


def _float_bits(dtype: str) -> int:
    """Return the width of a float type, or 64 for any other type. Sums of integers are exact."""
    match = re.match(r"b?f(\d+)", dtype)
    return int(match[1]) if match else 64
