"""A verdict: what a claim's rules say of a measurement, and whether its interval allows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from manylanes.records import Quantity

from .condition import holds

RULINGS = ("upheld", "upheld with conditions", "misleading", "false")
UNDECIDED = "undecided"
# When the thresholds of a claim were written down, as its page says it.
FIXED = {
    "before": "before the measurement",
    "after a rough run": "after a rough run had been seen",
    "knowing the fact": "with the stated number at hand",
}


@dataclass(frozen=True)
class Verdict:
    """`ruling` is that of the median; `others` is what the interval reaches besides."""

    ruling: str
    others: tuple[str, ...] = ()

    @property
    def stamp(self) -> str:
        return UNDECIDED if self.others else self.ruling


def verdict(claim: dict[str, Any], value: Quantity) -> Verdict:
    """Asked with the median and with both ends of the interval that holds it."""
    check(claim)
    ruling = ruled(claim["rules"], value.median, value)
    ends = [ruled(claim["rules"], end, value) for end in (value.low, value.high)]
    return Verdict(ruling, tuple(found for found in RULINGS if found in ends and found != ruling))


def ruled(rules: list[dict[str, str]], median: float, spread: Quantity) -> str:
    """The first rule that holds. Every rule is read, so that a malformed one cannot hide."""
    known = {"median": median, "low": spread.low, "high": spread.high}
    answers = [holds(rule["if"], known) for rule in rules[:-1]] + [True]
    return rules[answers.index(True)]["ruling"]


def by_source(claim: dict[str, Any]) -> Verdict:
    """The ruling of a claim that no measurement here can decide: its sources do."""
    ruling = str(claim["ruling"])
    known(ruling)
    if not claim["source"]:
        raise ValueError("a ruling by source names its `source`")
    if extra := {"metric", "rules", "machine", "fixed"} & set(claim):
        raise ValueError(f"a ruling by source has no {', '.join(sorted(extra))}")
    return Verdict(ruling)


def known(ruling: str) -> None:
    if ruling not in RULINGS:
        raise ValueError(f"'{ruling}' is no ruling; there is {', '.join(RULINGS)}")


def check(claim: dict[str, Any]) -> None:
    """What can be said of a claim before anything is measured."""
    rules = claim["rules"]
    for rule in rules:
        known(rule["ruling"])
    if "if" in rules[-1] or not all("if" in rule for rule in rules[:-1]):
        raise ValueError("every rule but the last needs an `if`, and the last has none")
    if claim["fixed"] not in FIXED:
        raise ValueError(
            f"'{claim['fixed']}' does not say when the rules were fixed; there is "
            f"{', '.join(FIXED)}"
        )
