"""Findings of `autograder verify`: differences, points given by people, and unfinished work."""

from dataclasses import dataclass, field

_HEADINGS = {
    "differences": "Changed by something other than the grader:",
    "by_hand": "Points given by a person, and late penalties:",
    "unfinished": "Out of date. Grade again:",
}
_ADVICE = (
    "Delete the reported lines of the ledger, if any, and grade again. Grading restores the "
    "scores, judges submissions without a result, and creates the pages again."
)


@dataclass
class Findings:
    """Findings of `autograder verify` by kind, and the number of results in the ledger."""

    results: int
    differences: list[str] = field(default_factory=list)
    by_hand: list[str] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parts = []
        for name, heading in _HEADINGS.items():
            if lines := getattr(self, name):
                parts += [heading, *(f"  {line}" for line in lines)]
        if self.differences:
            parts.append(_ADVICE)
        else:
            parts.append(f"{self.results} results match the gradebook and the pages.")
        return "\n".join(parts)
