"""Apply the rules of a claim to a measurement and its interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from manylanes.records import Quantity

from ..numbers.condition import holds

RULINGS = ("upheld", "upheld with conditions", "misleading", "false")
UNDECIDED = "undecided"
# When the rules of a claim were fixed: maps the value of `fixed` to the words on the page.
FIXED = {
    "before": "before the measurement",
    "after a rough run": "after a rough run had been seen",
    "knowing the fact": "with the stated number at hand",
}


@dataclass(frozen=True)
class Verdict:
    """The rulings that the rules of a claim give for a measured value.

    `ruling` follows from the median. `others` are different rulings that follow from the ends of
    the interval.
    """

    ruling: str
    others: tuple[str, ...] = ()

    @property
    def stamp(self) -> str:
        return UNDECIDED if self.others else self.ruling


def verdict(claim: dict[str, Any], value: Quantity) -> Verdict:
    """Apply the rules of a claim to the median of a value and to both ends of its interval."""
    check_rules(claim)
    ruling = apply_rules(claim["rules"], value.median, value)
    ends = [apply_rules(claim["rules"], end, value) for end in (value.low, value.high)]
    return Verdict(ruling, tuple(other for other in RULINGS if other in ends and other != ruling))


def apply_rules(rules: list[dict[str, str]], median: float, spread: Quantity) -> str:
    """Return the ruling of the first rule whose condition is true.

    All conditions are evaluated, so that an invalid condition always raises ValueError. `median`
    may also be an end of the interval `spread`.
    """
    values = {"median": median, "low": spread.low, "high": spread.high}
    answers = [holds(rule["if"], values) for rule in rules[:-1]] + [True]
    return rules[answers.index(True)]["ruling"]


def ruling_by_source(claim: dict[str, Any]) -> Verdict:
    """Return the ruling of a claim that is decided by its sources and not by a measurement.

    Raise ValueError if the ruling is unknown, or the fields do not fit such a claim.
    """
    ruling = str(claim["ruling"])
    check_ruling(ruling)
    if not claim["source"]:
        raise ValueError("a ruling without a metric needs a `source`")
    if extra := {"metric", "rules", "machine", "fixed"} & set(claim):
        raise ValueError(f"a ruling without a metric must not have {', '.join(sorted(extra))}")
    return Verdict(ruling)


def check_ruling(ruling: str) -> None:
    if ruling not in RULINGS:
        raise ValueError(f"unknown ruling '{ruling}'; choose one of {', '.join(RULINGS)}")


def check_rules(claim: dict[str, Any]) -> None:
    """Raise ValueError if the rules of a claim or its value of `fixed` are invalid."""
    rules = claim["rules"]
    for rule in rules:
        check_ruling(rule["ruling"])
    if "if" in rules[-1] or not all("if" in rule for rule in rules[:-1]):
        raise ValueError("every rule but the last needs an `if`, and the last has none")
    if claim["fixed"] not in FIXED:
        raise ValueError(
            f"unknown value of `fixed`: '{claim['fixed']}'; choose one of {', '.join(FIXED)}"
        )
