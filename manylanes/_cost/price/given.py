"""What an unlisted op costs: by a rule that was given, or as its kernel says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from manylanes._cost.price.label import label_of
from manylanes._cost.price.lapack import routine
from manylanes._cost.price.table import group_of
from manylanes._cost.read.kernels import Work
from manylanes._cost.read.program import Op
from manylanes._specs import shown

# Of an op, its work; or work and span; or these and bytes, else those of operands and results.
Rule = Callable[[Op], int | tuple[int, ...]]


_MODELLED = ("span", "bytes", "peak")  # of a kernel


@dataclass(frozen=True)
class Given:
    """The amounts, who says so, and whether these are counts."""

    work: int
    span: int
    bytes: int | None
    by: str
    over: tuple[str, ...] = ()  # which of these may be too high
    under: tuple[str, ...] = ()  # and which too low


def given(op: Op, rules: Mapping[str, Rule]) -> Given | None:
    """The amounts of an unlisted op; None where nobody gives any."""
    name = label_of(op)
    if name in rules:
        try:
            said = rules[name](op)
        except Exception as error:
            raise ValueError(
                f"the rule of {name} raised {type(error).__name__}: {error}"
            ) from error
        return _by_rule(name, said)
    return _estimate(op, name) or _kernel(op, name)


def check(rules: object) -> None:
    """A rule is a function, by the name of its op."""
    if not isinstance(rules, Mapping) or not all(map(callable, rules.values())):
        raise ValueError(
            "`rules` are a dictionary of functions by the name of an op or a custom call, such as "
            f"{{'my_kernel': lambda op: 2 * op.results[0].size}}, not {shown(rules)}"
        )
    for name in rules:
        if group_of(name) or routine(name):
            raise ValueError(
                f"the table counts {name} already (`manylanes table` prints its rule): `rules` are "
                "for ops and custom calls that it does not list"
            )


def _by_rule(name: str, said: Any) -> Given:
    amounts = said if isinstance(said, tuple) else (said,)
    whole = all(hasattr(n, "__index__") and not isinstance(n, bool) and n >= 0 for n in amounts)
    if not whole or not 1 <= len(amounts) <= 3:
        raise ValueError(
            f"the rule of {name} gives work, or (work, span), or (work, span, bytes), in whole "
            f"numbers from 0 on, not {said!r}"
        )
    work, span, moved = (*map(int, amounts), *(None, None, None))[:3]
    return Given(work or 0, span or 0, moved, f"{name}, by the rule that was given")


def _estimate(op: Op, name: str) -> Given | None:
    """The `pl.CostEstimate` of a Pallas kernel for a TPU, whose span nobody knows."""
    if name != "tpu_custom_call":  # whoever writes a call of another name writes its words, too
        return None
    try:
        said = json.loads(op.attrs["backend_config"])["custom_call_config"]["cost_estimate"]
        work = int(said["flops"]) + int(said["transcendentals"])
        moved = int(said["bytes_accessed"])
    except (KeyError, TypeError, ValueError):
        return None
    doubts = "work", "span", "bytes"
    by = f"{name}, by the estimate that its kernel brings"
    return Given(work, 0, moved, by, doubts, (*doubts, "peak"))


def _kernel(op: Op, name: str) -> Given | None:
    """The work of a Pallas kernel from its traced program; it may read its operands repeatedly."""
    work = op.attrs.get("kernel")
    if not isinstance(work, Work):
        return None
    over = ("work",) if work.over else ()
    under = ("work", *_MODELLED) if work.under else _MODELLED
    by = f"{name}, by the program of its Pallas kernel"
    by += ", without loops that depend on values" if work.under else ""
    return Given(work.amount, 0, None, by, over, under)
