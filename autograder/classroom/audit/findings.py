"""Findings of `autograder verify`: tampering, points given by people, and unfinished work."""

from dataclasses import dataclass, field

_HEADINGS = {
    "tampered": "Changed by something other than the grader:",
    "by_hand": "Given by a person or by the late penalty, as formgrader lets them:",
    "unfinished": "Not up to date; grade again:",
}
_ADVICE = (
    "Grading again writes the scores of the results, judges submissions without a result, and "
    "renews the pages. Delete changed lines of the ledger first."
)


@dataclass
class Findings:
    """One sentence for each finding, with the student and the unit."""

    results: int
    tampered: list[str] = field(default_factory=list)
    by_hand: list[str] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parts = []
        for name, heading in _HEADINGS.items():
            if lines := getattr(self, name):
                parts += [heading, *(f"  {line}" for line in lines)]
        if self.tampered:
            parts.append(_ADVICE)
        else:
            parts.append(f"{self.results} results and their scores are as the grader left them.")
        return "\n".join(parts)
