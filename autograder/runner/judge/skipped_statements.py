"""Describe the statements of an answer's cell that failed and were skipped."""

from collections.abc import Iterable
from dataclasses import replace

from autograder.core.messages.explain_error import STOPPED_WITH
from autograder.core.messages.verdict import Finding, Verdict

_MAX_CHARS = 300  # maximum length of a note


def add_notes(verdict: Verdict, skipped: Iterable[Finding]) -> Verdict:
    """Add a note for each error of a skipped statement that is not in a finding of the verdict."""
    quoted = [finding.message for finding in verdict.findings]
    notes = list(verdict.notes)
    for error in skipped:
        if error.message not in quoted:
            reason = error.message.removeprefix(STOPPED_WITH)
            where = f"{error.got} ({reason})" if error.got else reason
            note = f"A statement in the cell of your answer failed and was skipped: {where}"
            notes.append(note[:_MAX_CHARS])
    return replace(verdict, notes=tuple(notes))
