"""The cost of an op that the table does not list: from a custom rule or from its kernel."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from manylanes._cost.price.label import label_of
from manylanes._cost.price.lapack import routine
from manylanes._cost.price.table import group_of
from manylanes._cost.read.kernels import KernelWork
from manylanes._cost.read.program import Op
from manylanes._specs import shorten

# A rule returns work, (work, span) or (work, span, bytes). Without bytes, every operand and result
# is read or written once.
Rule = Callable[[Op], int | tuple[int, ...]]

# Amounts that are lower bounds for a Pallas kernel, because only its work is counted.
_KERNEL_LOWER_BOUNDS = ("span", "bytes", "peak")


@dataclass(frozen=True)
class CustomCost:
    """The cost of an op that the table does not list, its source, and its inexact amounts."""

    work: int
    span: int
    bytes: int | None
    source: str
    overcounted: tuple[str, ...] = ()  # amounts that may be too high
    undercounted: tuple[str, ...] = ()  # amounts that may be too low


def custom_cost(op: Op, rules: Mapping[str, Rule]) -> CustomCost | None:
    """Return the cost of an op that the table does not list, or None if the cost is unknown.

    Raise ValueError if a custom rule raises an exception or returns an invalid cost.
    """
    name = label_of(op)
    if name in rules:
        try:
            returned = rules[name](op)
        except Exception as error:
            raise ValueError(
                f"the rule of {name} raised {type(error).__name__}: {error}"
            ) from error
        return _from_rule(name, returned)
    return _from_estimate(op, name) or _from_kernel(op, name)


def check_rules(rules: Any) -> Mapping[str, Rule]:
    """Return the custom rules that the caller gives, and {} for None.

    Raise ValueError unless they map names of unlisted ops to functions.
    """
    rules = {} if rules is None else rules
    if not isinstance(rules, Mapping) or not all(map(callable, rules.values())):
        raise ValueError(
            "`rules` is a dictionary from names of ops or custom calls to functions, such as "
            f"{{'my_kernel': lambda op: 2 * op.results[0].size}}, not {shorten(rules)}"
        )
    for name in rules:
        if group_of(name) or routine(name):
            raise ValueError(
                f"the table already counts {name} (`manylanes table` prints its rule): `rules` is "
                "for ops and custom calls that the table does not list"
            )
    checked: Mapping[str, Rule] = rules
    return checked


def _from_rule(name: str, returned: Any) -> CustomCost:
    amounts = returned if isinstance(returned, tuple) else (returned,)
    whole = all(hasattr(n, "__index__") and not isinstance(n, bool) and n >= 0 for n in amounts)
    if not whole or not 1 <= len(amounts) <= 3:
        raise ValueError(
            f"the rule of {name} must return work, (work, span) or (work, span, bytes) as whole "
            f"numbers of at least 0, not {returned!r}"
        )
    work, span, traffic = (*map(int, amounts), *(None, None, None))[:3]
    return CustomCost(work or 0, span or 0, traffic, f"{name}, by a custom rule")


def _from_estimate(op: Op, name: str) -> CustomCost | None:
    """Return the cost of a TPU kernel from its `pl.CostEstimate`, which contains no span.

    Return None for any other op, and for a kernel without an estimate.
    """
    if name != "tpu_custom_call":  # only TPU kernels have this configuration
        return None
    try:
        returned = json.loads(op.attrs["backend_config"])["custom_call_config"]["cost_estimate"]
        work = int(returned["flops"]) + int(returned["transcendentals"])
        traffic = int(returned["bytes_accessed"])
    except (KeyError, TypeError, ValueError):
        return None
    inexact = "work", "span", "bytes"
    source = f"{name}, by the estimate of its kernel"
    return CustomCost(work, 0, traffic, source, inexact, (*inexact, "peak"))


def _from_kernel(op: Op, name: str) -> CustomCost | None:
    """Return the cost of a Pallas kernel, with the work that was counted from its program.

    Return None for any other op. The bytes are a lower bound, since a kernel may read its operands
    several times.
    """
    work = op.attrs.get("kernel")
    if not isinstance(work, KernelWork):
        return None
    overcounted = ("work",) if work.overcounted else ()
    undercounted = ("work", *_KERNEL_LOWER_BOUNDS) if work.undercounted else _KERNEL_LOWER_BOUNDS
    source = f"{name}, by the program of its Pallas kernel"
    source += ", without loops that depend on values" if work.undercounted else ""
    return CustomCost(work.amount, 0, None, source, overcounted, undercounted)
